"""Cells with several concepts, through the public API."""

import random
from collections import Counter

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.errors import DataError, RecipeError
from kinonym.pipeline.cells import MOST_PARTS
from reference.naive_sets import set_distance

PARENTS = {
    "disease": [], "heart": ["disease"], "lung": ["disease"], "infarct": ["heart"], "angina": ["heart"],
    "asthma": ["lung"], "copd": ["lung"], "cough": ["lung"],
}  # fmt: skip
NAMES = [name for name, above in PARENTS.items() if above not in ([], ["disease"])]
OTHERS = ("resample", "suppress", "generalise", "record-swap", "srs1", "srs2", "srs3", "data-swap", "noise")
FORMS = [(m, d) for m in ("sa-mdav", "mdav", "recode") for d in ("average", "assignment", "hausdorff")]


@pytest.fixture
def folder(tmp_path):
    lines = ["child,parent", *(f"{name},{above[0] if above else ''}" for name, above in PARENTS.items())]
    (tmp_path / "diseases.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def hospital(rows=60, seed=1):
    draw = random.Random(seed)
    sets = ["|".join(draw.sample(NAMES, draw.randint(0, 3))) for _ in range(rows)]
    return pa.table({"diagnoses": sets, "sex": [draw.choice("mf") for _ in range(rows)]})


def recipe(folder, method, **column):
    return {
        "columns": {
            "diagnoses": {"role": "quasi", "ontology": str(folder / "diseases.csv"), "separator": "|", **column},
            "sex": {"role": "quasi"},
        },
        "method": method,
    }


def as_sets(table):
    return [frozenset((cell or "").split("|")) - {""} for cell in table["diagnoses"].to_pylist()]


@pytest.mark.parametrize(("method", "distance"), [*FORMS, *((method, "average") for method in OTHERS)])
def test_every_method_masks_sets(folder, method, distance):
    settings = {"name": method, **{"noise": {"alpha": 0.5}, "data-swap": {}}.get(method, {"k": 3})}
    table = hospital()
    result = kn.mask(table, recipe(folder, settings, set_distance=distance), seed=1, aligned=True)
    released = as_sets(result.table)
    assert all(part in PARENTS for members in released for part in members)
    if "Every combination" in result.claims[0].sentence:
        pairs = zip(released, result.table["sex"].to_pylist(), strict=True)
        assert min(Counter(pairs).values()) >= 3
    assert result.report.html()


@pytest.mark.parametrize("options", [{"refine": True}, {"block_size": 10}, {"block_size": 10, "refine": True}])
def test_options_of_clustering_methods_work_on_sets(folder, options):
    result = kn.mask(hospital(90), recipe(folder, {"name": "sa-mdav", "k": 3, **options}), seed=1, aligned=True)
    pairs = zip(as_sets(result.table), result.table["sex"].to_pylist(), strict=True)
    assert min(Counter(pairs).values()) >= 3


def test_a_refined_plan_costs_no_more(folder):
    plain, refined = (
        kn.mask(
            hospital(90), recipe(folder, {"name": "mdav", "k": 3, "refine": refine}), seed=1, aligned=True
        ).utility.sse
        for refine in (False, True)
    )
    assert refined <= plain


def test_the_exponential_mechanism_refuses_sets(folder):
    with pytest.raises(kn.errors.UsageError, match="no public set"):
        kn.mask(hospital(), recipe(folder, {"name": "exponential", "epsilon": 2.0}), aligned=True)


def test_order_and_repetition_do_not_make_another_set(folder):
    cells = ["angina|cough", "cough|angina", "cough||angina|cough", "asthma", "asthma ", "asthma"]
    table = pa.table({"diagnoses": cells, "sex": ["m"] * 6})
    result = kn.mask(table, recipe(folder, {"name": "suppress", "k": 3}), aligned=True)
    assert result.table["diagnoses"].to_pylist() == ["angina|cough"] * 3 + ["asthma"] * 3
    notices = " ".join(result.notices)
    assert "1 rows have empty parts" in notices
    assert "1 rows have a value twice" in notices


def test_the_empty_set_is_missing(folder):
    table = pa.table({"diagnoses": ["|", "", None, "asthma", "asthma", "asthma"], "sex": ["m"] * 6})
    result = kn.mask(table, recipe(folder, {"name": "suppress", "k": 3}), aligned=True)
    assert result.table["diagnoses"].to_pylist() == [None] * 3 + ["asthma"] * 3
    dropping = {**recipe(folder, {"name": "suppress", "k": 3}), "table": {"missing_values": "drop"}}
    assert kn.mask(table, dropping, aligned=True).table.num_rows == 3


def test_a_separator_that_never_occurs_is_noticed(folder):
    table = pa.table({"diagnoses": ["asthma", "cough"] * 3, "sex": ["m"] * 6})
    result = kn.mask(table, recipe(folder, {"name": "suppress", "k": 3}), aligned=True)
    assert "does not occur" in " ".join(result.notices)


def test_too_many_values_in_a_cell_are_refused_without_naming_one(tmp_path):
    many = [f"secret{i}" for i in range(10 * MOST_PARTS)]
    (tmp_path / "diseases.csv").write_text("child,parent\ntop,\n" + "".join(f"{name},top\n" for name in many))
    table = pa.table({"diagnoses": ["|".join(many), *many[:5]], "sex": ["m"] * 6})
    with pytest.raises(DataError, match=r"1 rows have more than 1,000 distinct values in a cell") as caught:
        kn.mask(table, recipe(tmp_path, {"name": "suppress", "k": 2}), aligned=True)
    assert "secret" not in str(caught.value)


def test_cells_of_hundreds_of_values_are_masked_in_seconds(tmp_path):
    many = [f"c{i}" for i in range(MOST_PARTS)]
    lines = "".join(f"{name},g{i % 30}\n" for i, name in enumerate(many)) + "".join(f"g{i},top\n" for i in range(30))
    (tmp_path / "diseases.csv").write_text("child,parent\ntop,\n" + lines)
    draw = random.Random(2)
    cells = ["|".join(draw.sample(many, 900)) for _ in range(6)]
    table = pa.table({"diagnoses": cells, "sex": ["m"] * 6})
    for distance in ("average", "hausdorff"):
        result = kn.mask(table, recipe(tmp_path, {"name": "sa-mdav", "k": 3}, set_distance=distance), aligned=True)
        assert min(Counter(result.table["diagnoses"].to_pylist()).values()) >= 3


def test_a_text_without_a_concept_never_leaves_with_fewer_than_k(folder):
    table = pa.table({"diagnoses": ["asthma|zzz", "asthma|yyy", *["asthma|common"] * 4], "sex": ["m"] * 6})
    result = kn.mask(table, recipe(folder, {"name": "sa-mdav", "k": 3}, unmapped="isolate"), aligned=True)
    assert not {"zzz", "yyy"} & {part for members in as_sets(result.table) for part in members}


def test_elements_without_a_concept_stop_the_run_and_are_counted_as_elements(folder):
    table = pa.table({"diagnoses": ["asthma|qqq", "cough|qqq|asthma", "cough"], "sex": ["m"] * 3})
    with pytest.raises(kn.errors.UnmappedError, match="1 of 3 values in 2 entries"):
        kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}), aligned=True)
    doubled = pa.concat_tables([table, table])
    result = kn.mask(doubled, recipe(folder, {"name": "suppress", "k": 2}, unmapped="suppress"), aligned=True)
    assert as_sets(result.table) == 2 * [{"asthma"}, {"asthma", "cough"}, {"cough"}]


def test_an_attacker_who_knows_some_values_of_a_set_is_tried(folder):
    result = kn.mask(hospital(), recipe(folder, {"name": "sa-mdav", "k": 3}), aligned=True)
    known = [attacker for attacker in result.assessment.attackers if attacker.kind == "knows-some-values"]
    assert [attacker.name for attacker in known] == ["knows 1 value", "knows 2 values", "knows 3 values"]
    assert known[0].before < known[-1].before
    assert known[-1].chance <= result.risk.marketer < known[-1].before


def test_the_report_counts_members(folder):
    table = pa.table({"diagnoses": ["asthma|cough"] * 6 + ["cough"] * 5 + ["angina|copd"] * 3, "sex": ["m"] * 14})
    result = kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}), aligned=True)
    values = {row["value"]: row["before"] for row in result.report.figures["columns"]["diagnoses"]["values"]}
    assert values == {"cough": 11}  # two counts below 5 are hidden, and one more so that they cannot be worked out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"type": "plain", "ontology": None}, "only concepts make sets"),
        ({"separator": None, "set_distance": "hausdorff"}, "cells have one value each"),
        ({"ontology": "paths", "path_separator": "|"}, "the same"),
        ({"separator": ""}, "is not valid"),
    ],
)
def test_an_impossible_recipe_is_refused(folder, changes, message):
    wrong = recipe(folder, {"name": "suppress", "k": 2})
    wrong["columns"]["diagnoses"] = {
        k: v for k, v in {**wrong["columns"]["diagnoses"], **changes}.items() if v is not None
    }
    with pytest.raises(RecipeError, match=message):
        kn.mask(hospital(), wrong, aligned=True)


def test_cells_are_written_in_the_spelling_of_the_column(folder):
    """Elements keep their spelling; new concepts get the spelling of the column, and never contain the separator."""
    lines = 'child,parent,label\ntop,,Top\nheart,top,"Heart, any"\ninfarct,heart,Infarct\nangina,heart,Angina\n'
    (folder / "diseases.csv").write_text(lines)
    cells = ["infarct,angina", "infarct", "angina"] * 4
    table = pa.table({"diagnoses": cells, "sex": ["m"] * 12})
    kept = kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}, separator=","), aligned=True)
    assert Counter(kept.table["diagnoses"].to_pylist()) == {"angina,infarct": 4, "infarct": 4, "angina": 4}
    lifted = kn.mask(table, recipe(folder, {"name": "mdav", "k": 12, "centroid": "lcs"}, separator=","), aligned=True)
    assert set(lifted.table["diagnoses"].to_pylist()) == {"heart"}


def test_a_release_is_verified_with_its_original(folder):
    table = hospital()
    settings = recipe(folder, {"name": "sa-mdav", "k": 3})
    released = kn.mask(table, settings, aligned=True).table
    checked = kn.verify(released, quasi=["diagnoses", "sex"], original=table, recipe=settings)
    assert checked.k >= 3


def test_describe_reports_a_column_of_sets(folder):
    description = kn.describe(hospital(), recipe(folder, {"name": "suppress", "k": 2})).columns[0]
    assert description.distinct == len({frozenset(members) for members in as_sets(hospital()) if members})
    assert 0 < description.variance < 1


def test_confidential_sets_can_be_kept_diverse(folder):
    settings = recipe(folder, {"name": "sa-mdav", "k": 3, "t_closeness": 0.6, "ground": "semantic"})
    settings["columns"]["diagnoses"]["role"] = "confidential"
    settings["columns"]["age"] = {"role": "quasi", "type": "numeric"}
    settings["release"] = {"accept_unique": True}
    table = hospital().append_column("age", pa.array([str(20 + i % 40) for i in range(60)]))
    result = kn.mask(table, settings, aligned=True)
    assert sorted(result.table["diagnoses"].to_pylist(), key=str) == sorted(table["diagnoses"].to_pylist(), key=str)


def lists(rows=60):
    return [None if not cell else cell.split("|") for cell in hospital(rows)["diagnoses"].to_pylist()]


@pytest.mark.parametrize("kind", ["pyarrow", "pandas", "polars"])
def test_columns_of_lists_come_back_as_lists(folder, kind):
    columns = {"diagnoses": lists(), "sex": hospital()["sex"].to_pylist()}
    table = {"pyarrow": pa.table, "pandas": pd.DataFrame, "polars": pl.DataFrame}[kind](columns)
    settings = recipe(folder, {"name": "sa-mdav", "k": 3}, set_distance="assignment")
    del settings["columns"]["diagnoses"]["separator"]
    result = kn.mask(table, settings, aligned=True)
    assert type(result.table) is type(table)
    released = result.table["diagnoses"]
    cells = released.to_pylist() if kind == "pyarrow" else list(released.to_list() if kind == "polars" else released)
    assert any(isinstance(cell, list) and len(cell) > 1 for cell in cells)
    sexes = list(result.table["sex"].to_pylist() if kind == "pyarrow" else result.table["sex"])
    sets = [frozenset(cell) if isinstance(cell, list) else None for cell in cells]
    assert min(Counter(zip(sets, sexes, strict=True)).values()) >= 3


@pytest.mark.parametrize("distance", ["average", "assignment", "hausdorff"])
def test_the_loss_is_the_one_of_the_definitions(folder, distance):
    """SSE from the cells before and after, with distances by their definitions."""
    settings = recipe(folder, {"name": "sa-mdav", "k": 3}, set_distance=distance, root="disease")
    del settings["columns"]["sex"]
    table = hospital().select(["diagnoses"])
    result = kn.mask(table, settings, aligned=True)
    near = kn.Nominal(kn.Taxonomy.from_parents(PARENTS)).distance
    pairs = zip(as_sets(table), as_sets(result.table), strict=True)
    squares = sum(set_distance(distance, near, set(before), set(after)) ** 2 for before, after in pairs)
    assert result.utility.sse == pytest.approx(squares, rel=1e-6)


def test_too_many_values_in_a_cell_are_refused_before_they_are_looked_up(folder):
    table = pa.table(
        {"diagnoses": ["|".join(f"v{i}" for i in range(10 * MOST_PARTS)), *["asthma"] * 5], "sex": ["m"] * 6}
    )
    with pytest.raises(DataError, match=r"1 rows have more than 1,000 distinct values in a cell, up to 10,000"):
        kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}), aligned=True)


def test_another_separator_is_suggested_if_the_given_one_does_not_occur(folder):
    table = pa.table({"diagnoses": ["asthma;cough", "cough;asthma", "asthma"] * 2, "sex": ["m"] * 6})
    with pytest.raises(DataError, match=r"column 'diagnoses': the separator '\|' does not occur") as caught:
        kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}), aligned=True)
    assert caught.value.hint == 'separator = ";" occurs in 4 of the 6 rows'


def test_unmapped_values_are_counted_by_entries_of_sets(folder):
    table = pa.table({"diagnoses": ["asthma|gout|lupus"] * 3 + ["cough"] * 3, "sex": ["m"] * 6})
    with pytest.raises(DataError, match="2 of 4 values in 6 entries have no concept"):
        kn.mask(table, recipe(folder, {"name": "suppress", "k": 2}), aligned=True)
    left = recipe(folder, {"name": "suppress", "k": 2})
    left["columns"]["diagnoses"]["unmapped"] = "isolate"
    assert str(kn.mask(table, left, aligned=True).coverage["diagnoses"]) == "2 of 4 values (50 %), 50 % of the entries"
