"""Sending a table through the gate as a run does, with a plan that changes nothing unless a test says otherwise."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kinonym.engines.contract import Assignment, RunKey
from kinonym.engines.memory import MemorySource
from kinonym.files.output import reserved
from kinonym.files.output_form import form_of
from kinonym.release.gate import Expected, write_release


def unchanged(source, columns, **options):
    """Every combination of the columns becomes itself."""
    counted = source.count(columns)
    every = np.arange(len(counted.counts))
    written = {name: [counted.values[j][code] for code in counted.codes[:, j]] for j, name in enumerate(columns)}
    return Assignment(
        counted=counted,
        planned_of_counted=every,
        source=every,
        target=every,
        count=counted.counts,
        written=written,
        **options,
    )


def send(
    table, path, *, checks=(), quasi=None, input_table=None, missing_text="", delimiter=None, inputs=(), wanted=()
):
    """Write ``table`` as the release of ``input_table``, which is the table itself unless something went wrong."""
    path, key = Path(path), RunKey()
    form = form_of(path, delimiter=delimiter, missing_text=missing_text)
    source = MemorySource(table if input_table is None else input_table, missing=())
    quasi = quasi or [source.columns[0]]
    expected = Expected.of(source, unchanged(source, quasi), key, source.columns, form.marker)
    faulty = source if input_table is None else MemorySource(table, missing=())
    masked = faulty.apply(unchanged(faulty, [name for name in quasi if name in faulty.columns]), key, shuffle=True)
    with reserved([path], inputs) as [output]:
        return write_release(
            masked, output, form, expected=expected, checks=checks, wanted=wanted, complete=lambda tally: tally
        )
