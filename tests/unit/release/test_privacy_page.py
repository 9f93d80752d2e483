"""The sentences that docs/privacy.md quotes are those that the program prints."""

import re

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
import pages
from kinonym.random import generator

SECTION = (pages.ROOT / "docs" / "privacy.md").read_text(encoding="utf-8").partition("\n## 2 ")[2].partition("\n## ")[0]
TABLE = pd.DataFrame(
    {"a": np.arange(30) % 3, "b": generator(2).permutation(30) % 2, "who": [f"p{i % 15:02}" for i in range(30)]}
)


def first_sentence(method, person=None):
    """What a run on 30 records claims first, as the page writes it: without this table's columns and figures."""
    columns = {"a": {"role": "quasi", "type": "numeric"}, "b": {"role": "quasi", "type": "numeric"}}
    recipe = {
        "table": {} if person is None else {"person": person},
        "columns": columns | ({} if person else {"who": {"role": "identifier"}}),
        "method": method,
        "release": {"accept_unique": True, "confirm": [] if person else ["who"]},
    }
    sentence = kn.mask(TABLE, recipe).claims[0].sentence
    for pattern, shown in {
        r"a, b": "{columns}", r"at least \d+": "at least k", r"up to \d+": "up to m", r"1/3": "1/k", r"b ≥ 3": "b ≥ k",
        r"this table": "the written file", r"(?<=[Mm]easured: ).*": "…",
    }.items():  # fmt: skip
        sentence = re.sub(pattern, shown, sentence)
    return sentence


@pytest.mark.parametrize(
    ("method", "person"),
    [
        ({"name": "suppress", "k": 3}, None),
        ({"name": "suppress", "k": 3}, "who"),
        ({"name": "generalise-items", "k": 3, "m": 2}, None),
        ({"name": "generalise-items", "k": 3, "m": 2}, "who"),
        ({"name": "srs1", "k": 3}, None),
        ({"name": "record-swap", "k": 3}, None),
        ({"name": "noise", "alpha": 0.3}, None),
    ],
    ids=lambda value: value if isinstance(value, str) else value and value["name"],
)
def test_quoted_sentence_is_printed(method, person):
    assert f'"{first_sentence(method, person)}"' in SECTION
