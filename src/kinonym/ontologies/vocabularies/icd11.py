"""Reader of the tabulation of ICD-11 (`LinearizationMiniOutput-MMS-en.txt`): dashes before a title give its depth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import read_text
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["is_tabulation", "load_icd11"]

_DASHES = re.compile(r"^((?:-\s*)*)")


def is_tabulation(header: Sequence[str]) -> bool:
    """Whether these are the names of the columns of a tabulation."""
    return {"Code", "BlockId", "Title", "ClassKind", "ChapterNo"} <= {name.strip().strip('"') for name in header}


def load_icd11(path: Path) -> Taxonomy:
    """Read chapters, blocks and categories; ids are codes, the ids of blocks, and the numbers of chapters."""
    lines = read_text(path).splitlines()
    header = [name.strip().strip('"') for name in lines[0].split("\t")] if lines else []
    if not is_tabulation(header):
        msg = f"{path.name} is not a tabulation of ICD-11"
        raise OntologyError(msg, hint="download the MMS linearisation as a text file with tabs")
    code, block, title, chapter = (header.index(name) for name in ("Code", "BlockId", "Title", "ChapterNo"))
    concepts = ConceptList(path.name, Source("ICD-11", licence="CC BY-ND 3.0 IGO (WHO)"))
    ancestors: list[str] = []
    for number, line in enumerate(lines[1:], 2):
        cells = [cell.strip().strip('"') for cell in line.split("\t")]
        if not any(cells):
            continue
        if len(cells) < len(header) - 1:
            msg = f"{path.name}, line {number}: {len(cells)} fields, where the header has {len(header)}"
            raise OntologyError(msg, hint="the file is damaged or cut short; download it again")
        dashes = _DASHES.match(cells[title])
        depth = dashes[1].count("-") if dashes else 0
        key = cells[code] or cells[block] or f"chapter {cells[chapter]}"
        if depth > len(ancestors):
            msg = f"{path.name}, line {number}: the title is deeper than its parent by more than one level"
            raise OntologyError(msg, hint="the file is damaged, or was sorted; download it again")
        concepts.add(key, {cells[title][len(dashes[0]) if dashes else 0 :].strip(): 0})
        ancestors[depth:] = [key]
        if depth:
            concepts.is_a.append((key, ancestors[depth - 1]))
    return concepts.to_taxonomy(root_label="ICD-11")
