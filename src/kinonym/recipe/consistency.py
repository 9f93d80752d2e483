"""Checks that the parts of a recipe fit together; every error says what is wrong and what to do."""

from __future__ import annotations

from kinonym.column_types import ColumnRecipe
from kinonym.errors import RecipeError
from kinonym.files.decode import known_encoding
from kinonym.hints import did_you_mean
from kinonym.methods.contract import check_several_ontologies
from kinonym.ontologies.from_values import OWN_VALUES
from kinonym.recipe.linked_columns import check_linked_columns
from kinonym.recipe.model import Recipe
from kinonym.recipe.population_keys import check_population
from kinonym.recipe.scenarios import check_scenarios
from kinonym.system_limits import check_path_text

__all__ = ["check_consistency"]


def check_consistency(recipe: Recipe) -> None:
    """Check how the parts of a recipe fit together."""
    check_path_text(*(name for column in recipe.columns.values() for name in _list_files(column)))
    if recipe.table.encoding is not None:
        known_encoding(recipe.table.encoding)
    for name, column in recipe.columns.items():
        column.check_precision(name)
        column.check_limits(name)
    if not recipe.masked:
        msg = "the recipe has no quasi-identifier: nothing would be masked"
        raise RecipeError(msg, hint='give at least one column role = "quasi"')
    _check_person(recipe)
    for name in recipe.masked:
        _check_systems(name, recipe)
    check_scenarios(recipe)
    check_population(recipe)
    _check_form(recipe)
    check_linked_columns(recipe)  # after the code systems, which it uses to find followers
    demanding = recipe.resolved_method.demands is not None
    for name, column in recipe.columns.items():
        if column.masked or (demanding and column.role == "confidential"):
            column.check(name)
            _check_systems(name, recipe)
    if demanding:
        _check_confidential(recipe)
    _check_means_of_two(recipe)
    _check_several_ontologies(recipe)
    if recipe.resolved_method.traits.masked_only:
        _check_masked_only(recipe)


def _check_form(recipe: Recipe) -> None:
    """Reject links between columns if a class is written as its values, which have no order and no single concept."""
    if recipe.method.get("form") != "values":
        return
    linked = [f"columns.{first}: before" for first, _ in recipe.ordered_pairs]
    linked += [f"columns.{name}: with or ontology_by" for name in recipe.followers]
    if linked:
        msg = f'method.form = "values" cannot be combined with {linked[0]}'
        raise RecipeError(msg, hint="leave one of them out")


def _check_several_ontologies(recipe: Recipe) -> None:
    """Several ontologies go with methods that form classes, and with columns that nothing else depends on."""
    several = [name for name, column in recipe.columns.items() if column.has_several_ontologies]
    check_several_ontologies(recipe.resolved_method, several)
    for name in several:
        if not recipe.columns[name].masked or name in recipe.table.gather:
            msg = f"columns.{name} has several ontologies, but is not masked, or is gathered"
            raise RecipeError(msg, hint="name one ontology for this column")
    for name, column in recipe.columns.items():
        if column.follows in several:
            msg = f"columns.{name} follows {column.follows!r}, which has several ontologies"
            raise RecipeError(msg, hint=f"name one ontology for {column.follows!r}, or drop {name!r}")


def _list_files(column: ColumnRecipe) -> list[str | None]:
    return [*column.ontologies, *column.systems.values(), column.mapping, column.code_map, column.counts]


def _check_gathered(recipe: Recipe) -> None:
    """Reject ``gather`` without a person column, and for columns that are not masked concepts."""
    if recipe.table.gather and recipe.table.person is None:
        msg = "table.gather gathers the rows of persons, but the recipe does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "patient_id"')
    for name in recipe.table.gather:
        if recipe.table.gather.count(name) > 1:
            msg = f"table.gather names the column {name!r} twice"
            raise RecipeError(msg, hint="name each column once")
        if name not in recipe.columns:
            msg = f"table.gather names the column {name!r}, which the recipe does not have"
            raise RecipeError(msg, hint=did_you_mean(name, recipe.columns))
        column = recipe.columns[name]
        if not column.masked or not column.maps_values:
            msg = f"columns.{name} is in table.gather, but only masked concepts can be gathered"
            raise RecipeError(msg, hint='give it role = "quasi" and an ontology, or remove it from gather')


def _check_person(recipe: Recipe) -> None:
    """Reject settings that need a person column, and other roles for it: it is never released."""
    person = recipe.table.person
    if recipe.table.person_link and person is None:
        msg = "table.person_link links the rows of a person, but the recipe does not name the person column"
        raise RecipeError(msg, hint='add [table] person = "patient_id"')
    if recipe.table.person_link and not recipe.table.gather:
        msg = "table.person_link: linked rows show all values of a person, which only gather protects"
        raise RecipeError(msg, hint='name the columns of such rows: gather = ["diagnosis"]; or remove person_link')
    _check_gathered(recipe)
    if person is not None and (role := recipe.columns[person].role) != "identifier":
        msg = f"columns.{person} is the person column and cannot have the role {role}: it is never released"
        raise RecipeError(msg, hint=f'remove the role of {person!r}, or write role = "identifier"')


def _check_masked_only(recipe: Recipe) -> None:
    """A release that is private as a whole has no other column, and its epsilon protects records."""
    method = recipe.resolved_method.name
    if recipe.unmasked:
        msg = f"columns.{recipe.unmasked[0]} would be released unmasked, which the epsilon of {method} does not cover"
        names = ", ".join(recipe.unmasked)
        raise RecipeError(msg, hint=f'drop with role = "identifier", or mask with role = "quasi": {names}')
    if recipe.table.person is not None:
        msg = f"table.person names persons, but the epsilon of {method} protects one record"
        raise RecipeError(msg, hint="make a table with one row per person, and leave out [table] person")


def _check_systems(name: str, recipe: Recipe) -> None:
    """Check the code systems of a column: ``ontology_by`` names another column, and an ontology per system."""
    column = recipe.columns[name]
    if column.ontology_by is None:
        return
    if column.ontology is not None:
        msg = f"columns.{name} has both ontology and ontology_by"
        raise RecipeError(msg, hint="keep one of them")
    by = column.ontology_by.get("column")
    if by is None or len(column.ontology_by) < 2:
        msg = f"columns.{name}: ontology_by names a column and an ontology for each of its values"
        raise RecipeError(msg, hint='for instance {column = "icd_version", "9" = "icd9cm.csv", "10" = "icd10cm"}')
    if by == name:
        msg = f"columns.{name}: ontology_by names the column itself"
        raise RecipeError(msg, hint="name the column that says which code system a value belongs to")
    if by not in recipe.columns:
        msg = f"columns.{name}: ontology_by names the column {by!r}, which the recipe does not have"
        raise RecipeError(msg, hint=did_you_mean(by, recipe.columns))
    for key in ("root", "mapping", "code_map", "counts"):
        if column.model_dump()[key] is not None:
            msg = f"columns.{name} has {key}, which cannot be combined with ontology_by"
            raise RecipeError(msg, hint=f'remove {key}; for values without a concept use unmapped = "isolate"')
    if built := [ontology for ontology in column.systems.values() if ontology in OWN_VALUES]:
        msg = f"columns.{name}: ontology_by names {built[0]!r}, which is built from a whole column"
        raise RecipeError(msg, hint="name an ontology, or a file with a hierarchy")


def _check_confidential(recipe: Recipe) -> None:
    """Check that demands have a confidential column, and that all of these are released unmasked."""
    confidential = recipe.with_role("confidential")
    if not confidential:
        msg = "l_diversity, p_sensitive and t_closeness need a confidential column, and the recipe has none"
        raise RecipeError(msg, hint='give a column role = "confidential"')
    if both := recipe.confidential_masked:
        msg = f"columns.{both[0]} is masked as a quasi-identifier and cannot also be kept diverse in its classes"
        raise RecipeError(msg, hint="remove mask = true from it, or the demand under [method]")


def _check_means_of_two(recipe: Recipe) -> None:
    """Reject means of groups of two: each member can work out the number of the other."""
    method = recipe.resolved_method
    if method.k_or_none != 2 or not method.traits.averages:
        return
    for name in recipe.confidential_masked:
        if recipe.columns[name].averages and name not in recipe.release.confirm:
            msg = f"columns.{name}: with k = 2, the mean of a group shows each of its two members the other's number"
            raise RecipeError(msg, hint=f'set k = 3 or more, or confirm it: [release] confirm = ["{name}"]')
