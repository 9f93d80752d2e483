"""Differential privacy on words: mechanisms over a public set of concepts, drawn exactly and certified."""

from kinonym.methods.exponential.cell_privacy import Exponential
from kinonym.methods.exponential.certified_channel import Certificate, certify, chances, expected_unchanged
from kinonym.methods.exponential.public import PublicSet, public_set

__all__ = ["Certificate", "Exponential", "PublicSet", "certify", "chances", "expected_unchanged", "public_set"]
