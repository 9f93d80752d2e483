"""A point of a comparison: one method at one strength, with what it costs and what it risks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kinonym.assess import STRENGTHS, Assessment, figures_in
from kinonym.release.report.comparison_page import name_loss

__all__ = ["Point", "list_point_figures"]


def list_point_figures() -> list[str]:
    """Names of what a point holds, in the order of the table; sampled figures with the ends of their interval."""
    names: list[str] = []
    for figure in figures_in("comparison"):
        names += [figure.name, *([f"{figure.name}_low", f"{figure.name}_high"] if figure.interval else [])]
    return names


@dataclass(frozen=True, init=False)
class Point:
    """One method at one strength: its settings, what it costs, what it risks.

    The figures are those of the table `kinonym.assess.FIGURES`, each an attribute: ``point.loss``, ``point.risk``;
    ``risk_low`` and ``risk_high`` hold the risk with 95 % where it was sampled. ``attacker`` names who has the risk,
    ``guaranteed`` says whether groups of equal records bound it, or that of the attacker of each scenario;
    ``scenario_losses`` has L of the columns that she knows; ``failed`` says why there are no figures.
    """

    settings: dict[str, Any]
    figures: dict[str, float | None]
    attacker: str | None
    guaranteed: bool | None
    seconds: float | None
    failed: str | None
    scenario_losses: dict[str, float]

    def __init__(
        self,
        *,
        settings: dict[str, Any],
        attacker: str | None = None,
        guaranteed: bool | None = None,
        seconds: float | None = None,
        failed: str | None = None,
        scenario_losses: dict[str, float] | None = None,
        **figures: float | None,
    ) -> None:
        if unknown := set(figures) - set(names := list_point_figures()):
            msg = f"there is no figure {min(unknown)!r}"
            raise TypeError(msg)
        fields: dict[str, object] = {"settings": settings, "figures": {name: figures.get(name) for name in names}}
        fields |= {"attacker": attacker, "guaranteed": guaranteed, "seconds": seconds, "failed": failed}
        for name, value in {**fields, "scenario_losses": scenario_losses or {}}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, settings: dict[str, Any], assessment: Assessment, *, seconds: float) -> Point:
        """The figures of a plan that was made with these settings."""
        values = {key: value for f in figures_in("comparison") for key, value in f.values(assessment).items()}
        figures: dict[str, Any] = {name: values[name] for name in list_point_figures()}
        figures["attacker"] = assessment.strongest.name
        masking, losses = assessment.masking, assessment.scenario_losses
        guaranteed = masking.k_anonymous or bool(masking.scenarios)
        return cls(settings=settings, guaranteed=guaranteed, seconds=seconds, scenario_losses=losses, **figures)

    def __getattr__(self, name: str) -> float | None:
        if name in list_point_figures():
            return self.figures[name]
        msg = f"a point has no {name!r}"
        raise AttributeError(msg)

    def without_figures(self, reason: str) -> Point:
        """The same setting without figures, because they may not be published."""
        return Point(settings=self.settings, guaranteed=self.guaranteed, failed=reason)

    @property
    def name(self) -> str:
        """The method."""
        return str(self.settings["name"])

    @property
    def label(self) -> str:
        """The method and its settings in a few characters."""
        rest = ", ".join(f"{key} = {value}" for key, value in self.settings.items() if key != "name")
        return f"{self.name} ({rest})" if rest else self.name

    @property
    def parts(self) -> dict[str, Any]:
        """What makes the point again: ``Point(**point.parts)``."""
        names = ("attacker", "guaranteed", "seconds", "failed", "scenario_losses")
        fields = {name: getattr(self, name) for name in names}
        return {"settings": self.settings, **self.figures, **fields}

    def row(self) -> dict[str, Any]:
        """Flat: method, strengths, other settings as one text, figures."""
        parts = self.parts
        settings = dict(parts.pop("settings"))
        strengths = {key: settings.pop(key, None) for key in STRENGTHS}
        losses = {name_loss(name): loss for name, loss in parts.pop("scenario_losses").items()}
        return {"method": settings.pop("name"), **strengths, "settings": json.dumps(settings), **parts, **losses}

    def __getitem__(self, name: str) -> float | None:
        """A figure, the seconds, or a strength of the settings."""
        value = self.settings.get(name) if name in STRENGTHS else getattr(self, name)
        return None if value is None else float(value)
