"""Count the rows of a table and apply a plan to them: the only parts that touch all n rows.

`contract` says what an engine offers; each engine has a folder. Reading files is the business of `kinonym.files`.
"""

from kinonym.engines.opening import ENGINES, OpenedSource, engine_for, open_file, open_table

__all__ = ["ENGINES", "OpenedSource", "engine_for", "open_file", "open_table"]
