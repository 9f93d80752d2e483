"""No rare value, seed or path in any form of the report: every cell of the table is a different token."""

import pandas as pd
import pytest

import kinonym as kn
from kinonym.methods import METHODS

from .conftest import PARENTS, sports_table


def forms(report):
    return {"text": report.text(), "page": report.page(), "html": report.html(), "json": report.json()}


def test_rare_values_and_places_do_not_show(result):
    # diving becomes rarer still; Farland is one record. Both may stand in the tree only as a concept above others.
    for name, text in forms(result.report).items():
        assert "Farland" not in text, name
        assert "secret-folder-name" not in text, name


@pytest.mark.parametrize("method", [name for name, kind in METHODS.items() if "k" in kind.__dataclass_fields__])
def test_tokens_of_rare_values_never_show(method):
    # 30 words that occur once and 10 that occur 4 times, and a common one.
    rare = [f"tokenrare{i:03d}" for i in range(30)] + [f"tokenfour{i // 4:03d}" for i in range(40)]
    table = pd.DataFrame({"word": rare + ["tokencommon"] * 50, "other": [str(i % 3) for i in range(120)]})
    recipe = {
        "columns": {"word": {"role": "quasi", "type": "plain"}, "other": {"role": "quasi", "type": "plain"}},
        "method": {"name": method, "k": 5},
        "release": {"accept_unique": True},
    }
    result = kn.mask(table, recipe)
    released = result.table["word"].value_counts()
    for name, text in forms(result.report).items():
        for token in set(rare):
            # what has become common stands in the release itself and may be shown
            assert token not in text or released.get(token, 0) >= 5, (name, token)
        assert "tokencommon" in text or name in ("text", "html")


def test_a_seed_is_marked_and_never_printed(recipe):
    seed = 918273645
    report = kn.mask(sports_table(), recipe, seed=seed).report
    for name, text in forms(report).items():
        assert str(seed) not in text, name
        assert "TEST – DO NOT RELEASE" in text, name


def test_markup_in_names_and_labels_stays_text(tmp_path):
    (tmp_path / "o.csv").write_text(PARENTS.replace("soccer", "<script>alert(1)</script>"))
    table = sports_table().rename(columns={"place": '"><b>place'})
    table["sport"] = table["sport"].replace("soccer", "<script>alert(1)</script>")
    recipe = {
        "columns": {
            "sport": {"role": "quasi", "type": "nominal", "ontology": str(tmp_path / "o.csv")},
            '"><b>place': {"role": "quasi", "type": "plain"},
            "age": {"role": "other"},
            "illness": {"role": "other"},
        },
        "method": {"name": "sa-mdav", "k": 3},
        "release": {"accept_unique": True},
    }
    report = kn.mask(table, recipe).report
    for text in (report.page(), report.html()):
        assert "<script" not in text
        assert "<b>" not in text
        assert "&lt;script&gt;" in text or text == report.html()
