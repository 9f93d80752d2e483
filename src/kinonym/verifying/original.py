"""A release against its original: everything that can be measured, for a release of any program.

Where it is counted what each combination became, a plan can be made of it; else only what two sets of tuples show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinonym.assess import Assessment, SideBySide, columns_in, figures_in
from kinonym.column_types import change_column
from kinonym.domains import ConceptSets, Domain, Plain, Points
from kinonym.errors import DataError, KinonymError, UsageError
from kinonym.pipeline.cells import split_cell
from kinonym.pipeline.column_meanings import ColumnMeaning, interpret_columns
from kinonym.privacy.attacks import Linkage, nearest_linkage, semantic_linkage
from kinonym.random import generator
from kinonym.recipe import ColumnRecipe, Recipe
from kinonym.tuples import Plan, Tuples
from kinonym.tuples.counted import Counted
from kinonym.tuples.index_arrays import Cells
from kinonym.tuples.tuples import tuple_points

__all__ = ["Against", "against_rows", "meanings_of_both", "measure_against"]

Numbers = NDArray[np.int64]
Against = Assessment | SideBySide


def against_rows(against: Against) -> list[tuple[str, str]]:
    """What was found, as a terminal shows it."""
    before = sum(band.records_before for band in against.risk.bands)
    rows = [("original", f"{before:,} records, {against.risk.unique_before:,} unique combinations")]
    known = [figure for figure in figures_in("verify") if figure.value(against) is not None]
    rows += [(figure.title, figure.text(against)) for figure in known]
    rows += [(f"linked {i}", _attack_text(attack)) for i, attack in enumerate(against.attacks, 1)]
    columns = columns_in("verify")
    for name in against.names:
        texts = [f"{f.title} {f.text(against, name)}" for f in columns if f.value(against, name) is not None]
        rows.append((name, ", ".join(texts)))
    for pair in against.statistics.pairs if against.statistics else ():
        correlation = f"correlation {pair.correlation_before:.3f} → {pair.correlation_after:.3f}"
        rows.append((" × ".join(pair.columns), correlation))
    return rows


def _attack_text(attack: Linkage) -> str:
    spread = f" ({attack.interval[0]:.1%} to {attack.interval[1]:.1%} with 95 %)" if attack.sampled else ""
    return f"{attack.success:.1%}{spread}, {attack.certain:.1%} with certainty, by one who {attack.attacker}"


def measure_against(
    original: Counted, release: Counted, quasi: Sequence[str], *, recipe: Recipe | None, pairs: Cells | None
) -> Against:
    """Measure a release; values mean what the recipe says, else they are equal or not.

    Parameters
    ----------
    original, release
        Both tables, counted.
    quasi
        The counted columns.
    recipe
        What their values mean.
    pairs
        How often each combination of the original became each of the release, where that is known.
    """
    if not len(original.counts):
        msg = "the original has no records"
        raise DataError(msg, hint="a table needs a header line and at least one row")
    domains, points = meanings_of_both(recipe, quasi, original, release)
    old, released = _tuples(quasi, domains, original, points[0], recipe)
    new, other = _tuples(quasi, domains, release, points[1], recipe)
    if pairs is None:
        return SideBySide(before=old, after=new)
    became = released[pairs[0]] * len(new) + other[pairs[1]]
    kinds, inverse = np.unique(became, return_inverse=True)
    count = np.bincount(inverse, weights=pairs[2]).astype(np.int64)
    plan = Plan(old, kinds // len(new), kinds % len(new), count, tuple_points(new))
    attacks = (nearest_linkage(plan, generator(None)), semantic_linkage(plan, generator(None)))
    return Assessment(plan=plan, attacks=attacks, other_texts=_other_texts(original, release, pairs))


def _other_texts(original: Counted, release: Counted, pairs: Cells) -> float:
    """Share of the cells that hold another text."""
    before, after, count = pairs
    records = np.zeros(len(count))
    for j, texts in enumerate(original.values):
        number = {text: i for i, text in enumerate(texts)}
        released = np.array([number.get(text, -1) for text in release.values[j]], dtype=np.int64)
        records += original.codes[before, j] != released[release.codes[after, j]]
    return float(count @ records / count.sum() / len(original.values))


def meanings_of_both(
    recipe: Recipe | None, quasi: Sequence[str], before: Counted, after: Counted
) -> tuple[list[Domain], tuple[list[Points], list[Points]]]:
    """The domain of each column, and the points of its values in the original and in the release."""
    prepared: list[ColumnMeaning | None] = [None] * len(quasi)
    if recipe is not None:
        unknown = [name for name in quasi if name not in recipe.columns]
        if unknown:
            msg = f"the recipe has no column {unknown[0]!r}"
            raise UsageError(msg, hint="name the quasi-identifiers as the recipe does")
        columns = {name: _unlink_column(recipe.columns[name]) for name in quasi}
        prepared = list(interpret_columns(recipe.model_copy(update={"columns": columns}), before))
    domains: list[Domain] = []
    own: list[Points] = []
    other: list[Points] = []
    for j, name in enumerate(quasi):
        meaning = prepared[j]
        values = before.values[j], after.values[j]
        if meaning is None or meaning.domain.traits.only_equality:
            plain = Plain().fit([*values[0], *values[1]])
            domains.append(plain)
            own.append(plain.encode(values[0]))
            other.append(plain.encode(values[1]))
        else:
            domains.append(meaning.domain)
            own.append(meaning.points)
            other.append(_read_released(name, meaning, values[1]))
    return domains, (own, other)


def _unlink_column(column: ColumnRecipe) -> ColumnRecipe:
    """Return a column without links to others; if another column decides what its codes mean, as texts."""
    alone = {"role": "quasi", "follows": None, "before": None}
    return change_column(column, **alone, **({"ontology_by": None, "type": "plain"} if column.ontology_by else {}))


def _read_released(name: str, column: ColumnMeaning, values: Sequence[str | None]) -> Points:
    """Released values as the original's words, as concepts below the domain's root, as sets of them, or as numbers."""
    if isinstance(column.domain, ConceptSets):
        return _read_released_sets(name, column, column.domain, values)
    concepts = column.domain.concepts
    if concepts is None:
        try:
            return column.domain.encode(values)
        except DataError as error:
            msg = f"column {name!r} of the release: {error.message}"
            raise DataError(msg, hint=error.hint) from None
    concept_of, number_of = column.mapping.concept_of if column.mapping else {}, concepts.number_of
    points = np.full(len(values), np.nan)
    for i, value in enumerate(values):
        if value in number_of and value not in concept_of:
            points[i] = number_of[value]
            continue
        try:
            points[i] = concepts.encode([None if value is None else concept_of.get(value, value)])[0]
        except KinonymError:
            continue  # counted below
    outside = int(np.isnan(points).sum())
    if outside:
        msg = f"column {name!r}: {outside} distinct values of the release lie outside the domain of the original"
        hint = (
            "give the column a root in the recipe that subsumes them, or verify without the recipe, "
            'as is necessary for classes written as their values (form = "values")'
        )
        raise DataError(msg, hint=hint)
    return points


def _read_released_sets(name: str, column: ColumnMeaning, domain: ConceptSets, values: Sequence[str | None]) -> Points:
    """Released cells that hold several values."""
    cells = [split_cell(value, domain.separator, ()) for value in values]
    parts = sorted({part for cell in cells for part in cell})
    points = _read_released(name, replace(column, domain=domain.elements), parts)
    number = dict(zip(parts, points.astype(np.int64).tolist(), strict=True))
    return domain.numbered.add([[number[part] for part in cell] for cell in cells])


def _tuples(
    quasi: Sequence[str], domains: list[Domain], counted: Counted, points: list[Points], recipe: Recipe | None
) -> tuple[Tuples, Numbers]:
    """Tuples of points, and which one each counted combination is."""
    rows = np.column_stack([points[j][counted.codes[:, j]] for j in range(len(quasi))])
    weights = [recipe.columns[name].weight if recipe else 1.0 for name in quasi]
    return Tuples.from_points(quasi, domains, rows, counted.counts, weights=weights)
