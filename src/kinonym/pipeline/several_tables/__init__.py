"""Several tables released together: one record per person, masked like a table, and written as tables again.

`masking_tables` has the entry points; the definitions are in section 22 of the specification.
"""
