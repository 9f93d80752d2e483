"""The run itself: from a table and a recipe to a masked table, its measures and its claims."""

from kinonym.run.mask import mask
from kinonym.run.result import Result

__all__ = ["Result", "mask"]
