"""Write a taxonomy as CSV, OBO or SKOS; `load` then returns an equal one.

Ranks and counts, for which OBO and SKOS have no terms, are written as properties of Kinonym. Irregular plurals are not
written: they belong to the language of WordNet, not to its concepts.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import numpy as np

from kinonym.errors import UsageError
from kinonym.files.output import write_document
from kinonym.ontologies import rdf_words as words
from kinonym.taxonomy import Taxonomy

__all__ = ["EXPORTS", "export", "to_text"]

_IRI = re.compile(r"(?:https?://|urn:(?!kinonym:))[^<>\"{}|^`\\\s\x00-\x20]+")
_QUOTED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"})
_PLAIN = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t", "!": r"\!", "{": r"\{"})
_ID = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t", " ": r"\W", "!": r"\!", "{": r"\{"})
_BAR = str.maketrans({"\\": r"\\", "|": r"\|"})


def export(taxonomy: Taxonomy, path: str | Path, *, format: str | None = None) -> None:  # noqa: A002
    """Write a taxonomy to a file.

    Parameters
    ----------
    taxonomy
        The taxonomy. A virtual root is written like any other concept.
    path
        The file; an existing file is replaced only by a complete new one.
    format
        One of ``EXPORTS`` (default: by the ending of the path: .csv, .obo, .ttl).
    """
    write_document(Path(path), to_text(taxonomy, Path(path), format=format))


def to_text(taxonomy: Taxonomy, target: Path, *, format: str | None = None) -> str:  # noqa: A002
    """Return the text that `export` writes."""
    endings = {".csv": "csv", ".obo": "obo", ".ttl": "skos"}
    chosen = format or endings.get(target.suffix.lower(), "")
    if chosen not in EXPORTS:
        msg = f"a taxonomy cannot be written as {chosen or target.suffix!r}"
        raise UsageError(msg, hint=f"the formats are {', '.join(EXPORTS)}; the endings {', '.join(endings)}")
    return EXPORTS[chosen](taxonomy)


@dataclass(frozen=True)
class _Concept:
    """All data of one concept."""

    id: str
    parents: list[str]
    labels: list[str]
    ranks: list[int]
    gloss: str
    parts: list[str]
    count: int

    def kinonym_properties(self) -> list[tuple[str, str]]:
        """Ranks and count, unless they are the defaults of a reader: rank 0 for the preferred label, 1 for others."""
        is_default = self.ranks == [0, *[1] * (len(self.ranks) - 1)]
        ranks = [] if is_default else [("ranks", " ".join(map(str, self.ranks)))]
        return [*ranks, ("count", str(self.count))] if self.count else ranks


def _list_concepts(taxonomy: Taxonomy) -> Iterator[_Concept]:
    ids = taxonomy.concepts
    none = np.zeros(len(ids) + 1, dtype=np.int64)
    parent_start, parents = (array.tolist() for array in taxonomy.parent_csr)
    part_start, parts = (array.tolist() for array in taxonomy.part_csr or (none, none))
    label_start = taxonomy.label_start.tolist()
    ranks = [0] * label_start[-1] if taxonomy.label_ranks is None else taxonomy.label_ranks.tolist()
    for i, concept in enumerate(ids):
        span = slice(label_start[i], label_start[i + 1])
        yield _Concept(
            concept,
            [ids[p] for p in parents[parent_start[i] : parent_start[i + 1]]],
            list(taxonomy.label_texts[span]),
            ranks[span],
            taxonomy.glosses[i] if taxonomy.glosses else "",
            [ids[p] for p in parts[part_start[i] : part_start[i + 1]]],
            int(taxonomy.counts[i]) if taxonomy.counts is not None else 0,
        )


def _to_csv(taxonomy: Taxonomy) -> str:
    """One row per link; the first row of a concept has all other data."""
    sink = io.StringIO(newline="")
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["id", "parent", "label", "synonyms", "ranks", "gloss", "parts", "count"])
    for concept in _list_concepts(taxonomy):
        first, *others = concept.parents or [""]
        ranks = "|".join(map(str, concept.ranks)) if any(concept.ranks) else ""
        cells = [ranks, concept.gloss, _join_list(concept.parts), concept.count or ""]
        writer.writerow([concept.id, first, concept.labels[0], _join_list(concept.labels[1:]), *cells])
        writer.writerows([concept.id, parent, "", "", "", "", "", ""] for parent in others)
    return sink.getvalue()


def _join_list(items: list[str]) -> str:
    return "|".join(item.translate(_BAR) for item in items)


def _to_obo(taxonomy: Taxonomy) -> str:
    source = taxonomy.source
    lines = ["format-version: 1.4"]
    lines += [f"data-version: {source.version.translate(_PLAIN)}"] if source.version else []
    about = {"title": source.name, "license": source.licence, "bibliographicCitation": source.citation}
    about |= {"language": source.language}
    lines += [f"property_value: dcterms:{word} {_literal(text)} xsd:string" for word, text in about.items() if text]
    for concept in _list_concepts(taxonomy):
        lines += ["", "[Term]", f"id: {concept.id.translate(_ID)}"]
        lines += [f"name: {concept.labels[0].translate(_PLAIN)}"]
        lines += [f"def: {_literal(concept.gloss)} []"] if concept.gloss else []
        lines += [f"synonym: {_literal(label)} EXACT []" for label in concept.labels[1:]]
        lines += [f"is_a: {parent.translate(_ID)}" for parent in concept.parents]
        lines += [f"relationship: has_part {part.translate(_ID)}" for part in concept.parts]
        lines += [
            f"property_value: kinonym:{word} {_literal(value)} xsd:string"
            for word, value in concept.kinonym_properties()
        ]
    return "\n".join([*lines, ""])


def _to_skos(taxonomy: Taxonomy) -> str:
    source = taxonomy.source
    lines = [
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .",
        "@prefix dcterms: <http://purl.org/dc/terms/> .",
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
        f"@prefix kinonym: <{words.OWN}> .",
        "",
        f"<{words.OWN}scheme> a skos:ConceptScheme",
    ]
    about = {"dcterms:title": source.name, "owl:versionInfo": source.version}
    about |= {"dcterms:license": source.licence, "dcterms:bibliographicCitation": source.citation}
    about |= {"dcterms:language": source.language}
    lines += [f"  ; {word} {_literal(text)}" for word, text in about.items() if text]
    lines.append("  .")
    for concept in _list_concepts(taxonomy):
        lines += [f"{_iri(concept.id)} a skos:Concept ; skos:prefLabel {_literal(concept.labels[0])}"]
        lines += [f"  ; skos:altLabel {_literal(label)}" for label in concept.labels[1:]]
        lines += [f"  ; skos:broader {_iri(parent)}" for parent in concept.parents]
        lines += [f"  ; dcterms:hasPart {_iri(part)}" for part in concept.parts]
        lines += [f"  ; skos:definition {_literal(concept.gloss)}"] if concept.gloss else []
        lines += [f"  ; kinonym:{word} {_literal(value)}" for word, value in concept.kinonym_properties()]
        lines.append("  .")
    return "\n".join([*lines, ""])


def _literal(text: str) -> str:
    return f'"{text.translate(_QUOTED)}"'


def _iri(concept: str) -> str:
    """The id itself if it is an IRI, else an IRI that encodes the id."""
    is_iri = _IRI.fullmatch(concept)
    return f"<{concept}>" if is_iri else f"<{words.OWN_CONCEPT}{quote(concept, safe='')}>"


EXPORTS: dict[str, Callable[[Taxonomy], str]] = {"csv": _to_csv, "obo": _to_obo, "skos": _to_skos}
