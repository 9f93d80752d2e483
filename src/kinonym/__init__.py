"""Kinonym."""
