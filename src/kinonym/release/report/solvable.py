"""Which hidden counts an attacker may solve for: few rare concepts in a column, and exact figures of the whole column.

A variance or a distance variance gives each concept its own weight, unlike a total or an entropy. With few hidden
values, an attacker can try all counts, and often one combination is left that gives the published figures.
"""

from __future__ import annotations

from collections.abc import Iterable

from kinonym.release.report.values_shown import ColumnView

__all__ = ["FEW", "warn_of_solvable"]

FEW = 20
"""So many hidden values have more than 4^20 combinations to try; that no shorter search exists is not proven."""


def warn_of_solvable(views: Iterable[ColumnView]) -> tuple[str, ...]:
    """Notices for the columns of concepts of which few values are hidden."""
    return tuple(
        f"column {view.name!r}: {view.hidden[0]} values are too rare to be shown. An attacker who knows the ontology "
        "may work out their counts from the variances of the column: publish this report only if that does no harm"
        for view in views
        if view.domain.concepts is not None and 0 < view.hidden[0] < FEW
    )
