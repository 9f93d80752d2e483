"""Describes words by a few figures: mean concept, variance, diversity, central and marginal values, dependence."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from kinonym.operators.centres import mean_point, variance_about
from kinonym.operators.covariance import MOST_VALUES, correlation_matrix
from kinonym.operators.marginality import marginalities
from kinonym.operators.samples import Sample, Value, column_sample, name_of, present
from kinonym.tuples import Tuples

__all__ = ["ColumnDescription", "Description", "Place", "describe"]


_UNSEEN = "\x1f"
"""The separator of sets that were joined from lists or rows; it is never shown."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A value, its label, how many records have it, and its mean distance to all records."""

    value: Value
    label: str
    count: int
    distance: float


@dataclass(frozen=True, kw_only=True)
class ColumnDescription:
    """One column, missing values left out.

    ``mean`` is the semantic mean, ``variance`` the mean squared distance to it (T eq. 4.18-4.19), ``diversity`` the
    mean distance of two random records (Rao's quadratic entropy). ``central`` and ``marginal`` values have the
    least and the greatest mean distance to all records.
    """

    name: str
    records: int
    missing: int
    distinct: int
    mean: Value
    mean_label: str
    variance: float
    diversity: float
    central: tuple[Place, ...]
    marginal: tuple[Place, ...]
    unit: str = "records"
    """What was counted: records, or persons where their rows were gathered."""


@dataclass(frozen=True, kw_only=True)
class PersonsDescription:
    """Persons and their records: the most that one has, and how many combinations belong to one person alone."""

    records: int
    persons: int
    most_records: int
    combinations: int
    of_one_person: int

    def __str__(self) -> str:
        return (
            f"{self.records:,} records of {self.persons:,} persons, up to {self.most_records:,} of one; "
            f"{self.of_one_person:,} of {self.combinations:,} combinations belong to a single person"
        )


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Description:
    """All columns, and the matrix of their distance correlations in the same order."""

    columns: tuple[ColumnDescription, ...]
    correlation: NDArray[np.float64]
    persons: PersonsDescription | None = None
    """If a column identifies persons."""
    clusters: object = None
    """The number of clusters in the table; printed unchanged. None if nobody asked, or the table is too large."""

    def __repr__(self) -> str:
        persons = [] if self.persons is None else [str(self.persons)]
        clusters = [] if self.clusters is None else [str(self.clusters)]
        return "\n\n".join([*persons, *(_paragraph(column) for column in self.columns), *clusters, self._matrix()])

    def _repr_html_(self) -> str:
        """The paragraphs, and the correlations as a heat map."""
        paragraphs = "".join(f"<pre>{escape(_paragraph(column))}</pre>" for column in self.columns)
        paragraphs = ("" if self.persons is None else f"<p>{escape(str(self.persons))}</p>") + paragraphs
        paragraphs += "" if self.clusters is None else f"<pre>{escape(str(self.clusters))}</pre>"
        names = [escape(column.name) for column in self.columns]
        head = "".join(f'<th scope="col">{name}</th>' for name in names)
        rows = "".join(
            f'<tr><th scope="row">{name}</th>{"".join(map(_heat_cell, row.tolist()))}</tr>'
            for name, row in zip(names, self.correlation, strict=True)
        )
        return f"{paragraphs}<table><caption>distance correlation</caption><tr><td></td>{head}</tr>{rows}</table>"

    def _matrix(self) -> str:
        names = [_short(column.name, 16) for column in self.columns]
        width = max(7, *(len(name) for name in names))
        head = " " * width + "".join(f"  {name:>{width}}" for name in names)
        rows = [
            f"{name:<{width}}" + "".join(f"  {x:>{width}.3f}" for x in row)
            for name, row in zip(names, self.correlation, strict=True)
        ]
        return "\n".join(["distance correlation", head, *rows])


def _heat_cell(correlation: float) -> str:
    """A cell that is the darker the stronger the correlation."""
    light = round(255 - 140 * min(1.0, max(0.0, correlation)))
    return f'<td style="background:rgb({light},{light},255);color:#000">{correlation:.3f}</td>'


def describe(tuples: Tuples, *, places: int = 3) -> Description:
    """Describe grouped data.

    Parameters
    ----------
    tuples
        The table, grouped.
    places
        How many central and marginal values to name for each column.
    """
    columns = tuple(_column(tuples, j, places) for j in range(len(tuples.columns)))
    return Description(columns=columns, correlation=correlation_matrix(tuples), persons=_persons(tuples))


def _persons(tuples: Tuples) -> PersonsDescription | None:
    if tuples.persons is None:
        return None
    return PersonsDescription(
        records=tuples.records,
        persons=tuples.persons.number,
        most_records=int(tuples.persons.records.max()),
        combinations=len(tuples),
        of_one_person=int((tuples.persons.of_tuples == 1).sum()),
    )


def _column(tuples: Tuples, j: int, places: int) -> ColumnDescription:
    whole = column_sample(tuples, j)
    sample = present(whole)
    mean = mean_point(sample)
    distance = marginalities(sample) / sample.total if len(sample.points) <= MOST_VALUES else None
    order = np.arange(0) if distance is None else np.lexsort((sample.domain.rank_ties(sample.points), distance))
    return ColumnDescription(
        name=tuples.columns[j].name,
        records=whole.total,
        missing=whole.total - sample.total,
        distinct=len(sample.points),
        mean=name_of(sample.domain, mean),
        mean_label=sample.domain.label(name_of(sample.domain, mean)),
        variance=variance_about(sample, mean),
        diversity=float("nan") if distance is None else float(sample.counts @ distance / sample.total),
        central=_places(sample, distance, order[:places]),
        marginal=_places(sample, distance, order[::-1][:places]),
        unit="persons" if tuples.histories else "records",
    )


def _places(sample: Sample, distance: NDArray[np.float64] | None, chosen: NDArray[np.int64]) -> tuple[Place, ...]:
    if distance is None:
        return ()
    names = sample.domain.names(sample.points[chosen])
    return tuple(
        Place(value=n, label=sample.domain.label(n), count=int(sample.counts[i]), distance=float(distance[i]))
        for n, i in zip(names, chosen, strict=True)
    )


def _paragraph(column: ColumnDescription) -> str:
    counted = f"{column.records:,} {column.unit}"
    lines = [
        f"{column.name}: {counted}, {column.missing:,} missing, {column.distinct:,} distinct values",
        f"  mean        {_add_label(column.mean, column.mean_label)}",
        f"  variance    {column.variance:.4f}",
        f"  diversity   {column.diversity:.4f}",
    ]
    for title, places in (("central", column.central), ("marginal", column.marginal)):
        for i, position in enumerate(places):
            head = title if i == 0 else ""
            value = _add_label(position.value, position.label)
            lines.append(f"  {head:<10}  {value} × {position.count:,}, mean distance {position.distance:.4f}")
    return "\n".join(lines)


def _add_label(value: Value, label: str) -> str:
    text = _short(label, 48)
    if value is None or str(value) == label or isinstance(value, float):
        return text
    return f"{text} [{str(value).replace(_UNSEEN, '|')}]"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
