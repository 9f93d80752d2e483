"""What a training table teaches: the meaning of its columns, and the class of every combination."""

from __future__ import annotations

from dataclasses import dataclass

from kinonym.methods.learnt_plan import LearntPlan, Unknown
from kinonym.pipeline.learnt_columns import LearntColumn, learn_columns
from kinonym.pipeline.run import Run
from kinonym.release.learnt_combinations import TrainingClasses

__all__ = ["LearntRelease"]


@dataclass(frozen=True, eq=False, repr=False)
class LearntRelease:
    """The columns and classes of a training table."""

    method: LearntPlan
    columns: tuple[LearntColumn, ...]
    training: TrainingClasses

    @classmethod
    def of(cls, run: Run, unknown: Unknown) -> LearntRelease:
        """Learn from the verified plan of a training table."""
        method = LearntPlan.of(run.plan, unknown)
        training = TrainingClasses(
            smallest=method.smallest_class,
            unit=run.plan.tuples.unit,
            suppresses=unknown == "suppress",
            demands=run.method.demands is not None,
        )
        return cls(method, learn_columns(run.recipe, run.prepared.columns), training)
