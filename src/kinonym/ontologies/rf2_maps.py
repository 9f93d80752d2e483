"""Codes of ICD-9-CM and ICD-10 → concepts of SNOMED CT, from RF2 map reference sets or the NLM map files.

So a column of ICD codes can be protected with SNOMED CT's finer hierarchy. Which of several concepts a value
takes is for `kinonym.mapping`; here they come in the order of preference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from kinonym.errors import OntologyError
from kinonym.ontologies.rf2_files import Release, column, find_release
from kinonym.ontologies.source_files import decode, head, read_bytes
from kinonym.taxonomy import Taxonomy

__all__ = ["CodeMap", "load_code_map"]

_MAPS = ("simple-map", "complex-map", "extended-map")
_ALWAYS = {"TRUE", "OTHERWISE TRUE", ""}
# exact match, narrow to broad, broad to narrow, partial overlap
_CORRELATIONS = {447557004: 0, 447558009: 1, 447559001: 2, 447560006: 3}
_NLM = ("ICD_CODE", "SNOMED_CID", "IS_1-1MAP")


@dataclass(frozen=True)
class CodeMap:
    """Code → ids of concepts, the best first."""

    name: str
    concepts: Mapping[str, tuple[str, ...]]

    def __len__(self) -> int:
        return len(self.concepts)

    def within(self, taxonomy: Taxonomy) -> CodeMap:
        """The same for one taxonomy: unknown concepts are followed or left out, the most general come first.

        A classification's code stands for everything that maps to it, so of several concepts the one that
        subsumes most of the others says best what the code means.
        """
        ordered = {code: _ordered(taxonomy, targets) for code, targets in self.concepts.items()}
        return CodeMap(self.name, MappingProxyType({code: ids for code, ids in ordered.items() if ids}))


@dataclass(frozen=True)
class _Pair:
    """One code and one concept, with what speaks for the pair: the smaller, the better."""

    code: str
    concept: str
    weight: tuple[int, ...]


def load_code_map(path: str | Path, *, refset: str | None = None, release: str | None = None) -> CodeMap:
    """Read the map from codes to concepts.

    Parameters
    ----------
    path
        An RF2 folder or zip with map reference sets, or a map file of the NLM (ICD9CM_SNOMED_MAP_…txt).
    refset
        Id of the map: 447562003 for ICD-10, 447563008 for ICD-9-CM. Needed where there are several.
    release
        ``"Snapshot"`` or ``"Full"``, as for the release itself.

    Notes
    -----
    RF2 maps lead from concepts to codes, by groups of rules. Rules that depend on the patient cannot be
    decided here; in each group the first one that always holds counts. Turned around, a code leads to every
    concept that maps to it: those with an exact match and with one group only come first.
    """
    place = Path(path).expanduser()
    if not place.exists():
        msg = f"there is no file or folder {place.name}"
        raise OntologyError(msg, hint="check the path; it is relative to the recipe")
    if place.is_file() and not head(place, 4).startswith(b"PK\x03\x04"):
        return _collect(place.name, _nlm_pairs(place))
    files = find_release(place, release)
    chosen, kinds = _choose(files, refset)
    return _collect(str(chosen), (pair for kind in kinds for pair in _rf2_pairs(files, kind, chosen)))


def _collect(name: str, pairs: Iterable[_Pair]) -> CodeMap:
    weights: dict[str, dict[str, tuple[int, ...]]] = {}
    for pair in pairs:
        targets = weights.setdefault(pair.code, {})
        targets[pair.concept] = min(pair.weight, targets.get(pair.concept, pair.weight))
    ordered = {
        code: tuple(sorted(targets, key=lambda concept: (targets[concept], int(concept))))
        for code, targets in sorted(weights.items())
    }
    if not ordered:
        msg = f"the map {name} has no codes"
        raise OntologyError(msg, hint="give the map refset of another code system, or another release")
    return CodeMap(name, MappingProxyType(ordered))


def _choose(files: Release, refset: str | None) -> tuple[int, list[str]]:
    """Id of the map to read, and the kinds of files it is in."""
    kinds: dict[int, list[str]] = {}
    for kind in _MAPS:
        if files.has(kind):
            for number in files.read(kind, ["refsetId"])["refsetId"].unique().to_pylist():
                kinds.setdefault(number, []).append(kind)
    listed = ", ".join(map(str, sorted(kinds))) or "none"
    if refset is None and len(kinds) == 1:
        return next(iter(kinds.items()))
    if refset is None or not refset.isdecimal() or int(refset) not in kinds:
        msg = f"{files.path.name}: which map is meant? {'none was named' if refset is None else repr(refset)}"
        raise OntologyError(msg, hint=f"give refset as one of: {listed}")
    return int(refset), kinds[int(refset)]


def _rf2_pairs(files: Release, kind: str, refset: int) -> Iterator[_Pair]:
    import pyarrow.compute as pc

    simple = kind == "simple-map"
    further = [] if simple else ["mapGroup", "mapPriority", "mapRule", "correlationId"]
    rows = files.read(kind, ["refsetId", "referencedComponentId", "mapTarget", *further])
    rows = rows.filter(pc.equal(rows["refsetId"], refset))
    concepts = column(rows, "referencedComponentId").tolist()
    targets = rows["mapTarget"].to_pylist()
    if simple:
        yield from (_Pair(t.strip(), str(c), (0,)) for c, t in zip(concepts, targets, strict=True) if t)
        return
    facts = (rows[name].to_pylist() for name in further)
    holding: dict[tuple[int, int], tuple[int, str, int]] = {}
    groups: dict[int, set[int]] = {}
    for concept, target, group, priority, rule, correlation in zip(concepts, targets, *facts, strict=True):
        if not target or (rule or "").strip().upper() not in _ALWAYS:
            continue
        groups.setdefault(concept, set()).add(group)
        candidate = (priority, target.strip(), _CORRELATIONS.get(correlation, len(_CORRELATIONS)))
        holding[concept, group] = min(candidate, holding.get((concept, group), candidate))
    for (concept, group), (_, target, correlation) in holding.items():
        yield _Pair(target, str(concept), (correlation, len(groups[concept]), group))


def _nlm_pairs(path: Path) -> Iterator[_Pair]:
    lines = decode(read_bytes(path), path.name).split("\n")
    header = lines[0].strip().split("\t")
    if not set(_NLM) <= set(header):
        msg = f"{path.name} is neither an RF2 release nor a map file of the NLM"
        raise OntologyError(msg, hint=f"such a file has the columns {', '.join(_NLM)}")
    code, concept, one_to_one = (header.index(name) for name in _NLM)
    for number, line in enumerate(lines[1:], 2):
        fields = line.rstrip("\r").split("\t")
        if fields == [""]:
            continue
        if len(fields) != len(header):
            msg = f"{path.name}, line {number}: {len(fields)} fields, where the header has {len(header)}"
            raise OntologyError(msg, hint="the file is damaged or cut short; get it again")
        if fields[code] and fields[concept].isdecimal():
            yield _Pair(fields[code].strip(), fields[concept], (int(fields[one_to_one] != "1"),))


def _ordered(taxonomy: Taxonomy, targets: tuple[str, ...]) -> tuple[str, ...]:
    known = dict.fromkeys(concept for target in targets for concept in _live(taxonomy, target))
    above = {concept: set(taxonomy.subsumers(concept)) for concept in known}
    covers = {concept: sum(concept in others for others in above.values()) for concept in known}
    return tuple(sorted(known, key=lambda concept: -covers[concept]))


def _live(taxonomy: Taxonomy, concept: str) -> tuple[str, ...]:
    """The concept itself, or what its id leads to now."""
    return (concept,) if concept in taxonomy else taxonomy.find(concept)[:1]
