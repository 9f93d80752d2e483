"""The table of shares that moved: what changed by more than a fifth, what is hidden, and what never appears."""

from __future__ import annotations

import json

import pyarrow as pa

import kinonym as kn
from kinonym.release.report.moved_shares import HIDDEN, find_moved_shares

RECIPE = {"columns": {"job": {"role": "quasi", "type": "plain"}}, "method": {"name": "suppress", "k": 5}}


def masked(times, k=5):
    """A column of words with these counts; values with fewer than k records become missing."""
    jobs = [job for job, count in times.items() for _ in range(count)]
    return kn.mask(pa.table({"job": jobs}), {**RECIPE, "method": {"name": "suppress", "k": k}})


def moved(result):
    return {row.value: (row.before, row.after) for row in find_moved_shares(result.report.published)}


def test_values_that_vanish_and_missing_that_appears_are_listed():
    """Of 100 rows 12 are cooks and 8 pilots; with k = 20 both become missing: 0 before, 20 after."""
    found = moved(masked({"nurse": 80, "cook": 12, "pilot": 8}, k=20))
    assert found == {"cook": (0.12, 0.0), "pilot": (0.08, 0.0), "missing": (0.0, 0.2)}


def test_a_share_that_changes_by_a_fifth_or_less_is_not_listed():
    assert moved(masked({"nurse": 80, "cook": 20})) == {}
    page = masked({"nurse": 80, "cook": 20}).report.page()
    assert "No value of a masked column changed its share by more than a fifth." in page


def test_rare_values_never_appear_and_what_protects_them_is_marked():
    """Three zookeepers are hidden, and the seven cooks with them, since a total of ten would give the three away.

    With sa-mdav the ten become one group of cooks, which is shown: its share before stays hidden.
    """
    jobs = ["nurse"] * 90 + ["cook"] * 7 + ["zookeeper"] * 3
    result = kn.mask(pa.table({"job": jobs}), {**RECIPE, "method": {"name": "sa-mdav", "k": 5}})
    for text in (result.report.page(), result.report.json(), result.report.text()):
        assert "zookeeper" not in text
    rows = {row["value"]: row for row in json.loads(result.report.json())["shares_that_moved"]}
    assert rows["cook"] == {
        "column": "job", "value": "cook", "before": None, "after": 0.1, "change": None, "hidden": HIDDEN,
    }  # fmt: skip
    assert rows["rare values, and others"]["hidden"] == HIDDEN
    assert set(rows) == {"cook", "rare values, and others"}
    assert HIDDEN in result.report.page()


def test_values_hidden_on_both_sides_leave_a_row_without_a_name():
    """Suppressed, cooks and zookeepers are missing: neither may be named, and the table does not hide that."""
    result = masked({"nurse": 90, "cook": 7, "zookeeper": 3})
    assert moved(result) == {"missing": (0.0, 0.1), "rare values, and others": (None, None)}


def test_numbers_are_counted_in_intervals():
    ages = [str(20 + i % 40) for i in range(200)]
    columns = {"age": {"role": "quasi", "type": "numeric"}}
    result = kn.mask(pa.table({"age": ages}), {"columns": columns, "method": {"name": "sa-mdav", "k": 100}})
    found = find_moved_shares(result.report.published)
    assert found
    assert all(row.value.startswith(("below", "missing")) or " to below " in row.value or "or more" in row.value
               for row in found)  # fmt: skip


def test_the_terminal_shows_the_greatest_changes(tmp_path, monkeypatch, capsys):
    from command import runner

    jobs = "job\n" + "nurse\n" * 80 + "cook\n" * 12 + "pilot\n" * 8
    (tmp_path / "data.csv").write_text(jobs)
    (tmp_path / "recipe.toml").write_text(
        '[columns.job]\nrole = "quasi"\ntype = "plain"\n[method]\nname = "suppress"\nk = 20\n'
    )
    shown = runner(tmp_path, monkeypatch, capsys)("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv").out
    assert "shares that moved by more than a fifth" in shown
    assert "gone" in shown
    assert "new" in shown
