"""Many methods and strengths on one table: what each costs and risks, the front of the best, targets to meet."""

from kinonym.comparing.points import Comparison, Point, parse_target
from kinonym.comparing.sweep import compare

__all__ = ["Comparison", "Point", "compare", "parse_target"]
