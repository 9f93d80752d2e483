"""Masks a Spark table with more combinations than the driver may hold: blocks of them are planned on the executors."""
