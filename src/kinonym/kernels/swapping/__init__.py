"""Rank swapping: exchange values between records, and what an attacker can infer from the result."""
