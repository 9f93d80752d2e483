"""`form = "values"`: classes are written as the set of their values, or as the range of their numbers."""

from collections import Counter, defaultdict

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from drawing import fresh_random, fresh_seed, scale_count
from kinonym.errors import PrivacyError, RecipeError
from kinonym.methods.value_texts import cost_of_values, covers_of_values
from kinonym.pipeline import planning

JOBS = ["nurse", "midwife", "plumber", "welder", "teacher", "lawyer"]
FORMS = [{"minimise": "sets"}, {"minimise": "ncp"}, {"minimise": "sse"}]


def draw_table(draw):
    rows = draw.randint(12, 60)
    cells = {
        "job": [draw.choice(JOBS) for _ in range(rows)],
        "age": [str(draw.randint(20, 45)) for _ in range(rows)],
        "ward": [draw.choice("ABCDE") if draw.random() < 0.95 else "" for _ in range(rows)],
    }
    return cells, rows


def make_recipe(k, **method):
    return {
        "columns": {
            "job": {"role": "quasi", "ontology": "wordnet"},
            "age": {"role": "quasi", "type": "numeric"},
            "ward": {"role": "quasi"},
        },
        "method": {"name": "generalise", "scheme": "local", "form": "values", "k": k, **method},
    }


def describe(values, kind, frequent):
    """What a class must be written as, naively."""
    if len(values) == 1:
        return next(iter(values)) or None
    if "" in values or any(value not in frequent for value in values):
        return None
    if kind == "age":
        return f"{min(map(int, values))}-{max(map(int, values))}"
    return frozenset(values)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["minimise"])
def test_released_texts_are_the_values_of_their_classes(form):
    for case in range(scale_count(10)):
        draw = fresh_random("values", str(form), case)
        cells, rows = draw_table(draw)
        k = draw.randint(2, 5)
        result = kn.mask(pa.table(cells), make_recipe(k, **form), aligned=True, seed=fresh_seed("values run", case))
        released = list(zip(*(result.table.column(name).to_pylist() for name in cells), strict=True))
        assert min(Counter(released).values()) >= k
        class_of = result.plan.target[np.argsort(result.plan.source)]
        groups = defaultdict(list)
        place = {own: t for t, own in enumerate(zip(*_list_originals(result), strict=True))}
        for i, own in enumerate(zip(*cells.values(), strict=True)):
            groups[int(class_of[place[own]])].append(i)
        wards = Counter(cells["ward"])
        frequent = {"job": set(JOBS), "age": set(cells["age"]), "ward": {w for w in wards if wards[w] >= k}}
        for members in groups.values():
            for j, name in enumerate(cells):
                wanted = describe({cells[name][i] for i in members}, name, frequent[name])
                found = {released[i][j] for i in members}
                assert len(found) == 1
                text = next(iter(found))
                assert (frozenset(text.split("|")) if isinstance(wanted, frozenset) else text) == wanted
        assert rows == sum(map(len, groups.values()))


def _list_originals(result):
    """The original texts of each tuple, by column."""
    tuples = result.plan.tuples
    for j, column in enumerate(tuples.columns):
        texts = column.domain.decode(column.points[tuples.codes[:, j]])
        yield ["" if text is None else str(text).removesuffix(".0") for text in texts]


def test_single_numbers_are_texts_where_others_are_ranges():
    # Three records of 1 are one class; 2 and 3 belong to a separate one. Both are written as text.
    cells = {"job": ["nurse"] * 6, "age": ["1", "1", "1", "2", "3", "3"], "ward": ["A"] * 6}
    result = kn.mask(pa.table(cells), make_recipe(3, minimise="sets"))
    assert Counter(result.table.column("age").to_pylist()) == {"1": 3, "2-3": 3}


def test_cost_is_the_share_of_the_values_or_of_the_range():
    cells = {
        "job": ["nurse", "midwife", "plumber", "welder"] * 2,
        "age": ["20", "25", "30", "40"] * 2,
        "ward": ["A"] * 8,
    }
    result = kn.mask(pa.table(cells), make_recipe(2, minimise="sets"), seed=1)
    covers = covers_of_values(result.plan.tuples, 2)
    # All in one class: four of four jobs, the whole range of ages, one ward. Two classes of neighbours in age:
    # two of four jobs; (25 − 20)/20 and (40 − 30)/20.
    ages = result.plan.tuples.columns[1].points[result.plan.tuples.codes[:, 1]]
    counts = result.plan.tuples.counts
    assert cost_of_values(covers, counts, np.zeros(4, dtype=np.int64)) == pytest.approx(8 * 2.0)
    assert cost_of_values(covers, counts, (ages > 25).astype(np.int64)) == pytest.approx(8 * 0.5 + 4 * 0.25 + 4 * 0.5)
    assert result.plan.facts["values_ncp"] == 0.0  # every combination has two records


def test_classes_made_for_sets_cost_less_as_sets():
    total = Counter()
    for case in range(10):
        cells, _ = draw_table(fresh_random("cost of sets", case))
        for form in ("sets", "ncp"):
            total[form] += kn.mask(pa.table(cells), make_recipe(3, minimise=form), seed=1).plan.facts["values_ncp"]
    assert total["sets"] < total["ncp"]


@pytest.mark.parametrize("defect", ["invented", "left out", "range"])
def test_wrong_text_is_refused(defect, monkeypatch):
    draw = fresh_random("wrong text")
    cells, _ = draw_table(draw)
    choose = planning._choose_texts

    def spoil(*given):
        written = {name: list(texts) for name, texts in choose(*given).items()}
        name, mark = ("age", "-") if defect == "range" else ("job", "|")
        place = next(i for i, text in enumerate(written[name]) if mark in str(text))
        text = written[name][place]
        written[name][place] = {
            "invented": f"{text}|judge", "left out": text.rpartition("|")[0], "range": f"1{text}",
        }[defect]  # fmt: skip
        return written

    monkeypatch.setattr(planning, "_choose_texts", spoil)
    with pytest.raises(PrivacyError, match="are not the values of their classes"):
        kn.mask(pa.table(cells), make_recipe(4, minimise="sets"))


def test_interrupted_run_resumes_with_its_texts(tmp_path, monkeypatch):
    from kinonym.pipeline import file_run

    cells, _ = draw_table(fresh_random("resumed"))
    rows = ["job,age,ward", *(",".join(row) for row in zip(*cells.values(), strict=True))]
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n")
    recipe, output = make_recipe(4, minimise="sets"), tmp_path / "out.csv"
    run = file_run.run_pipeline

    def stop(*given, **named):
        run(*given, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(file_run, "run_pipeline", stop)
    with pytest.raises(KeyboardInterrupt):
        kn.mask_file(tmp_path / "data.csv", recipe, output, resume=True, ledger=False)
    monkeypatch.setattr(file_run, "run_pipeline", run)
    result = kn.mask_file(tmp_path / "data.csv", recipe, output, resume=True, ledger=False)
    assert any("|" in str(text) for text in result.tally.count(["job", "age", "ward"]).values[0])


WRONG = {
    "full scheme": ({"scheme": "full"}, {}, "form needs the scheme local"),
    "unknown form": ({"form": "words"}, {}, "form"),
    "scenario": ({}, {"scenario": [{"name": "all", "knows_any": 2}]}, "cannot satisfy scenarios"),
}


@pytest.mark.parametrize(("method", "more", "message"), WRONG.values(), ids=WRONG)
def test_mistakes_are_rejected(method, more, message):
    with pytest.raises(RecipeError, match=message):
        kn.mask(pa.table({"job": ["nurse"] * 4, "age": ["3"] * 4, "ward": ["A"] * 4}), make_recipe(2, **method) | more)


def test_values_cannot_be_learnt_and_have_no_followers():
    recipe = make_recipe(2)
    with pytest.raises(RecipeError, match=r"method\.form"):
        kn.fit(pa.table({"job": ["nurse"] * 4, "age": ["3"] * 4, "ward": ["A"] * 4}), recipe)
    followed = {**recipe, "columns": {**recipe["columns"], "title": {"role": "other", "with": "job"}}}
    with pytest.raises(RecipeError, match='form = "values" cannot be combined'):
        kn.mask(pa.table({"job": ["nurse"], "age": ["3"], "ward": ["A"], "title": ["x"]}), followed)


def test_a_single_number_is_written_with_the_decimals_of_its_column():
    """0.04 is 0 with one decimal; next to ranges it is a text, and one of 16 digits loses none of them."""
    columns = {"kg": {"role": "quasi", "type": "numeric", "precision": 1}, "m": {"role": "quasi", "type": "numeric"}}
    recipe = {"columns": columns, "method": {"name": "generalise", "scheme": "local", "form": "values", "k": 6}}
    kg = ["0.04"] * 6 + ["9.5"] * 3 + ["12.5"] * 3
    m = ["0.1234567890123456"] * 6 + ["7"] * 3 + ["8"] * 3
    result = kn.mask(pa.table({"kg": kg, "m": m}), recipe, aligned=True)
    assert result.table["kg"].to_pylist() == ["0"] * 6 + ["9.5-12.5"] * 6
    assert result.table["m"].to_pylist() == ["0.1234567890123456"] * 6 + ["7-8"] * 6
