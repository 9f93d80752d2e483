"""Distinct tuples of a table with their counts, and plans for them (specification 3); methods make the plans."""

from kinonym.tuples.column import Column
from kinonym.tuples.confidential import Confidential
from kinonym.tuples.counted import Counted
from kinonym.tuples.persons import Persons
from kinonym.tuples.plan import Plan
from kinonym.tuples.population import Population
from kinonym.tuples.tuples import Tuples

__all__ = ["Column", "Confidential", "Counted", "Persons", "Plan", "Population", "Tuples"]
