"""Reader of OWL and SKOS in RDF/XML, Turtle and N-Triples, one statement at a time.

What the statements come to is put together in `rdf_graph`; the words they use are in `rdf_words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kinonym.errors import OntologyError, UsageError
from kinonym.ontologies.files import head, open_bytes
from kinonym.ontologies.obo import check_imports_option
from kinonym.ontologies.rdf_graph import Graph
from kinonym.ontologies.xml_guard import refuse_declarations
from kinonym.taxonomy import Taxonomy

if TYPE_CHECKING:
    from pyoxigraph import Triple

__all__ = ["SYNTAXES", "load_rdf"]

SYNTAXES = {"rdfxml": "RDF_XML", "turtle": "TURTLE", "ntriples": "N_TRIPLES"}
_BASE = "https://kinonym.invalid/"  # for relative names in a file that has no base; never looked up


def load_rdf(
    path: Path, *, syntax: str = "rdfxml", language: str | Sequence[str] | None = None, imports: str = "refuse"
) -> Taxonomy:
    """Read classes or concepts with their labels and is-a links; the id is the IRI.

    Parameters
    ----------
    path
        The file, packed with gzip or not.
    syntax
        One of ``SYNTAXES``.
    language
        Language tags in order of preference. By default labels of all languages are kept, the preferred one
        being without tag or English; with languages given, only theirs and those without tag.
    imports
        ``"refuse"`` a file that imports others, or ``"ignore"`` what they would add. Nothing is fetched.

    Notes
    -----
    Individuals become leaves below their class. Anonymous classes, among them all restrictions, are no
    concepts. ``owl:Thing`` is not kept: it is what the virtual root is.
    """
    check_imports_option(imports)
    if syntax not in SYNTAXES:
        msg = f"syntax is one of {', '.join(SYNTAXES)}, not {syntax!r}"
        raise UsageError(msg)
    if syntax == "rdfxml":
        refuse_declarations(head(path), path.name)
    languages = [language] if isinstance(language, str) else list(language or ())
    graph = Graph(path.name)
    with open_bytes(path) as stream:
        for statement in _statements(stream, syntax, path.name):
            graph.take(statement)
    return graph.taxonomy(languages, ignore_imports=imports == "ignore")


def _statements(stream: IO[bytes], syntax: str, name: str) -> Iterator[Triple]:
    try:
        from pyoxigraph import RdfFormat, parse
    except ImportError as error:
        msg = "reading OWL and SKOS needs the package pyoxigraph"
        raise OntologyError(msg, hint="pip install 'kinonym[owl]'") from error
    try:
        yield from parse(stream, getattr(RdfFormat, SYNTAXES[syntax]), base_iri=_BASE)
    except (SyntaxError, ValueError) as error:
        where = getattr(error, "lineno", None)
        msg = f"{name}{f', line {where}' if where else ''}: not well-formed {syntax}"
        raise OntologyError(msg, hint="the file is damaged or cut short, or in another syntax") from error
