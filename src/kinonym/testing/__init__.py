"""Test tools for whoever writes a measure or a method: hypothesis strategies for taxonomies and tuples.

Needs the package ``hypothesis``.
"""

from kinonym.testing.strategies import mixed_tuples, taxonomies

__all__ = ["mixed_tuples", "taxonomies"]
