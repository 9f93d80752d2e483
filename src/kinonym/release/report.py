"""The publishable report of a run: in plain words what was done, what it cost and what may be claimed.

It holds no value of a record, no seed and no path; everything comes from counts and measures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape

from kinonym._version import __version__
from kinonym.metrics import Risk, Utility
from kinonym.release.claims import Claim

__all__ = ["Report", "make_report"]

Rows = list[tuple[str, str]]


@dataclass(frozen=True, repr=False)
class Report:
    """Sections of (name, figure) rows; knows how to show itself as text, HTML and JSON."""

    title: str
    claims: tuple[Claim, ...]
    sections: dict[str, Rows]
    notices: tuple[str, ...]
    recipe: str
    figures: dict[str, object]

    def text(self) -> str:
        """For a terminal."""
        width = max(len(name) for rows in self.sections.values() for name, _ in rows)
        lines = [self.title]
        for rows in self.sections.values():
            lines += [f"  {name:<{width}}  {figure}" for name, figure in rows]
        lines += [str(claim) for claim in self.claims]
        lines += [f"notice: {notice}" for notice in self.notices]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.text()

    def json(self) -> str:
        """All figures, for a program."""
        content = {
            "kinonym": __version__,
            "title": self.title,
            "claims": [{"sentence": c.sentence, "guarantee": c.guarantee} for c in self.claims],
            **self.figures,
            "notices": list(self.notices),
            "recipe": self.recipe,
        }
        return json.dumps(content, indent=2, ensure_ascii=False)

    def html(self) -> str:
        """One self-contained fragment for a page or a notebook."""
        claims = "".join(f"<p><strong>{escape(c.sentence)}</strong></p>" for c in self.claims)
        tables = "".join(_html_table(name, rows) for name, rows in self.sections.items())
        notices = "".join(f"<li>{escape(notice)}</li>" for notice in self.notices)
        return (
            f"<section><h2>{escape(self.title)}</h2>{claims}{tables}"
            f"{f'<h3>Notices</h3><ul>{notices}</ul>' if notices else ''}"
            f"<h3>Recipe</h3><pre>{escape(self.recipe)}</pre></section>"
        )

    def page(self) -> str:
        """A whole HTML page that needs nothing else."""
        style = (
            "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}"
            "table{border-collapse:collapse;margin:.5rem 0 1.5rem}th,td{text-align:left;padding:.25rem 1rem .25rem 0;"
            "border-bottom:1px solid #ddd;font-weight:normal}td{font-variant-numeric:tabular-nums}"
            "pre{background:#f5f5f5;padding:1rem;overflow:auto}"
        )
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{style}</style></head>"
            f"<body><main>{self.html()}</main></body></html>\n"
        )

    def _repr_html_(self) -> str:
        return self.html()


def _html_table(name: str, rows: Rows) -> str:
    body = "".join(f'<tr><th scope="row">{escape(a)}</th><td>{escape(b)}</td></tr>' for a, b in rows)
    return f"<h3>{escape(name)}</h3><table>{body}</table>"


def make_report(
    *,
    recipe: str,
    method: str,
    utility: Utility,
    risk: Risk,
    claims: tuple[Claim, ...],
    notices: Sequence[str],
    coverage: Mapping[str, str],
) -> Report:
    """Gather a run's figures."""
    sections: dict[str, Rows] = {
        "What was done": _done(method, utility),
        "Utility": _utility(utility),
        "Risk": _risk(risk),
    }
    if coverage:
        sections["Mapping"] = [(f"{name}: mapped", covered) for name, covered in coverage.items()]
    figures: dict[str, object] = {
        "utility": asdict(utility),
        "risk": asdict(risk),
        "coverage": dict(coverage),
    }
    return Report(f"Kinonym {method}", claims, sections, tuple(notices), recipe, figures)


def _done(method: str, utility: Utility) -> Rows:
    return [
        ("method", method),
        ("records", f"{utility.records:,}"),
        ("distinct combinations", f"{utility.tuples:,} before, {utility.masked_tuples:,} after"),
        ("smallest group", f"{utility.smallest_class:,} records"),
    ]


def _utility(utility: Utility) -> Rows:
    rows = [
        ("values changed", f"{utility.values_changed:.1%}"),
        ("records changed", f"{utility.records_changed:.1%}"),
        ("SSE", f"{utility.sse:,.2f}"),
        ("information loss L", f"{utility.loss:.2f} % of SST"),
    ]
    for name, column in utility.columns.items():
        rows.append((f"{name}", f"{column.changed:.1%} changed, mean distance {column.distance:.3f}"))
    return rows


def _risk(risk: Risk) -> Rows:
    return [
        ("unique combinations", f"{risk.unique_before:,} before, {risk.unique_after:,} after"),
        ("exact-match linkage RL", f"{risk.linkage:.2f} % of the records"),
        ("prosecutor risk", f"at most {risk.prosecutor:.2%} for a record"),
    ]
