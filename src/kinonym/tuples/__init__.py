"""Distinct tuples of a table with their counts, and plans for them (specification 3); methods make the plans."""

from kinonym.tuples.confidential import Confidential
from kinonym.tuples.persons import Persons
from kinonym.tuples.tuples import Column, Counted, Plan, Tuples

__all__ = ["Column", "Confidential", "Counted", "Persons", "Plan", "Tuples"]
