"""Reader of OWL and SKOS in RDF/XML and Turtle (N-Triples included), one statement at a time.

What the statements come to is put together in `rdf_graph`; the words they use are in `rdf_words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from kinonym.errors import OntologyError
from kinonym.ontologies.obo import check_imports_option
from kinonym.ontologies.rdf_graph import Graph
from kinonym.ontologies.source_files import head, open_bytes, refuse_declarations
from kinonym.ontologies.xml_nesting import Nesting
from kinonym.taxonomy import Taxonomy

if TYPE_CHECKING:
    from pyoxigraph import Triple

__all__ = ["load_rdfxml", "load_turtle"]

_BASE = "https://kinonym.invalid/"  # for relative names in a file that has no base; never looked up


def load_rdfxml(path: Path, *, language: str | Sequence[str] | None = None, imports: str = "refuse") -> Taxonomy:
    """Read classes or concepts with their labels and is-a links; the id is the IRI.

    Parameters
    ----------
    path
        The file, packed with gzip or not.
    language
        Language tags in order of preference. By default labels of all languages are kept, the preferred one
        being English or without tag; with languages given, only theirs and those without tag.
    imports
        ``"refuse"`` a file that imports others, or ``"ignore"`` what they would add. Nothing is fetched.

    Notes
    -----
    Individuals become leaves below their class. Anonymous classes, among them all restrictions, are no
    concepts. ``owl:Thing`` is not kept: it is what the virtual root is.
    """
    refuse_declarations(head(path), path.name)
    return _load(path, "RDF_XML", language, imports)


def load_turtle(path: Path, *, language: str | Sequence[str] | None = None, imports: str = "refuse") -> Taxonomy:
    """Read the same from Turtle, of which N-Triples is a part; see `load_rdfxml`."""
    return _load(path, "TURTLE", language, imports)


def _load(path: Path, syntax: str, language: str | Sequence[str] | None, imports: str) -> Taxonomy:
    check_imports_option(imports)
    languages = [language] if isinstance(language, str) else list(language or ())
    graph = Graph(path.name)
    with open_bytes(path) as stream:
        watched = cast("IO[bytes]", Nesting(stream, path.name)) if syntax == "RDF_XML" else stream
        for statement in _statements(watched, syntax, path.name):
            graph.take(statement)
    return graph.taxonomy(languages, ignore_imports=imports == "ignore")


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
        place = f"{name}, line {where}" if where else name
        msg = f"{place}: not well-formed {syntax.replace('_', '/')}"
        raise OntologyError(msg, hint="the file is damaged or cut short, or in another syntax") from error
