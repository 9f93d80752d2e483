"""Roles that values show although nothing is known about the header; a questionnaire has its answers in a block."""

import random

import pytest

from kinonym.drafting import guess_table


def draft(**columns):
    draw = random.Random(str(sorted(columns)))
    sample = {name: [draw.choice(values) for _ in range(400)] for name, values in columns.items()}
    return {guess.column: guess.role.value for guess in guess_table(sample, {}, rows=400).columns}


@pytest.mark.parametrize(
    "values",
    [
        ["Knie", "Schulter", "Hand rechts", "Kopf"],
        ["colazione", "pranzo", "cena", "dopo teatro"],
        ["Colesterol total", "Hemoglobina", "Glucosa", "Xylometra"],
        ["kradzież", "włamanie", "oszustwo"],
        ["Always incontinent", "Always continent", "Frequently incontinent"],
    ],
)
def test_findings_are_confidential_below_an_unknown_header(values):
    assert draft(xqz=values) == {"xqz": "confidential"}


@pytest.mark.parametrize("values", [["Knie", "Nord", "Süd", "West"], ["alfa", "beta", "gamma"], ["Bless", "Gout"]])
def test_a_few_such_words_are_no_evidence(values):
    assert draft(xqz=values) == {"xqz": "quasi"}


def test_values_explain_each_other_if_half_of_them_say_how_a_case_is_handled():
    assert draft(xqz=["Telefon", "Brief", "Kundenportal"]) == {"xqz": "other"}
    assert draft(xqz=["Telefon", "Blau", "Gelb"]) == {"xqz": "quasi"}


def test_an_unknown_question_after_the_last_fact_of_a_questionnaire_is_an_answer():
    codes = ["1", "2", "3", "97"]
    roles = draft(
        Q1_AGE=["18-34", "35-54", "55-74"],
        Q2_XBTL=codes,
        Q3_SEX=["f", "m"],
        Q4_INCOME=["850", "1420", "1960", "2310", "2875"],
        Q5_KWRT=codes,
        Q6_ZBLM=codes,
    )
    assert (roles["Q2_XBTL"], roles["Q5_KWRT"], roles["Q6_ZBLM"]) == ("quasi", "confidential", "confidential")


def test_numbered_columns_without_an_answer_before_them_stay_masked():
    assert set(draft(A1_XX=["1", "2", "7"], A2_XX=["a", "b"], A3_XX=["c", "d"], A4_XX=["e", "f"]).values()) == {"quasi"}
