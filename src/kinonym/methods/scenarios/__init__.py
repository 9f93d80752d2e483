"""Attacker scenarios: several sets of columns, each with its k, that one release satisfies (specification 20)."""

from kinonym.methods.scenarios.satisfying import Satisfying, satisfy_scenarios
from kinonym.methods.scenarios.scenario import KnownSet, Scenario, count_known_sets, list_known_sets

__all__ = ["KnownSet", "Satisfying", "Scenario", "count_known_sets", "list_known_sets", "satisfy_scenarios"]
