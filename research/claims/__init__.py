"""Every claim of the papers with its verdict, drawn from the tables of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from research.claims import (
    of_adaptive_microaggregation,
    of_health_records,
    of_rank_swapping,
    of_recoding,
    of_semantic_noise,
)
from research.claims.claim import LEVEL, Case, Claim, Outcome, Results, Tally, settled
from research.result_files import read_csv
from tools.wrap_markdown import rewrite

__all__ = ["CLAIMS", "Judgement", "as_page", "differing", "judged"]

CLAIMS: tuple[Claim, ...] = (
    *of_recoding.CLAIMS,
    *of_adaptive_microaggregation.CLAIMS,
    *of_health_records.CLAIMS,
    *of_rank_swapping.CLAIMS,
    *of_semantic_noise.CLAIMS,
)
FEW = 0.1
"""A claim holds if no case is against it and at most this share is open; it does not if at most this share holds.

Where at most this share holds and at most this share is against it, it is undecided.
"""
VERDICTS = ("holds", "holds partly", "undecided", "does not hold")


_NOT_JUDGED = [
    "## Tables and figures without a claim", "",
    "Of every table and figure of the five works, these compare nothing that a run could decide:", "",
    "- Drawings that explain: A figs 1-3, E figs 1 and 2, N figs 1-5, M fig. 9.",
    "- What the data are like: A figs 4 and 5 and table 1, E fig. 3 and table 2, M fig. 1 and table 5, T tables 7.1,",
    "  7.6 and 7.11, N tables 1 and 6 (see the [errata](errata.md) 8, 9 and 13).",
    "- Surveys of methods and recommendations: M tables 1-3, T tables 2.1, 2.2, 4.1 and 6.1, N table 9.",
    "- Examples worked out in full: A fig. 8 ([knowledge structure](results/knowledge-structure.md)), E table 1, and M",
    "  figs 10-13, with the dendrograms summed up in table 6.",
    "- M table 4, correlations that others reported ([people's judgements](results/people.md)).",
    "- The means and variances in T tables 7.2-7.4, which a swap keeps by construction; a test holds every swap to it.",
    "- N figs 6-8 and tables 2-5, 7 and 8, which are T figs 7.4-7.6 and tables 7.7-7.10, 7.12 and 7.13.", "",
]  # fmt: skip


@dataclass(frozen=True)
class Judgement:
    """A claim with its cases."""

    claim: Claim
    cases: Sequence[Case]

    @property
    def tally(self) -> Tally:
        """How the cases came out."""
        return Tally.of(self.cases)

    @property
    def verdict(self) -> str:
        """In the words of the page."""
        supporting, against, still_open = self.tally
        few = FEW * len(self.cases)
        if supporting <= few:
            return "undecided" if against <= few else "does not hold"
        return "holds" if not against and still_open <= few else "holds partly"

    @property
    def by_table(self) -> str:
        """How the cases of each table came out."""
        tables = dict.fromkeys(case.data for case in self.cases)
        tallies = {data: Tally.of([case for case in self.cases if case.data == data]) for data in tables}
        return "; ".join(f"{data} {' / '.join(map(str, tally))}" for data, tally in tallies.items())

    @property
    def example(self) -> str:
        """The first case against the claim, else one that is open if the claim does not hold, else the last of all."""
        against, still_open = (
            [case for case in self.cases if case.outcome is outcome] for outcome in (Outcome.AGAINST, Outcome.OPEN)
        )
        case = (against or (still_open if self.verdict != "holds" else []) or self.cases[-1:])[0]
        return f"{case.data}: {case.figures}"


def judged(results: Path) -> list[Judgement]:
    """Judge all claims by the tables in a folder; claims with a missing table are left out."""
    readings = Results({file.stem: read_csv(file) for file in sorted(results.glob("*.csv"))})
    judgements = []
    for claim in CLAIMS:
        try:
            judgements.append(Judgement(claim, settled(claim.cases(readings))))
        except KeyError:
            continue
    return judgements


def as_page(judgements: Sequence[Judgement]) -> str:
    """The page of verdicts: all of them in a table, then each claim with its cases and its reason."""
    lines = [
        "# The papers' claims, one by one", "",
        "Every comparison that a claim makes is one case, at every k or α of the tables. A case *holds*, is *against*",
        "the claim, or is *open* where chance may explain the difference. That is judged by the standard errors over",
        f"repeated runs, at a level of {LEVEL:.0%} for all cases of a claim together (Holm's correction for the number",
        "of comparisons); equal figures decide nothing. A claim **holds** if no case is against it and at most a tenth",
        "are open; it **does not hold** if at most a tenth hold and more than a tenth are against it; it is",
        "**undecided** if at most a tenth hold and at most a tenth are against it; else it **holds partly**. M, A, E,",
        "T and N are the papers of the [overview](index.md). This page is written by `python -m research`.", "",
        "| paper | claim | verdict | cases that hold | against | open |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    for j in judgements:
        cells = f"{j.claim.paper} {j.claim.where}", j.claim.says, f"**{j.verdict}**", *map(str, j.tally)
        lines.append("| " + " | ".join(cells) + " |")
    return rewrite("\n".join([*lines, "", _summed_up(judgements), "", *_reasons(judgements), *_NOT_JUDGED]))


def _summed_up(judgements: Sequence[Judgement]) -> str:
    """Claims by their verdicts, and cases by what they say."""
    verdicts = Counter(j.verdict for j in judgements)
    found = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS)
    cases = Tally.of([case for j in judgements for case in j.cases])
    ends = f"{cases.holds:,} hold, {cases.against:,} are against, {cases.open:,} are open."
    return f"{len(judgements)} claims: {found}. Of their cases {ends}"


def _reasons(judgements: Sequence[Judgement]) -> list[str]:
    """Every claim by its table, with an example, and with the reason where it does not hold everywhere."""
    lines = ["## By table, and why", "", "How many cases hold / are against / are open on each table.", ""]
    for j in judgements:
        lines.append(f"- **{j.claim.paper} {j.claim.where}: {j.claim.says}**: {j.verdict}. {j.by_table}.")
        lines.append(f"  For example {j.example}." + (f" *Why:* {j.claim.why}." if j.verdict != "holds" else ""))
    return [*lines, ""]


def differing(page: str, judgements: Sequence[Judgement]) -> list[str]:
    """Claims with another verdict than on the page."""
    return [
        f"{j.claim.paper} {j.claim.where}: {j.claim.says}: the page does not say {j.verdict!r}"
        for j in judgements
        if f"| {j.claim.says} | **{j.verdict}** |" not in page
    ]
