"""Test tools for authors of measures and methods: contract checks, and hypothesis strategies for tables.

They need the package ``hypothesis``.
"""

from kinonym.testing.measure_checks import check_measure
from kinonym.testing.method_checks import check_method, check_mode
from kinonym.testing.strategies import full_taxonomies, mixed_tuples, taxonomies, twin_tuples

__all__ = [
    "check_measure",
    "check_method",
    "check_mode",
    "full_taxonomies",
    "mixed_tuples",
    "taxonomies",
    "twin_tuples",
]
