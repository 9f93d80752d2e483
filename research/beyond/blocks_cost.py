"""What blocks cost: SA-MDAV on three diagnoses as a whole, and cut into blocks of neighbours."""

from __future__ import annotations

from pathlib import Path

from kinonym.methods.sa_mdav import SaMdav
from kinonym.metrics import measure_utility
from research.data.tables import diabetes
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import timed_plan, warm
from research.reading import SECONDS, Reading, single_readings

__all__ = ["EXPERIMENT"]

DATA = "Diabetes 130, three diagnoses, k = 5"
SSE = "SSE"
K = 5
FORMS = {"sa-mdav": False, "sa-mdav, refined": True}
SIZES = (5_000, 10_000, 25_000, 58_166)
"""The last is the number of combinations: one block."""


def cut(folder: Path, form: str, size: int) -> list[Reading]:
    """One size of blocks."""
    tuples = diabetes(folder, ("diag_1", "diag_2", "diag_3"), missing=True)
    method = SaMdav(k=K, refine=FORMS[form], block_size=size, workers=1)
    warm(method, tuples)
    plan, seconds = timed_plan(method, tuples, 0)
    return single_readings(DATA, form, size, {SSE: measure_utility(plan).sse, SECONDS: seconds})


EXPERIMENT = Experiment(
    title="What blocks cost",
    shows="beyond the papers: large tables are planned in blocks of neighbours",
    needs=("diabetes", "icd9"),
    parts=tuple(
        Part(name=f"{form} {size}", run=cut, settings={"form": form, "size": size}) for form in FORMS for size in SIZES
    ),
    tables=(
        Table(title="SSE by the most combinations in a block", figures=(SSE,), digits=1),
        Table(title=SECONDS, figures=(SECONDS,), digits=1),
    ),
    figures=(Figure(name="sse", title="Squared error by the size of blocks", figure=SSE, x="combinations in a block"),),
)
