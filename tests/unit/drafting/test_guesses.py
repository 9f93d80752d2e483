import tomllib

import pytest

from kinonym import ontologies
from kinonym.drafting import TableGuess, draft_recipe, guess_columns, guess_table
from kinonym.drafting.profile import Profile
from kinonym.mapping import map_values
from kinonym.taxonomy import Taxonomy


def guessed(zoo, column, values, **more):
    return guess_columns({column: values}, {"zoo.csv": zoo, **more})[0]


MANY = [str(i) for i in range(100)]


@pytest.mark.parametrize(
    ("column", "values", "role"),
    [
        ("Patient-ID", ["1", "1", "2"], "identifier"),
        ("patient", [f"P{i:04d}" for i in range(80)] * 3, "identifier"),
        ("patient", ["in", "out"] * 25, "quasi"),
        ("patient", ["in", "out"] * 24, "quasi"),
        ("first_name", ["Ann", "Bob"], "identifier"),
        ("contact", [f"user{i}@example.org" for i in range(9)], "identifier"),
        ("lab number", MANY, "identifier"),
        ("note", [f"the patient of bed {i} says that it hurts a lot" for i in range(9)], "identifier"),
        ("token", [f"k{i}x" for i in range(40)], "identifier"),
        ("salaryClass", ["low", "high"], "confidential"),
        ("SEX", ["M", "F"], "quasi"),
        ("begun", ["2020-01-05", "2021-11-30"], "quasi"),
        ("kept", ["dog", "wild goose", "hammer", "bird"], "quasi"),
        ("admission_type_id", ["1", "2", "1"], "quasi"),
        ("site", [f"ward {i % 30}" for i in range(60)], "quasi"),
        ("flag", ["yes", "no"] * 25, "quasi"),
        ("paperless billing", ["yes", "no"] * 25, "other"),
        ("paperless billing", ["yes", "no"], "quasi"),
        ("shift", [None, "", "?"], "other"),
    ],
)
def test_roles(zoo, column, values, role):
    assert guessed(zoo, column, values).role.value == role


@pytest.mark.parametrize(
    ("column", "values", "kind"),
    [
        ("age", ["30", "41", "?"], "numeric"),
        ("size", ["1.5", "2", "3"], "numeric"),
        ("ward", ["1", "2", "1"], "plain"),
        ("zip", MANY, "plain"),
        ("area", ["007", "011", "123"], "plain"),
        ("begun", ["2020-01-05", "5/11/2021"], "plain"),
        ("age", ["[10-20)", "[0-10)", "[90-100)"], "ordinal"),
        ("mixed", ["3", "4", "n/a"], "plain"),
        ("kept", ["dog", "wild goose", "hammer", "bird"], "nominal"),
        ("kept", ["dog", "Kraken", "Hydra", "Sphinx"], "plain"),
        ("kept", ["dog", "goose", "dog"], "plain"),
    ],
)
def test_types(zoo, column, values, kind):
    assert guessed(zoo, column, values).type.value == kind


def test_the_ontology_that_covers_most_and_the_common_root(zoo, icd9_like):
    found = guessed(zoo, "kept", ["dog", "wild goose", "bat", "bird", "Kraken"], **{"icd9.csv": icd9_like})
    assert found.ontology.value == "zoo.csv"
    assert found.root.value == "animal"  # of its two senses, bat keeps the one below it
    assert (found.coverage.mapped_values, found.coverage.values) == (4, 5)


def test_the_root_is_one_that_every_value_has_a_sense_below():
    """`Cook` is a label of the captain alone, but jobs are what all four values can be."""
    jobs = ["cook.job", "baker", "miner", "nurse"]
    parents = {"entity": [], "captain": ["entity"], "job": ["entity"], **dict.fromkeys(jobs, "job")}
    tax = Taxonomy.from_parents(parents, {"captain": "Cook", "cook.job": "cook"})
    found = guess_columns({"does": ["Cook", "baker", "miner", "nurse"]}, {"jobs.csv": tax})[0]
    assert found.root.value == "job"


def test_of_two_ontologies_the_better_one_and_of_equals_the_smaller(zoo):
    values = ["dog", "wild goose", "hammer", "bird"]
    kennel = Taxonomy.from_parents({"kennel": [], "dog": ["kennel"]})
    farm = Taxonomy.from_parents({"farm": [], **dict.fromkeys(values, "farm")})
    assert guessed(zoo, "kept", values, kennel=kennel).ontology.value == "zoo.csv"
    assert guessed(zoo, "kept", values, kennel=kennel, farm=farm).ontology.value == "farm"


def test_numbers_are_codes_only_where_something_says_so(zoo, icd9_like):
    numbers = ["250", "496", "8", "31", "3"]
    more = {"icd9.csv": icd9_like}
    assert guessed(zoo, "visits", numbers, **more).type.value == "plain"
    assert guessed(zoo, "age", numbers, **more).type.value == "numeric"
    codes = guessed(zoo, "diag_1", [*numbers, "250.01"], **more)
    assert (codes.type.value, codes.ontology.value, codes.root) == ("nominal", "icd9.csv", None)


def test_ranges_are_put_in_order():
    profile = Profile.of([">=80", "[10-20)", "5-9", "<5", "20 to 79"])
    assert profile.ranges == ("<5", "5-9", "[10-20)", "20 to 79", ">=80")


def test_the_draft_is_a_recipe_with_marked_guesses(zoo):
    sample = {
        "patient id": ["1", "2", "3", "4"],
        "kept.animal": ["dog", "wild goose", "bird", "Bats"],
        "age": ["[10-20)", "[0-10)", "[90-100)", "[0-10)"],
        'odd "name"\n\x7f': ["a", "b", "a", "b"],
        "income": ["1.5", "2.5", "3.5", "4.5"],
    }
    text = draft_recipe(guess_table(sample, {"zoo.csv": zoo}))
    recipe = tomllib.loads(text)
    assert recipe["table"] == {"missing": ["", "?"]}
    assert recipe["method"] == {"name": "sa-mdav", "k": 5, "refine": True}
    assert recipe["columns"] == {
        "patient id": {"role": "identifier"},
        "kept.animal": {"role": "quasi", "type": "nominal", "ontology": "zoo.csv", "root": "animal"},
        "age": {"role": "quasi", "type": "ordinal", "order": ["[0-10)", "[10-20)", "[90-100)"]},
        'odd "name"\n\x7f': {"role": "quasi", "type": "plain"},
        "income": {"role": "confidential", "type": "numeric"},
    }
    settings = [x for x in text.splitlines() if x.startswith(("role", "type", "ontology", "root", "order"))]
    assert all("# guess" in line for line in settings)
    assert "goose" not in text  # no value of the data but the levels of a range


def test_a_draft_without_quasi_identifiers_says_so():
    assert "No column looks like a quasi-identifier" in draft_recipe(TableGuess())


@pytest.mark.parametrize("separator", ["|", ";", ", "])
def test_cells_of_several_words_are_proposed_as_sets(zoo, separator):
    cells = [separator.join(pair) for pair in (("dog", "wild goose"), ("bird", "hammer", "dog"), ("dog", "bird"))]
    guess = guessed(zoo, "kept", [*cells, "dog", "wild goose", None])
    assert (guess.type.value, guess.ontology.value, guess.separator) == ("nominal", "zoo.csv", separator.strip())
    drafted = tomllib.loads(draft_recipe(TableGuess(columns=(guess,), rows=6)))
    assert drafted["columns"]["kept"]["separator"] == separator.strip()


def test_paths_of_unknown_words_are_no_sets(zoo):
    assert guessed(zoo, "unit", [f"north|ward {i % 5}|bed {i}" for i in range(30)]).separator is None


@pytest.mark.parametrize("drivers", [["Driver"], ["Taxi driver"], ["driver", "bus driver"]])
def test_the_drafted_root_leaves_the_driver_of_a_vehicle_in(drivers):
    """WordNet files the driver of a vehicle under operators, not under persons."""
    wordnet = ontologies.load("wordnet")
    jobs = ["nurse", "teacher", "carpenter", "beekeeper", "bricklayer", "florist", "plumber", "lawyer"]
    jobs += ["butcher", "farmer", "tailor", *drivers]
    guess = guess_columns({"job": jobs * 9}, {"wordnet": wordnet})[0]
    mapping = map_values(wordnet, drivers, root=guess.root.value, suggestions=0)
    assert all("driver.n.01" in wordnet.subsumers(row.concept) for row in mapping.rows)
    assert guess.coverage.mapped_values == len(jobs)
