"""The run itself: from a table and a recipe to a masked table, its measures and its claims."""

from kinonym.run.mask import mask
from kinonym.run.result import Result
from kinonym.run.verify import Verification, verify

__all__ = ["Result", "Verification", "mask", "verify"]
