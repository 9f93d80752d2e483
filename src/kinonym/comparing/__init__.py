"""Many methods and strengths on one table: what each costs and risks, the front of the best, and targets."""

from kinonym.comparing.comparison import Comparison
from kinonym.comparing.measured_point import Point
from kinonym.comparing.sweep import compare
from kinonym.comparing.targets import parse_target

__all__ = ["Comparison", "Point", "compare", "parse_target"]
