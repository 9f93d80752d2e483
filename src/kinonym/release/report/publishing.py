"""The one rule of what is published: no value, interval or bin with fewer than five records, also not by subtraction.

A value is named if at least five records have it, before or after (five different persons, where they are known); a
concept that no record has is the ontology's and may be named too. Figures of a whole table or column (means, shares,
numbers of unique records) name nobody. Page, text, JSON, notebook and pictures are made of a `Published` and see the
table through it only. Where a promise speaks of all that is told of the data, as differential privacy does, nothing is
told that needs the original (``withheld``).

What is published is written as HTML in nested calls, with small pictures that can be read without colour. Whatever is
not markup already is escaped, so that no value can become a tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import Assessment
from kinonym.metrics import distance_histogram
from kinonym.metrics.utility import distance_bins
from kinonym.privacy.attacks import CellTruth
from kinonym.release.policy import POLICY, Claim
from kinonym.release.report.solvable import warn_of_solvable
from kinonym.release.report.values_shown import SMALLEST, ColumnView, shown, uniform
from kinonym.release.uniqueness import Uniqueness
from kinonym.taxonomy.graph import Source

__all__ = [
    "NOTHING",
    "Markup",
    "Published",
    "Truth",
    "bar_cell",
    "bins_shown",
    "element",
    "figures_table",
    "heat_map",
    "histogram",
    "join",
    "plain_table",
    "recipe_box",
    "region",
    "shade",
]

Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Truth:
    """Of a swap: unchanged cells, and how often a released value is the person's own.

    ``rare`` and ``common`` are None where no record has such a value, or too few do: ``hidden`` then says so.
    """

    column: str
    unchanged: float
    rare_below: int
    rare: float | None
    common: float | None
    hidden: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class Published:
    """What was measured of a release and what may be said of it, as far as it may be published."""

    assessment: Assessment
    claims: tuple[Claim, ...]
    run_notices: tuple[str, ...]
    coverage: Mapping[str, str]
    recipe: str
    seeded: bool
    roles: Mapping[str, str] = field(default_factory=dict)
    """Every column of the table → its role."""
    uniqueness: Uniqueness | None = None
    """How many rows are unique together with the unmasked columns."""

    @property
    def names(self) -> list[str]:
        """The masked columns."""
        return self.assessment.names

    @property
    def withheld(self) -> str | None:
        """Why nothing is told that needs the original values; None if it may be."""
        return POLICY[self.assessment.masking.promise].withholds

    @property
    def notices(self) -> tuple[str, ...]:
        """The run's notices and those of the measures; without the original only those of the plan are left."""
        if self.withheld is not None:
            return (self.withheld, *self.assessment.plan.notices)
        solvable = warn_of_solvable(self.views) if self.statistics is not None else ()
        return (*self.run_notices, *self.assessment.notices, *solvable)

    @property
    def short_notices(self) -> tuple[str, ...]:
        """Those that cost nothing to measure."""
        return self.notices if self.withheld is not None else self.run_notices

    @cached_property
    def views(self) -> tuple[ColumnView, ...]:
        """The columns as they may be shown."""
        return tuple(ColumnView.of(self.assessment.plan, j) for j in range(len(self.names)))

    def distances(self, j: int) -> tuple[NDArray[np.float64], Numbers, NDArray[np.bool_]]:
        """How far a column's values moved: edges, records of each bin (0 if hidden), and which bins are told.

        How many moved at all is told of every column: it is the total from which no bin may follow. Where fewer than
        five moved, an empty bin is not told either, since the others would say which one is not empty.
        """
        edges, counts = distance_histogram(self.assessment.plan, j)
        seen, told = bins_shown(self._held_in_bins(j, edges, counts))
        return edges, np.where(seen, counts, 0), told

    def _held_in_bins(self, j: int, edges: NDArray[np.float64], counts: Numbers) -> Numbers:
        """What decides which bins are told: persons where it is known whose they are, else records."""
        plan, persons = self.assessment.plan, self.assessment.plan.tuples.persons
        if persons is None or not plan.whole:
            return counts
        bin_of = np.empty(len(plan.tuples), dtype=np.int64)
        bin_of[plan.source] = distance_bins(plan, j, edges)
        return persons.in_groups(bin_of, len(counts))

    @cached_property
    def statistics(self) -> dict[str, Any] | None:
        """Moments as plain data; a mean is named as a value is."""
        if self.assessment.statistics is None:
            return None
        moments = asdict(self.assessment.statistics)
        for view in self.views:
            column = moments["columns"][view.name]
            column["mean_before"] = view.name_if_common(column["mean_before"])
            column["mean_after"] = view.name_if_common(column["mean_after"])
        return moments

    @cached_property
    def truths(self) -> tuple[Truth, ...]:
        """How often the values of a swap are true."""
        return tuple(self._truth(cells) for cells in self.assessment.cells)

    def _truth(self, cells: CellTruth) -> Truth:
        """Neither share if one of them speaks of too few records: the one gives the other away."""
        utility = self.assessment.utility
        common = utility.records - utility.removed - cells.rare_records
        hidden = any(0 < records < SMALLEST for records in (cells.rare_records, common))
        return Truth(
            column=cells.column,
            unchanged=cells.unchanged,
            rare_below=cells.rare_below,
            rare=None if hidden else cells.rare,
            common=None if hidden else cells.common,
            hidden=hidden,
        )

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Where the ontology of each nominal column comes from."""
        domains = {column.name: column.domain for column in self.assessment.plan.tuples.columns}
        return {name: domain.hierarchy.taxonomy.source for name, domain in domains.items() if domain.hierarchy}


def bins_shown(held: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which bins of distances have a count that may be shown, and of which a reader learns the count, 0 included.

    Where fewer than five moved, or all bins of those that moved have equally few, no empty bin is told either.

    Parameters
    ----------
    held
        Records (persons, where they are known) of each bin; the first bin has those that did not move.
    """
    seen = shown(held)
    seen[1:] &= shown(held[1:])
    seen[0] = held[0] >= SMALLEST
    told = seen | (held == 0)
    if 0 < held[1:].sum() < SMALLEST or uniform(held[1:]):
        told[1:] = False
    return seen, told


_WIDTH, _HEIGHT, _BASE, _ROOM = 640, 160, 24, 18
_DARK_ENOUGH = 0.55
_EMPTY = frozenset({"br", "hr", "meta", "rect", "line", "circle", "path", "polyline"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


NOTHING = Markup("")
"""A part that is left out."""


def join(parts: Iterable[str]) -> Markup:
    """Put parts one after the other.

    >>> join([element("b", "a < b"), " & c", NOTHING])
    '<b>a &lt; b</b> &amp; c'
    """
    return Markup("".join(part if isinstance(part, Markup) else _escaped(part) for part in parts))


def _escaped(text: str) -> str:
    return escape(text).replace(" %", "\u00a0%")  # a figure and its sign stay on one line


def element(tag: str, /, *children: str, **attributes: str | float) -> Markup:
    """An element; ``class_`` is class, ``aria_label`` is aria-label.

    >>> element("td", "5 < 6", class_="number")
    '<td class="number">5 &lt; 6</td>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items()
    )
    if tag in _EMPTY and not children:
        return Markup(f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{join(children)}</{tag}>")


def figures_table(caption: str, rows: Sequence[tuple[str, str, str]]) -> Markup:
    """A name, its figure, and what it says."""
    body = [
        element(
            "tr",
            element("th", name, scope="row"),
            element("td", figure, class_="figure"),
            element("td", meaning, class_="meaning"),
        )
        for name, figure, meaning in rows
    ]
    return element("table", element("caption", caption), *body, class_="figures")


def plain_table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """A header and rows; the first cell of a row names it."""
    top = element("tr", *(element("th", name, scope="col") for name in head))
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(cell if cell.startswith("<td") and isinstance(cell, Markup) else element("td", cell) for cell in row[1:]),
        )
        for row in rows
    ]
    table = element("table", element("caption", caption), element("thead", top), element("tbody", *body))
    return region(table, caption)


def region(inner: Markup, name: str) -> Markup:
    """A part that scrolls by itself where it is too wide, and is told by its name."""
    return element("div", inner, class_="wide", tabindex=0, role="region", aria_label=name)


def recipe_box(text: str, name: str = "Recipe") -> Markup:
    """A recipe as it is written."""
    return element("pre", Markup(escape(text)), tabindex=0, role="region", aria_label=name)


def bar_cell(share: float, text: str, kind: str) -> Markup:
    """A table cell with a bar behind its figure; ``kind`` is ``before`` or ``after``."""
    width = 94.0 * min(1.0, max(0.0, share))  # a gap to the next cell
    bar = element(
        "svg", element("rect", width=f"{width:.1f}%", height="100%"), class_=f"bar {kind}", aria_hidden="true"
    )
    return element("td", bar, element("span", text, class_="figure"), class_="barred")


def histogram(edges: NDArray[np.float64], counts: NDArray[np.int64], total: int, label: str) -> Markup:
    """Records by the distance that their value moved; those that stayed stand apart; all bars are on one scale."""
    most = max(1, int(counts.max()))
    step = (_WIDTH - 90) / (len(counts) - 1)
    bars = [_bar(8.0, 44.0, counts[0] / most, "stayed", counts[0] / total)]
    bars[0] = join([bars[0], _text(30.0, f"{100 * counts[0] / total:.0f} %", _top(counts[0] / most))])
    for i, count in enumerate(counts[1:].tolist()):
        what = f"moved by {edges[i + 1]:.2f} to {edges[i + 2]:.2f}"
        bars.append(_bar(80.0 + i * step, step - 2.0, count / most, what, count / total, "move"))
    if counts[1:].any():
        highest = int(np.argmax(counts[1:]))
        count = int(counts[1 + highest])
        bars.append(_text(80.0 + (highest + 0.5) * step, f"{100 * count / total:.1f} %", _top(count / most)))
    return element(
        "svg", join(bars), join(_ticks(edges, step)), _axis(0.0, 60.0), _axis(80.0, _WIDTH - 10.0), role="img",
        aria_label=label, class_="histogram", viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
    )  # fmt: skip


def _bar(left: float, wide: float, high: float, what: str, share: float, kind: str = "stay") -> Markup:
    height = (_HEIGHT - _BASE - _ROOM) * high
    return element(
        "rect", element("title", f"{what}: {share:.1%} of the records"), x=f"{left:.1f}", width=f"{wide:.1f}",
        y=f"{_HEIGHT - _BASE - height:.1f}", height=f"{height:.1f}", class_=kind,
    )  # fmt: skip


def _top(high: float) -> float:
    return _HEIGHT - _BASE - (_HEIGHT - _BASE - _ROOM) * high - 4.0


def _text(x: float, text: str, y: float) -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor="middle")


def _axis(left: float, right: float) -> Markup:
    y = _HEIGHT - _BASE + 0.5
    return element("line", x1=left, x2=right, y1=y, y2=y, class_="axis")


def _ticks(edges: NDArray[np.float64], step: float) -> list[Markup]:
    last, y = len(edges) - 2, _HEIGHT - 6.0
    places = range(0, last + 1, max(1, last // 4))
    return [_text(30.0, "same", y), *(_text(80.0 + i * step, f"{edges[i + 1]:.2g}", y) for i in places)]


def shade(share: float) -> str:
    """The class of a heat map's cell: its background in ten steps, its text light on the dark ones."""
    level = min(10, max(0, round(10 * share)))
    return f"heat h{level}{' light' if level / 10 > _DARK_ENOUGH else ''}"


def heat_map(names: Sequence[str], matrix: NDArray[np.float64], caption: str) -> Markup:
    """A matrix between 0 and 1 as a table of shaded cells; its columns are numbered like its rows."""
    numbers = [element("th", element("abbr", str(i), title=name), scope="col") for i, name in enumerate(names, 1)]
    head = element("tr", element("td", ""), *numbers)
    rows = [
        element(
            "tr",
            element("th", f"{i + 1} {name}", scope="row"),
            *(element("td", f"{value:.2f}", class_=shade(float(value))) for value in matrix[i]),
        )
        for i, name in enumerate(names)
    ]
    return element("table", element("caption", caption), head, *rows, class_="heatmap")
