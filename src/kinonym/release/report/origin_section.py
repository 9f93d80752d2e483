"""How a release was made, so that it can be repeated and cited; as plain data."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from kinonym._version import __version__
from kinonym.assess.figure import percent
from kinonym.domains import Domain
from kinonym.release.report.publishing import Published
from kinonym.release.report.table_data import table

__all__ = ["origin_section", "versions"]


def versions() -> dict[str, str]:
    """The programs that computed the figures."""
    software = {"kinonym": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba", "pyarrow"):
        try:
            software[name] = version(name)
        except PackageNotFoundError:
            continue
    return software


def origin_section(published: Published) -> dict[str, Any]:
    """Columns, ontologies, method, versions and recipe; a table without rows is left out."""
    treatments = [[name, role, _treatment(published, name, role)] for name, role in published.roles.items()]
    sources = {
        source.name: [source.name, source.version or "–", source.licence or "–", source.citation or "–"]
        for source in published.sources.values()
    }
    return {
        "tables": [
            table("What happened to each column", ("column", "role", "what happened"), treatments),
            table("Columns and what their values mean", ("column", "kind", "mapped"), _columns(published)),
            table("Ontologies", ("ontology", "version", "licence", "citation"), list(sources.values())),
            table("Method", ("parameter", "value"), _settings(published)),
            table("Versions", ("program", "version"), [[name, number] for name, number in versions().items()]),
        ],
        "recipe": published.recipe,
    }


def _treatment(published: Published, name: str, role: str) -> str:
    if name in published.names and published.withheld is not None:
        return "masked"
    if name in published.names:
        return f"masked: {percent(published.assessment.utility.columns[name].changed)} of its values changed"
    return "dropped" if role == "identifier" else "released unchanged"


def _columns(published: Published) -> list[list[str]]:
    columns = published.assessment.plan.tuples.columns
    if published.withheld is not None:
        return [[column.name, column.domain.describe(_public_root(column.domain)), "–"] for column in columns]
    return [
        [view.name, (view.sets or view.domain).describe(view.root), published.coverage.get(view.name, "–")]
        for view in published.views
    ]


def _public_root(domain: Domain) -> str:
    """The root that the recipe names."""
    return "" if domain.hierarchy is None else str(domain.hierarchy.tau.preferred([0])[0])


def _settings(published: Published) -> list[list[str]]:
    masking = published.assessment.masking
    settings = {key: value for key, value in masking.settings.items() if value is not None}
    return [["name", masking.name], *([key, str(value)] for key, value in settings.items())]
