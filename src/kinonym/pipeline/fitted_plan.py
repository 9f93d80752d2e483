"""`fit` learns the classes of a training table; `FittedPlan.apply` masks other tables with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, get_args

from kinonym.engines import open_table
from kinonym.engines.contract import RunKey
from kinonym.errors import RecipeError, UsageError
from kinonym.methods import Progress, silent
from kinonym.methods.clustering import Clustering
from kinonym.methods.learnt_plan import Unknown
from kinonym.methods.suppress import Suppress
from kinonym.pipeline.learnt_release import LearntRelease
from kinonym.pipeline.masking import RecipeLike, mask_table
from kinonym.pipeline.result import Result
from kinonym.pipeline.reuse import keep_groups_whole
from kinonym.pipeline.sinks import TableSink
from kinonym.pipeline.steps import plan_table
from kinonym.recipe import Recipe, load_recipe
from kinonym.system_limits import limits_explained

__all__ = ["FittedPlan", "fit"]

Table = TypeVar("Table")


@limits_explained()
def fit(
    table: Any,  # noqa: ANN401  # any kind of table that `mask` takes
    recipe: RecipeLike,
    *,
    unknown: Unknown = "nearest",
    seed: int | None = None,
    progress: Progress = silent,
) -> FittedPlan:
    """Learn from a training table what each combination of the masked columns becomes.

    Parameters
    ----------
    table
        The training table, of a kind that `mask` takes. It is not released.
    recipe
        A dict, a path to a TOML file, or a `Recipe`, with a method that makes k-anonymous classes.
    unknown
        What a combination becomes that the training table does not have: the ``nearest`` class by the distance of the
        columns, or ``suppress``: its masked values become missing.
    seed
        For experiments only: makes the classes repeatable, and marks what `FittedPlan.apply` returns as a test.
    progress
        Called with the completed share of the work, from 0 to 1.

    Returns
    -------
    FittedPlan
        The classes. They contain the combinations of the training table: keep them as private as the table.

    Examples
    --------
    >>> import pyarrow as pa
    >>> train = pa.table({"job": ["nurse", "midwife", "plumber", "welder"] * 3})
    >>> recipe = {"columns": {"job": {"role": "quasi", "ontology": "wordnet"}}, "method": {"name": "sa-mdav", "k": 5}}
    >>> result = fit(train, recipe).apply(pa.table({"job": ["nurse", "surgeon"]}))
    >>> print(result.claims[0])
    Every combination of job in this table also occurs in the masked training table, where it occurs at least 6 times, \
missing counted as a value.
    """
    if unknown not in get_args(Unknown):
        msg = f"unknown = {unknown!r} is not a treatment of new combinations"
        raise UsageError(msg, hint=f"one of: {', '.join(get_args(Unknown))}")
    loaded = load_recipe(recipe)
    check_learnable(loaded)
    if isinstance(loaded.resolved_method, Clustering) and loaded.table.person is None:
        loaded = keep_groups_whole(loaded)  # with persons, they are whole in any case
    source = open_table(table, loaded.table).source
    planned, run = plan_table(source, loaded, RunKey.of(seed), TableSink(), progress)
    return FittedPlan(recipe=planned.recipe, learnt=LearntRelease.of(run, unknown), seed=seed)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class FittedPlan:
    """The classes of a training table, which `apply` gives to the rows of other tables."""

    recipe: Recipe
    """The recipe of the training table."""
    learnt: LearntRelease
    """What the columns mean, and the class of every combination: as private as the training table."""
    seed: int | None = None
    """The seed of the classes: what is masked with them is then a test."""

    def __repr__(self) -> str:
        known, classes = len(self.learnt.method.trained), len(self.learnt.method.targets)
        return f"<FittedPlan: {known:,} combinations of {', '.join(self.recipe.masked)} in {classes:,} classes>"

    def apply(
        self, table: Table, *, seed: int | None = None, aligned: bool = False, progress: Progress = silent
    ) -> Result[Table]:
        """Mask another table with the same columns, and return a table of the same kind.

        Parameters
        ----------
        table
            A table with the columns of the training table.
        seed
            For experiments only, as in `mask`: it only decides the order of the rows.
        aligned
            Keep the rows in the order of the table. The claims then state that the order links rows and persons.
        progress
            Called with the completed share of the work, from 0 to 1.

        Notes
        -----
        Every released combination is one of the masked training table. The table alone is not k-anonymous: the claims
        state how often its rarest combination occurs. What a row becomes depends on no other row of the table.
        """
        key = RunKey.of(self.seed if seed is None else seed)
        return mask_table(table, self.recipe, key, aligned=aligned, progress=progress, learnt=self.learnt)


def check_learnable(recipe: Recipe) -> None:
    """Reject a recipe with something that cannot be learnt from one table and applied to another."""
    method, table = recipe.resolved_method, recipe.table
    if recipe.scenario:
        msg = "scenarios cannot be learnt from a training table: they have no classes that other records can join"
        raise RecipeError(msg, hint="remove [[scenario]] from the recipe of fit")
    if not method.traits.k_anonymous or isinstance(method, Suppress):
        msg = f"{method.name} makes no classes that other records can join"
        raise RecipeError(msg, hint='use name = "sa-mdav", "mdav", "k-ward", "recode", "resample" or "generalise"')
    settings = {
        "table.sample": table.sample is not None,
        "table.gather": bool(table.gather),
        "method.form": recipe.method.get("form") == "values",
        "table.population": table.population is not None,
        "table.weight": table.weight is not None,
        "release.reuse": recipe.release.reuse is not None,
    }
    for name, column in recipe.columns.items():
        settings[f"columns.{name}.shift_with"] = column.shift_with is not None
        settings[f"columns.{name}.before"] = bool(column.successors)
        settings[f"columns.{name}.with"] = name in recipe.followers
        settings[f"columns.{name}.ontology_by"] = column.ontology_by is not None
        settings[f"columns.{name}.ontology"] = column.has_several_ontologies
    for key in (key for key, used in settings.items() if used):
        msg = f"{key} cannot be learnt from a training table"
        hint = "name one ontology" if key.endswith(".ontology") else f"remove {key.rpartition('.')[2]}"
        raise RecipeError(msg, hint=f"{hint} from the recipe of fit")
