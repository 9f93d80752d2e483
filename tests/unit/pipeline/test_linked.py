"""Tables with several rows per person: gathered, masked as whole histories, written as rows with a pseudonym."""

import csv
import random
from collections import Counter, defaultdict
from datetime import date, timedelta

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random
from kinonym.engines.contract import RunKey
from kinonym.errors import DataError, PrivacyError, RecipeError, UniqueRowsError, UsageError
from kinonym.pipeline import person_histories

NAMES = ("infarct", "angina", "asthma", "copd", "cough")
ONTOLOGY = (
    "child,parent\ndisease,\nheart,disease\nlung,disease\ninfarct,heart\nangina,heart\nasthma,lung\ncopd,lung\n"
    "cough,lung\n"
)
PERSONS = 40


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "diseases.csv").write_text(ONTOLOGY)
    with (tmp_path / "long.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("patient", "diagnosis", "sex", "stay"), *rows()])
    return tmp_path


def rows(draw=None):
    """Up to four diagnoses per person, some of them twice, one person without any, in random order."""
    draw = draw or random.Random(1)
    made = [("nobody's", "", "f", "0")]
    for i in range(PERSONS):
        own, sex = draw.sample(NAMES, draw.randint(1, 4)), draw.choice("mf")
        made += [(f"secret{i}", name, sex, str(n)) for n, name in enumerate([*own, own[0]])]
    draw.shuffle(made)
    return made


def recipe(folder, method=None, **table):
    return {
        "table": {"person": "patient", "gather": ["diagnosis"], "person_link": True, **table},
        "columns": {
            "diagnosis": {"role": "quasi", "ontology": str(folder / "diseases.csv"), "set_distance": "assignment"},
            "sex": {"role": "quasi"},
            "stay": {"role": "identifier"},
        },
        "method": method or {"name": "sa-mdav", "k": 3},
    }  # fmt: skip


def histories(path):
    """The histories of a released file, gathered independently: pseudonym → (diagnoses, sex)."""
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len({tuple(line.values()) for line in lines})
    diagnoses = defaultdict(set)
    sexes = defaultdict(set)
    for line in lines:
        diagnoses[line["pseudonym"]] |= {line["diagnosis"]} - {""}
        sexes[line["pseudonym"]].add(line["sex"])
    assert all(len(sex) == 1 for sex in sexes.values())
    return {name: (frozenset(own), *sexes[name]) for name, own in diagnoses.items()}


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize(
    "method", [{"name": "sa-mdav", "k": 3}, {"name": "suppress", "k": 2}, {"name": "record-swap", "k": 3}]
)
def test_whole_histories_occur_k_times(folder, engine, method):
    result = kn.mask_file(
        folder / "long.csv", recipe(folder, method), folder / "out.csv", folder / "r.html", engine=engine
    )
    whole = histories(folder / "out.csv")
    assert len(whole) == PERSONS + 1
    assert "one for each pseudonym" in result.claims[0].sentence or method["name"] == "record-swap"
    if method["name"] != "record-swap":
        assert min(Counter(whole.values()).values()) >= method["k"]
    text = (folder / "out.csv").read_text() + (folder / "r.html").read_text()
    assert "secret" not in text
    assert "stay" not in (folder / "out.csv").read_text().splitlines()[0]
    assert "gather" in (folder / "r.html").read_text()


def test_pseudonyms_differ_between_runs_and_disclose_nothing(folder):
    for name in ("a.csv", "b.csv"):
        kn.mask_file(folder / "long.csv", recipe(folder), folder / name)
    first, second = histories(folder / "a.csv"), histories(folder / "b.csv")
    assert not set(first) & set(second)
    assert Counter(first.values()) == Counter(second.values())


def test_gather_without_link_also_links_and_returns_the_same_type(folder):
    table = pd.DataFrame(rows(), columns=["patient", "diagnosis", "sex", "stay"])
    result = kn.mask(table, recipe(folder, person_link=False))
    assert isinstance(result.table, pd.DataFrame)
    assert list(result.table.columns) == ["pseudonym", "diagnosis", "sex"]
    assert result.table["pseudonym"].nunique() == PERSONS + 1


def test_a_row_without_a_person_is_a_separate_person(folder):
    cells = {"patient": ["a", "a", None, None], "diagnosis": ["cough"] * 4, "sex": ["m"] * 4, "stay": list("1234")}
    result = kn.mask(pa.table(cells), recipe(folder, {"name": "suppress", "k": 3}))
    assert result.table.num_rows == 3


def test_a_column_that_differs_within_a_person_is_refused(folder):
    table = pa.table(dict(zip(("patient", "diagnosis", "sex", "stay"), zip(*rows(), strict=True), strict=True)))
    wrong = recipe(folder)
    wrong["columns"]["stay"] = {"role": "quasi"}
    with pytest.raises(DataError, match=rf"'stay' differs between the rows of {PERSONS} persons") as caught:
        kn.mask(table, wrong)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"gather": []}, "which only gather protects"),
        ({"gather": ["diagnoses"]}, "does not have"),
        ({"gather": ["sex"]}, "only masked concepts"),
        ({"person": None, "person_link": False}, "does not name the person column"),
    ],
)
def test_an_impossible_recipe_is_refused(folder, table, message):
    with pytest.raises(RecipeError, match=message):
        kn.mask_file(folder / "long.csv", recipe(folder, **table), folder / "out.csv")
    assert not (folder / "out.csv").exists()


def test_runs_without_linked_rows_say_so(folder):
    table = pd.DataFrame(rows(), columns=["patient", "diagnosis", "sex", "stay"])
    with pytest.raises(RecipeError, match="only `mask`, `compare` and `describe` gather"):
        kn.recommend(table, recipe(folder))


def lost(cells):
    return {name: column[:-1] for name, column in cells.items()}


def doubled(cells):
    return {name: [*column, column[-1]] for name, column in cells.items()}


def exchanged(cells):
    """Two different diagnoses of two persons change places."""
    own = list(cells["diagnosis"])
    at = next(i for i in range(1, len(own)) if own[i] != own[0] and cells["pseudonym"][i] != cells["pseudonym"][0])
    own[0], own[at] = own[at], own[0]
    return {**cells, "diagnosis": own}


def merged(cells):
    """One person has the pseudonym of another."""
    names = cells["pseudonym"]
    other = next(name for name in names if name != names[0])
    return {**cells, "pseudonym": [other if name == names[0] else name for name in names]}


def with_person_ids(cells):
    return {**cells, "patient": cells["pseudonym"]}


def renamed(cells):
    """A value that only this person has."""
    return {**cells, "diagnosis": ["very rare", *cells["diagnosis"][1:]]}


@pytest.mark.parametrize("late", [False, True], ids=["before the sum", "after it"])
@pytest.mark.parametrize("defect", [lost, doubled, exchanged, merged, with_person_ids, renamed])
def test_planted_defects_are_refused(folder, monkeypatch, defect, late):
    """Rows are changed while they are made, or between making and writing them."""

    class ChangedHistories(person_histories.Histories):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            if not late:
                self._cells = defect(self._cells)

        def batches(self, persons=None, **options):
            if late:
                self._cells = defect(self._cells)
            return super().batches(persons, **options)

    monkeypatch.setattr(person_histories, "Histories", ChangedHistories)
    with pytest.raises(PrivacyError):
        kn.mask_file(folder / "long.csv", recipe(folder), folder / "out.csv")
    assert not (folder / "out.csv").exists()


def test_every_history_of_random_tables_occurs_k_times(folder):
    methods = ({"name": "sa-mdav"}, {"name": "recode"}, {"name": "mdav", "refine": True}, {"name": "generalise"})
    for seed in range(24):
        k = 2 + seed % 3
        with (folder / "long.csv").open("w", newline="") as file:
            csv.writer(file).writerows(
                [("patient", "diagnosis", "sex", "stay"), *rows(fresh_random("histories", seed))]
            )
        method = {**methods[seed % len(methods)], "k": k}
        kn.mask_file(folder / "long.csv", recipe(folder, method), folder / f"{seed}.csv")
        assert min(Counter(histories(folder / f"{seed}.csv").values()).values()) >= k, seed


def by_hand(folder):
    """The same table with one row per person, gathered independently, and its recipe."""
    frame, given = pd.DataFrame(rows(), columns=["patient", "diagnosis", "sex", "stay"]), recipe(folder)
    whole = frame.groupby("patient").agg({"diagnosis": lambda own: "|".join(sorted(set(own) - {""})), "sex": "first"})
    columns = {**given["columns"], "diagnosis": {**given["columns"]["diagnosis"], "separator": "|"}}
    del columns["stay"]
    return frame, whole.reset_index(drop=True), {"columns": columns, "method": given["method"]}


def test_compare_tries_methods_on_the_histories(folder):
    frame, whole, alone = by_hand(folder)
    tried = {"methods": ["sa-mdav", "suppress"], "k": [2, 3]}
    found, expected = kn.compare(frame, recipe(folder), **tried), kn.compare(whole, alone, **tried)
    figures = ("loss", "marketer", "smallest_class", "classes")
    assert [[row[f] for f in figures] for row in found.rows] == [[row[f] for f in figures] for row in expected.rows]
    assert found.recipe(1).table.gather == ("diagnosis",)


def test_describe_reports_the_histories(folder):
    frame, whole, alone = by_hand(folder)
    assert repr(kn.describe(frame, recipe(folder))).splitlines() == [
        line.replace("records", "persons") for line in repr(kn.describe(whole, alone)).splitlines()
    ]


def test_reports_and_errors_count_persons_not_records(folder):
    result = kn.mask_file(folder / "long.csv", recipe(folder), folder / "out.csv")
    assert dict(result.report.summary().values())["smallest group"].endswith(" persons")
    page = result.report.document(".html")
    assert f"The histories of {PERSONS + 1} persons were masked" in page
    assert "Share of the persons that each attacker links" in page
    assert "Groups of persons with equal values" in page
    assert "records" not in " ".join(result.report.summary()["risk"])
    with pytest.raises(PrivacyError, match="k = 99 cannot be reached: the table has only 41 persons"):
        kn.mask_file(folder / "long.csv", recipe(folder, {"name": "sa-mdav", "k": 99}), folder / "out.csv")


def test_linked_rows_cannot_be_aligned(folder):
    table = pd.read_csv(folder / "long.csv", dtype=str)
    with pytest.raises(UsageError, match="aligned=True cannot be combined with gather"):
        kn.mask(table, recipe(folder), aligned=True)


def test_unique_persons_are_counted_where_rows_are_linked(folder):
    """Every person has a unique file number next to the history: all persons are unique, and the run is refused."""
    table = pd.read_csv(folder / "long.csv", dtype=str, keep_default_na=False)
    table["born"] = table["patient"].map({name: str(1900 + i) for i, name in enumerate(sorted(set(table["patient"])))})
    given = recipe(folder)
    given["columns"]["born"] = {"role": "other"}
    with pytest.raises(UniqueRowsError, match="100 % of the persons are unique"):
        kn.mask(table, given)
    accepted = kn.mask(table, {**given, "release": {"accept_unique": True, "confirm": ["born"]}})
    assert accepted.uniqueness.share == 1.0
    assert "100 % of the persons are unique" in " ".join(map(str, accepted.claims))


@pytest.mark.parametrize("as_file", [False, True])
def test_dates_are_shifted_before_rows_are_gathered(folder, as_file):
    """All rows of a person have the same birthday; the release shifts it by 1 to 365 days, never by 0."""
    table = pd.read_csv(folder / "long.csv", dtype=str, keep_default_na=False)
    first, persons = date(1950, 6, 1), sorted(set(table["patient"]))
    born = {name: first + timedelta(days=1000 * i) for i, name in enumerate(persons)}
    table["born"] = table["patient"].map({name: day.isoformat() for name, day in born.items()})
    table.to_csv(folder / "dated.csv", index=False)
    given = recipe(folder)
    given["columns"]["born"] = {"role": "other", "type": "date", "shift_with": "person"}
    given["release"] = {"accept_unique": True, "confirm": ["born"]}
    if as_file:
        result = kn.mask_file(folder / "dated.csv", given, folder / "out.csv")
        released = pd.read_csv(folder / "out.csv", dtype=str, keep_default_na=False)
    else:
        result = kn.mask(table, given)
        released = result.table
    days = released.groupby("pseudonym")["born"].unique()
    assert len(days) == len(persons)
    assert all(len(own) == 1 for own in days)
    moved = sorted(date.fromisoformat(own[0]) for own in days)
    distances = [abs((after - before).days) for after, before in zip(moved, sorted(born.values()), strict=True)]
    assert all(1 <= distance <= 365 for distance in distances)
    assert any("moved by one random number of days" in notice for notice in result.notices)
    assert any("persons were gathered from" in notice for notice in result.notices)


def test_shifted_dates_that_differ_within_a_person_are_refused(folder):
    table = pd.read_csv(folder / "long.csv", dtype=str, keep_default_na=False)
    table["seen"] = [(date(2020, 1, 1) + timedelta(days=i)).isoformat() for i in range(len(table))]
    given = recipe(folder)
    given["columns"]["seen"] = {"role": "other", "type": "date", "shift_with": "person"}
    with pytest.raises(DataError, match="'seen' differs between the rows"):
        kn.mask(table, given)


def test_histories_in_memory_do_not_keep_the_order_of_the_input(folder, monkeypatch):
    """The order of whole histories is verified for a table as it is for a file."""
    table = pd.read_csv(folder / "long.csv", dtype=str, keep_default_na=False)
    kn.mask(table, recipe(folder))
    generator = RunKey.generator

    class Ordered:
        def __init__(self, real):
            self.real = real

        def permutation(self, rows):
            return np.arange(rows if isinstance(rows, int) else len(rows))

        def __getattr__(self, name):
            return getattr(self.real, name)

    monkeypatch.setattr(
        RunKey, "generator",
        lambda key, purpose: Ordered(generator(key, purpose)) if "order" in purpose else generator(key, purpose),
    )  # fmt: skip
    with pytest.raises(PrivacyError, match="order of the input"):
        kn.mask(table, recipe(folder))
