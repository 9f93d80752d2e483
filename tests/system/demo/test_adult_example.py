"""The example for UCI Adult: its mapping covers the data; what its counts say about the paper's figures."""

import csv
import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from kinonym import ontologies

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "adult"
DATA = Path(os.environ.get("KINONYM_DATA", ROOT.parent / "shared" / "data"))
ADULT = DATA / "adult_arx" / "adult.csv"

# A table 1 as printed: value → WordNet word.
PRINTED = {
    "Tech-support": "technician",
    "Craft-repair": "craftsman",
    "Other-service": "worker",
    "Exec-managerial": "executive",
    "Prof-specialty": "specialist",
    "Handlers-cleaners": "cleaner",
    "Machine-op-inspct": "operator",
    "Adm-clerical": "clerk",
    "Farming-fishing": "skilled worker",
    "Transport-moving": "carrier",
    "Priv-house-serv": "housekeeper",
    "Protective-serv": "guard",
    "Armed-Forces": "soldier",
    "Outlying-US(Guam-USVI-etc)": "American state",
    "Holand-Netherlands": "Netherlands",
    "Hong": "Hong-Kong",
}


def mapping(name: str) -> dict[str, str]:
    with (EXAMPLE / name).open(newline="", encoding="utf-8") as file:
        return {row["value"]: row["concept"] for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def occupation() -> dict[str, str]:
    return mapping("occupation.map.csv")


@pytest.fixture(scope="module")
def country() -> dict[str, str]:
    return mapping("country.map.csv")


@pytest.fixture(scope="module")
def wordnet():
    return ontologies.load("wordnet")


@pytest.fixture(scope="module")
def pairs() -> Counter[tuple[str, str]]:
    """Occupation × native country of the 30,162 records, as written."""
    if not ADULT.is_file():
        pytest.skip("needs adult_arx/adult.csv in KINONYM_DATA")
    with ADULT.open(newline="", encoding="utf-8") as file:
        return Counter((row["occupation"], row["native-country"]) for row in csv.DictReader(file, delimiter=";"))


def figures(counts: Counter[tuple[str, str]]) -> tuple[int, int, int]:
    """Distinct combinations, unique ones, size of the largest."""
    return len(counts), sum(n == 1 for n in counts.values()), max(counts.values())


def mapped(counts: Counter[tuple[str, str]], first: dict[str, str], second: dict[str, str]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for (a, b), n in counts.items():
        found[first[a], second[b]] += n
    return found


def test_every_concept_lies_below_the_root_that_the_recipe_names(wordnet, occupation, country):
    columns = tomllib.loads((EXAMPLE / "recipe.toml").read_text(encoding="utf-8"))["columns"]
    for column, concepts in (("occupation", occupation), ("native-country", country)):
        assert all(columns[column]["root"] in wordnet.subsumers(concept) for concept in concepts.values())


def test_the_mapping_is_table_1_of_the_paper(wordnet, occupation, country):
    concepts = occupation | country
    assert all(concepts[value] in wordnet.find(word) for value, word in PRINTED.items())


def test_the_recipe_gives_every_column_of_the_file_a_role(pairs):
    recipe = tomllib.loads((EXAMPLE / "recipe.toml").read_text(encoding="utf-8"))
    header = ADULT.read_text(encoding="utf-8").partition("\n")[0].split(recipe["table"]["delimiter"])
    assert set(recipe["columns"]) == set(header)


def test_the_mapping_covers_the_data_and_changes_no_count(pairs, occupation, country):
    assert set(occupation) == {a for a, _ in pairs}
    assert set(country) == {b for _, b in pairs}
    assert (len(occupation), len(country)) == (14, 41)
    assert figures(pairs) == figures(mapped(pairs, occupation, country)) == (394, 84, 3735)


def test_what_the_paper_prints_takes_outlying_us_for_the_united_states(pairs, occupation, country):
    """A 4.1 prints 388 / 83 / 3,739, and 83.2 % of the records in the 9 combinations of more than 1,000.

    3,739 = 3,735 executives of the United States + 4 of its outlying islands, and the share agrees as well.
    But the islands have 7 combinations, 3 of them unique, and all 7 join others: 394 - 7 and 84 - 3.
    """
    joined = country | {"Outlying-US(Guam-USVI-etc)": country["United-States"]}
    counts = mapped(pairs, occupation, joined)
    islands = [n for (_, b), n in pairs.items() if b == "Outlying-US(Guam-USVI-etc)"]
    assert (len(islands), islands.count(1)) == (7, 3)
    assert figures(counts) == (394 - 7, 84 - 3, 3735 + 4)
    large = [n for n in counts.values() if n > 1000]
    assert (len(large), round(100 * sum(large) / counts.total(), 1)) == (9, 83.2)
