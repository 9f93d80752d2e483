"""The report's last section: mapping, ontologies with licence and citation, versions, settings and the recipe."""

from __future__ import annotations

import platform
from html import escape
from importlib.metadata import PackageNotFoundError, version

from kinonym._version import __version__
from kinonym.domains import Domain, Nominal, Numeric, Ordinal
from kinonym.release.report.content import Content
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.tables import plain_table

__all__ = ["origin_section", "versions"]


def versions() -> dict[str, str]:
    """What computed the figures."""
    found = {"kinonym": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba", "pyarrow"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def origin_section(content: Content) -> Markup:
    """How the release was made, so that it can be repeated and cited."""
    return join(
        [
            plain_table("Columns and what their values mean", ("column", "kind", "mapped"), _columns(content)),
            _sources(content),
            plain_table("Method", ("parameter", "value"), _settings(content)),
            plain_table("Versions", ("program", "version"), [[k, v] for k, v in versions().items()]),
            element("h3", "Recipe"),
            element("p", "The same run again: save this as recipe.toml and give it to kinonym mask."),
            element("pre", Markup(escape(content.recipe)), tabindex=0, role="region", aria_label="Recipe"),
        ]
    )


def _columns(content: Content) -> list[list[str]]:
    return [
        [column.name, _kind(column.domain), content.coverage.get(column.name, "–")]
        for column in content.plan.tuples.columns
    ]


def _kind(domain: Domain) -> str:
    if isinstance(domain, Nominal):
        root = domain.tau.preferred([0])[0]
        measure = domain.measure if isinstance(domain.measure, str) else domain.measure.name
        name = domain.taxonomy.source.name
        return f"concepts of {name} below “{root}” ({len(domain.tau):,}), compared by {measure}"
    if isinstance(domain, Numeric):
        return "numbers, compared by their difference in standard deviations"
    if isinstance(domain, Ordinal):
        return f"{len(domain.levels)} ordered levels"
    return "words without an ontology, equal or not"


def _sources(content: Content) -> Markup | None:
    rows = {
        source.name: [source.name, source.version or "–", source.licence or "–", source.citation or "–"]
        for source in content.sources.values()
    }
    head = ("ontology", "version", "licence", "citation")
    return plain_table("Ontologies", head, list(rows.values())) if rows else None


def _settings(content: Content) -> list[list[str]]:
    return [["name", content.method.name], *([key, str(value)] for key, value in content.settings.items())]
