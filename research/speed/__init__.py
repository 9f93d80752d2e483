"""Benchmarks: time and memory, one module each, run as `python -m research.speed.NAME`."""
