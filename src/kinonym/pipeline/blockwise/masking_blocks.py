"""Masks a Spark table in blocks of combinations: sample, cut, plan on the executors, join, recount, claim."""

from __future__ import annotations

from kinonym.engines.contract import RunKey, Tally
from kinonym.engines.fingerprint import Fingerprint
from kinonym.engines.row_order import RowOrder
from kinonym.engines.spark.combination_frame import CombinationFrame, PlannedCombinations
from kinonym.engines.spark.expected_blocks import expect_planned
from kinonym.engines.spark.planned_masked import PlannedMasked, common_number_types
from kinonym.files.output_form import Form
from kinonym.methods import Progress
from kinonym.pipeline.assigning import list_released
from kinonym.pipeline.blockwise.allowed_recipes import check_blockwise
from kinonym.pipeline.blockwise.block_plan import BlockPlanner
from kinonym.pipeline.blockwise.block_sums import BlockSums
from kinonym.pipeline.blockwise.blockwise_result import BlockwiseResult
from kinonym.pipeline.blockwise.cutting_blocks import choose_blocks
from kinonym.pipeline.blockwise.meanings import TableMeaning, interpret_combinations
from kinonym.pipeline.blockwise.measured_blocks import MeasuredBlocks, name_columns
from kinonym.pipeline.notices import group_notices
from kinonym.pipeline.result import Written
from kinonym.pipeline.role_checks import check_roles, find_doubtful_columns
from kinonym.pipeline.sinks import FileSink
from kinonym.pipeline.unmasked import check_before_planning, make_unique_rows_check
from kinonym.recipe import Recipe
from kinonym.release.checks import Check, refuse
from kinonym.release.class_checks import MinimumClass
from kinonym.release.facts import Claim, Facts
from kinonym.release.gate import Expected, write_release
from kinonym.release.policy import claims_for
from kinonym.tuples import Plan

__all__ = ["mask_in_blocks"]

_CUT, _PLANNED = 0.2, 0.8
"""Shares of the work that are done when the blocks are chosen, and when they are planned."""

_PLANNED_APART = (
    "{combinations:,} combinations were planned on the executors in {blocks:,} blocks of neighbours; all records of a "
    "combination are in one group, and the attackers that were tried know in which block a record was planned"
)
_NOT_MEASURED = (
    "frequencies, moments and clusters of the whole table, and what groups disclose about confidential columns, were "
    "not measured: they need all combinations in one place"
)


def mask_in_blocks(
    combinations: CombinationFrame,
    recipe: Recipe,
    key: RunKey,
    sink: FileSink,
    progress: Progress,
    *,
    saves_plan: bool,
) -> BlockwiseResult:
    """Mask a table with combinations that stay on the executors, and write the verified release.

    Parameters
    ----------
    combinations
        Of the masked columns.
    recipe, key, sink, progress
        As in `kinonym.pipeline.steps.run_pipeline`.
    saves_plan
        Whether the plan is to be saved, which is refused.

    Notes
    -----
    Every class of a block has k records of that block, and so at least k of the table: the guarantee of the blocks is
    that of the table. A combination has one target, so that no row draws one.
    """
    source = combinations.source
    check_blockwise(combinations, recipe, sink.form, saves_plan=saves_plan)
    check_roles(source, recipe)
    check_before_planning(source, recipe)
    meaning = interpret_combinations(combinations, recipe)
    method = meaning.recipe.resolved_method
    blocks = choose_blocks(combinations, meaning, method)
    progress(_CUT)
    planner = BlockPlanner(
        recipe=meaning.recipe, method=method, columns=meaning.columns, key=key, missing_text=sink.form.marker
    )
    kinds = ["string" if column.number_kind is None else "double" for column in meaning.columns]
    plan, sums = combinations.plan(blocks, planner, kinds, blocks.number, key)
    try:
        progress(_PLANNED)
        if sums.totals["records"] + sums.totals["incomplete"] != source.records:
            refuse("the blocks that were planned do not have the records of the table")
        release = _Release(combinations, meaning, key, sink, sums)
        return release.write(plan)
    finally:
        plan.unpersist()
        progress(1.0)


class _Release:
    """A planned release of a table, to be written and verified."""

    def __init__(
        self, combinations: CombinationFrame, meaning: TableMeaning, key: RunKey, sink: FileSink, sums: BlockSums
    ) -> None:
        self.combinations, self.source, self.meaning = combinations, combinations.source, meaning
        self.recipe, self.key, self.sink, self.sums = meaning.recipe, key, sink, sums
        self.method = self.recipe.resolved_method
        self.columns = list_released(self.recipe, self.source.columns, marked=key.seed is not None)
        self.names = tuple(column.name for column in meaning.columns)
        self.records = int(sums.totals["records"] - sums.totals["removed"])
        self.smallest = MinimumClass(self.names, self.method.k_or_none or 1)
        self.unique = make_unique_rows_check(self.recipe, self.source.records)

    @property
    def checks(self) -> tuple[Check, ...]:
        """The checks of the written rows."""
        return (self.smallest,) if self.unique is None or not self.unique.counted else (self.smallest, self.unique)

    def write(self, plan: PlannedCombinations) -> BlockwiseResult:
        """Write the release; the gate verifies it."""
        kinds = common_number_types(self.sums.number_types)
        return write_release(
            PlannedMasked(self.source, plan, self.key, self.columns, self.records, kinds),
            self.sink.output,
            self.sink.form,
            expected=self._expect(plan, self.sink.form),
            checks=self.checks,
            complete=self._complete,
        )

    def _expect(self, plan: PlannedCombinations, form: Form) -> Expected:
        fingerprint = Fingerprint(self.key, self.columns, form.marker, typed=form.typed)
        order = RowOrder(fingerprint, self.records)
        total = expect_planned(self.source, plan, self.combinations.number, fingerprint, self.key, order)
        return Expected(records=self.records, sum=total, fingerprint=fingerprint, order=order)

    def _complete(self, tally: Tally) -> BlockwiseResult:
        """Make the result, before the folder gets its name."""
        from kinonym.assess import masking_by
        from kinonym.engines.recount import class_sizes

        named = name_columns(self.meaning.columns, int(self.sums.totals["records"]))
        attacks = tuple(attack for attack, _ in self.sums.attacks)
        measured = MeasuredBlocks(
            plan=named,
            masking=masking_by(self.method),
            attacks=attacks,
            sums=self.sums,
            originals=self.meaning.originals,
            sizes=class_sizes(tally, self.names),
        )
        doubtful = tuple(why for _, why in find_doubtful_columns(self.source, self.recipe))
        result: BlockwiseResult = BlockwiseResult(
            table=self.sink.output.path,
            attacks=attacks,
            claims=self._claims(named, tally),
            recipe=self.recipe,
            method=self.method,
            coverage=self.meaning.coverage,
            notices=group_notices((*self.sink.notices, *doubtful, *self.meaning.notices, *self._notices())),
            seeded=self.key.seed is not None,
            tally=tally,
            uniqueness=None if self.unique is None else self.unique.measure(tally),
            written=self._written(tally),
            asked=self.meaning.asked,
            measured=measured,
        )
        self.sink.prepare_documents(result)
        return result

    def _written(self, tally: Tally) -> Written:
        opened = self.sink.opened
        return Written(
            path=self.sink.output.path,
            records=tally.records,
            columns=tally.columns,
            engine=opened.engine,
            reason=opened.reason,
            checks=self.checks,
        )

    def _claims(self, named: Plan, tally: Tally) -> tuple[Claim, ...]:
        recipe = self.recipe
        return claims_for(
            Facts(
                method=self.method,
                plan=named,
                tally=tally,
                where=self.sink.name,
                attacks=tuple(attack for attack, _ in self.sums.attacks),
                shuffled=True,
                seeded=self.key.seed is not None,
                context=self.meaning.context,
                confidential=tuple(recipe.confidential_masked),
                spelled_by_data=tuple(
                    n for n in self.names if recipe.columns[n].kind == "nominal" and not recipe.columns[n].write
                ),
                drops_missing=recipe.table.missing_values == "drop",
                uniqueness=None if self.unique is None else self.unique.measure(tally),
            )
        )

    def _notices(self) -> tuple[str, ...]:
        """How the release was planned, and what was not measured."""
        blocks, incomplete = int(self.sums.totals["blocks"]), int(self.sums.totals["incomplete"])
        notices = [_PLANNED_APART.format(combinations=self.combinations.number, blocks=blocks), _NOT_MEASURED]
        notices += sorted(self.sums.notices)
        if incomplete:
            notices.append(f"{incomplete:,} rows that miss a quasi-identifier were dropped")
        return tuple(notices)
