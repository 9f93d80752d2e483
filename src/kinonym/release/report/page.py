"""The report as one HTML page that needs nothing else, and as a fragment for a notebook."""

from __future__ import annotations

from markupsafe import Markup

from kinonym.release.report.columns_section import columns_section
from kinonym.release.report.origin_section import origin_section
from kinonym.release.report.publishing import Published
from kinonym.release.report.rendering import render, render_fragment, render_page
from kinonym.release.report.risk_section import risk_section
from kinonym.release.report.summary_section import summary_section
from kinonym.release.report.utility_section import dependence_section, facts_section, utility_section

__all__ = ["fragment", "page"]


def fragment(title: str, published: Published) -> str:
    """Claims and the main figures, for a notebook."""
    return render_fragment(render("summary", summary_section(published)), title)


def page(title: str, published: Published, date: str) -> str:
    """All sections."""
    sections = [
        ("summary", "Summary", render("summary", summary_section(published))),
        *_comparisons(published),
        ("origin", "How it was made", render("origin", origin_section(published))),
    ]
    return render_page(title, f"Report of a release, {date}", sections)


def _comparisons(published: Published) -> list[tuple[str, str, Markup]]:
    """The sections that compare the release with its original; without those, what the method reports."""
    if published.withheld is not None:
        return [("facts", "The method", render("facts", facts_section(published)))]
    return [
        ("risk", "Risk", render("risk", risk_section(published))),
        ("utility", "Utility", render("utility", utility_section(published))),
        ("dependence", "How the columns depend on each other", render("dependence", dependence_section(published))),
        ("columns", "Column by column", render("columns", columns_section(published))),
    ]
