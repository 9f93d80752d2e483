"""Every claim of the papers with its verdict, drawn from the tables of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.claims import (
    of_adaptive_microaggregation,
    of_health_records,
    of_rank_swapping,
    of_recoding,
    of_semantic_noise,
)
from experiments.claims.claim import Case, Claim, Results
from experiments.result_files import read_csv

__all__ = ["CLAIMS", "Judgement", "as_page", "differing", "judged"]

CLAIMS: tuple[Claim, ...] = (
    *of_recoding.CLAIMS,
    *of_adaptive_microaggregation.CLAIMS,
    *of_health_records.CLAIMS,
    *of_rank_swapping.CLAIMS,
    *of_semantic_noise.CLAIMS,
)
MOST = 0.9
"""A claim that holds in at most a tenth of its cases does not hold; one that misses any holds partly."""


@dataclass(frozen=True)
class Judgement:
    """A claim with its cases."""

    claim: Claim
    cases: Sequence[Case]

    @property
    def verdict(self) -> str:
        """In the words of the page."""
        held = sum(case.held for case in self.cases)
        if held == len(self.cases):
            return "holds"
        return "holds partly" if held > (1 - MOST) * len(self.cases) else "does not hold"

    @property
    def counted(self) -> str:
        """How many cases hold on each table."""
        told = []
        for data in dict.fromkeys(case.data for case in self.cases):
            here = [case.held for case in self.cases if case.data == data]
            told.append(f"{data} {sum(here)} of {len(here)}")
        return "; ".join(told)

    @property
    def example(self) -> str:
        """The first case that does not hold, else the last that does."""
        failed = [case for case in self.cases if not case.held]
        case = failed[0] if failed else self.cases[-1]
        return f"{case.data}: {case.figures}"


def judged(results: Path) -> list[Judgement]:
    """Judge all claims by the tables in a folder; those whose tables are not all there are left out."""
    readings = Results({file.stem: read_csv(file) for file in sorted(results.glob("*.csv"))})
    judgements = []
    for claim in CLAIMS:
        try:
            judgements.append(Judgement(claim, claim.cases(readings)))
        except KeyError:
            continue
    return judgements


def as_page(judgements: Sequence[Judgement]) -> str:
    """The page of verdicts."""
    lines = [
        "# The papers' claims, one by one", "",
        "Every comparison that a claim makes is one case, at every k or α of the tables. *Holds*: in all cases.",
        "*Holds partly*: in some. *Does not hold*: in at most a tenth. M, A, E, T and N are the papers of the",
        "[overview](index.md). This page is written by `python -m experiments`.", "",
        "| paper | claim | verdict | cases | for example | why, where it differs |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    lines += ["| " + " | ".join(_cells(j)) + " |" for j in judgements]
    counted = {v: sum(j.verdict == v for j in judgements) for v in ("holds", "holds partly", "does not hold")}
    return "\n".join(
        [*lines, "", f"{len(judgements)} claims: " + ", ".join(f"{n} {v}" for v, n in counted.items()), ""]
    )


def _cells(j: Judgement) -> list[str]:
    """A row of the page."""
    place = f"{j.claim.paper} {j.claim.where}"
    return [place, j.claim.says, f"**{j.verdict}**", j.counted, j.example, j.claim.why]


def differing(page: str, judgements: Sequence[Judgement]) -> list[str]:
    """Claims whose verdict the page does not have."""
    return [
        f"{j.claim.paper} {j.claim.where}: {j.claim.says}: the page does not say {j.verdict!r}"
        for j in judgements
        if f"| {j.claim.says} | **{j.verdict}** |" not in page
    ]
