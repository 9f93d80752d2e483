"""Attacks on a release by someone who knows the original records: how many released records are linked to persons."""

from kinonym.privacy.attacks.attackers import (
    Attacker,
    attack,
    attackers,
    every_attack,
    most_certain,
    strongest,
    worst_case,
)
from kinonym.privacy.attacks.cell_truth import CellTruth, measure_cells
from kinonym.privacy.attacks.channel import Channel, channel_linkage
from kinonym.privacy.attacks.learning import likelihood_linkage
from kinonym.privacy.attacks.linkage import AttackKind, Linkage
from kinonym.privacy.attacks.linking import nearest_linkage, semantic_linkage
from kinonym.privacy.attacks.posterior import Factor, posterior, posterior_linkage
from kinonym.privacy.attacks.window import Window, window_linkage
from kinonym.privacy.attacks.worst_case import WorstCase, exact_worst_case, simulate_worst_case

__all__ = [
    "AttackKind",
    "Attacker",
    "CellTruth",
    "Channel",
    "Factor",
    "Linkage",
    "Window",
    "WorstCase",
    "attack",
    "attackers",
    "channel_linkage",
    "every_attack",
    "exact_worst_case",
    "likelihood_linkage",
    "measure_cells",
    "most_certain",
    "nearest_linkage",
    "posterior",
    "posterior_linkage",
    "semantic_linkage",
    "simulate_worst_case",
    "strongest",
    "window_linkage",
    "worst_case",
]
