"""A table reduced to its distinct tuples and their counts, and a plan of what each becomes (SPEC 3)."""

from kinonym.grouped.confidential import Confidential
from kinonym.grouped.persons import Persons
from kinonym.grouped.plan import Plan
from kinonym.grouped.tuples import Column, Tuples

__all__ = ["Column", "Confidential", "Persons", "Plan", "Tuples"]
