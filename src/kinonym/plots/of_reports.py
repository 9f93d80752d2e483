"""Pictures of one release, from the figures of its report."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from kinonym.errors import UsageError
from kinonym.plots.library import AFTER, BEFORE, altair, dressed

__all__ = ["attackers", "classes", "correlations", "distances", "frequencies"]

Figures = Mapping[str, Any]


def _part(figures: Figures, *keys: str) -> Any:  # noqa: ANN401
    """A part of the figures, or an error that says what they are not."""
    part: Any = figures
    for key in keys:
        if not isinstance(part, Mapping) or part.get(key) is None:
            if "withheld" in figures:
                msg = f"the report has no {key!r}"
                raise UsageError(msg, hint=str(figures["withheld"]))
            msg = "these figures are not those of a report" if key == keys[0] else f"the report has no {key!r}"
            raise UsageError(msg, hint="make them with `kinonym mask ... --report report.json`")
        part = part[key]
    return part


def _column(figures: Figures, column: str | None) -> tuple[str, Mapping[str, Any]]:
    columns = _part(figures, "columns")
    name = column or next(iter(columns))
    if name not in columns:
        msg = f"the report has no column {name!r}"
        raise UsageError(msg, hint=f"columns: {', '.join(columns)}")
    return name, columns[name]


def _sides(alt: Any) -> Any:  # noqa: ANN401
    return alt.Color(
        "side:N", title=None, sort=["before", "after"],
        scale=alt.Scale(domain=["before", "after"], range=[BEFORE, AFTER]),
    )  # fmt: skip


def frequencies(figures: Figures, column: str | None = None, *, limit: int = 20) -> Any:  # noqa: ANN401
    """Records of the most frequent values of a column, before and after."""
    alt = altair()
    name, column_figures = _column(figures, column)
    shown = column_figures["values"][:limit]
    data = [
        {"value": row["value"], "side": side, "records": row[side]}
        for row in shown
        for side in ("before", "after")
        if row[side] is not None
    ]
    chart = (
        alt.Chart(alt.Data(values=data))
        .mark_bar()
        .encode(
            y=alt.Y("value:N", sort=[row["value"] for row in shown], title=None),
            yOffset=alt.YOffset("side:N", sort=["before", "after"]),
            x=alt.X("records:Q"),
            color=_sides(alt),
            tooltip=["value:N", "side:N", "records:Q"],
        )
        .properties(width=460, height=alt.Step(11))
    )
    return dressed(chart, f"{name}: records by value")


def distances(figures: Figures, column: str | None = None) -> Any:  # noqa: ANN401
    """How far the values of a column moved; those that stayed are told in the title."""
    alt = altair()
    name, column_figures = _column(figures, column)
    edges, records = column_figures["distances"]["edges"], column_figures["distances"]["records"]
    utility = _part(figures, "utility")
    total, stayed = utility["records"], 1.0 - utility["columns"][name]["changed"]
    data = [
        {"from": low, "to": high, "share": (count or 0) / total}
        for (low, high), count in zip(pairwise(edges[1:]), records[1:], strict=True)
    ]
    chart = (
        alt.Chart(alt.Data(values=data))
        .mark_bar(color=AFTER)
        .encode(
            x=alt.X("from:Q", bin="binned", title="distance"),
            x2="to:Q",
            y=alt.Y("share:Q", title="share of the records", axis=alt.Axis(format="~%")),
            tooltip=["from:Q", "to:Q", alt.Tooltip("share:Q", format=".1%")],
        )
        .properties(width=460, height=200)
    )
    return dressed(chart, f"{name}: {stayed:.1%} stayed, the others moved by")


def correlations(figures: Figures) -> Any:  # noqa: ANN401
    """Distance correlations of all pairs of columns, before and after."""
    alt = altair()
    pairs = _part(figures, "statistics", "pairs")
    if not pairs:
        msg = "the report has one column: nothing to correlate"
        raise UsageError(msg, hint="mask two columns or more")
    data = [
        {"a": a, "b": b, "side": side, "correlation": pair[f"correlation_{side}"]}
        for pair in pairs
        for a, b in (pair["columns"], pair["columns"][::-1])
        for side in ("before", "after")
    ]
    names = list(dict.fromkeys(name for pair in pairs for name in pair["columns"]))
    base = alt.Chart().encode(
        x=alt.X("a:N", title=None, sort=names, axis=alt.Axis(labelAngle=-35)), y=alt.Y("b:N", title=None, sort=names)
    )
    cells = base.mark_rect().encode(
        color=alt.Color("correlation:Q", scale=alt.Scale(domain=[0, 1], scheme="teals"), title="correlation")
    )
    light = alt.condition("datum.correlation > 0.55", alt.value("#fff"), alt.value("#1c2430"))
    texts = base.mark_text().encode(text=alt.Text("correlation:Q", format=".2f"), color=light)
    chart = (
        alt.layer(cells, texts, data=alt.Data(values=data))
        .properties(width=alt.Step(56), height=alt.Step(36))
        .facet(column=alt.Column("side:N", sort=["before", "after"], title=None))
    )
    return dressed(chart, "How the columns depend on each other")


def classes(figures: Figures) -> Any:  # noqa: ANN401
    """Records by the size of the group that shares their combination, before and after."""
    alt = altair()
    bands, unit = _part(figures, "risk", "bands"), figures["risk"].get("unit", "records")
    data = [
        {"size": _band(band), "side": side, unit: band[f"records_{side}"]}
        for band in bands
        for side in ("before", "after")
    ]
    chart = (
        alt.Chart(alt.Data(values=data))
        .mark_bar()
        .encode(
            x=alt.X(
                "size:N",
                sort=[_band(band) for band in bands],
                title=f"{unit} that share a combination",
                axis=alt.Axis(labelAngle=0),
            ),
            xOffset=alt.XOffset("side:N", sort=["before", "after"]),
            y=alt.Y(f"{unit}:Q"),
            color=_sides(alt),
            tooltip=["size:N", "side:N", f"{unit}:Q"],
        )
        .properties(width=520, height=240)
    )
    return dressed(chart, f"Groups of {unit} with equal values")


def _band(band: Mapping[str, Any]) -> str:
    least, most = band["least"], band["most"]
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


def attackers(figures: Figures) -> Any:  # noqa: ANN401
    """The share of the records that each attacker links, before and after."""
    alt = altair()
    attacks = _part(figures, "risk", "attackers")
    data = [
        {"attacker": attack["name"], "who": attack["who"], "side": side, "linked": attack[key]}
        for attack in attacks
        for side, key in (("before", "before"), ("after", "chance"))
        if attack[key] is not None
    ]
    chart = (
        alt.Chart(alt.Data(values=data))
        .mark_bar()
        .encode(
            y=alt.Y("attacker:N", sort=[attack["name"] for attack in attacks], title=None),
            yOffset=alt.YOffset("side:N", sort=["before", "after"]),
            x=alt.X(
                "linked:Q",
                title=f"share of the {figures['risk'].get('linked', 'records')} linked",
                axis=alt.Axis(format="~%"),
            ),
            color=_sides(alt),
            tooltip=["attacker:N", "who:N", "side:N", alt.Tooltip("linked:Q", format=".2%")],
        )
        .properties(width=460, height=alt.Step(14))
    )
    return dressed(chart, "What attackers link")
