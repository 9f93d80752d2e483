"""A table reduced to its distinct tuples and their counts, and a plan of what each becomes (specification 3)."""

from kinonym.tuples.confidential import Confidential
from kinonym.tuples.persons import Persons
from kinonym.tuples.tuples import Column, Counted, Plan, Tuples

__all__ = ["Column", "Confidential", "Counted", "Persons", "Plan", "Tuples"]
