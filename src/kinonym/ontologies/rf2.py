"""Reader of SNOMED CT and its extensions in RF2: active concepts, inferred is-a, terms of a language.

The files are found and read in `rf2_files`; maps from ICD are in `rf2_maps`. Whole columns throughout.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kinonym.errors import DanglingParentError, OntologyError
from kinonym.ontologies.arrow import numbers
from kinonym.ontologies.concept_list import ALIAS_RANK, refuse_no_links
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
)  # US and British English, where nothing else is asked for
_LICENCE = "SNOMED CT licence (SNOMED International or your national release centre)"

Ints = NDArray[np.int64]


def folder_files(folder: Path, *, release: str | None = None, **_: object) -> list[Path]:
    """The files that are read."""
    files = find_release(folder, release)
    kinds = ("concept", "description", "definition", "relationship", "language", "association")
    return [folder / member for kind in kinds for member in files.members.get(kind, [])]


def load_rf2(
    path: Path, *, release: str | None = None, language: str = "en", language_refset: str | None = None
) -> Taxonomy:
    """Read an RF2 release, folder or zip; extensions may lie beside the edition they extend.

    Parameters
    ----------
    path
        Folder or zip; files are found by their names at any depth.
    release
        ``"Snapshot"`` or ``"Full"``; by default the Snapshot if there is one.
    language
        Language code of the descriptions.
    language_refset
        Id of the language reference set that says which term is preferred; by default US, then British
        English, then the largest.

    Notes
    -----
    Labels are the preferred term, the fully specified name, then the other synonyms. The ids of inactive
    concepts with a SAME AS or REPLACED BY association become labels of what they lead to.
    """
    files = find_release(path, release)
    for kind in ("concept", "description", "relationship"):
        if not files.has(kind):
            msg = f"the RF2 release {path.name} has no {files.kind} file of {kind}s"
            raise OntologyError(msg, hint="give the folder or zip that holds the whole release")
    ids = np.sort(column(files.read("concept", ["id"]), "id"))
    if not len(ids):
        msg = f"the RF2 release {path.name} has no active concepts"
        raise OntologyError(msg, hint="give a Snapshot or Full release, not a Delta")
    links = _links(files, ids)
    refuse_no_links(path.name, len(ids), len(links[0]))
    labels, ranks, unnamed = _labels(files, ids, language, language_refset)
    notices = _follow_inactive(files, ids, labels, ranks)
    if unnamed:
        notices.append(f"{unnamed:,} of {len(ids):,} concepts have no term in {language}")
    return Taxonomy.from_links(
        [str(concept) for concept in ids.tolist()],
        links,
        labels,
        label_ranks=ranks,
        glosses=_glosses(files, ids, language),
        source=Source("SNOMED CT", files.date, _LICENCE, f"SNOMED CT, release of {files.date}", tuple(notices)),
    )


def _positions(ids: Ints, wanted: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Where each wanted id stands in the sorted ids, and whether it is there."""
    place = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return place, ids[place] == wanted


def _links(files: Release, ids: Ints) -> tuple[Ints, Ints]:
    import pyarrow.compute as pc

    columns = ["sourceId", "destinationId", "typeId", "characteristicTypeId"]
    rows = files.read("relationship", columns)
    kept = pc.and_(pc.equal(rows["typeId"], IS_A), pc.equal(rows["characteristicTypeId"], INFERRED))
    rows = rows.filter(kept)
    child, known_child = _positions(ids, column(rows, "sourceId"))
    parent, known_parent = _positions(ids, column(rows, "destinationId"))
    dangling = np.flatnonzero(known_child & ~known_parent)
    if len(dangling):
        row = int(dangling[0])
        concept, above = column(rows, "sourceId")[row], column(rows, "destinationId")[row]
        raise DanglingParentError(str(concept), str(above))
    return child[known_child], parent[known_child]


def _labels(
    files: Release, ids: Ints, language: str, refset: str | None
) -> tuple[list[list[str]], list[list[int]], int]:
    """Labels and ranks of every concept, the preferred term first; and how many have none."""
    rows = _descriptions(files, "description", language, ["id", "conceptId", "typeId", "term"])
    place, known = _positions(ids, column(rows, "conceptId"))
    description = column(rows, "id")
    acceptability = _acceptability(files, description, refset)
    full_name = column(rows, "typeId") == FULLY_SPECIFIED_NAME
    rank = np.where(full_name, 1, np.array([3, 2, 0])[acceptability])
    order = np.lexsort((description, rank, place))
    order = order[known[order]]
    terms = rows["term"].combine_chunks().take(numbers(order)).to_pylist()
    ordered = rank[order].tolist()
    ends = np.cumsum(np.bincount(place[order], minlength=len(ids))).tolist()
    spans = list(pairwise([0, *ends]))
    labels = [terms[start:end] for start, end in spans]
    ranks = [ordered[start:end] for start, end in spans]
    unnamed = [i for i, texts in enumerate(labels) if not texts]
    for i in unnamed:
        labels[i], ranks[i] = [str(ids[i])], [0]
    return labels, ranks, len(unnamed)


def _descriptions(files: Release, kind: str, language: str, columns: list[str]) -> pa.Table:
    import pyarrow.compute as pc

    rows = files.read(kind, [*columns, "languageCode"])
    spoken = pc.starts_with(pc.utf8_lower(rows["languageCode"]), language.lower())
    in_language = rows.filter(spoken)
    if len(rows) and not len(in_language) and kind == "description":
        others = sorted(filter(None, pc.unique(rows["languageCode"]).to_pylist()))
        msg = f"the RF2 release {files.path.name} has no descriptions in {language!r}"
        raise OntologyError(msg, hint=f"its languages are {', '.join(others)}")
    return in_language


def _acceptability(files: Release, description: Ints, refset: str | None) -> Ints:
    """Of each description: 2 preferred, 1 acceptable, 0 unknown to the language reference set."""
    result = np.zeros(len(description), dtype=np.int64)
    if not files.has("language") or not len(description):
        return result
    rows = files.read("language", ["refsetId", "referencedComponentId", "acceptabilityId"])
    sizes = {entry["values"]: entry["counts"] for entry in rows["refsetId"].value_counts().to_pylist()}
    by_size = sorted(sizes, key=lambda number: (-sizes[number], number))
    wanted = [int(refset) if refset.isdecimal() else -1] if refset else [*_DIALECTS, *by_size]
    chosen = next((number for number in wanted if number in by_size), None)
    if chosen is None:
        if refset is None:
            return result
        msg = f"the RF2 release {files.path.name} has no language reference set {refset!r}"
        raise OntologyError(msg, hint=f"it has {', '.join(map(str, by_size))}")
    mine = column(rows, "refsetId") == chosen
    order = np.argsort(description)
    place, known = _positions(description[order], column(rows, "referencedComponentId")[mine])
    preferred = column(rows, "acceptabilityId")[mine] == PREFERRED
    result[order[place[known]]] = np.where(preferred[known], 2, 1)
    return result


def _glosses(files: Release, ids: Ints, language: str) -> list[str] | None:
    if not files.has("definition"):
        return None
    rows = _descriptions(files, "definition", language, ["conceptId", "term"])
    place, known = _positions(ids, column(rows, "conceptId"))
    glosses = [""] * len(ids)
    for concept, there, term in zip(place.tolist(), known.tolist(), rows["term"].to_pylist(), strict=True):
        if there and not glosses[concept]:
            glosses[concept] = term or ""
    return glosses if any(glosses) else None


def replaced_concepts(files: Release, ids: Ints) -> dict[int, int]:
    """Inactive concept → the active one that SAME AS or REPLACED BY lead to, step by step."""
    if not files.has("association"):
        return {}
    rows = files.read("association", ["refsetId", "referencedComponentId", "targetComponentId"])
    kept = np.isin(column(rows, "refsetId"), [SAME_AS, REPLACED_BY])
    old, new = column(rows, "referencedComponentId")[kept], column(rows, "targetComponentId")[kept]
    step = dict(zip(old.tolist(), new.tolist(), strict=True))
    active = set(ids.tolist())
    replacement: dict[int, int] = {}
    for concept, first in step.items():
        seen = {concept}
        target = first
        while target not in active and target in step and target not in seen:
            seen.add(target)
            target = step[target]
        if concept not in active and target in active:
            replacement[concept] = target
    return replacement


def _follow_inactive(files: Release, ids: Ints, labels: list[list[str]], ranks: list[list[int]]) -> list[str]:
    inactive = files.count_ids("concept") - len(ids)
    if not inactive:
        return []
    replaced = replaced_concepts(files, ids)
    places, _ = _positions(ids, np.fromiter(replaced.values(), dtype=np.int64, count=len(replaced)))
    for old, place in zip(replaced, places.tolist(), strict=True):
        labels[place].append(str(old))
        ranks[place].append(ALIAS_RANK)
    followed = f"{len(replaced):,} of them followed to what replaces them"
    return [f"{inactive:,} inactive concepts left out, {followed}"]
