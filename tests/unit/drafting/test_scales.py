"""Scales are found with their order, in several languages; what only looks like one is not."""

import random
import tomllib

import pytest

from kinonym.drafting import draft_recipe, guess_table
from kinonym.drafting.ordered_scales import order_scale

SCALES = [
    "Less than 1 | 1 to 2 | 3 to 4 | More than 4",
    "Less than 1 | 1 | 2 | 3 | More than 3",
    "18-24 years old | 25-34 years old | 35-44 years old | 65+ years old",
    "Never | Rarely | Sometimes | Often | Always",
    "Low | Medium | High",
    "Strongly disagree | Disagree | Neutral | Agree | Strongly agree",
    "menos de 18 | de 18 a 24 años | 25 a 34 años | 65 y más",
    "menys de 18 anys | 18-29 anys | més de 29 anys",
    "moins de 18 ans | 18-24 ans | 65 ans et plus",
    "unter 18 Jahre | 18 bis 24 Jahre | über 65",
    "meno di 5 | da 5 a 10 | oltre 10",
    "até 10 | 11 a 20 | mais de 20",
    "tot 20 | 20 tot 40 | 40 en ouder",
    "do 20 lat | 21-40 lat | 41 lat i więcej",
    "under 20 år | 20–39 år | över 60 år",
    "Less than $25,000 | $25,000-$49,999 | $50,000-$99,999 | More than $100,000",
    "< 25.000 € | 25.000–50.000 € | 50.000–75.000 €",
    "$0 | $1 - $4,999 | $5,000 - $9,999",
    "nie | selten | manchmal | oft | immer",
    "Trifft nicht zu | Trifft eher nicht zu | Trifft eher zu | Trifft zu",
    "En desacord | D'acord | Molt d'acord",
    "muy insatisfecho | insatisfecho | satisfecho | muy satisfecho",
    "faible | moyen | élevé",
    "aldrig | ibland | ofta",
    "niski | średni | wysoki",
    "slecht | matig | goed | zeer goed",
    "lieve | moderato | grave",
    "Stage 1 | Stage 2 | Stage 3",
    "Grade 3 | Grade 9 | Grade 10",
    "1 - never | 2 - sometimes | 3 - often",
    "A1 | A2 | B1 | C1",
    "I | II | IV",
    "Primary | Secondary | University",
    "2018-2019 | 2019-2020",
    "18-24 | 25-34 | Prefer not to say",
]


@pytest.mark.parametrize("scale", SCALES)
def test_the_order_of_a_scale_is_found(scale):
    steps = scale.split(" | ")
    for seed in range(3):
        assert list(order_scale(random.Random(seed).sample(steps, len(steps)))) == steps


@pytest.mark.parametrize(
    "values",
    [
        "red | green | blue",
        "yes | no | sometimes",
        "Ward 1 | Ward 2 | Ward 3",
        "1 | 2 | 3",
        "12-34 | 12-56",
        "20-10 | 30-20",
        "single | married | widowed",
        "Madrid 3 | Madrid 4",
        "low | banana | high",
        "Q1 | A2",
        "2 Main Street | 3 Main Street",
    ],
)
def test_what_has_no_order_gets_none(values):
    assert order_scale(values.split(" | ")) == ()


def test_the_order_stands_in_the_draft_also_where_the_column_passes_unchanged():
    draw = random.Random(1)
    steps = ["Never", "Sometimes", "Always"]
    sample = {"age_band": [draw.choice(["18-24", "25-34", "35+"]) for _ in range(90)], "survey_mode": steps * 30}
    table = guess_table(sample, {})
    assert [(g.role.value, g.type.value) for g in table.columns] == [("quasi", "ordinal"), ("other", "ordinal")]
    text = draft_recipe(table)
    assert tomllib.loads(text)["columns"]["age_band"]["order"] == ["18-24", "25-34", "35+"]
    assert '# order = ["Never", "Sometimes", "Always"]' in text
