"""Defects planted before anything is applied: while a table is prepared, in a method's own plan, in the words for it and
in the dates of persons. What is written and what is expected both rest on these, so the gate reads each a second way."""

import random
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from drawing import fresh_random
from kinonym.engines.memory import shifted_dates
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS
from kinonym.pipeline import followers, preparing, shifting
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points

pytestmark = pytest.mark.usefixtures("few_repetitions")

WORDS = [f"{group}{i}" for group in "abcdefgh" for i in range(8)]
TAXONOMY = ["child,parent", "top,", *(f"{group},top" for group in "abcdefgh"), *(f"{word},{word[0]}" for word in WORDS)]

SWAPS = {
    "srs1": {"k": 3},
    "srs2": {"k": 3},
    "srs3": {"k": 3},
    "record-swap": {"k": 3},
    "record-swap mdav": {"k": 3, "partition": "mdav"},
    "data-swap": {},
}
WHOLE = ("record-swap", "data-swap")
CLASSES = {
    "sa-mdav": {"k": 3},
    "sa-mdav refined": {"k": 3, "refine": True},
    "mdav": {"k": 3},
    "mdav with modes": {"k": 3, "distance": "equality", "centroid": "mode"},
    "mdav with subsumers": {"k": 3, "centroid": "lcs"},
    "resample": {"k": 3},
    "recode": {"k": 3},
    "suppress": {"k": 3},
    "generalise": {"k": 3},
    "generalise local": {"k": 3, "scheme": "local"},
}
DRAWS = {"noise": {"alpha": 1.0}, "exponential": {"epsilon": 1.0, "public": {"a": "top", "b": "top"}}}
EVERY = {**SWAPS, **CLASSES, **DRAWS}


def rows(number=240):
    """Most records have two words at random, the others share a few combinations."""
    draw = random.Random(8)
    pairs = [(WORDS[i % 8], WORDS[-1 - i % 8]) if i % 6 == 0 else draw.choices(WORDS, k=2) for i in range(number)]
    return [[f"p{i:03}", *pair, str(i % 40), "wxyz"[i % 4], "n"] for i, pair in enumerate(pairs)]


def table_and_recipe(folder, kind, **changes):
    data = hospital.write_table(folder, rows())
    (folder / "sports.csv").write_text("\n".join(TAXONOMY))
    return data, hospital.recipe(folder, {"name": kind.split()[0], **EVERY[kind]}, **changes)


def planned_so(patch, kind, change):
    """Let a method's plan pass through ``change``."""
    method = METHODS[kind.split()[0]]

    @dataclass(frozen=True, kw_only=True)
    class Broken(method):
        def plan(self, tuples, rng, progress=lambda _: None):
            return change(super().plan(tuples, rng, progress))

    patch.setitem(METHODS, method.name, Broken)


# --- prepare: what was planned is not what the rows hold


def two_combinations_change_places(patch, kind):
    group = preparing._group

    def faulty(*given):
        tuples, own = group(*given)
        first, *others = np.flatnonzero(tuples.counts[own] == 1)
        own = own.copy()
        own[[first, others[-1]]] = own[[others[-1], first]]
        return tuples, own

    patch.setattr(preparing, "_group", faulty)


def tuples_slip(patch, kind):
    group = preparing._group

    def faulty(*given):
        tuples, own = group(*given)
        alike = np.flatnonzero(tuples.counts == 1)
        codes = tuples.codes.copy()
        codes[alike] = np.roll(codes[alike], 1, axis=0)
        return replace(tuples, codes=codes), own

    patch.setattr(preparing, "_group", faulty)


# --- words: what is written for a masked tuple is another's


def words_slip(patch, kind):
    written = Plan.decode_targets
    patch.setattr(Plan, "decode_targets", lambda plan: {n: [*t[1:], t[0]] for n, t in written(plan).items()})


def words_of_a_column_slip(patch, kind):
    written = Plan.decode_targets
    patch.setattr(
        Plan, "decode_targets", lambda p: {n: [*t[1:], t[0]] if n == "a" else t for n, t in written(p).items()}
    )


def two_words_change_places(patch, kind):
    written = Plan.decode_targets

    def faulty(plan):
        texts = written(plan)
        used = np.unique(plan.target[plan.target >= 0]).tolist()
        first = used[0]
        other = next(i for i in used if texts["a"][i] != texts["a"][first])
        texts["a"][first], texts["a"][other] = texts["a"][other], texts["a"][first]
        return texts

    patch.setattr(Plan, "decode_targets", faulty)


# --- plan: a method decides what it cannot decide


def nothing_is_swapped(patch, kind):
    planned_so(patch, kind, lambda plan: Plan.unchanged(plan.tuples))


def nothing_is_drawn(patch, kind):
    nothing_is_swapped(patch, kind)


def a_column_is_not_swapped(patch, kind):
    def change(plan):
        points = plan.targets[plan.target]
        points[:, 1] = tuple_points(plan.tuples)[plan.source, 1]
        return replace(plan, target=np.arange(len(points)), targets=points)

    planned_so(patch, kind, change)


def half_is_not_swapped(patch, kind):
    """What the records of half of the values should have exchanged stays with them; the others change round."""

    def change(plan):
        own = np.repeat(tuple_points(plan.tuples), plan.tuples.counts, axis=0)
        masked = own.copy()
        for j in range(own.shape[1]):
            moves = own[:, j] >= np.median(own[:, j])
            masked[moves, j] = np.roll(np.sort(own[moves, j]), int(moves.sum()) // 2)
        source = np.repeat(np.arange(len(plan.tuples)), plan.tuples.counts)
        return replace(plan, source=source, target=np.arange(len(own)), count=np.ones_like(source), targets=masked)

    planned_so(patch, kind, change)


def centres_slip(patch, kind):
    def change(plan):
        used = np.unique(plan.target[plan.target >= 0])
        targets = plan.targets.copy()
        targets[used] = targets[np.roll(used, 1)]
        return replace(plan, targets=targets)

    planned_so(patch, kind, change)


DEFECTS = {
    two_combinations_change_places: EVERY,
    tuples_slip: EVERY,
    words_slip: EVERY,
    words_of_a_column_slip: EVERY,
    two_words_change_places: EVERY,
    nothing_is_swapped: SWAPS,
    nothing_is_drawn: ("exponential",),
    a_column_is_not_swapped: SWAPS,
    half_is_not_swapped: WHOLE,
    centres_slip: CLASSES,
}
PLANTED = [(defect, kind) for defect, kinds in DEFECTS.items() for kind in kinds]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__.replace("_", " "))
def test_a_planted_plan_is_refused(tmp_path, monkeypatch, defect):
    for kind in DEFECTS[defect]:
        data, recipe = table_and_recipe(tmp_path, kind)
        with monkeypatch.context() as patch:
            defect(patch, kind)
            with pytest.raises(PrivacyError, match="nothing was released") as refused:
                pytest.fail(f"{kind}: {kn.mask_file(data, recipe, tmp_path / 'out.csv')}")
        assert not any(word in refused.value.message for word in WORDS)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "sports.csv"]


@pytest.mark.parametrize("kind", ["record-swap", "sa-mdav", "noise"])
def test_a_planted_plan_is_refused_in_memory(tmp_path, monkeypatch, kind):
    data, recipe = table_and_recipe(tmp_path, kind)
    table = pd.read_csv(data, dtype=str)
    for defect in (defect for defect, kinds in DEFECTS.items() if kind in kinds):
        with monkeypatch.context() as patch:
            defect(patch, kind)
            with pytest.raises(PrivacyError, match="nothing was released"):
                pytest.fail(f"{defect.__name__}: {kn.mask(table, recipe)}")


@pytest.mark.parametrize("kind", EVERY)
def test_without_a_defect_the_same_run_passes(tmp_path, kind):
    data, recipe = table_and_recipe(tmp_path, kind)
    assert kn.mask_file(data, recipe, tmp_path / "out.csv").claims


PLAIN = {
    "plain": {"type": "plain"},
    "levels": {"type": "ordinal", "order": ["low", "middle", "high"]},
    "numbers": {"type": "numeric"},
}


@pytest.mark.parametrize("kind", PLAIN)
@pytest.mark.parametrize("wrong", ["no value of it", "high", "7.5"])
def test_texts_that_differ_from_the_column_are_refused(monkeypatch, kind, wrong):
    values = {"plain": ["low", "high"], "levels": ["low", "middle"], "numbers": ["1", "2"]}[kind]
    table = pd.DataFrame({"a": values * 10})
    recipe = {"columns": {"a": {"role": "quasi", **PLAIN[kind]}}, "method": {"name": "sa-mdav", "k": 3}}
    kn.mask(table, recipe)
    monkeypatch.setattr(Plan, "decode_targets", lambda plan: {"a": [wrong] * len(plan.targets)})
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)


SETS = {
    "as they are": lambda texts: texts,
    "another": lambda texts: [*texts[1:], texts[0]],
    "one too many": lambda texts: [f"{text}|1" for text in texts],
    "one left out": lambda texts: [text.partition("|")[0] for text in texts],
    "none": lambda texts: [None] * len(texts),
}


@pytest.mark.parametrize("change", SETS)
def test_released_sets_are_verified_member_by_member(tmp_path, monkeypatch, change):
    """Codes of which one ends like another."""
    (tmp_path / "codes.csv").write_text("child,parent\n0,\n11,0\n1,11\n21,0\n121,21\n")
    table = pd.DataFrame({"a": ["1|11", "11|21", "1|121", "121|21"] * 5})
    column = {"role": "quasi", "ontology": str(tmp_path / "codes.csv"), "separator": "|", "write": "code"}
    written = Plan.decode_targets
    monkeypatch.setattr(Plan, "decode_targets", lambda plan: {n: SETS[change](t) for n, t in written(plan).items()})
    recipe = {"columns": {"a": column}, "method": {"name": "recode", "k": 3}}
    if change == "as they are":
        assert set(kn.mask(table, recipe).table["a"]) == {"1|11", "11|21", "1|121", "121|21"}
        return
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)


# --- texts that follow masked words

FOLLOWED = ("srs1", "sa-mdav", "recode", "noise")


@pytest.mark.parametrize("kind", FOLLOWED)
def test_texts_that_follow_other_words_are_refused(tmp_path, monkeypatch, kind):
    """One column of words: no two rows contradict each other, however its texts are shifted."""
    _, recipe = table_and_recipe(tmp_path, kind)
    recipe["columns"] = {"a": recipe["columns"]["a"], "remark": {"role": "other", "with": "a"}}
    words = [row[1] for row in rows()]
    table = pd.DataFrame({"a": words, "remark": [f"text of {word}" for word in words]})
    kn.mask(table, recipe)
    find = followers.find_follower_texts
    monkeypatch.setattr(
        followers, "find_follower_texts", lambda *given: {n: [*t[1:], t[0]] for n, t in find(*given).items()}
    )
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)


# --- dates of persons, which are moved before anything is counted

SHIFTED = {
    "no date is moved": lambda days: days * 0,
    "every row by itself": lambda days: np.arange(len(days)) % 365 + 1,
    "one row of a person": lambda days: np.r_[-days[:1], days[1:]],
    "all alike": lambda days: np.full_like(days, 7),
}


def visits():
    """Ten persons with three visits each, on days and in months."""
    first = date(2020, 5, 17)
    days = [(first + timedelta(days=7 * i)).isoformat() for i in range(30)]
    return pd.DataFrame(
        {
            "person": [f"p{i % 10}" for i in range(30)],
            "a": ["a1", "b2"] * 15,
            "day": days,
            "month": [d[:7] for d in days],
        }
    )


def dates_recipe(folder):
    (folder / "sports.csv").write_text("\n".join(TAXONOMY))
    moved_date = {"role": "other", "type": "date", "shift_with": "person"}
    return {
        "table": {"person": "person"},
        "columns": {
            "person": {"role": "identifier"},
            "a": {"role": "quasi", "ontology": str(folder / "sports.csv"), "root": "top"},
            "day": moved_date,
            "month": {**moved_date, "precision": "month"},
        },
        "method": {"name": "sa-mdav", "k": 3},
        "release": {"confirm": ["day", "month"], "accept_unique": True},
    }


@pytest.mark.parametrize("defect", SHIFTED)
def test_dates_that_are_moved_wrongly_are_refused(tmp_path, monkeypatch, defect):
    recipe, table = dates_recipe(tmp_path), visits()
    table.to_csv(tmp_path / "data.csv", index=False)
    kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "good.csv")
    days = shifted_dates._days
    monkeypatch.setattr(shifted_dates, "_days", lambda person, key: SHIFTED[defect](days(person, key)))
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv")
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)
    assert not (tmp_path / "out.csv").exists()


REWRITTEN = {"by none": lambda days: 0, "too far": lambda days: days + 800, "some by none": lambda days: days % 2}


@pytest.mark.parametrize("wrong", REWRITTEN)
def test_dates_that_are_written_wrongly_are_refused(tmp_path, monkeypatch, wrong):
    later = shifting._add_days
    monkeypatch.setattr(shifting, "_add_days", lambda moment, days: later(moment, REWRITTEN[wrong](days)))
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(visits(), dates_recipe(tmp_path))


# --- what no exception is left for: noise, published swaps, sets, dates and refined numbers

PUBLISHED = {name: {"k": 10, "published": True} for name in ("srs1", "srs2", "srs3")}
NOISES = {
    "noise": {"alpha": 1.0},
    "noise root": {"alpha": 1.0, "reference": "root"},
    "noise laplace": {"alpha": 0.3, "correlated": False, "noise": "laplace"},
    "noise pair": {"alpha": 1.0, "reference": "pair"},
}
UNMOVED = {
    nothing_is_drawn: {**PUBLISHED, **NOISES},
    a_column_is_not_swapped: {**NOISES, "srs1": PUBLISHED["srs1"], "srs3": PUBLISHED["srs3"]},
}


@pytest.mark.parametrize(("defect", "kind"), [(defect, kind) for defect, kinds in UNMOVED.items() for kind in kinds])
def test_draws_that_move_nothing_are_refused(tmp_path, monkeypatch, defect, kind):
    data, recipe = table_and_recipe(tmp_path, "noise")
    recipe["method"] = {"name": kind.split()[0], **UNMOVED[defect][kind]}
    assert kn.mask_file(data, recipe, tmp_path / "good.csv").claims
    defect(monkeypatch, kind)
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask_file(data, recipe, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def mixed_table(number=240):
    """Numbers, levels, dates, sets and words; of each column most values differ."""
    draw, first = random.Random(4), date(2000, 1, 1)
    return pd.DataFrame(
        {
            "a": draw.choices(WORDS, k=number),
            "set": ["|".join(sorted(draw.sample(WORDS, draw.randint(1, 3)))) for _ in range(number)],
            "number": [f"{draw.gauss(50, 20):.1f}" for _ in range(number)],
            "day": [(first + timedelta(days=draw.randrange(9_000))).isoformat() for _ in range(number)],
            "month": [(first + timedelta(days=draw.randrange(9_000))).isoformat() for _ in range(number)],
            "time": [f"{draw.randrange(24):02}:{draw.randrange(60):02}" for _ in range(number)],
        }
    )


KINDS = {
    "set": {"ontology": "sports.csv", "root": "top", "separator": "|"},
    "number": {"type": "numeric", "precision": 1},
    "day": {"type": "date"},
    "month": {"type": "date", "precision": "month"},
    "time": {"type": "time", "precision": "minute"},
}
CENTRED = {
    "sa-mdav": {"name": "sa-mdav", "k": 3},
    "sa-mdav refined": {"name": "sa-mdav", "k": 3, "refine": True},
    "mdav": {"name": "mdav", "k": 3},
    "mdav refined": {"name": "mdav", "k": 3, "refine": True},
    "mdav lcs": {"name": "mdav", "k": 3, "centroid": "lcs"},
    "resample": {"name": "resample", "k": 3},
    "noise": {"name": "noise", "alpha": 1.0},
}


def mixed_recipe(folder, columns, method):
    (folder / "sports.csv").write_text("\n".join(TAXONOMY))
    word = {"role": "quasi", "ontology": str(folder / "sports.csv"), "root": "top"}
    chosen = {"a": word, **{name: {"role": "quasi", **KINDS[name]} for name in columns}}
    if "set" in columns:
        chosen["set"]["ontology"] = str(folder / "sports.csv")
    return {"columns": chosen, "method": CENTRED[method]}


def a_column_slips(patch, kind, j):
    """The targets of one column alone are exchanged between classes."""

    def change(plan):
        used = np.unique(plan.target[plan.target >= 0])
        targets = plan.targets.copy()
        targets[used, j] = targets[np.roll(used, 1), j]
        return replace(plan, targets=targets)

    planned_so(patch, kind, change)


@pytest.mark.parametrize("column", KINDS)
@pytest.mark.parametrize("method", [name for name in CENTRED if name != "noise"])
def test_exchanged_centres_of_every_kind_are_refused(tmp_path, monkeypatch, method, column):
    if method == "mdav lcs" and column not in ("set", "time"):
        pytest.skip("numbers and dates have no subsumer")
    recipe, table = mixed_recipe(tmp_path, [column], method), mixed_table()[["a", column]]
    assert kn.mask(table, recipe).claims
    a_column_slips(monkeypatch, method, 1)
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)


WRONG_MEANS = [(method, share) for method in ("sa-mdav refined", "mdav refined") for share in (1.0, 0.5)]


@pytest.mark.parametrize(("method", "share"), WRONG_MEANS)
def test_refined_numbers_that_are_not_the_mean_are_refused(tmp_path, monkeypatch, method, share):
    """The numbers of all classes, or of half of them, are two steps of the precision too great."""
    table = mixed_table()[["number"]]
    recipe = {"columns": {"number": {"role": "quasi", **KINDS["number"]}}, "method": CENTRED[method]}
    table.to_csv(tmp_path / "data.csv", index=False)
    assert kn.mask(table, recipe).claims

    def change(plan):
        used = np.unique(plan.target[plan.target >= 0])
        targets = plan.targets.copy()
        targets[used[: int(share * len(used))], 0] += 2
        return replace(plan, targets=targets)

    planned_so(monkeypatch, method, change)
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv"]


@pytest.mark.parametrize("column", KINDS)
def test_noise_that_moves_no_value_of_a_kind_is_refused(tmp_path, monkeypatch, column):
    recipe, table = mixed_recipe(tmp_path, [column], "noise"), mixed_table(400)[["a", column]]
    assert kn.mask(table, recipe).claims
    a_column_is_not_swapped(monkeypatch, "noise")
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(table, recipe)


@pytest.mark.parametrize("method", CENTRED)
def test_true_centres_of_all_kinds_together_pass(tmp_path, method):
    """Also where columns must not come before others, and values are missing."""
    for seed in range(3):
        table, draw = mixed_table(60), fresh_random("true centres", method, seed)
        for name in KINDS:
            table.loc[draw.sample(range(60), 12), name] = ""
        recipe = mixed_recipe(tmp_path, KINDS, method)
        recipe["columns"]["day"]["before"] = "month"
        if method == "mdav lcs":
            recipe["columns"].pop("number")
            table = table.drop(columns="number")
        assert kn.mask(table, recipe).claims


@pytest.mark.parametrize("method", ["sa-mdav refined", "mdav refined"])
def test_refined_classes_of_negative_numbers_pass(method):
    """Means that were rounded, of numbers that are less than any number of a concept."""
    for seed in range(20):
        draw = fresh_random("negative numbers", method, seed)
        table = pd.DataFrame({"number": [f"{draw.gauss(0, 30):.1f}" for _ in range(60)]})
        columns = {"number": {"role": "quasi", "type": "numeric", "precision": 0}}
        method_of_k = {**CENTRED[method], "k": 2}
        assert kn.mask(table, {"columns": columns, "method": method_of_k}).claims
