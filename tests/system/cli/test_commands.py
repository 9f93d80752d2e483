"""Every command does its job on real files."""

import csv
import json
from collections import Counter

import pytest


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_mask_writes_a_verified_file_and_a_summary(kinonym, folder):
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.html")
    assert ran.code == 0, ran.err
    masked = rows(folder / "out.csv")
    assert len(masked) == 5
    assert list(masked[0]) == ["hobby", "age", "income"]  # the identifier is gone
    assert min(Counter((r["hobby"], r["age"]) for r in masked).values()) >= 2
    assert sorted(r["income"] for r in masked) == ["high", "low", "low", "low", "mid"]
    for word in ("records", "distinct combinations", "smallest group", "values changed", "SSE", "L ", "RL"):
        assert word in ran.out
    assert "Every combination of hobby, age occurs at least 2 times in the written file" in ran.out
    page = (folder / "out.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "p0" not in page  # no identifier


def test_json_report(kinonym, folder):
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.json").code == 0
    content = json.loads((folder / "out.json").read_text())
    assert content["utility"]["smallest_class"] >= 2
    assert content["claims"][0]["guarantee"] is True


def test_a_seed_repeats_the_run_and_marks_it_as_a_test(kinonym, folder):
    first = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "a.csv", "--seed", "7")
    kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "b.csv", "--seed", "7")
    assert "TEST – DO NOT RELEASE" in first.out
    assert (folder / "a.csv").read_bytes() == (folder / "b.csv").read_bytes()


def test_map_writes_a_table_that_the_recipe_can_point_to(kinonym, folder):
    ran = kinonym("map", "data.csv", "-r", "recipe.toml")
    assert ran.code == 0, ran.err
    assert "5 of 5 values (100 %)" in ran.out
    table = folder / "hobby.map.csv"
    assert "value,count,concept" in table.read_text()
    recipe = folder / "recipe.toml"
    recipe.write_text(
        recipe.read_text().replace('ontology = "sports.csv"', 'ontology = "sports.csv"\nmapping = "hobby.map.csv"')
    )
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv").code == 0


def test_the_hint_about_a_missing_mapping_table_works(kinonym, folder):
    """`kinonym map` cannot advise to run `kinonym map` as before: it would say the same again."""
    recipe = folder / "recipe.toml"
    plain, ontology = recipe.read_text(), 'ontology = "sports.csv"'
    recipe.write_text(plain.replace(ontology, f'{ontology}\nmapping = "hobby.map.csv"'))
    ran = kinonym("map", "data.csv", "-r", "recipe.toml")
    assert ran.code == 3
    assert "remove `mapping` from it and run `kinonym map` to write a table" in ran.err
    wanted = recipe.read_text()
    recipe.write_text(plain)
    assert kinonym("map", "data.csv", "-r", "recipe.toml").code == 0
    recipe.write_text(wanted)
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv").code == 0


def test_init_drafts_a_recipe_that_loads(kinonym, folder):
    ran = kinonym("init", "data.csv", "--ontology", "sports.csv")
    assert ran.code == 0, ran.err
    assert "guess" in ran.out
    assert "[columns.hobby]" in ran.out
    (folder / "draft.toml").write_text(ran.out)
    assert kinonym("mask", "data.csv", "-r", "draft.toml", "-o", "out.csv").code in (0, 2, 4)


def test_verify_recounts_any_table(kinonym, folder):
    (folder / "any.csv").write_text("a,b,c\nx,1,u\nx,1,v\ny,2,u\n")
    ran = kinonym("verify", "any.csv", "--quasi", "a,b", "--confidential", "c", "--original", "any.csv")
    assert ran.code == 0, ran.err
    assert "1 (smallest class" in ran.out
    assert kinonym("verify", "any.csv", "--quasi", "a,b", "--k", "2").code == 4


def test_demo_shows_before_and_after_and_leaves_its_files(kinonym, folder):
    ran = kinonym("demo", "--records", "400")
    assert ran.code == 0, ran.err
    assert "10 of the records that changed" in ran.out
    made = {path.name for path in (folder / "kinonym-demo").iterdir()}
    assert made == {"discharges.csv", "recipe.toml", "masked.csv", "report.html"}
    again = kinonym(
        "mask", "kinonym-demo/discharges.csv", "-r", "kinonym-demo/recipe.toml", "-o", "kinonym-demo/again.csv"
    )
    assert again.code == 0, again.err


def test_concepts_search_show_distance(kinonym):
    assert "soccer" in kinonym("concepts", "sports.csv", "search", "socc").out
    shown = kinonym("concepts", "sports.csv", "show", "soccer").out
    assert "sport > ball > soccer" in shown
    # LCS(soccer, rugby) = ball at depth 2, one link each: 1 - 4 / (4 + 2) = 1/3.
    distance = kinonym("concepts", "sports.csv", "distance", "soccer", "rugby", "--measure", "wu-palmer")
    assert "0.333333" in distance.out
    assert distance.code == 0


def test_version_and_help(kinonym_process):
    assert kinonym_process("--version").out.startswith("kinonym ")
    helped = kinonym_process("--help")
    assert helped.code == 0
    for command in ("demo", "init", "map", "mask", "verify", "concepts"):
        assert command in helped.out


@pytest.mark.parametrize("ending", [".parquet", ".csv.gz", ".tsv"])
def test_other_formats(kinonym, folder, ending):
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", f"out{ending}")
    assert ran.code == 0, ran.err
    assert (folder / f"out{ending}").stat().st_size > 0
    assert kinonym("verify", f"out{ending}", "--quasi", "hobby,age", "--k", "2").code == 0


def test_concepts_tree_stats_export(kinonym, folder):
    shown = kinonym("concepts", "sports.csv", "tree", "ball").out
    assert "rugby" in shown
    assert "swimming" not in shown
    figures = kinonym("concepts", "sports.csv", "stats").out
    assert "concepts  7" in " ".join(figures.split()).replace("concepts 7", "concepts  7")
    assert kinonym("concepts", "sports.csv", "export", "again.csv").code == 0
    assert (
        kinonym("concepts", "again.csv", "show", "soccer").out
        == kinonym("concepts", "sports.csv", "show", "soccer").out
    )


def test_private_risk_file(kinonym, folder):
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--private-risk", "risk.jsonl")
    assert ran.code == 0, ran.err
    private = folder / "risk.jsonl"
    assert private.stat().st_mode & 0o077 == 0
    assert "PRIVATE" in private.read_text().splitlines()[0]


def test_compare_prints_the_points_and_the_recipe_of_one(kinonym, folder):
    ran = kinonym(
        "compare", "data.csv", "-r", "recipe.toml", "--method", "sa-mdav,mdav", "--k", "2,5", "--report", "f.json"
    )
    assert ran.code == 0, ran.err
    assert "mdav (k = 5)" in ran.out
    picked = kinonym("compare", "data.csv", "-r", "recipe.toml", "--method", "mdav", "--k", "5", "--pick", "1")
    assert 'name = "mdav"' in picked.out
    assert kinonym("plot", "f.json", "frontier", "-o", "f.svg").code == 0
    assert (folder / "f.svg").read_text().startswith("<svg")


def test_describe(kinonym):
    ran = kinonym("describe", "data.csv", "-r", "recipe.toml")
    assert ran.code == 0, ran.err
    assert "distance correlation" in ran.out


def test_verify_with_the_original_and_its_recipe(kinonym):
    kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
    ran = kinonym(
        "verify",
        "out.csv",
        "--quasi",
        "hobby,age",
        "--confidential",
        "income",
        "--original",
        "data.csv",
        "-r",
        "recipe.toml",
    )
    assert ran.code == 0, ran.err


def test_hierarchies_of_a_column_are_shown_and_exported_for_review(kinonym, folder):
    rows = [f"{place},{kind}" for place, kind in [("n|a", "x"), ("n|b", "y"), ("s|c", "x"), ("s|d", "y")] * 5]
    (folder / "units.csv").write_text("\n".join(["unit,kind", *rows]) + "\n")
    paths = ("concepts", "--data", "units.csv", "--column", "unit", "--path-separator", "|", "paths")
    assert "n|b" in kinonym(*paths, "tree").out
    assert kinonym(*paths, "export", "unit.csv").code == 0
    assert "n|b" in kinonym("concepts", "unit.csv", "tree").out
    clustered = kinonym("concepts", "--data", "units.csv", "--column", "unit", "clustered", "stats")
    assert "last resort" in clustered.out
    missing = kinonym("concepts", "dates", "tree")
    assert missing.code == 2
    assert "built from a column" in missing.err


def test_init_sees_the_rare_values_of_a_long_table(kinonym, folder):
    """A range that only the last of 30,000 rows holds stands in the draft."""
    lines = ["band,sex", *(f"[{10 * (i % 5)}-{10 * (i % 5) + 10}),{'mf'[i % 2]}" for i in range(29_999)), "[90-100),m"]
    (folder / "long.csv").write_text("\n".join(lines) + "\n")
    assert '"[90-100)"' in kinonym("init", "long.csv").out
