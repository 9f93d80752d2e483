"""What a true release adds up to, worked out once more from the table's own texts and the plan.

It shares nothing with the way that counts and masks the table but the drawing of targets for tuples that have several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinonym.engines.contract import DROPPED, Assignment, Counted, Counts
from kinonym.engines.fingerprint import Fingerprint, Hashes, Sum
from kinonym.engines.memory.coding import deal
from kinonym.errors import PrivacyError
from kinonym.files.texts import as_text, written_text
from kinonym.random import RunKey

__all__ = ["expected_sum"]

_STEP = 1 << 18
_KEY_LIMIT = 1 << 62


def expected_sum(
    column: Callable[[str], Any],
    names: Sequence[str],
    missing: Collection[str],
    assignment: Assignment,
    key: RunKey,
    fingerprint: Fingerprint,
) -> Sum:
    """Add up the released rows: kept cells as they stand in the table, masked ones as the plan writes them.

    Parameters
    ----------
    column
        A column of the table by its name, as an Arrow array.
    names
        The table's columns.
    missing
        Texts that mean missing.
    assignment, key, fingerprint
        As `Source.expect` has them.
    """
    planned = assignment.place[_tuples(column, missing, assignment.counted)]
    target = deal(planned, assignment, key)
    _check_pairs(planned, target, assignment)
    rows = np.flatnonzero(target != DROPPED)
    cells: list[tuple[Hashes, NDArray[np.integer[Any]]]] = []
    for name in assignment.released(names):
        if name == assignment.mark:
            cells.append((fingerprint.texts(name, [name]), np.zeros(len(target), dtype=np.int8)))
        elif name in assignment.written:
            written = map(written_text, assignment.written[name])
            cells.append((fingerprint.texts(name, written), target))
        else:
            cells.append(_kept_cells(column(name), name, fingerprint))
    total: Sum = (0, 0)
    for start in range(0, len(rows), _STEP):
        part = rows[start : start + _STEP]
        total = fingerprint.add(total, fingerprint.total([hashes[place[part]] for hashes, place in cells]))
    return total


def _kept_cells(column: Any, name: str, fingerprint: Fingerprint) -> tuple[Hashes, NDArray[np.integer[Any]]]:  # noqa: ANN401
    """(hash of each distinct text, which of them each row has)."""
    texts, places = _encoded(column, name)
    return fingerprint.texts(name, texts), places


def _encoded(column: Any, name: str) -> tuple[list[str | None], NDArray[np.integer[Any]]]:  # noqa: ANN401
    import pyarrow as pa

    encoded = pa.chunked_array(as_text(column, name)).combine_chunks().dictionary_encode()
    texts = [*encoded.dictionary.to_pylist(), None]
    return texts, encoded.indices.fill_null(len(texts) - 1).to_numpy(zero_copy_only=False)


def _tuples(column: Callable[[str], Any], missing: Collection[str], counted: Counted) -> Counts:
    """The counted tuple of each row, looked up by its texts."""
    own = rows = np.zeros(1, dtype=np.int64)
    size = 1
    for j, name in enumerate(counted.columns):
        number = {text: i for i, text in enumerate(counted.values[j])}
        texts, places = _encoded(column(name), name)
        absent = number.get(None, -1)
        code_of = np.array([absent if text is None or text in missing else number.get(text, -1) for text in texts])
        if size * len(number) > _KEY_LIMIT:
            distinct, own = np.unique(own, return_inverse=True)
            rows = np.searchsorted(distinct, rows)
            size = len(distinct)
        own = own * len(number) + counted.codes[:, j]
        rows = rows * len(number) + code_of[places]
        size *= len(number)
    found = np.searchsorted(own, rows)  # codes are in lexicographic order, and so are their keys
    found[found == len(own)] = 0
    if not np.array_equal(own[found], rows):
        _refuse("a row has a combination that was not counted")
    return found


def _check_pairs(planned: Counts, target: Counts, assignment: Assignment) -> None:
    """Every (planned tuple, target) as often as the plan says."""
    width = int(assignment.target.max(initial=0)) + 2
    kept = planned != DROPPED
    pairs, times = np.unique(planned[kept] * width + target[kept] + 1, return_counts=True)
    own = assignment.source * width + assignment.target + 1
    distinct, place = np.unique(own, return_inverse=True)
    if not (np.array_equal(pairs, distinct) and np.array_equal(times, np.bincount(place, weights=assignment.count))):
        _refuse("the rows of a combination do not become what the plan says")


def _refuse(reason: str) -> None:
    msg = f"the release was refused: {reason}; nothing was released"
    raise PrivacyError(msg, hint="this is a defect of the program: please report it")
