"""The experiments of the five works, one module each."""
