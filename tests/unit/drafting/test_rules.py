"""The rules by which `init` drafts a recipe, each on a column or table made for it."""

import datetime as dt
import itertools
import random
import tomllib

import pyarrow as pa
import pytest

from kinonym.drafting import between_columns, draft, draft_recipe, draft_table, guess_columns, guess_table, header_words
from kinonym.drafting.between_columns import (
    _determines,
    code_column,
    follows_from,
    share_unique,
    what_makes_unique,
)
from kinonym.drafting.draft import MOST_COLUMNS
from kinonym.drafting.markers import find_markers, looks_like_data
from kinonym.drafting.profile import MOST_LEVELS
from kinonym.drafting.vocabulary import meanings_of_words, vocabularies
from kinonym.drafting.word_forms import header_spellings
from kinonym.engines.memory import MemorySource
from kinonym.errors import DataError
from kinonym.recipe import load_recipe
from kinonym.taxonomy import Taxonomy


def guess(column, values, ontologies=None):
    return guess_columns({column: values}, ontologies or {})[0]


MANY_IDS = [str(i) for i in range(300)]
NUMBERS = [str(20 + i % 60) for i in range(200)]


@pytest.mark.parametrize("marker", ["NA", "N/A", "nan", "NULL", "unknown", "None", ".", "-"])
def test_markers_are_proposed_with_their_counts_and_numbers_stay_numbers(marker):
    table = guess_table({"age": [*NUMBERS, *[marker] * 7]}, {})
    assert [(m.text, m.count, m.columns, m.sure) for m in table.markers] == [(marker, 7, ("age",), True)]
    assert table.columns[0].type.value == "numeric"
    text = draft_recipe(table)
    assert tomllib.loads(text)["table"]["missing"] == ["", "?", marker]
    assert "occurs in 7 cells" in text


def test_a_doubtful_marker_among_words_is_only_mentioned():
    """`None` may be a finding: no value measured, or no disease."""
    text = draft_recipe(guess_table({"finding": ["None", "high", "low"] * 30}, {}))
    assert tomllib.loads(text)["table"]["missing"] == ["", "?"]
    assert '# "None" occurs in 30 cells' in text


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([*NUMBERS, *["999"] * 5], ["999"]),
        ([*NUMBERS, *["-9"] * 5], ["-9"]),
        ([*NUMBERS, "999"], []),  # once is no habit
        ([*NUMBERS, *["99"] * 5], []),  # 79 is not far below
        ([str(i) for i in range(900, 1010)] * 3, []),
        (["Ward 9", "999", "999", "999", "12"], []),  # no column of numbers
    ],
)
def test_nines_are_markers_where_they_stand_out(values, found):
    assert [m.text for m in find_markers({"x": values})] == found


def test_a_top_code_is_no_marker():
    """Most rows have no gain; of the gains none is as frequent as the greatest that can be entered."""
    gains = [*["0"] * 300, *["99999"] * 9, *[str(500 + 37 * i) for i in range(60)]]
    assert find_markers({"gain": gains}) == []
    assert [m.text for m in find_markers({"gain": [*gains, *["1500"] * 20]})] == ["99999"]


def test_nines_that_are_values_elsewhere_are_no_markers():
    assert find_markers({"age": [*NUMBERS, *["999"] * 5], "price": [str(i) for i in range(990, 1195)]}) == []


@pytest.mark.parametrize(
    "values",
    [
        ["20-10", "30-20", "40-30"],
        [f"{i}-{i + 1}" for i in range(MOST_LEVELS + 1)],
        ["1-1", "2-2", "3-3"],
    ],
)
def test_a_range_needs_an_end_after_its_beginning_and_few_levels(values):
    found = guess("band", values * 6)
    assert (found.type.value, found.levels) == ("plain", ())


def test_no_long_list_of_values_goes_into_a_recipe():
    levels = [f"{i}-{i + 1}" for i in range(MOST_LEVELS)]
    assert len(guess("band", levels * 6).levels) == MOST_LEVELS


@pytest.mark.parametrize("name", ["pid", "stayid", "MRN", "uuid", "subject_id", "hadm_id", "UserId", "caseid"])
def test_ids_are_known_by_their_names(name):
    assert guess(name, [str(i // 3) for i in range(300)]).role.value == "identifier"


@pytest.mark.parametrize("name", ["covid", "paid", "lipid", "admission_type_id"])
def test_not_every_name_that_ends_in_id_is_one(name):
    assert guess(name, ["1", "2", "3"] * 60).role.value != "identifier"


def test_ids_are_known_by_their_shape_though_they_repeat():
    draw = random.Random(5)
    keys = [f"{draw.getrandbits(64):016x}" for _ in range(80)]
    numbers = [str(draw.randint(10**8, 10**9 - 1)) for _ in range(80)]
    mixed = [f"K{draw.randint(1000, 9999)}X{draw.randint(10, 99)}" for _ in range(80)]
    for values in (keys, numbers, mixed):
        assert guess("ref", [v for v in values for _ in range(3)]).role.value == "identifier"


def test_no_id_stands_in_a_recipe():
    draw = random.Random(6)
    sample = {"ref": [f"{draw.getrandbits(64):016x}" for _ in range(90)], "sex": ["m", "f", "f"] * 30}
    text = draft_recipe(guess_table(sample, {}))
    assert not any(value in text for value in sample["ref"])


def test_other_is_never_guessed_for_what_could_single_people_out():
    draw = random.Random(7)
    columns = {
        "hue": [*["red", "blue"] * 50, "mauve"],
        "blob": [f"v{draw.randint(1, 30)}" for _ in range(101)],
        "level": [str(draw.gauss(5, 2)) for _ in range(101)],
        "tally": [str(draw.randint(0, 60)) for _ in range(101)],
    }
    assert all(column.role.value != "other" for column in guess_columns(columns, {}))
    assert guess("wing", ["east", "west"] * 50).role.value == "quasi"
    harmless = guess("payment", ["early", "late"] * 50)
    assert harmless.role.value == "other"
    assert harmless.role.doubt


def test_every_guess_has_its_reason_and_a_weak_one_its_doubt():
    draw = random.Random(8)
    sample = {"wing": ["east", "west"] * 50, "level": [str(draw.gauss(5, 2)) for _ in range(100)]}
    text = draft_recipe(guess_table(sample, {}))
    assert text.count("doubt:") == 2


@pytest.mark.parametrize(
    ("column", "values", "expected"),
    [
        ("unit", ["n|s|w1", "n|s|w2", "n|m|w3", "s|m|w4"], {"ontology": "paths", "path_separator": "|"}),
        ("atc", ["A10BA02", "A10BB01", "C01AA05", "C07AB02"], {"ontology": "prefix", "lengths": [1, 3, 4, 5]}),
        ("zip", ["08001", "08002", "17003", "43001"], {"ontology": "prefix", "lengths": [1, 2, 3]}),
        ("admitted", ["2020-01-31", "2020-02-01", "2021-05-07", "2021-05-08"], {"type": "date"}),
    ],
)
def test_hierarchies_of_their_own_are_proposed(column, values, expected):
    recipe = tomllib.loads(draft_recipe(guess_table({column: values * 30, "sex": ["m", "f"] * 60}, {})))
    assert recipe["columns"][column] == {"role": "quasi", "type": "nominal", **expected}
    load_recipe(recipe)


@pytest.mark.parametrize(
    "values", [["2020-01-31", "31.01.2020"], ["2020-02-31", "2020-02-28"], ["1/2/2020", "3/4/2020"]]
)
def test_dates_that_no_calendar_or_no_one_format_has_stay_plain(values):
    assert guess("seen", values * 20).type.value == "plain"


def test_codes_of_two_systems_are_split_by_their_version():
    old = Taxonomy.from_parents({"top": [], **dict.fromkeys([f"{i:03}" for i in range(250, 290)], "top")})
    new = Taxonomy.from_parents({"top": [], **dict.fromkeys([f"E{i}" for i in range(10, 50)], "top")})
    codes = [*(f"{i:03}" for i in range(250, 290)), *(f"E{i}" for i in range(10, 50))]
    sample = {"icd_code": codes * 2, "icd_version": (["9"] * 40 + ["10"] * 40) * 2}
    text = draft_recipe(guess_table(sample, {"icd9.csv": old, "icd10.csv": new}))
    assert '\nontology_by = {column = "icd_version", "10" = "icd10.csv", "9" = "icd9.csv"}' in text


def test_columns_that_belong_together_are_found_by_what_follows_from_what():
    draw = random.Random(9)
    names = {f"c{i}": f"description {i // 2}" for i in range(12)}
    codes = [draw.choice(list(names)) for _ in range(200)]
    sample = {"product": codes, "text": [names[c] for c in codes], "free": [str(draw.randint(1, 9)) for _ in codes]}
    assert follows_from(sample, list(sample), list(sample)) == {"text": "product"}
    assert '\nwith = "product"' in draft_recipe(guess_table(sample, {}))


def test_dates_that_never_come_after_others_are_tied_to_the_next():
    draw = random.Random(3)
    days = [(i, draw.randrange(9)) for i in range(60)]
    first = dt.date(2020, 1, 1)
    sample = {
        name: [str(first + dt.timedelta(days=f(i, n))) for i, n in days]
        for name, f in {"left": lambda i, n: i + n, "came": lambda i, _: i, "paid": lambda i, n: i + 2 * n + 1}.items()
    }
    guesses = guess_table(sample, {}).columns
    assert {guess.column: guess.before for guess in guesses} == {"left": "paid", "came": "left", "paid": None}


def test_a_date_never_follows_a_date_though_both_lie_in_one_month():
    days = [(f"{2000 + i % 7}-{1 + i % 12:02d}-{1 + i % 20:02d}", 1 + i % 20 + i % 5) for i in range(400)]
    sample = {"came": [day for day, _ in days], "went": [f"{day[:8]}{end:02d}" for day, end in days]}
    came, went = guess_table(sample, {}).columns
    assert (came.before, came.belongs_to, went.belongs_to) == ("went", None, None)


def test_two_columns_that_follow_from_each_other_are_one_pair():
    values = [str(i % 10) for i in range(100)]
    assert follows_from({"a": values, "b": [v * 2 for v in values]}, ["a", "b"], ["a", "b"]) == {"b": "a"}


def test_the_last_comment_says_how_unique_the_records_are():
    sample = {"sex": ["m", "f"] * 50, "wing": ["a", "b"] * 50, "income": [str(1000 + 7 * i) for i in range(100)]}
    table = guess_table(sample, {})
    assert (table.unique, table.unique_passed, table.passed) == (0.0, 1.0, ("income",))
    last = draft_recipe(table).split("\n\n")[-1]
    assert "make 100 % of the rows unique" in last
    assert "income" in last


def test_uniqueness_may_need_several_columns_together():
    sample = {"a": [str(i // 10) for i in range(100)], "b": [str(i % 10) for i in range(100)], "c": ["x"] * 100}
    assert share_unique(sample, ["a"]) == 0.0
    assert what_makes_unique(sample, ["a", "b", "c"]) == ["a", "b"]


def test_a_column_that_tells_persons_of_several_rows_apart_is_named():
    sample = {"patient_nbr": [str(i // 3) for i in range(300)], "visit_id": MANY_IDS, "sex": ["m", "f", "f"] * 100}
    text = draft_recipe(guess_table(sample, {}))
    assert '\nperson = "patient_nbr"' in text
    assert "person =" not in draft_recipe(guess_table({**sample, "patient_nbr": MANY_IDS}, {}))


@pytest.mark.parametrize(("rows", "refined"), [(0, True), (20_000, True), (20_001, False)])
def test_a_draft_refines_where_that_takes_seconds(rows, refined):
    """Every sampled row has its own combination, so the table has as many combinations as rows at most."""
    sample = {"age": [str(n) for n in range(20, 80)], "sex": ["m", "f"] * 30}
    table = guess_table(sample, {}, rows=rows)
    assert tomllib.loads(draft_recipe(table))["method"].get("refine", False) is refined


def test_a_first_row_of_data_is_known_as_such():
    assert looks_like_data({"39": ["50", "38"], " Private": [" Private", " State-gov"], "Male": ["Male", "Female"]})
    assert not looks_like_data({"age": ["50", "38"], "class": ["Private", "State-gov"], "2020": ["1", "2"]})


def test_markers_with_blanks_around_them_are_written_as_cells_have_them():
    sample = {"work": [" ?", " Private"] * 20, "sex": ["m", "f"] * 20}
    assert tomllib.loads(draft_recipe(guess_table(sample, {})))["table"]["missing"] == ["", "?", " ?"]


def test_what_may_follow_is_what_follows_by_the_rule_alone():
    """Whole columns are ruled out together; what is left is what the rule finds pair by pair."""
    for seed in range(60):
        draw = random.Random(seed)
        rows, base = draw.choice([3, 29, 30, 150, 700]), draw.choice([1, 2, 5, 40])
        first = [draw.randrange(base) for _ in range(rows)]
        columns = {"a": first}
        for name in "bcdefgh":
            noise, rare, missing = (
                draw.choice([0, 0.005, 0.02, 0.5]),
                draw.choice([1, 2, 9]),
                draw.choice([0, 0.1, 0.9]),
            )
            values = [draw.randrange(99) if draw.random() < noise else max(0, x + rare - base) // 2 for x in first]
            columns[name] = [None if draw.random() < missing else x for x in values]
        sample = {name: [None if x is None else str(x) for x in values] for name, values in columns.items()}
        names = draw.sample(sorted(sample), len(sample))
        assert follows_from(sample, names, names) == follow_pair_by_pair(sample, names)


def follow_pair_by_pair(sample, names):
    coded, belongs = {name: code_column(sample[name]) for name in names}, {}
    for leader, name in itertools.product(names, names):
        free = leader not in belongs and name != leader and name not in belongs and name not in belongs.values()
        if free and _determines(coded[leader], coded[name]):
            belongs[name] = leader
    return belongs


def test_few_pairs_of_many_columns_are_looked_at_one_by_one(monkeypatch):
    """400 columns have 160,000 pairs; nearly all are ruled out together."""
    looked, draw = [], random.Random(2)
    monkeypatch.setattr(between_columns, "_determines", lambda *pair: looked.append(pair) or _determines(*pair))
    sample = {f"c{i}": draw.choices("abc", k=100) for i in range(400)}
    sample["copy"] = sample["c7"]
    assert follows_from(sample, list(sample), list(sample)) == {"copy": "c7"}
    assert len(looked) < 2_000


def test_a_column_name_is_read_once(monkeypatch):
    read = []
    monkeypatch.setattr(header_words, "meanings_of_words", lambda words: read.append(words) or meanings_of_words(words))
    names = [f"unheard-of {i}" for i in range(50)]
    guess_table({name: ["x", "y"] * 50 for name in names}, {})
    assert set(read) >= {spelling for name in names for spelling in header_spellings(name)}
    assert len(read) == len(set(read))


def test_every_meaning_of_words_is_that_of_its_vocabulary():
    """Word by word, as a phrase, or written together; the plain rule asks every vocabulary."""
    names = [
        "date of birth",
        "Codigo_Postal",
        "main diagnosis",
        "BehandelnderArzt",
        "maindiagnosis",
        "q7",
        "x",
        "",
        "Año",
    ]
    entries = [
        words
        for vocabulary in vocabularies().values()
        for words in (*vocabulary.phrases, *[(w,) for w in vocabulary.words])
    ]
    for words in [
        *(spelling for name in names for spelling in header_spellings(name)),
        *entries,
        *[("a", *e, "b") for e in entries],
    ]:
        plain = {m for m, v in vocabularies().items() if v.covered(words) or "".join(words) in v.words}
        assert meanings_of_words(words) == plain, words


@pytest.mark.parametrize("columns", [MOST_COLUMNS + 1, 100_000])
def test_a_table_with_very_many_columns_is_refused_before_any_work(monkeypatch, columns):
    monkeypatch.setattr(draft, "sample_source", None)  # nothing is looked at
    table = pa.table({f"c{i}": ["x"] for i in range(columns)})
    with pytest.raises(DataError, match=rf"the table has {columns:,} columns; a draft has at most 5,000") as refused:
        draft_table(MemorySource(table))
    assert "a role for each" in refused.value.hint
