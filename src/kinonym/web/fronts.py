"""The settings tried automatically after a run, for a first front: three strengths of its method and of two others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from kinonym.methods.demands import Demands
from kinonym.methods.refine import QUICKLY_REFINED
from kinonym.recipe import make_method
from kinonym.recommending import Proposal, propose
from kinonym.web.draft_state import DraftState, Section

__all__ = ["columns_of", "front_settings", "point_key"]

_USUAL_K = 5
_DEMANDS = tuple(field.name for field in fields(Demands))
_OTHERS: tuple[Proposal, ...] = (propose({}), propose({"new": "no"}))
"""The methods that lose least, and the one that makes no new combination."""


def columns_of(state: DraftState) -> str:
    """What a state says of the table without its method: runs with the same columns can be shown in one picture."""
    return json.dumps([state.table, state.columns, state.decisions], sort_keys=True, default=str)


def point_key(settings: Section) -> str:
    """The settings of a point as a text that a form can send."""
    return json.dumps(settings, sort_keys=True, default=str)


def front_settings(method: Section, combinations: int) -> list[dict[str, Any]]:
    """The settings to try: the chosen method and two others with half of k, k, and twice k, each of them once."""
    made = make_method(method)
    k = made.k_or_none or _USUAL_K
    strengths = sorted({max(2, k // 2), k, 2 * k})
    tried = [{**setting, "k": strength} for setting in _methods(method, combinations) for strength in strengths]
    own = [] if made.k_or_none is not None else [dict(method)]
    keys = [point_key(setting) for setting in (*own, *tried)]
    return [setting for i, setting in enumerate((*own, *tried)) if keys[i] not in keys[:i]]


def _methods(method: Section, combinations: int) -> Iterator[dict[str, Any]]:
    """The chosen method if it has a k, and the others with its demands; none that is slow on so many combinations."""
    made = make_method(method)
    if made.k_or_none is not None:
        yield {key: value for key, value in method.items() if key != "k"}
    demands = {key: method[key] for key in _DEMANDS if key in method}
    for proposal in _OTHERS:
        settings = dict(proposal.settings)
        if combinations > QUICKLY_REFINED:
            settings.pop("refine", None)
        if not demands or make_method({**settings, "k": _USUAL_K}).traits.takes_demands:
            yield {**settings, **demands}
