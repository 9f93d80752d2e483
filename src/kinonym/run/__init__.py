"""Comparing methods, describing tables, verifying releases."""
