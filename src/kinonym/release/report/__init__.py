"""The publishable report of a run: in plain words what was done, what it cost and what may be claimed.

It holds no value with fewer than five records, no seed and no path; it works offline, as one file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from kinonym.assess import Assessment, columns_in, figures_in
from kinonym.release.facts import Claim
from kinonym.release.report.as_json import plain_data
from kinonym.release.report.page import fragment, page
from kinonym.release.report.publishing import Published
from kinonym.release.report.risk_section import truth_rows
from kinonym.release.report.summary_section import settings_in_words

__all__ = ["Published", "Report", "make_report"]


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


@dataclass(frozen=True, repr=False, eq=False)
class Report:
    """Knows how to show itself as text, HTML and JSON; what is costly is measured when first shown."""

    title: str
    published: Published
    date: str = field(default_factory=_today)

    @property
    def assessment(self) -> Assessment:
        """Everything that was measured; only for those who may see the table, not all of it may be published."""
        return self.published.assessment

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What may be said of the release."""
        return self.published.claims

    @property
    def notices(self) -> tuple[str, ...]:
        """What the user should know."""
        return self.published.short_notices

    @property
    def recipe(self) -> str:
        """The recipe that repeats the run."""
        return self.published.recipe

    def summary(self) -> dict[str, tuple[str, str]]:
        """The main figures in the order of the table, by their names: (title, text)."""
        measured = self.assessment
        if self.published.withheld is not None:
            return {"records": ("records", f"{measured.plan.tuples.records:,}")}
        known = [figure for figure in figures_in("summary") if figure.value(measured) is not None]
        rows = {figure.name: (figure.title, figure.text(measured)) for figure in known}
        return {**rows, **{title: (title, text) for title, text in truth_rows(self.published)}}

    def text(self) -> str:
        """For a terminal."""
        rows = [("method", self.assessment.masking.name), *self.summary().values()]
        if self.published.withheld is None:
            rows += self._columns()
            rows += [(f"mapped: {name}", covered) for name, covered in self.published.coverage.items()]
        width = max(len(name) for name, _ in rows)
        lines = [self.title, *(f"  {name:<{width}}  {text}" for name, text in rows)]
        lines += [str(claim) for claim in self.claims]
        lines += [] if self.published.uniqueness is None else self.published.uniqueness.lines
        lines += [f"notice: {notice}" for notice in self.notices]
        return "\n".join(lines)

    def _columns(self) -> list[tuple[str, str]]:
        figures, measured = columns_in("summary"), self.assessment
        known = {name: [f for f in figures if f.value(measured, name) is not None] for name in measured.names}
        return [
            (name, ", ".join(f"{f.title} {f.text(measured, name)}" for f in shown)) for name, shown in known.items()
        ]

    def __repr__(self) -> str:
        return self.text()

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Everything that was measured and may be published, as plain data."""
        return plain_data(self.title, self.published, self.date)

    def json(self) -> str:
        """All figures, for a program."""
        return json.dumps(self.figures, indent=2, ensure_ascii=False)

    def document(self, suffix: str) -> str:
        """The report as a file with this ending: ``.json``, or else a page."""
        return self.json() if suffix == ".json" else self.page()

    def html(self) -> str:
        """Claims and main figures, for a page or a notebook."""
        return fragment(self.title, self.published)

    def page(self) -> str:
        """A whole HTML page that needs nothing else."""
        return page(self.title, self.published, self.date)

    def _repr_html_(self) -> str:
        return self.html()


def make_report(published: Published) -> Report:
    """Give what a run found a title and a date."""
    masking = published.assessment.masking
    return Report(f"Kinonym: {masking.name}{settings_in_words(masking)}", published)
