"""Columns of a table, for every engine: as Arrow arrays, as codes, and put back into a table of the same kind."""
