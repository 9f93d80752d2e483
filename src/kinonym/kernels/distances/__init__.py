"""Distances: between concepts of a taxonomy, values of a column, tuples of a table; and sums of them."""
