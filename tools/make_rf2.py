"""Make an RF2 release of invented concepts: valid ids, file names, columns and references.

Usage: python tools/make_rf2.py FOLDER [--concepts N] [--links N] [--seed N] [--full] [--zip]

Every concept has a fully specified name, a preferred term and a synonym. A fiftieth of the concepts is
inactive, with SAME AS or REPLACED BY associations; there are simple, complex (ICD-9-CM) and extended (ICD-10)
maps to invented codes. `--full` writes the history as well: each file also holds what was true before.
"""

from __future__ import annotations

import argparse
import uuid
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = 138875005
MODULE = 900000000000207008
IS_A = 116680003
INFERRED, STATED = 900000000000011006, 900000000000010007
MODIFIER = 900000000000451002
PRIMITIVE = 900000000000074008
FULL_NAME, SYNONYM = 900000000000003001, 900000000000013009
CASE_INSENSITIVE = 900000000000448009
US, GB = 900000000000509007, 900000000000508004
PREFERRED, ACCEPTABLE = 900000000000548007, 900000000000549004
REPLACED_BY, SAME_AS = 900000000000526001, 900000000000527005
SIMPLE_MAP, COMPLEX_MAP, EXTENDED_MAP = 446608001, 447563008, 447562003
EXACT, NARROW_TO_BROAD, CLASSIFIED = 447557004, 447558009, 447637006
DATE, EARLIER = "20260131", "20200131"

_CORE = ["id", "effectiveTime", "active", "moduleId"]
_MEMBER = [*_CORE, "refsetId", "referencedComponentId"]
_COMPLEX = [*_MEMBER, "mapGroup", "mapPriority", "mapRule", "mapAdvice", "mapTarget", "correlationId"]
_COLUMNS = {
    "concept": [*_CORE, "definitionStatusId"],
    "description": [*_CORE, "conceptId", "languageCode", "typeId", "term", "caseSignificanceId"],
    "relationship": [
        *(*_CORE, "sourceId", "destinationId", "relationshipGroup"),
        *("typeId", "characteristicTypeId", "modifierId"),
    ],
    "language": [*_MEMBER, "acceptabilityId"],
    "association": [*_MEMBER, "targetComponentId"],
    "simple-map": [*_MEMBER, "mapTarget"],
    "complex-map": _COMPLEX,
    "extended-map": [*_COMPLEX, "mapCategoryId"],
}
_NAMES = {
    "concept": "Terminology/sct2_Concept_{release}_{module}_{date}.txt",
    "description": "Terminology/sct2_Description_{release}-en_{module}_{date}.txt",
    "relationship": "Terminology/sct2_Relationship_{release}_{module}_{date}.txt",
    "language": "Refset/Language/der2_cRefset_Language{release}-en_{module}_{date}.txt",
    "association": "Refset/Content/der2_cRefset_Association{release}_{module}_{date}.txt",
    "simple-map": "Refset/Map/der2_sRefset_SimpleMap{release}_{module}_{date}.txt",
    "complex-map": "Refset/Map/der2_iissscRefset_ComplexMap{release}_{module}_{date}.txt",
    "extended-map": "Refset/Map/der2_iisssccRefset_ExtendedMap{release}_{module}_{date}.txt",
}
_KINDS = ("swelling", "pain", "injury", "inflammation", "weakness", "lesion", "rash", "stiffness")
_SITES = ("knee", "hand", "shoulder", "heart", "skin", "lung", "eye", "liver", "jaw", "spine", "ear")
_MANNERS = ("acute", "chronic", "mild", "severe", "recurrent", "late", "early", "left", "right", "dull")


@dataclass(frozen=True)
class Invented:
    """What a release contains, to check a reader."""

    concepts: NDArray[np.int64]
    """Active concepts, the root first."""
    links: NDArray[np.int64]
    """Rows of child and parent ids."""
    replaced: dict[int, int]
    """Inactive concept → active one."""
    simple: dict[int, str]
    complex_: dict[int, str]
    extended: dict[int, str]


def with_check_digit(items: Sequence[int] | NDArray[np.int64], partition: str) -> NDArray[np.int64]:
    """SNOMED CT ids of item numbers: two digits of partition and a check digit (Verhoeff) follow."""
    numbers = np.asarray(items, dtype=np.int64) * 100 + int(partition)
    check = np.zeros(len(numbers), dtype=np.int64)
    rest, position = numbers.copy(), 1
    while rest.any():
        digit = np.where(rest > 0, _permuted(position)[rest % 10], 0)
        check = np.where(rest > 0, _PRODUCT[check, digit], check)
        rest //= 10
        position += 1
    return numbers * 10 + _INVERSE[check]


def _dihedral() -> NDArray[np.int64]:
    """Multiplication table of the symmetries of a pentagon, 0-4 the turns, 5-9 the flips."""
    table = np.empty((10, 10), dtype=np.int64)
    for one in range(10):
        for other in range(10):
            turn = (one + other) % 5 if one < 5 else (one - other) % 5
            table[one, other] = turn + 5 * ((one >= 5) != (other >= 5))
    return table


_PRODUCT = _dihedral()
_INVERSE = np.array([int(np.flatnonzero(_PRODUCT[one] == 0)[0]) for one in range(10)])
_PERMUTATION = np.array([1, 5, 7, 6, 2, 8, 3, 0, 9, 4])


def _permuted(times: int) -> NDArray[np.int64]:
    digits = np.arange(10)
    for _ in range(times % 8):
        digits = _PERMUTATION[digits]
    return digits


def make_release(
    folder: Path,
    *,
    concepts: int = 200,
    links: int = 320,
    seed: int = 0,
    full: bool = False,
    module: str = "INT",
) -> Invented:
    """Write a release below ``folder`` and return what it says."""
    random = np.random.default_rng(seed)
    items = 100_000 + 7 * np.arange(concepts - 1)
    ids = np.concatenate([[ROOT], with_check_digit(items, "00")])
    retired = with_check_digit(90_000_000 + np.arange(concepts // 50), "00")
    pairs = _links(random, concepts, links)
    targets = random.integers(1, concepts, len(retired))
    invented = Invented(
        concepts=ids,
        links=ids[pairs],
        replaced=dict(zip(retired.tolist(), ids[targets].tolist(), strict=True)),
        simple={int(c): f"{8000 + i}/3" for i, c in enumerate(ids[1::5])},
        complex_={int(c): f"{100 + i % 800}.{i % 10}" for i, c in enumerate(ids[1::2])},
        extended={int(c): f"{'ABCDE'[i % 5]}{i // 5 % 100:02d}.{i % 10}" for i, c in enumerate(ids[1::2])},
    )
    release = "Full" if full else "Snapshot"
    for kind, rows in _tables(invented, retired, full=full):
        path = folder / release / _NAMES[kind].format(release=release, module=module, date=DATE)
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = ["\t".join(_COLUMNS[kind]), *("\t".join(map(str, row)) for row in rows), ""]
        path.write_bytes("\r\n".join(lines).encode())
    return invented


def _links(random: np.random.Generator, concepts: int, links: int) -> NDArray[np.int64]:
    """Distinct (child, parent) pairs: each concept below an earlier one, then more parents at random."""
    child = np.arange(1, concepts)
    pairs = np.column_stack([child, (random.random(concepts - 1) * child).astype(np.int64)])
    while len(pairs) < links:
        more = random.integers(1, concepts, links - len(pairs))
        extra = np.column_stack([more, (random.random(len(more)) * more).astype(np.int64)])
        pairs = np.unique(np.concatenate([pairs, extra]), axis=0)
    return pairs


def _term(number: int) -> str:
    if number == 0:
        return "SNOMED CT Concept"
    kind, site = _KINDS[number % len(_KINDS)], _SITES[number // len(_KINDS) % len(_SITES)]
    return f"{_MANNERS[number % len(_MANNERS)]} {site} {kind} {number}".capitalize()


def _tables(
    invented: Invented, retired: NDArray[np.int64], *, full: bool
) -> Iterable[tuple[str, list[tuple[object, ...]]]]:
    core = (DATE, 1, MODULE)
    before = (EARLIER, 1, MODULE)
    gone = (DATE, 0, MODULE)
    ids = invented.concepts.tolist()
    history = [(c, *before, PRIMITIVE) for c in retired.tolist()] if full else []
    inactive = [(c, *gone, PRIMITIVE) for c in retired.tolist()]
    yield "concept", [*history, *((c, *core, PRIMITIVE) for c in ids), *inactive]
    yield from _terms(ids, full=full)
    yield "relationship", _relationships(invented, full=full)
    members = _Members()
    yield (
        "association",
        [
            (members.next(), *core, SAME_AS if i % 2 else REPLACED_BY, old, new)
            for i, (old, new) in enumerate(invented.replaced.items())
        ],
    )
    yield "simple-map", [(members.next(), *core, SIMPLE_MAP, c, code) for c, code in invented.simple.items()]
    yield (
        "complex-map",
        [
            (members.next(), *core, COMPLEX_MAP, c, 1, 1, "TRUE", "ALWAYS " + code, code, EXACT)
            for c, code in invented.complex_.items()
        ],
    )
    yield (
        "extended-map",
        [row for c, code in invented.extended.items() for row in _extended_rows(members, core, c, code)],
    )


def _terms(ids: list[int], *, full: bool) -> Iterable[tuple[str, list[tuple[object, ...]]]]:
    """Three descriptions of each concept, and what the language reference sets say of them."""
    core, before = (DATE, 1, MODULE), (EARLIER, 1, MODULE)
    keys = with_check_digit(200_000 + np.arange(3 * len(ids)), "01").reshape(-1, 3).tolist()
    rows: list[tuple[object, ...]] = []
    language: list[tuple[object, ...]] = []
    members = _Members("language")
    for number, (concept, (full_name, preferred, synonym)) in enumerate(zip(ids, keys, strict=True)):
        term = _term(number)
        said = [(full_name, FULL_NAME, f"{term} (finding)"), (synonym, SYNONYM, f"{term}, so called")]
        said.append((preferred, SYNONYM, term))
        if full:
            rows.append((preferred, *before, concept, "en", SYNONYM, f"Old {term}", CASE_INSENSITIVE))
        rows += [(key, *core, concept, "en", kind, text, CASE_INSENSITIVE) for key, kind, text in said]
        for key, value in ((full_name, PREFERRED), (preferred, PREFERRED), (synonym, ACCEPTABLE)):
            language.append((members.next(), *core, US, key, value))
    yield "description", rows
    yield "language", language


def _relationships(invented: Invented, *, full: bool) -> list[tuple[object, ...]]:
    keys = with_check_digit(300_000 + np.arange(len(invented.links) + 3), "02").tolist()
    tail = (0, IS_A, INFERRED, MODIFIER)
    rows: list[tuple[object, ...]] = [
        (key, DATE, 1, MODULE, child, parent, *tail)
        for key, (child, parent) in zip(keys, invented.links.tolist(), strict=False)
    ]
    first, last = int(invented.concepts[0]), int(invented.concepts[-1])
    if full:  # once the root was below the last concept: true no more, and a cycle if it were
        rows.insert(0, (keys[-1], EARLIER, 1, MODULE, first, last, *tail))
    rows.append((keys[-1], DATE, 0, MODULE, first, last, *tail))
    rows.append((keys[-2], DATE, 1, MODULE, first, last, 0, IS_A, STATED, MODIFIER))
    rows.append((keys[-3], DATE, 1, MODULE, first, last, 1, 363698007, INFERRED, MODIFIER))
    return rows


def _extended_rows(
    members: _Members, core: tuple[object, ...], concept: int, code: str
) -> Iterable[tuple[object, ...]]:
    """A rule that depends on the patient, then the one that always holds."""
    rules = [("IFA 248152002 | Female (finding) |", "Z99.9"), ("OTHERWISE TRUE", code)]
    for priority, (rule, target) in enumerate(rules, 1):
        tail = (1, priority, rule, f"ALWAYS {target}", target, NARROW_TO_BROAD, CLASSIFIED)
        yield (members.next(), *core, EXTENDED_MAP, concept, *tail)


class _Members:
    """Ids of reference set members: distinct and the same in every run."""

    def __init__(self, kind: str = "member") -> None:
        self._space = uuid.uuid5(uuid.NAMESPACE_URL, kind).int
        self._count = 0

    def next(self) -> str:
        self._count += 1
        return str(uuid.UUID(int=self._space + self._count))


def main() -> None:
    """Read the arguments, write the release."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--concepts", type=int, default=350_000)
    parser.add_argument("--links", type=int, default=550_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--zip", action="store_true")
    given = parser.parse_args()
    make_release(given.folder, concepts=given.concepts, links=given.links, seed=given.seed, full=given.full)
    if given.zip:
        with zipfile.ZipFile(given.folder.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(given.folder.rglob("*.txt")):
                archive.write(path, path.relative_to(given.folder.parent))


if __name__ == "__main__":
    main()
