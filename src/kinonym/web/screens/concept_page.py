"""The concepts of a column's ontology: searched by typing, browsed from the root down, each with its own page."""

from __future__ import annotations

from starlette.responses import Response

from kinonym.domains import Nominal
from kinonym.mapping import Mapping
from kinonym.taxonomy import Taxonomy
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import render
from kinonym.web.screens.knowledge import column_named, value_numbered

__all__ = ["routes"]

routes = Routes("/p/{key}")
_HITS = 12
_KIN = 10
_CHILDREN = 100


@routes.get("/concepts/{number:int}/search")
def search(page: PageRequest) -> Response:
    """Concepts with a label or id that contains the typed text, below the column's root."""
    project, number, q = page.project, page.column, page.query("q")
    mapping = project.mapping(column_named(project, number))
    taxonomy = mapping.taxonomy
    hits = taxonomy.search(q, 4 * _HITS) if q.strip() else ()
    inside = [hit for hit in hits if mapping.root is None or mapping.root in taxonomy.subsumers(hit)]
    return render(
        "parts/hits.html", project=project, number=number, value=page.query("value"), q=q,
        hits=[_named(taxonomy, hit) for hit in inside[:_HITS]],
    )  # fmt: skip


@routes.get("/concepts/{number:int}")
def concept(page: PageRequest) -> Response:
    """One concept: its names, its way up, its kin, what is below it, and how often it occurs here."""
    project, number, concept_id, value = page.project, page.column, page.query("id"), page.query("value")
    name = column_named(project, number)
    mapping = project.mapping(name)
    taxonomy = mapping.taxonomy
    at = taxonomy.concepts[taxonomy.resolve(concept_id)] if concept_id else (mapping.root or taxonomy.root)
    children = taxonomy.children(at)
    return render(
        "concept.html", project=project, step="knowledge", number=number, column=name, at=at,
        place=value, value=value_numbered(mapping, value),
        labels=taxonomy.labels(at), source=taxonomy.source, path=[_named(taxonomy, c) for c in _way_up(taxonomy, at)],
        kin=_kin(project.state.columns[name].get("measure", "wu-palmer"), mapping, at), children_number=len(children),
        children=[_named(taxonomy, c) for c in children[:_CHILDREN]],
        here=sum(row.count for row in mapping.rows if row.concept == at),
    )  # fmt: skip


def _named(taxonomy: Taxonomy, concept: str) -> dict[str, str]:
    return {"id": concept, "label": taxonomy.label(concept)}


def _way_up(taxonomy: Taxonomy, concept: str) -> list[str]:
    """From the root down to the concept, by the first parent each time."""
    path = [concept]
    while parents := taxonomy.parents(path[-1]):
        path.append(parents[0])
    return path[::-1]


def _kin(measure: str, mapping: Mapping, concept: str) -> list[dict[str, str]]:
    """The nearest concepts by the column's own measure; below its root, unless the concept itself lies above it."""
    inside = mapping.root is None or mapping.root in mapping.taxonomy.subsumers(concept)
    domain = Nominal(mapping.taxonomy, mapping.root if inside else None, measure)
    near = domain.nearest(concept, _KIN + 1)
    near_ones = [
        {**_named(mapping.taxonomy, other), "distance": f"{far:.2f}"} for other, far in near if other != concept
    ]
    return near_ones[:_KIN]
