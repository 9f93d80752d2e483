"""A measure and a method from another package: the smallest complete examples."""

from kinonym_test_plugin.depth_difference import DepthDifference
from kinonym_test_plugin.runs import Runs

__all__ = ["DepthDifference", "Runs"]
