"""A small run with an ontology in a file, with values that are too rare to be shown."""

from __future__ import annotations

import pandas as pd
import pytest

import kinonym as kn

PARENTS = """child,parent
sport,
contact sport,sport
water sport,sport
football,contact sport
boxing,contact sport
soccer,football
rugby,football
swimming,water sport
surfing,water sport
diving,water sport
"""


def sports_table() -> pd.DataFrame:
    """200 records; diving has 3 of them, the place Farland 1."""
    sports = ["soccer"] * 80 + ["rugby"] * 60 + ["boxing"] * 30 + ["swimming"] * 20 + ["surfing"] * 7 + ["diving"] * 3
    places = [*(["Northtown", "Southtown", "Easttown"] * 67)[:199], "Farland"]
    illness = (["gastritis", "ulcer", "asthma", "migraine"] * 50)[:200]
    ages = [str(20 + i % 47) for i in range(200)]
    return pd.DataFrame({"sport": sports, "place": places, "age": ages, "illness": illness})


@pytest.fixture(scope="session")
def recipe(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secret-folder-name")
    (folder / "sports.csv").write_text(PARENTS)
    return {
        "columns": {
            "sport": {"role": "quasi", "type": "nominal", "ontology": str(folder / "sports.csv")},
            "place": {"role": "quasi", "type": "plain"},
            "age": {"role": "quasi", "type": "numeric", "precision": 0},
            "illness": {"role": "confidential"},
        },
        "method": {"name": "sa-mdav", "k": 5},
        "release": {"accept_unique": True},
    }


@pytest.fixture(scope="session")
def result(recipe):
    return kn.mask(sports_table(), recipe)


@pytest.fixture(scope="session")
def page(result):
    return result.report.page()
