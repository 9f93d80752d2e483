"""Experiments of the papers and beyond them (`python -m research`), and benchmarks (`research.speed`)."""
