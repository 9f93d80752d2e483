"""Reader of SNOMED CT and its extensions in RF2: active concepts, inferred is-a links, terms of a language.

`rf2_files` finds and reads the files; `rf2_maps` reads maps from ICD. Everything is processed in whole columns.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.ontologies.arrow import to_arrow_numbers
from kinonym.ontologies.concept_list import ALIAS_RANK, reject_no_links
from kinonym.ontologies.rf2_files import Release, column, find_release
from kinonym.taxonomy import Source, Taxonomy

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["folder_files", "load_rf2", "replaced_concepts"]

IS_A = 116680003
INFERRED = 900000000000011006
FULLY_SPECIFIED_NAME = 900000000000003001
PREFERRED = 900000000000548007
REPLACED_BY, SAME_AS = 900000000000526001, 900000000000527005
_DIALECTS = (
    900000000000509007,
    900000000000508004,
)  # US and British English, by default
_LICENCE = "SNOMED CT licence (SNOMED International or your national release centre)"

Ints = NDArray[np.int64]


def folder_files(folder: Path, *, release: str | None = None, **_: object) -> list[Path]:
    """List the files that are read."""
    files = find_release(folder, release)
    kinds = ("concept", "description", "definition", "relationship", "language", "association")
    return [folder / member for kind in kinds for member in files.members.get(kind, [])]


def load_rf2(
    path: Path, *, release: str | None = None, language: str = "en", language_refset: str | None = None
) -> Taxonomy:
    """Read an RF2 release, a folder or a zip file; it may contain extensions besides the edition.

    Parameters
    ----------
    path
        Folder or zip file; files are found by their names at any depth.
    release
        ``"Snapshot"`` or ``"Full"``; by default the Snapshot if there is one.
    language
        Language code of the descriptions.
    language_refset
        Id of the language reference set with the preferred terms (default: US, then British English, then the largest).

    Notes
    -----
    Labels are the preferred term, the fully specified name, then the other synonyms. The ids of inactive
    concepts with a SAME AS or REPLACED BY association become labels of their replacements.
    """
    files = find_release(path, release)
    for kind in ("concept", "description", "relationship"):
        if not files.has(kind):
            msg = f"the RF2 release {path.name} has no {files.kind} file of {kind}s"
            raise OntologyError(msg, hint="give the folder or zip file with the whole release")
    ids = np.sort(column(files.read("concept", ["id"]), "id"))
    if not len(ids):
        msg = f"the RF2 release {path.name} has no active concepts"
        raise OntologyError(msg, hint="give a Snapshot or Full release, not a Delta")
    links = _read_links(files, ids)
    reject_no_links(path.name, len(ids), len(links[0]))
    labels, ranks, unnamed = _read_labels(files, ids, language, language_refset)
    notices = _add_inactive_ids(files, ids, labels, ranks)
    if unnamed:
        notices.append(f"{unnamed:,} of {len(ids):,} concepts have no term in {language}")
    return Taxonomy.from_links(
        [str(concept) for concept in ids.tolist()],
        links,
        labels,
        label_ranks=ranks,
        glosses=_read_glosses(files, ids, language),
        source=Source("SNOMED CT", files.date, _LICENCE, f"SNOMED CT, release of {files.date}", tuple(notices)),
    )


def _find_positions(ids: Ints, requested: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """The position of each requested id in the sorted ids, and whether it exists."""
    position = np.minimum(np.searchsorted(ids, requested), len(ids) - 1)
    return position, ids[position] == requested


def _read_links(files: Release, ids: Ints) -> tuple[Ints, Ints]:
    import pyarrow.compute as pc

    columns = ["sourceId", "destinationId", "typeId", "characteristicTypeId"]
    rows = files.read("relationship", columns)
    selected = pc.and_(pc.equal(rows["typeId"], IS_A), pc.equal(rows["characteristicTypeId"], INFERRED))
    rows = rows.filter(selected)
    child, is_known_child = _find_positions(ids, column(rows, "sourceId"))
    parent, is_known_parent = _find_positions(ids, column(rows, "destinationId"))
    dangling = np.flatnonzero(is_known_child & ~is_known_parent)
    if len(dangling):
        row = int(dangling[0])
        concept, above = column(rows, "sourceId")[row], column(rows, "destinationId")[row]
        raise DanglingParentError(str(concept), str(above))
    return child[is_known_child], parent[is_known_child]


def _read_labels(
    files: Release, ids: Ints, language: str, refset: str | None
) -> tuple[list[list[str]], list[list[int]], int]:
    """Labels and ranks of every concept, the preferred term first; and the number of concepts without a label."""
    rows = _read_descriptions(files, "description", language, ["id", "conceptId", "typeId", "term"])
    position, is_known = _find_positions(ids, column(rows, "conceptId"))
    description = column(rows, "id")
    acceptability = _read_acceptability(files, description, refset)
    full_name = column(rows, "typeId") == FULLY_SPECIFIED_NAME
    rank = np.where(full_name, 1, np.array([3, 2, 0])[acceptability])
    order = np.lexsort((description, rank, position))
    order = order[is_known[order]]
    terms = rows["term"].combine_chunks().take(to_arrow_numbers(order)).to_pylist()
    ordered = rank[order].tolist()
    ends = np.cumsum(np.bincount(position[order], minlength=len(ids))).tolist()
    spans = list(pairwise([0, *ends]))
    labels = [terms[start:end] for start, end in spans]
    ranks = [ordered[start:end] for start, end in spans]
    unnamed = [i for i, texts in enumerate(labels) if not texts]
    for i in unnamed:
        labels[i], ranks[i] = [str(ids[i])], [0]
    return labels, ranks, len(unnamed)


def _read_descriptions(files: Release, kind: str, language: str, columns: list[str]) -> pa.Table:
    import pyarrow.compute as pc

    rows = files.read(kind, [*columns, "languageCode"])
    is_in_language = pc.starts_with(pc.utf8_lower(rows["languageCode"]), language.lower())
    in_language = rows.filter(is_in_language)
    if len(rows) and not len(in_language) and kind == "description":
        others = sorted(filter(None, pc.unique(rows["languageCode"]).to_pylist()))
        msg = f"the RF2 release {files.path.name} has no descriptions in {language!r}"
        raise OntologyError(msg, hint=f"its languages are {', '.join(others)}")
    return in_language


def _read_acceptability(files: Release, description: Ints, refset: str | None) -> Ints:
    """For each description: 2 preferred, 1 acceptable, 0 not in the language reference set."""
    result = np.zeros(len(description), dtype=np.int64)
    if not files.has("language") or not len(description):
        return result
    rows = files.read("language", ["refsetId", "referencedComponentId", "acceptabilityId"])
    sizes = {entry["values"]: entry["counts"] for entry in rows["refsetId"].value_counts().to_pylist()}
    by_size = sorted(sizes, key=lambda number: (-sizes[number], number))
    requested = [int(refset) if refset.isdecimal() else -1] if refset else [*_DIALECTS, *by_size]
    chosen = next((number for number in requested if number in by_size), None)
    if chosen is None:
        if refset is None:
            return result
        msg = f"the RF2 release {files.path.name} has no language reference set {refset!r}"
        raise OntologyError(msg, hint=f"it has {', '.join(map(str, by_size))}")
    of_refset = column(rows, "refsetId") == chosen
    order = np.argsort(description)
    position, is_known = _find_positions(description[order], column(rows, "referencedComponentId")[of_refset])
    preferred = column(rows, "acceptabilityId")[of_refset] == PREFERRED
    result[order[position[is_known]]] = np.where(preferred[is_known], 2, 1)
    return result


def _read_glosses(files: Release, ids: Ints, language: str) -> list[str] | None:
    if not files.has("definition"):
        return None
    rows = _read_descriptions(files, "definition", language, ["conceptId", "term"])
    position, is_known = _find_positions(ids, column(rows, "conceptId"))
    glosses = [""] * len(ids)
    for concept, exists, term in zip(position.tolist(), is_known.tolist(), rows["term"].to_pylist(), strict=True):
        if exists and not glosses[concept]:
            glosses[concept] = term or ""
    return glosses if any(glosses) else None


def replaced_concepts(files: Release, ids: Ints) -> dict[int, int]:
    """Inactive concept → the active one that SAME AS or REPLACED BY lead to, possibly in several steps."""
    if not files.has("association"):
        return {}
    rows = files.read("association", ["refsetId", "referencedComponentId", "targetComponentId"])
    selected = np.isin(column(rows, "refsetId"), [SAME_AS, REPLACED_BY])
    old, new = column(rows, "referencedComponentId")[selected], column(rows, "targetComponentId")[selected]
    next_concept = dict(zip(old.tolist(), new.tolist(), strict=True))
    active = set(ids.tolist())
    replacement: dict[int, int] = {}
    for concept, first in next_concept.items():
        seen = {concept}
        target = first
        while target not in active and target in next_concept and target not in seen:
            seen.add(target)
            target = next_concept[target]
        if concept not in active and target in active:
            replacement[concept] = target
    return replacement


def _add_inactive_ids(files: Release, ids: Ints, labels: list[list[str]], ranks: list[list[int]]) -> list[str]:
    inactive = files.count_ids("concept") - len(ids)
    if not inactive:
        return []
    replaced = replaced_concepts(files, ids)
    positions, _ = _find_positions(ids, np.fromiter(replaced.values(), dtype=np.int64, count=len(replaced)))
    for old, position in zip(replaced, positions.tolist(), strict=True):
        labels[position].append(str(old))
        ranks[position].append(ALIAS_RANK)
    followed = f"{len(replaced):,} of them mapped to their replacements"
    return [f"{inactive:,} inactive concepts left out, {followed}"]
