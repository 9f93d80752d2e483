"""Experiments that the papers did not make, one module each."""
