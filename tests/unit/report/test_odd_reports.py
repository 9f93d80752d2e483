"""Reports of unusual runs: nothing that may be shown, levels, persons with separated records, deleted rows."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from connections.test_planted_defects import a_confidential_column_is_rewritten
from kinonym.comparing import compare
from kinonym.errors import PrivacyError
from kinonym.files import output
from kinonym.methods import METHODS
from kinonym.privacy.attacks import linking
from kinonym.release import gate

from .conftest import sports_table


def test_a_report_shows_itself_as_its_text_and_its_page(result):
    report = result.report
    assert repr(report) == report.text()
    assert report._repr_html_() == report.html()
    assert 'name = "sa-mdav"' in report.recipe


def test_a_comparison_in_which_nothing_could_be_measured_says_so(recipe):
    compared = compare(sports_table(), recipe, methods=["sa-mdav"], k=[1000])
    assert [point.loss for point in compared.points] == [None]
    assert "No setting could be measured." in compared.page()


def test_many_methods_have_signs_that_differ(recipe):
    methods = ["sa-mdav", "mdav", "suppress", "generalise", "recode"]
    page = compare(sports_table(), recipe, methods=methods, k=[5]).page()
    assert {kind for kind in ("square", "triangle", "diamond", "cross", "plus") if f'point {kind}"' in page} == {
        "square", "triangle", "diamond", "cross",
    }  # fmt: skip


def masked(cells, columns, **method):
    return kn.mask(pd.DataFrame(cells), {"columns": columns, "method": {"name": "suppress", "k": 2, **method}})


def test_levels_are_described_by_their_number():
    column = {"role": "quasi", "type": "ordinal", "order": ["low", "middle", "high"]}
    page = masked({"grade": ["low", "high"] * 10}, {"grade": column}).report.page()
    assert "3 ordered levels" in page


def test_a_column_with_only_rare_values_shows_none_of_them(tmp_path):
    (tmp_path / "sports.csv").write_text(hospital.TAXONOMY)
    columns = {
        "word": {"role": "quasi", "ontology": str(tmp_path / "sports.csv")},
        "plain": {"role": "quasi", "type": "plain"},
    }
    result = masked({"word": hospital.WORDS[:6] * 2, "plain": list("uvwxyz") * 2}, columns)
    page = result.report.page()
    assert not any(f">{word}<" in page for word in hospital.WORDS[:6])
    for figures in result.report.figures["columns"].values():
        assert (figures["values"], figures["not_shown"]) == ([], {"before": 6, "after": 6})


def test_figures_that_json_cannot_represent_are_null():
    figures = masked({"word": ["a", "b"] * 10}, {"word": {"role": "quasi", "type": "plain"}}).report.json()
    read = json.loads(figures, parse_constant=pytest.fail)
    assert read["columns"]["word"]["values"]


def test_where_records_part_values_are_counted_by_record(tmp_path):
    """A swap sends records of one combination different ways: the person of a value is no longer known."""
    table = pd.DataFrame(hospital.rows(120), columns=hospital.COLUMNS)
    table["id"] = [f"p{i % 40}" for i in range(120)]
    hospital.write_table(tmp_path)
    recipe = hospital.recipe(tmp_path, {"name": "srs1", "k": 3}, table={"person": "id"})
    del recipe["columns"]["id"]
    result = kn.mask(table, recipe)
    assert not result.plan.whole
    for name in "ab":
        shown = {
            row["value"]: (row["before"], row["after"]) for row in result.report.figures["columns"][name]["values"]
        }
        assert shown == {word: (number, number) for word, number in table[name].value_counts().items()}


def test_a_release_of_no_rows_has_no_figures_of_what_is_left():
    """Every combination is rarer than k, and rare rows go."""
    word = {"role": "quasi", "type": "plain"}
    result = masked({"word": list("abcd")}, {"word": word}, drop=True)
    assert len(result.table) == 0
    read = json.loads(result.report.json(), parse_constant=pytest.fail)
    assert (read["distribution"], read["statistics"]) == (None, None)


def test_a_release_of_no_persons_is_an_empty_table():
    columns = {"word": {"role": "quasi", "type": "plain"}, "who": {"role": "identifier"}}
    cells = pd.DataFrame({"word": list("abcd"), "who": list("uvwx")})
    method = {"name": "suppress", "k": 2, "drop": True}
    result = kn.mask(cells, {"table": {"person": "who"}, "columns": columns, "method": method})
    assert (len(result.table), list(result.table)) == (0, ["word"])


def test_figures_that_a_method_states_are_numbers_or_null(monkeypatch):
    """Of a method from elsewhere: numbers of numpy, and what no file can hold."""
    facts = {"steps": np.int32(7), "gain": np.float32(0.5), "error": np.float64("nan")}
    plan = METHODS["suppress"].plan
    monkeypatch.setattr(METHODS["suppress"], "plan", lambda *given: replace(plan(*given), facts=facts))
    report = masked({"word": ["a", "b"] * 10}, {"word": {"role": "quasi", "type": "plain"}}).report
    assert json.loads(report.json(), parse_constant=pytest.fail)["facts"] == {"steps": 7, "gain": 0.5, "error": None}


def test_an_estimate_is_shown_with_its_interval(tmp_path, monkeypatch):
    """Of large tables some persons are tried; here of more than 50."""
    monkeypatch.setattr(linking, "SAMPLE", 40)
    attack = linking.link
    monkeypatch.setattr(linking, "link", lambda *given, **more: attack(*given, **{**more, "limit": 50}))
    hospital.write_table(tmp_path)
    table = pd.DataFrame(hospital.rows(120), columns=hospital.COLUMNS)
    page = kn.mask(table, hospital.recipe(tmp_path, {"name": "noise", "alpha": 1.0})).report.page()
    assert re.search(r"\([\d.]+ % to [\d.]+ % with 95 %: 40 tried\)", page.replace("\u202f", " ").replace("\xa0", " "))


# --- the private file


def test_removed_rows_cannot_be_linked(tmp_path):
    table = pd.DataFrame({"word": ["a"] * 5 + ["b"] * 5 + ["rare"]})
    recipe = {
        "columns": {"word": {"role": "quasi", "type": "plain"}},
        "method": {"name": "suppress", "k": 2, "drop": True},
    }
    lines = [json.loads(json.dumps(line)) for line in kn.mask(table, recipe).private_risk()]
    gone = [line for line in lines if line.get("chance_class") == 0.0]
    assert [(line["kind"], line.get("chance_exact")) for line in gone] == [("change", 0.0), ("row", None)]


def test_an_interrupted_private_file_is_removed(tmp_path, monkeypatch):
    data = hospital.write_table(tmp_path)
    real = output.create

    class Cut:
        def __init__(self, path):
            self.path, self.file = path, real(path)

        def __enter__(self):
            return self.file

        def __exit__(self, *reason):
            self.file.close()
            content = self.path.read_bytes()
            if content.startswith(b"{"):
                self.path.write_bytes(content[:-40])

    monkeypatch.setattr(output, "create", Cut)
    recipe = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3})
    with pytest.raises(Exception, match="risk.jsonl"):
        kn.mask_file(data, recipe, tmp_path / "out.csv", private_risk=tmp_path / "risk.jsonl")
    assert not (tmp_path / "risk.jsonl").exists()


# --- the gate behind the gate


def test_a_confidential_text_that_the_original_does_not_have_is_refused_twice(tmp_path, monkeypatch):
    """If the rows were not compared with the input, the demands would still see it."""
    data = hospital.write_table(tmp_path)
    recipe = hospital.recipe(tmp_path, {"name": "sa-mdav", "k": 3, "p_sensitive": 2})
    a_confidential_column_is_rewritten(monkeypatch)
    monkeypatch.setattr(gate, "_verify_totals", lambda tally, expected: None)
    with pytest.raises(PrivacyError, match="'illness' holds a text that the original does not have"):
        kn.mask_file(data, recipe, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()
