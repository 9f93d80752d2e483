"""The publishable report of a run: in plain words what was done, what it cost and what may be claimed.

It holds no value with fewer than five records, no seed and no path; it works offline, as one file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from kinonym.release.policy import Claim
from kinonym.release.report.content import Content
from kinonym.release.report.figures import figures
from kinonym.release.report.page import fragment, page
from kinonym.release.report.tables import percent
from kinonym.release.report.truth import attack_rows, truth_rows
from kinonym.release.report.words import settings_in_words

__all__ = ["Content", "Report", "make_report"]


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


@dataclass(frozen=True, repr=False, eq=False)
class Report:
    """Knows how to show itself as text, HTML and JSON; what is costly is measured when first shown."""

    title: str
    content: Content
    date: str = field(default_factory=_today)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What may be said of the release."""
        return self.content.claims

    @property
    def notices(self) -> tuple[str, ...]:
        """What the user should know."""
        return self.content.notices

    @property
    def recipe(self) -> str:
        """The recipe that repeats the run."""
        return self.content.recipe

    def text(self) -> str:
        """For a terminal."""
        rows = _rows(self.content)
        width = max(len(name) for name, _ in rows)
        lines = [self.title, *(f"  {name:<{width}}  {figure}" for name, figure in rows)]
        lines += [str(claim) for claim in self.claims]
        lines += [f"notice: {notice}" for notice in self.notices]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.text()

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Everything that was measured and may be published, as plain data."""
        return figures(self.title, self.content, self.date)

    def json(self) -> str:
        """All figures, for a program."""
        return json.dumps(self.figures, indent=2, ensure_ascii=False)

    def document(self, suffix: str) -> str:
        """The report as a file with this ending: ``.json``, or else a page."""
        return self.json() if suffix == ".json" else self.page()

    def html(self) -> str:
        """Claims and main figures, for a page or a notebook."""
        return fragment(self.title, self.content)

    def page(self) -> str:
        """A whole HTML page that needs nothing else."""
        return page(self.title, self.content, self.date)

    def _repr_html_(self) -> str:
        return self.html()


def make_report(content: Content) -> Report:
    """Give what a run found a title and a date."""
    return Report(f"Kinonym: {content.method.name}{settings_in_words(content)}", content)


def _rows(content: Content) -> list[tuple[str, str]]:
    """The main figures, as a terminal shows them."""
    utility, risk, worst = content.utility, content.risk, content.strongest
    rows = [
        ("method", content.method.name),
        ("records", f"{utility.records:,}"),
        ("distinct combinations", f"{utility.tuples:,} before, {utility.masked_tuples:,} after"),
        ("smallest group", f"{utility.smallest_class:,} records"),
        ("values changed", percent(utility.values_changed)),
        ("records changed", percent(utility.records_changed)),
        ("SSE", f"{utility.sse:,.2f}"),
        ("information loss L", f"{utility.loss:.2f} % of SST"),
    ]
    rows += [
        (name, f"{percent(column.changed)} changed, mean distance {column.distance:.3f}")
        for name, column in utility.columns.items()
    ]
    strongest = ("strongest attacker", f"links {percent(worst.chance)} of the records; {worst.who}")
    return [
        *rows,
        ("unique combinations", f"{risk.unique_before:,} before, {risk.unique_after:,} after"),
        ("exact-match linkage RL", f"{risk.linkage:.2f} % of the records"),
        *(attack_rows(content) or [strongest]),
        *truth_rows(content),
        *((f"mapped: {name}", covered) for name, covered in content.coverage.items()),
    ]
