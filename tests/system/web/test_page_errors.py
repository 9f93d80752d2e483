"""Errors in the language of the page: no keys of a recipe, no options, no paths."""

import re

import pytest

from kinonym.web.page_errors import FIXED_IN, explain
from kinonym.web.wording import texts

from .serving import opened

COMMAND = [
    ("usage", "k is wrong", 'name = "noise" under [method]'),
    ("recipe", "the recipe's columns.age.type is not valid: x", "see docs/recipe.md for an example"),
    ("data", "a.csv has no table", '--delimiter ";", or delimiter = ";" under [table]'),
    ("unmapped", "column 'job': 12 of 80 values in 1,700 records have no concept in ICD-10-CM", "run kinonym map"),
    ("recipe", "columns.job is nominal but does not name an ontology", 'add ontology = "wordnet"'),
    ("data", "book.xlsx: the workbook has 3 sheets, but none was chosen", "book.xlsx#Data"),
    ("data", "column 'age' is numeric, but 3 rows have no number", "declare it nominal"),
    ("recipe", "the recipe has no quasi-identifier: nothing would be masked", None),
]


@pytest.mark.parametrize(("code", "message", "hint"), COMMAND)
def test_no_word_of_the_command_is_left(code, message, hint):
    shown = explain(code, message, hint)
    said = f"{shown.message} {shown.hint}"
    assert not re.search(r"\w = [\"{]|--\w|\[table\]|\[method\]|kinonym map|docs/|columns\.|recipe", said)
    assert shown.step in (*texts()["steps"],)


def test_the_words_of_the_page():
    shown = explain(*COMMAND[3])
    assert (
        shown.message == "12 values of job have no concept in ICD-10-CM (records: 1,700): choose what happens to them."
    )
    assert explain("data", "the file is empty", "save it again").message == "the file is empty"
    assert explain("privacy", "no", "k = 5 is a common choice").hint == "k = 5 is a common choice"


def test_every_code_has_its_screen():
    from kinonym.errors import ERROR_CODES

    assert set(FIXED_IN) == set(ERROR_CODES)


def test_the_start_lists_the_files_of_the_folder_and_opens_them(server, client):
    shown = client.get("/").text
    assert 'value="inner/jobs.csv"' in shown
    assert "link.csv" not in shown  # it leads out of the folder
    assert "KB</span>" in shown
    assert "80 " in client.post("/open", data={"path": "inner/jobs.csv"}).text.replace("<span", " <span").replace(
        "</span>", " "
    )


def test_a_page_without_an_opened_table_says_so_without_a_path(client):
    place = opened(client, "t.csv", "a\n1\n2\n")
    assert "work-" not in client.get(f"{place}/data").text  # the private folder of the server
