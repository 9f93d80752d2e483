"""The private risk file names every row of the input, also where rows with missing values are dropped."""

import json
from collections import Counter

import pytest

import kinonym as kn
from connections import hospital


@pytest.mark.parametrize(
    "method", [{"name": "sa-mdav", "k": 3}, {"name": "srs1", "k": 3}, {"name": "noise", "alpha": 1}]
)
@pytest.mark.parametrize("policy", ["category", "drop"])
def test_rows_of_the_private_file_are_the_rows_of_the_input(tmp_path, method, policy):
    content = hospital.rows(missing=0.15)
    data = hospital.write_table(tmp_path, content)
    recipe = hospital.recipe(tmp_path, method, table={"missing_values": policy})
    kn.mask_file(data, recipe, tmp_path / "out.csv", private_risk=tmp_path / "risk.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "risk.jsonl").read_text().splitlines()]
    rows = [line for line in lines if line["kind"] == "row"]
    assert [row["row"] for row in rows] == list(range(1, len(content) + 1))
    pairs = [(row[1], row[2]) for row in content]
    gone = [policy == "drop" and "" in pair for pair in pairs]
    assert [row["class"] == -1 for row in rows] == gone
    times = Counter(pair for pair, left in zip(pairs, gone, strict=True) if not left)
    assert [row["unique_before"] for row in rows] == [
        not left and times[pair] == 1 for pair, left in zip(pairs, gone, strict=True)
    ]
    header, released = hospital.read(tmp_path / "out.csv")
    own = [header.index("a"), header.index("b")]
    sizes = Counter(tuple(row[j] for j in own) for row in released)
    kept = sorted(1 / row["chance_class"] for row in rows if row["class"] != -1)
    assert kept == pytest.approx(sorted(size for size in sizes.values() for _ in range(size)))
