"""What a recipe and a run can say if the combinations of a table stay on the executors; the rest is refused."""

from __future__ import annotations

from collections.abc import Iterator

from kinonym.engines.spark.combination_frame import CombinationFrame
from kinonym.errors import UsageError
from kinonym.files.output_form import Form
from kinonym.methods import Method
from kinonym.methods.k_anonymous import KAnonymous
from kinonym.methods.suppress import Suppress
from kinonym.pipeline.blockwise.plan_memory import PLAN_MEMORY, most_combinations
from kinonym.recipe import Recipe

__all__ = ["check_blockwise"]


def check_blockwise(combinations: CombinationFrame, recipe: Recipe, form: Form | None, *, saves_plan: bool) -> None:
    """Reject a run that needs all combinations in one place, with all reasons in one error.

    Raises
    ------
    UsageError
        Before anything is planned.
    """
    reasons = [
        *_list_methods(recipe.resolved_method),
        *_list_settings(recipe),
        *_list_columns(recipe),
        *_list_outputs(combinations, form, saves_plan=saves_plan),
    ]
    if not reasons:
        return
    most = most_combinations(combinations.source, len(combinations.columns))
    msg = (
        f"{combinations.number:,} combinations of the masked columns are more than the {most:,} that the memory for "
        f"plans allows, and they cannot be planned in blocks on the executors: {'; '.join(reasons)}"
    )
    raise UsageError(msg, hint=f"mask fewer columns, round numbers and dates, or raise {PLAN_MEMORY}")


def _list_methods(method: Method) -> Iterator[str]:
    if not isinstance(method, KAnonymous | Suppress):
        yield f"the method {method.name} does not make groups of k that hold block by block"
    elif method.demands is not None:
        yield "l_diversity, p_sensitive and t_closeness count confidential values on the driver"
    elif isinstance(method, KAnonymous) and method.k_map is not None:
        yield "k_map compares every group with the population"


def _list_settings(recipe: Recipe) -> Iterator[str]:
    table, release = recipe.table, recipe.release
    settings = {
        "[table] person: the persons of each combination are counted on the driver": table.person is not None,
        "[table] population is compared with all combinations": table.population is not None,
        "[table] weight is added up over all combinations": table.weight is not None,
        "[release] reuse compares with the combinations of an earlier release": release.reuse is not None,
        "[[scenario]] plans in stages": bool(recipe.scenario),
    }
    return (reason for reason, used in settings.items() if used)


def _list_columns(recipe: Recipe) -> Iterator[str]:
    columns = recipe.columns
    linked = {name for pair in recipe.ordered_pairs for name in pair}
    kinds = {
        "with": [*recipe.followers],
        "before": [name for name in columns if name in linked],
        "separator": [name for name in recipe.masked if columns[name].separator is not None],
        "ontology_by": [name for name in columns if columns[name].ontology_by is not None],
        "several ontologies": [name for name in columns if columns[name].has_several_ontologies],
        "shift_with": recipe.shifted_columns,
    }
    for kind, names in kinds.items():
        if names:
            yield f"{kind} ({', '.join(map(repr, names))}) needs counts that are not made block by block"


def _list_outputs(combinations: CombinationFrame, form: Form | None, *, saves_plan: bool) -> Iterator[str]:
    if form is None:
        yield "the result is a table, and not a folder (kinonym.mask_file writes folders)"
    elif not form.folder:
        yield "the output is one file, and not a folder (let its name end in /)"
    if saves_plan:
        yield "--resume and --plan save the plan on the driver"
    if combinations.source.zones:
        yield "the driver writes times with a zone"
