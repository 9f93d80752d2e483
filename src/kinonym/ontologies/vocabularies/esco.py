"""Reader of ESCO as CSV: occupations below the groups of ISCO-08, or skills."""

from __future__ import annotations

import re
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.languages import find_language
from kinonym.ontologies.concept_list import ALIAS_RANK, ConceptList
from kinonym.ontologies.vocabularies.distributed import Bundle
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["folder_files", "load_esco"]

_PILLARS = {
    "occupations": (("ISCOGroups_*.csv", "occupations_*.csv"), "broaderRelationsOccPillar_*.csv"),
    "skills": (("skillGroups_*.csv", "skills_*.csv"), "broaderRelationsSkillPillar_*.csv"),
}
_COLUMNS = ("conceptUri", "preferredLabel", "altLabels", "code", "description")
_LANGUAGE = re.compile(r"_([a-z]{2,3})\.csv$", re.IGNORECASE)


def folder_files(folder: Path, **_: object) -> list[Path]:
    """List the files that are read."""
    return Bundle(folder).files(*(name for groups, relations in _PILLARS.values() for name in (*groups, relations)))


def load_esco(path: Path, *, vocabulary: str | None = None, language: str | None = None) -> Taxonomy:
    """Read occupations (or skills) with their groups, preferred and alternative labels; ids are URIs.

    Parameters
    ----------
    path
        The folder or zip file of a CSV download.
    vocabulary
        ``occupations`` (default) or ``skills``.
    language
        Language of the labels, if the folder has files of several.
    """
    pillar = vocabulary or "occupations"
    if pillar not in _PILLARS:
        msg = f"ESCO has no {pillar!r}"
        raise UsageError(msg, hint=f"name one of: {', '.join(_PILLARS)}")
    bundle = Bundle(path)
    tables, relations = _PILLARS[pillar]
    code = "*" if language is None else find_language(language).code
    members = [bundle.find(table.replace("*", code)) or "" for table in tables]
    spoken = _LANGUAGE.search(members[-1])
    source = Source(
        f"ESCO {pillar}", licence="ESCO (European Commission)", language=spoken[1].lower() if spoken else ""
    )
    concepts = ConceptList(path.name, source)
    for member in members:
        columns = bundle.read(member, _COLUMNS, delimiter=",", quoted=True, optional=("code", "description"))
        for uri, label, others, number, note in zip(*columns, strict=True):
            labels = {label: 0, **{text.strip(): 1 for text in others.splitlines() if text.strip() != label}}
            if number:
                labels.setdefault(number, ALIAS_RANK)
            concepts.add(uri, labels)
            concepts.glosses[uri] = note
    member = bundle.find(relations.replace("*", code), required=False) or bundle.find(relations) or ""
    pairs = zip(*bundle.read(member, ["conceptUri", "broaderUri"], delimiter=",", quoted=True), strict=True)
    concepts.is_a = [(child, parent) for child, parent in pairs if parent in concepts.position_of]
    return concepts.to_taxonomy(root_label=f"ESCO {pillar}")
