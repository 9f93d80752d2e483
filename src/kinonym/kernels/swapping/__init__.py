"""Rank swapping: which record receives whose values, and what an attacker can tell from it."""
