"""The private risk file: complete, owned by its owner alone, and marked."""

import json
import stat

import numpy as np
import pytest

from kinonym.release.private import PRIVATE_MARK, private_lines

from .conftest import sports_table


@pytest.fixture(scope="module")
def lines(result, tmp_path_factory):
    path = tmp_path_factory.mktemp("private") / "risk.jsonl"
    result.write_private_risk(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of_kind(lines, kind):
    return [line for line in lines if line["kind"] == kind]


def test_the_first_line_says_what_it_is(lines):
    assert lines[0]["text"] == PRIVATE_MARK
    assert lines[0]["records"] == 200


def test_every_class_is_there(lines, result):
    classes = of_kind(lines, "class")
    sizes = result.table.groupby(["sport", "place", "age"]).size()
    assert sorted(line["records"] for line in classes) == sorted(sizes)
    assert all(line["chance"] == 1 / line["records"] for line in classes)


def test_every_change_adds_up(lines):
    changes = of_kind(lines, "change")
    assert sum(line["records"] for line in changes) == 200
    farland = [line for line in changes if "Farland" in line["before"]]
    assert sum(line["records"] for line in farland) == 1  # the one record that no publishable report may show
    by_class = {line["class"]: line for line in of_kind(lines, "class")}
    assert all(line["after"] == by_class[line["class"]]["after"] for line in changes)


def test_every_class_says_what_it_discloses(lines, result):
    found = of_kind(lines, "disclosure")
    distinct = result.table.groupby(["sport", "place", "age"])["illness"].nunique()
    assert sorted(line["illness"]["distinct"] for line in found) == sorted(distinct)


def test_rows_are_numbered_as_in_the_original(result):
    plan = result.plan
    order = np.argsort(plan.source, kind="stable")
    sources, targets = (
        np.repeat(plan.source[order], plan.count[order]),
        np.repeat(plan.target[order], plan.count[order]),
    )
    rows = zip(range(1, 201), sources.tolist(), targets.tolist(), strict=True)
    found = of_kind(list(private_lines(plan, rows=rows)), "row")
    assert [line["row"] for line in found] == list(range(1, 201))
    assert all(line["chance_class"] <= 1 / 5 for line in found)
    alone = (sports_table().groupby(["sport", "place", "age"])["illness"].transform("size") == 1).sum()
    assert sum(line["unique_before"] for line in found) == alone
