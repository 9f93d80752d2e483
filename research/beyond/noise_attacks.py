"""What semantic noise discloses: an attacker who knows the method guesses original cells and links records."""

from __future__ import annotations

from pathlib import Path

from kinonym.methods.noise import Noise, measure_recovery
from kinonym.privacy.attacks import channel_linkage, semantic_linkage
from kinonym.random import generator
from research.data.tables import diabetes
from research.experiment import Experiment, Figure, Part, Table
from research.reading import Reading, mean_readings, single_readings

__all__ = ["EXPERIMENT"]

WHOLE, SAMPLE = "Diabetes 130, 101,388 records", "Diabetes 130, 1,000 records"
ALPHAS = (0.3, 1.0)
RUNS = 5
METHODS: dict[str, dict[str, object]] = {
    "uncorrelated SNA-1": {"correlated": False},
    "correlated SNA-1": {},
    "correlated SNA-2": {"reference": "pair"},
    "correlated SNA-3": {"reference": "root"},
}
FIRST, SECOND = NAMED = ("originals named, first column", "originals named, second column")
MEANING, CHANCES = LINKED = ("linked by the nearest in meaning", "linked by one who knows the chances")
NOTHING = "without the release"


def recovered(folder: Path, method: str) -> list[Reading]:
    """The exact share of cells with the original as the likeliest value, and the share from the frequencies alone."""
    tuples = diabetes(folder)
    readings: list[Reading] = []
    for alpha in ALPHAS:
        cells = measure_recovery(Noise(alpha=alpha, **METHODS[method]).fit(tuples), tuples)  # type: ignore[arg-type] # settings by name
        shares = [cells[column.name] for column in tuples.columns]
        named = dict(zip(NAMED, (share.after for share in shares), strict=True))
        readings += single_readings(WHOLE, method, alpha, named)
        if method == "correlated SNA-1":
            guessed = dict(zip(NAMED, (share.before for share in shares), strict=True))
            readings += single_readings(WHOLE, NOTHING, alpha, guessed)
    return readings


def linked(folder: Path) -> list[Reading]:
    """Two attackers on correlated noise about the mean."""
    tuples = diabetes(folder, rows=1000)
    readings: list[Reading] = []
    for alpha in ALPHAS:
        noise, runs = Noise(alpha=alpha), []
        for seed in range(RUNS):
            rng = generator(seed)
            plan = noise.plan(tuples, rng)
            known = channel_linkage(plan, noise.channel(tuples), rng).success
            runs.append({MEANING: semantic_linkage(plan, rng).success, CHANCES: known})
        readings += mean_readings(SAMPLE, "correlated SNA-1", alpha, runs)
    return readings


EXPERIMENT = Experiment(
    title="What semantic noise tells",
    shows="beyond the papers: attacks on noise",
    needs=("diabetes", "icd9"),
    parts=(
        *(Part(name=f"cells {method}", run=recovered, settings={"method": method}) for method in METHODS),
        Part(name="records", run=linked),
    ),
    tables=(
        Table(title="Originals of cells named by one who knows the method", figures=NAMED, percent=True, digits=1),
        Table(title="Records linked", figures=LINKED, percent=True, digits=1),
    ),
    figures=(Figure(name="cells", title="Originals of cells named, first column", figure=FIRST, x="α"),),
)
