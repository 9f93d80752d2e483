"""The releases that models are trained on: every method of the registry at every strength, and baselines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kinonym.domains import Nominal
from kinonym.methods import METHODS, Generalise, Method, Noise, PromiseName, SaMdav, Strength
from kinonym.random import generator
from kinonym.tuples import Plan, Tuples
from research.mondrian import mondrian_plan

__all__ = ["FAMILIES", "FORMS", "LEFT_OUT", "NONE", "STRENGTHS", "Family", "plan_of", "strengths_of"]

NONE, LEFT_OUT, MONDRIAN = "original", "masked columns left out", "Mondrian"
STRENGTHS: Mapping[Strength, tuple[float, ...]] = {
    "k": (5, 10, 25, 50), "alpha": (0.1, 0.3, 0.5, 1), "epsilon": (1, 4, 8, 16),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Form:
    """A method with its settings, all but the strength."""

    method: type[Method]
    settings: Mapping[str, object] = field(default_factory=dict)
    up_to: float = math.inf
    """The greatest strength that is tried."""

    @property
    def strengths(self) -> tuple[float, ...]:
        """Where it is tried; nowhere in particular if it has no strength."""
        strength = self.method.traits.strength
        return () if strength is None else tuple(at for at in STRENGTHS[strength] if at <= self.up_to)

    def made(self, tuples: Tuples, strength: float) -> Method:
        """The method; if it needs a public set of concepts, all concepts of each ontology are public."""
        named = self.method.traits.strength
        settings = {**self.settings, **({} if named is None else {named: strength})}
        if "public" in self.method.parameters():
            settings |= {"public": _roots(tuples), "missing": True}
        return self.method(**settings)


def _roots(tuples: Tuples) -> dict[str, str]:
    domains = {column.name: column.domain for column in tuples.columns}
    return {name: domain.tau.root for name, domain in domains.items() if isinstance(domain, Nominal)}


FORMS: Mapping[str, Form] = {
    **{name: Form(method=method) for name, method in METHODS.items()},
    "sa-mdav, refined": Form(method=SaMdav, settings={"refine": True}, up_to=25),  # at 50 up to 50 s a release
    "generalise, up to 5 % left out": Form(method=Generalise, settings={"suppress_share": 0.05}),
    "generalise, local": Form(method=Generalise, settings={"scheme": "local"}),
    "noise, uncorrelated": Form(method=Noise, settings={"correlated": False}),
    "noise about the root": Form(method=Noise, settings={"reference": "root"}),
}
"""The registry, each method with its default settings, and further settings that users would choose."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """Methods with the same kind of guarantee, shown in one picture over their strengths."""

    title: str
    strength: Strength
    symbol: str
    promises: tuple[PromiseName, ...]
    baselines: tuple[str, ...] = (NONE, LEFT_OUT)

    @property
    def members(self) -> tuple[str, ...]:
        """The names of baselines and methods, the original table first."""
        ours = [name for name, form in FORMS.items() if form.method.traits.promise in self.promises]
        return *self.baselines, *ours


FAMILIES: Mapping[str, Family] = {
    "groups": Family(title="Groups of k", strength="k", symbol="k", promises=("k-anonymity",),
                     baselines=(NONE, LEFT_OUT, MONDRIAN)),
    "swaps": Family(title="Swaps", strength="k", symbol="k", promises=("swap", "record-swap", "none")),
    "noise": Family(title="Noise", strength="alpha", symbol="α", promises=("noise",)),
    "cells": Family(title="Differential privacy of cells", strength="epsilon", symbol="ε",
                    promises=("differential-privacy",)),
}  # fmt: skip


def strengths_of(name: str) -> tuple[float, ...]:
    """The strengths to measure; none for a method without a strength."""
    if name == MONDRIAN:
        return STRENGTHS["k"]
    return FORMS[name].strengths if name in FORMS else ()


def plan_of(name: str, tuples: Tuples, strength: float, seed: int) -> Plan:
    """The plan of a method or of a baseline for some tuples."""
    if name == NONE:
        return Plan.unchanged(tuples)
    if name == LEFT_OUT:
        return _left_out(tuples)
    if name == MONDRIAN:
        return mondrian_plan(tuples, int(strength))
    return FORMS[name].made(tuples, strength).plan(tuples, generator(seed))


def _left_out(tuples: Tuples) -> Plan:
    """Every record alike: what the columns that are kept can teach by themselves."""
    nothing = np.array([[column.domain.encode([None])[0] for column in tuples.columns]])
    return Plan(tuples, np.arange(len(tuples)), np.zeros(len(tuples), dtype=np.int64), tuples.counts, nothing)
