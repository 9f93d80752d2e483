"""Hierarchy: groups of a column's values, made by rules or by hand, with a preview; saved as CSV and opened again."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import FileResponse, Response

from kinonym import ontologies
from kinonym.errors import KinonymError
from kinonym.ontologies.grouping_rules import DATE_LEVELS
from kinonym.ontologies.value_groups import ValueGroup, groups_of_taxonomy, write_groups
from kinonym.web.draft_state import file_name
from kinonym.web.hierarchy_forms import RULES, Rule, choose_rule, group_values, read_rule, shown_tree
from kinonym.web.page_request import PageRequest, Routes
from kinonym.web.pages import ShownError, go, render, shown_error
from kinonym.web.project import HIERARCHY, Project
from kinonym.web.screens.knowledge import column_named

__all__ = ["routes"]

routes = Routes("/p/{key}/hierarchy")
_MOST_CONCEPTS = 20_000
_USUAL_K = 5


@routes.get("/{number:int}")
def hierarchy(page: PageRequest) -> Response:
    """The hierarchy of a column as it was saved or uploaded; a proposal for a column without one."""
    project, name = page.project, column_named(page.project, page.column)
    saved = _saved_groups(project, name)
    counts = _counts(project, name, saved)
    rule = project.state.hierarchies.get(name) if saved else None
    if rule is None:
        rule = {"kind": "groups"} if saved else choose_rule(counts, _decimal(project))
    if saved is not None:
        return _shown(project, page.column, rule, counts, saved)
    return _shown_by_rule(project, page.column, rule, counts)


@routes.post("/{number:int}/preview")
def preview(page: PageRequest) -> Response:
    """The groups that the form makes; nothing is saved."""
    project, name = page.project, column_named(page.project, page.column)
    counts = _counts(project, name, _saved_groups(project, name))
    rule = read_rule(page.form)
    template = "parts/hierarchy_summary.html" if "edited" in page.form else "parts/hierarchy_tree.html"
    return _shown_by_rule(project, page.column, rule, counts, page.form.get("tree"), template)


@routes.post("/{number:int}")
def save(page: PageRequest) -> Response:
    """Write the groups as a CSV hierarchy, which the recipe then names for the column."""
    project, name = page.project, column_named(page.project, page.column)
    counts = _counts(project, name, _saved_groups(project, name))
    rule = read_rule(page.form)
    try:
        groups = group_values(rule, counts, decimal=_decimal(project), tree=page.form.get("tree"))
        place = project.free_file(f"{file_name(name)}{HIERARCHY}")
        write_groups(place, groups)
        ontologies.load(place)
    except KinonymError as error:
        return _shown_by_rule(project, page.column, rule, counts, page.form.get("tree"), error=error)
    now = project.state.columns[name]
    kept = {key: value for key, value in now.items() if key in ("role", "mask")}
    with project.lock:
        state = project.state.with_columns({name: {**kept, "type": "nominal", "ontology": place.name}})
        state = replace(state.deciding(name, {}), hierarchies={**state.hierarchies, name: rule})
        project.change(state.without_links_to(name))
    return go(project, f"knowledge?column={page.column}")


@routes.get("/{number:int}/hierarchy.csv")
def download(page: PageRequest) -> Response:
    """The file of the column's hierarchy."""
    project, name = page.project, column_named(page.project, page.column)
    if not project.has_csv_hierarchy(name):
        return go(project, f"hierarchy/{page.column}")
    place = project.files / str(project.state.columns[name]["ontology"])
    return FileResponse(place, media_type="text/csv", filename=place.name)


def _saved_groups(project: Project, name: str) -> ValueGroup | None:
    """The groups of the column's CSV hierarchy; None without one, or if it is too large to be edited here."""
    if not project.has_csv_hierarchy(name):
        return None
    taxonomy = ontologies.load(project.files / str(project.state.columns[name]["ontology"]))
    if len(taxonomy) > _MOST_CONCEPTS:
        return None
    return groups_of_taxonomy(taxonomy, list(_column_counts(project, name)))


def _column_counts(project: Project, name: str) -> dict[str, int]:
    values, counts = project.table.values(name)
    return {str(value): int(count) for value, count in zip(values, counts, strict=True) if value is not None}


def _counts(project: Project, name: str, saved: ValueGroup | None) -> dict[str, int]:
    """Value → records; leaves of the hierarchy that do not occur in the table have none."""
    counts = _column_counts(project, name)
    return counts if saved is None else {**dict.fromkeys(saved.every_value, 0), **counts}


def _decimal(project: Project) -> str:
    return str(project.state.table.get("decimal", "."))


def _shown_by_rule(
    project: Project, number: int, rule: Rule, counts: dict[str, int], tree: str = "",
    template: str = "hierarchy.html", error: KinonymError | None = None,
) -> Response:  # fmt: skip
    """The groups of a rule; without any groups and with the reason, if the rule does not fit the values."""
    groups = ValueGroup(values=tuple(counts))
    try:
        if rule["kind"] in RULES or tree:
            groups = group_values(rule, counts, decimal=_decimal(project), tree=tree)
    except KinonymError as wrong:
        error = error or wrong
    shown = None if error is None else shown_error(error, project)
    return _shown(project, number, rule, counts, groups, template, shown)


def _shown(
    project: Project, number: int, rule: Rule, counts: dict[str, int], groups: ValueGroup,
    template: str = "hierarchy.html", error: ShownError | None = None,
) -> Response:  # fmt: skip
    name = column_named(project, number)
    tree = shown_tree(groups, counts)
    k = project.state.method.get("k", _USUAL_K)
    return render(
        template, project=project, step="knowledge", number=number, column=name, rule=rule, tree=tree, error=error,
        levels=list(tree.levels()), date_levels=DATE_LEVELS, kinds=[*RULES, "groups"], k=k if isinstance(k, int) else 5,
        order=rule.get("order") or "\n".join(counts), saved=project.has_csv_hierarchy(name),
        values=len(counts),
    )  # fmt: skip
