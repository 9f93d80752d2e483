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
from experiments.claims.claim import ERRORS, Case, Claim, Results
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
    def decided(self) -> list[Case]:
        """The cases whose figures differ beyond their error."""
        return [case for case in self.cases if case.decided]

    @property
    def verdict(self) -> str:
        """In the words of the page."""
        held, decided = sum(case.held for case in self.decided), len(self.decided)
        if 2 * decided < len(self.cases) or held <= (1 - MOST) * decided:
            return "does not hold"
        return "holds" if held == decided else "holds partly"

    @property
    def counted(self) -> str:
        """How many cases hold on each table, and how many are within the error."""
        told = []
        for data in dict.fromkeys(case.data for case in self.cases):
            here = [case for case in self.cases if case.data == data]
            decided = [case.held for case in here if case.decided]
            still = f" ({len(here) - len(decided)} open)" if len(decided) < len(here) else ""
            told.append(f"{data} {sum(decided)} of {len(decided)}{still}")
        return "; ".join(told)

    @property
    def example(self) -> str:
        """The first case that does not hold, else the last that does."""
        failed = [case for case in self.decided if not case.held]
        case = (failed or self.decided[-1:] or self.cases)[0]
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
        "*Holds partly*: in some. *Does not hold*: in at most a tenth. A case is *open*, and not counted, where two",
        f"means differ by less than {ERRORS:g} standard errors; where most are open, there is no difference to be seen",
        "and the claim does not hold. M, A, E, T and N are the papers of the [overview](index.md). This page is",
        "written by `python -m experiments`.", "",
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
    return [place, j.claim.says, f"**{j.verdict}**", j.counted, j.example, j.claim.why if j.verdict != "holds" else ""]


def differing(page: str, judgements: Sequence[Judgement]) -> list[str]:
    """Claims whose verdict the page does not have."""
    return [
        f"{j.claim.paper} {j.claim.where}: {j.claim.says}: the page does not say {j.verdict!r}"
        for j in judgements
        if f"| {j.claim.says} | **{j.verdict}** |" not in page
    ]
