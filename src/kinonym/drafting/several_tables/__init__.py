"""The draft of a recipe for several tables that are released together.

`table_keys` finds keys and references, `table_links` the persons and the tables that belong to them, `row_numbers`
decides how many rows are released, and `tables_draft` writes the draft.
"""

from kinonym.drafting.several_tables.tables_draft import GivenTable, TablesDraft, draft_tables

__all__ = ["GivenTable", "TablesDraft", "draft_tables"]
