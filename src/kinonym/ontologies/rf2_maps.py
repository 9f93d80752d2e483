"""Maps from codes to concepts of SNOMED CT: RF2 map reference sets, the NLM map files, or OMOP's "Maps to".

With such a map, a column of ICD codes can be protected with the finer hierarchy of SNOMED CT. `kinonym.mapping` chooses
among several concepts; here they are in order of preference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from kinonym.errors import OntologyError
from kinonym.ontologies.recognise import recognise
from kinonym.ontologies.rf2_files import Release, column, find_release
from kinonym.ontologies.source_files import decode, read_bytes, read_head
from kinonym.ontologies.vocabularies.omop import read_maps
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
        """Restrict the map to a taxonomy: replace or drop unknown concepts, and put the most general ones first.

        The code of a classification represents everything that maps to it, so the concept that subsumes most of the
        others describes it best.
        """
        ordered = {code: _order_targets(taxonomy, targets) for code, targets in self.concepts.items()}
        return CodeMap(self.name, MappingProxyType({code: ids for code, ids in ordered.items() if ids}))


@dataclass(frozen=True)
class _Pair:
    """One code and one concept; the smaller the weight, the better the pair."""

    code: str
    concept: str
    weight: tuple[int, ...]


def load_code_map(path: str | Path, *, refset: str | None = None, release: str | None = None) -> CodeMap:
    """Read the map from codes to concepts.

    Parameters
    ----------
    path
        An RF2 folder or zip file with map reference sets, a map file of the NLM (ICD9CM_SNOMED_MAP_…txt), or the
        OMOP vocabularies from Athena.
    refset
        Id of the map: 447562003 for ICD-10, 447563008 for ICD-9-CM; in OMOP, the vocabulary of the codes. Required if
        there are several.
    release
        ``"Snapshot"`` or ``"Full"``, as for the release itself.

    Notes
    -----
    RF2 maps lead from concepts to codes, by groups of rules. Rules that depend on the patient cannot be applied; in
    each group, the first unconditional rule counts. The map is then inverted: a code leads to every concept that maps
    to it, those with an exact match and with a single group first.
    """
    location = Path(path).expanduser()
    if not location.exists():
        msg = f"the file or folder {location.name} does not exist"
        raise OntologyError(msg, hint="check the path; it is relative to the recipe")
    if location.is_file() and not read_head(location, 4).startswith(b"PK\x03\x04"):
        return _collect(location.name, _nlm_pairs(location))
    if recognise(location) == "omop":
        return _collect(
            refset or location.name, (_Pair(code, target, (0,)) for code, target in read_maps(location, refset))
        )
    files = find_release(location, release)
    chosen, kinds = _choose_map(files, refset)
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


def _choose_map(files: Release, refset: str | None) -> tuple[int, list[str]]:
    """Choose the map to read: its id, and the kinds of files that contain it."""
    kinds: dict[int, list[str]] = {}
    for kind in _MAPS:
        if files.has(kind):
            for number in files.read(kind, ["refsetId"])["refsetId"].unique().to_pylist():
                kinds.setdefault(number, []).append(kind)
    listed = ", ".join(map(str, sorted(kinds))) or "none"
    if refset is None and len(kinds) == 1:
        return next(iter(kinds.items()))
    if refset is None or not refset.isdecimal() or int(refset) not in kinds:
        msg = f"{files.path.name}: {'no map was named' if refset is None else f'there is no map {refset!r}'}"
        raise OntologyError(msg, hint=f"give refset as one of: {listed}")
    return int(refset), kinds[int(refset)]


def _rf2_pairs(files: Release, kind: str, refset: int) -> Iterator[_Pair]:
    import pyarrow.compute as pc

    simple = kind == "simple-map"
    rule_columns = [] if simple else ["mapGroup", "mapPriority", "mapRule", "correlationId"]
    rows = files.read(kind, ["refsetId", "referencedComponentId", "mapTarget", *rule_columns])
    rows = rows.filter(pc.equal(rows["refsetId"], refset))
    concepts = column(rows, "referencedComponentId").tolist()
    targets = rows["mapTarget"].to_pylist()
    if simple:
        yield from (_Pair(t.strip(), str(c), (0,)) for c, t in zip(concepts, targets, strict=True) if t)
        return
    facts = (rows[name].to_pylist() for name in rule_columns)
    first_rules: dict[tuple[int, int], tuple[int, str, int]] = {}
    groups: dict[int, set[int]] = {}
    for concept, target, group, priority, rule, correlation in zip(concepts, targets, *facts, strict=True):
        if not target or (rule or "").strip().upper() not in _ALWAYS:
            continue
        groups.setdefault(concept, set()).add(group)
        candidate = (priority, target.strip(), _CORRELATIONS.get(correlation, len(_CORRELATIONS)))
        first_rules[concept, group] = min(candidate, first_rules.get((concept, group), candidate))
    for (concept, group), (_, target, correlation) in first_rules.items():
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
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again")
        if fields[code] and fields[concept].isdecimal():
            yield _Pair(fields[code].strip(), fields[concept], (int(fields[one_to_one] != "1"),))


def _order_targets(taxonomy: Taxonomy, targets: tuple[str, ...]) -> tuple[str, ...]:
    current = dict.fromkeys(concept for target in targets for concept in _current_concept(taxonomy, target))
    subsumers = {concept: set(taxonomy.subsumers(concept)) for concept in current}
    covers = {concept: sum(concept in others for others in subsumers.values()) for concept in current}
    return tuple(sorted(current, key=lambda concept: -covers[concept]))


def _current_concept(taxonomy: Taxonomy, concept: str) -> tuple[str, ...]:
    """The concept itself, or its replacement."""
    return (concept,) if concept in taxonomy else taxonomy.find(concept)[:1]
