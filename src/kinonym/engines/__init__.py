"""Count the rows of a table and apply a plan to them: the only parts that touch all n rows.

`memory` serves pandas, polars and pyarrow tables, `files` reads CSV and Parquet with every column as text.
"""
