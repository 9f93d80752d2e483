"""Reader of OWL and SKOS in RDF/XML and Turtle (including N-Triples), one statement at a time.

`rdf_graph` collects the statements; `rdf_words` lists the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from kinonym.errors import OntologyError
from kinonym.ontologies.obo import check_imports_option
from kinonym.ontologies.rdf_graph import Graph
from kinonym.ontologies.source_files import open_bytes, read_head, reject_declarations
from kinonym.ontologies.xml_nesting import Nesting
from kinonym.taxonomy import Taxonomy

if TYPE_CHECKING:
    from pyoxigraph import Triple

__all__ = ["load_rdfxml", "load_turtle"]

_BASE = "https://kinonym.invalid/"  # for relative names in a file without a base; never resolved


def load_rdfxml(path: Path, *, language: str | Sequence[str] | None = None, imports: str = "refuse") -> Taxonomy:
    """Read classes or concepts with their labels and is-a links; ids are IRIs.

    Parameters
    ----------
    path
        The file, optionally compressed with gzip.
    language
        Language tags in order of preference. By default, labels of all languages are read, and the preferred label is
        English or without a tag. Otherwise, only labels in the given languages or without a tag are read.
    imports
        ``"refuse"`` to reject a file with imports, or ``"ignore"`` to skip the imports. Nothing is fetched.

    Notes
    -----
    Individuals become leaves below their class. Anonymous classes, e.g. restrictions, are skipped. ``owl:Thing`` is
    skipped because it is the virtual root.
    """
    reject_declarations(read_head(path), path.name)
    return _load(path, "RDF_XML", language, imports)


def load_turtle(path: Path, *, language: str | Sequence[str] | None = None, imports: str = "refuse") -> Taxonomy:
    """Read the same from Turtle or N-Triples; see `load_rdfxml`."""
    return _load(path, "TURTLE", language, imports)


def _load(path: Path, syntax: str, language: str | Sequence[str] | None, imports: str) -> Taxonomy:
    check_imports_option(imports)
    languages = [language] if isinstance(language, str) else list(language or ())
    graph = Graph(path.name)
    with open_bytes(path) as stream:
        checked_stream = cast("IO[bytes]", Nesting(stream, path.name)) if syntax == "RDF_XML" else stream
        for statement in _statements(checked_stream, syntax, path.name):
            graph.add_statement(statement)
    return graph.to_taxonomy(languages, ignore_imports=imports == "ignore")


def _statements(stream: IO[bytes], syntax: str, name: str) -> Iterator[Triple]:
    try:
        from pyoxigraph import RdfFormat, parse
    except ImportError as error:
        msg = "reading OWL and SKOS needs the package pyoxigraph"
        raise OntologyError(msg, hint="pip install 'kinonym[owl]'") from error
    try:
        yield from parse(stream, getattr(RdfFormat, syntax), base_iri=_BASE)
    except (SyntaxError, ValueError) as error:
        where = getattr(error, "lineno", None)
        location = f"{name}, line {where}" if where else name
        msg = f"{location}: not well-formed {syntax.replace('_', '/')}"
        raise OntologyError(msg, hint="the file is damaged or cut short, or in another syntax") from error
