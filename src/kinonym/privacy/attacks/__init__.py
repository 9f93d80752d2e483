"""Attacks on a release by someone who knows the original records: how many released ones are found again."""

from kinonym.privacy.attacks.cells import CellTruth, measure_cells
from kinonym.privacy.attacks.distance import nearest_linkage, semantic_linkage
from kinonym.privacy.attacks.exact import rank_chances, worst
from kinonym.privacy.attacks.likelihood import likelihood_linkage
from kinonym.privacy.attacks.linkage import Linkage, most_certain, strongest
from kinonym.privacy.attacks.posterior import Factor, posterior, posterior_linkage
from kinonym.privacy.attacks.window import BlockWindow, NeighbourWindow, RankWindow, Window, window_linkage
from kinonym.privacy.attacks.worst_case import WorstCase, exact_worst_case, simulated_worst_case

__all__ = [
    "BlockWindow",
    "CellTruth",
    "Factor",
    "Linkage",
    "NeighbourWindow",
    "RankWindow",
    "Window",
    "WorstCase",
    "exact_worst_case",
    "likelihood_linkage",
    "measure_cells",
    "most_certain",
    "nearest_linkage",
    "posterior",
    "posterior_linkage",
    "rank_chances",
    "semantic_linkage",
    "simulated_worst_case",
    "strongest",
    "window_linkage",
    "worst",
]
