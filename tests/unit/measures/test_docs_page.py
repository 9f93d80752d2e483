"""docs/measures.md recomputed: every figure of its worked example, and that it leaves no measure out."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kinonym import Nominal, Taxonomy
from kinonym.measures import IC_MODELS, MEASURES, measure_named, with_counts
from kinonym.measures.feature import RodriguezEgenhofer
from kinonym.measures.information_content import content

PAGE = (Path(__file__).parents[3] / "docs" / "measures.md").read_text(encoding="utf-8")
EXAMPLE, CONTENT = (
    part.split("\n## ")[0] for part in PAGE.split("## One pair, every measure")[1].split("### Information")
)
ROW = re.compile(r"^\| `([a-z+-]+)` \|.*\| ([\d.]+) \|$", re.MULTILINE)
MODEL_ROW = re.compile(r"^\| `([a-z]+)` \|.*\| ([\d.]+) \| ([\d.]+) \|$", re.MULTILINE)
GLOSS = re.compile(r"\*(a game [^*]+)\*")


@pytest.fixture(scope="module")
def sport():
    tax = Taxonomy.from_parents(
        {
            "sport": [], "contact_sport": "sport", "water_sport": "sport", "football": "contact_sport",
            "boxing": "contact_sport", "soccer": "football", "rugby": "football", "swimming": "water_sport",
            "surfing": "water_sport",
        }
    )  # fmt: skip
    glosses = dict(zip(("soccer", "rugby"), GLOSS.findall(EXAMPLE), strict=True))
    return replace(tax, glosses=tuple(glosses.get(concept, "") for concept in tax.concepts))


def test_the_example_shows_every_measure():
    assert {name.partition("+")[0] for name, _ in ROW.findall(EXAMPLE)} == set(MEASURES)
    assert {name for name, *_ in MODEL_ROW.findall(CONTENT)} == set(IC_MODELS)


@pytest.mark.parametrize(("name", "printed"), ROW.findall(EXAMPLE))
def test_each_distance_is_what_the_measure_gives(sport, name, printed):
    measure = RodriguezEgenhofer(parts=0) if name == "rodriguez-egenhofer" else measure_named(name)
    assert f"{Nominal(sport, measure=measure).distance('soccer', 'rugby'):.4f}" == printed


@pytest.mark.parametrize(("model", "football", "soccer"), MODEL_ROW.findall(CONTENT))
def test_each_content_is_what_the_model_gives(sport, model, football, soccer):
    counted = with_counts(sport, {"soccer": 3})
    found = dict(zip(sport.concepts, content(counted, model), strict=True))
    assert (f"{found['football']:.4f}", f"{found['soccer']:.4f}") == (football, soccer)


def test_the_page_says_what_the_traits_say():
    metric = {name for name in MEASURES if measure_named(name).traits.triangle}
    row = next(line for line in PAGE.splitlines() if line.endswith("| holds |"))
    assert set(re.findall(r"`([a-z-]+)`", row)) == metric
