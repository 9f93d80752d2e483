"""Count the rows of a table and apply a plan to them: the only parts that process all n rows.

`contract` defines what an engine offers; each engine has a folder. `kinonym.files` reads files.
"""

from kinonym.engines.opening import ENGINES, OpenedSource, ReadingOptions, common_engine, engine_for, open_table

__all__ = ["ENGINES", "OpenedSource", "ReadingOptions", "common_engine", "engine_for", "open_table"]
