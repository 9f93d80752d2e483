"""The frontier: loss against risk of every point of a comparison, the best of them joined, and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kinonym.assess import STRENGTHS, figures_in
from kinonym.assess.figure import number, percent
from kinonym.release.report.page import style, whole_page
from kinonym.release.report.publishing import NOTHING, Markup, element, join, plain_table, recipe_box
from kinonym.release.report.scales import Scale, scale_for

__all__ = [
    "COLUMNS", "comparison_fragment", "comparison_page", "explained_columns", "frontier_picture", "frontier_svg",
]  # fmt: skip

COLUMNS = {
    "front": "no other setting has both less risk and less loss; the knee is where less risk begins to cost much more",
    "rank": "by L among the settings of the same strength: the same k and demands, or the same guarantee",
    "seconds": "how long the plan took",
}
"""Columns of a table of points that are not figures, and what they say."""

Row = Mapping[str, Any]

_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 738, 22, 404
_LOOKS = (
    ("#0067a5", "circle"), ("#c2410c", "square"), ("#00795c", "triangle"), ("#9b2d78", "diamond"),
    ("#8a6100", "cross"), ("#1f7a9c", "hollow circle"), ("#444444", "hollow square"), ("#b3001b", "hollow triangle"),
    ("#5b3fa8", "hollow diamond"), ("#3f6212", "plus"),
)  # fmt: skip


def comparison_page(
    title: str, rows: Sequence[Row], recipes: Mapping[str, str], chosen: str = "", findings: Sequence[str] = ()
) -> str:
    """A whole page; ``chosen``: the label of the point that was asked for; ``findings``: what was found, in words."""
    frontier = join([element("p", _words(rows)), _findings(findings), frontier_picture(rows)])
    sections = [("frontier", "The frontier", frontier)]
    if chosen:
        text = element("p", "The setting with the least loss that meets the target: ", element("strong", chosen), ".")
        sections.append(("chosen", "EngineChoice", join([text, recipe_box(recipes.get(chosen, ""))])))
    sections.append(("points", "All points", _table(rows)))
    sections.append(("recipes", "Recipes", join(_recipes(recipes))))
    return whole_page(title, "What each method costs and what it risks", list(sections))


def comparison_fragment(rows: Sequence[Row], findings: Sequence[str] = ()) -> str:
    """The picture and the points of the front, for a notebook."""
    front = [row for row in rows if row["pareto"]]
    table = _table(front, "Points on the front")
    body = element("section", frontier_picture(rows), _findings(findings), table, class_="kinonym")
    return join([element("style", style()), body])


def _words(rows: Sequence[Row]) -> str:
    front = sum(bool(row["pareto"]) for row in rows)
    return (
        f"{len(rows)} settings were tried. Each lies where its risk and its loss of information put it; the nearer to "
        f"the lower left corner, the better. {front} are on the front: no other has both less risk and less loss. "
        "Risk is the share of the records, or of the persons where a column names them, that the strongest attacker "
        "links; L is the loss of information."
    )


def _findings(findings: Sequence[str]) -> Markup:
    """The best of every strength, and the knee; a weaker protection is not better because it costs less."""
    return element("ul", *(element("li", found) for found in findings)) if findings else NOTHING


def explained_columns() -> list[tuple[str, str]]:
    """What each column of a table of points says."""
    figures = [(figure.short or figure.title, figure.describe) for figure in figures_in("points")]
    return [("front", COLUMNS["front"]), ("rank", COLUMNS["rank"]), *figures, ("seconds", COLUMNS["seconds"])]


def _name(row: Row) -> str:
    settings = row["settings"].strip("{}")
    return f"{row['method']} {settings}" if settings else str(row["method"])


def _strength(row: Row) -> str:
    return ", ".join(f"{key} = {row[key]:g}" for key in STRENGTHS if row[key] is not None)


def frontier_picture(rows: Sequence[Row]) -> Markup:
    """The picture with its legend, or a sentence where nothing was measured."""
    measured = [row for row in rows if row["loss"] is not None]
    if not measured:
        return element("p", "No setting could be measured.")
    names = list(dict.fromkeys(_name(row) for row in measured))
    legend = [
        element("li", element("svg", _mark(names.index(n), 8.0, 8.0), viewBox="0 0 16 16", aria_hidden="true"), n)
        for n in names
    ]
    return element("figure", frontier_svg(measured), element("ul", *legend, class_="legend"))


def frontier_svg(measured: Sequence[Row]) -> Markup:
    """The picture alone; every row has ``risk`` and ``loss``."""
    across = scale_for([row["risk"] for row in measured], _LEFT, _RIGHT)
    up = scale_for([row["loss"] for row in measured], _BOTTOM, _TOP)
    names = list(dict.fromkeys(_name(row) for row in measured))
    front = sorted((row for row in measured if row["pareto"]), key=lambda row: row["risk"])
    marks = [
        element("g", element("title", _told(row)), _mark(names.index(_name(row)), across(row["risk"]), up(row["loss"])))
        for row in measured
    ]
    label = f"Loss of information against risk of {len(measured)} settings; the table holds the figures."
    return element(
        "svg", join(_grid(across, up)), join(_lines(measured, names, across, up)), _front(front, across, up),
        join(marks), join(_labels(front, across, up)), role="img", aria_label=label, class_="frontier",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
    )  # fmt: skip


def _told(row: Row) -> str:
    return f"{_name(row)}, {_strength(row)}: risk {percent(row['risk'])}, L {row['loss']:.2f} %"


def _grid(across: Scale, up: Scale) -> list[Markup]:
    parts = []
    for tick in across.ticks():
        x = f"{across(tick):.1f}"
        parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=_BOTTOM, class_="grid"))
        parts.append(element("text", f"{100 * tick:g} %", x=x, y=_BOTTOM + 18, text_anchor="middle"))
    for tick in up.ticks():
        y = f"{up(tick):.1f}"
        parts.append(element("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(element("text", f"{tick:g} %", x=_LEFT - 8, y=float(y) + 4, text_anchor="end"))
    middle = (_LEFT + _RIGHT) / 2
    parts.append(element("text", "risk: share linked by the strongest attacker", x=middle, y=_HEIGHT - 12,
                         text_anchor="middle", class_="title"))  # fmt: skip
    parts.append(element("text", "loss of information L", x=0, y=0, text_anchor="middle", class_="title",
                         transform=f"translate(14 {(_TOP + _BOTTOM) / 2}) rotate(-90)"))  # fmt: skip
    return parts


def _lines(measured: Sequence[Row], names: Sequence[str], across: Scale, up: Scale) -> list[Markup]:
    """The points of one method, joined in the order of its strength."""
    lines = []
    for i, name in enumerate(names):
        own = [row for row in measured if _name(row) == name]
        path = " ".join(f"{across(row['risk']):.1f},{up(row['loss']):.1f}" for row in own)
        if len(own) > 1:
            lines.append(element("polyline", points=path, stroke=_LOOKS[i % len(_LOOKS)][0], class_="course"))
    return lines


def _front(front: Sequence[Row], across: Scale, up: Scale) -> Markup:
    """The staircase of the best: what risk costs at least."""
    path: list[str] = []
    for i, row in enumerate(front):
        x, y = across(row["risk"]), up(row["loss"])
        path.append(f"{x:.1f},{(_TOP if i == 0 else up(front[i - 1]['loss'])):.1f}")
        path.append(f"{x:.1f},{y:.1f}")
    path.append(f"{_RIGHT},{up(front[-1]['loss']):.1f}")
    return element("polyline", points=" ".join(path), class_="front")


def _labels(front: Sequence[Row], across: Scale, up: Scale) -> list[Markup]:
    """The strengths of the points on the front, where there is room."""
    labels, last = [], (-100.0, -100.0)
    for row in front:
        x, y = across(row["risk"]), up(row["loss"])
        if abs(x - last[0]) < 52 and abs(y - last[1]) < 15:
            continue
        last = (x, y)
        end = x > _RIGHT - 60
        labels.append(
            element("text", _strength(row), x=f"{x - 9 if end else x + 9:.1f}", y=f"{y - 9:.1f}", class_="mark",
                    text_anchor="end" if end else "start")
        )  # fmt: skip
    return labels


def _mark(look: int, x: float, y: float) -> Markup:
    """A point, told apart by shape and by colour."""
    colour, shape = _LOOKS[look % len(_LOOKS)]
    kind = shape.rpartition(" ")[2]
    paint = {"fill": "#fff", "stroke": colour} if shape.startswith("hollow") else {"fill": colour, "stroke": "#fff"}
    if kind == "circle":
        return element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="4.6", class_="point", **paint)
    arms: dict[str, list[tuple[float, float]]] = {
        "square": [(-4, -4), (4, -4), (4, 4), (-4, 4)],
        "triangle": [(0, -5.5), (5, 4), (-5, 4)],
        "diamond": [(0, -6), (6, 0), (0, 6), (-6, 0)],
        "cross": [(-4.5, -4.5), (4.5, 4.5), (0, 0), (-4.5, 4.5), (4.5, -4.5), (0, 0)],
        "plus": [(0, -5.5), (0, 5.5), (0, 0), (-5.5, 0), (5.5, 0), (0, 0)],
    }
    path = "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in arms[kind]) + "Z"
    if kind in ("cross", "plus"):
        paint = {"fill": "none", "stroke": colour}
    return element("path", d=path, class_=f"point {kind}", **paint)


def _table(rows: Sequence[Row], caption: str = "Every setting") -> Markup:
    body = [
        [str(i), _front_mark(row), _name(row), _strength(row), _rank(row), *_figures(row)]
        for i, row in enumerate(rows, 1)
    ]
    told = [figure.short or figure.title for figure in figures_in("points")]
    table = plain_table(caption, ("no.", "front", "method", "strength", "rank", *told, "seconds"), body)
    explained = [element("li", element("strong", name), f": {says}") for name, says in explained_columns()]
    return join([table, element("p", "What the columns say:", class_="quiet"), element("ul", *explained)])


def _front_mark(row: Row) -> str:
    return "● knee" if row.get("knee") else "●" if row["pareto"] else ""


def _rank(row: Row) -> str:
    return f"{row['rank']} of {row['ranked']}" if row.get("rank") else "–"


def _figures(row: Row) -> list[str]:
    figures = figures_in("points")
    if row["loss"] is None:
        return [row["failed"] or "not measured", *[""] * len(figures)]
    return [
        *(figure.written(row[figure.name]) + _interval(row, figure.name, figure.digits) for figure in figures),
        number(row["seconds"], 2),
    ]


def _interval(row: Row, name: str, digits: int) -> str:
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    return "" if low is None or high is None else f" ({percent(low, digits)} to {percent(high, digits)})"


def _recipes(recipes: Mapping[str, str]) -> list[Markup]:
    return [
        element("details", element("summary", label), recipe_box(text, f"Recipe of {label}"), class_="panel")
        for label, text in recipes.items()
    ]
