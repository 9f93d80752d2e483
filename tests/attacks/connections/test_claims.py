"""The claims about a release, through the public API alone: every precondition, met and not met."""

import pandas as pd
import pytest

import kinonym as kn
from connections import hospital

IN_ORDER = "The rows are in the order of the input (aligned=True)"


@pytest.fixture
def masked(tmp_path):
    """Mask the table as a file and in memory; returns the claims of both."""

    def run(method, *, seed=None, aligned=False, content=None, **changes):
        data = hospital.write_table(tmp_path, content)
        recipe = hospital.recipe(tmp_path, method, **changes)
        (tmp_path / "out.csv").unlink(missing_ok=True)
        written = kn.mask_file(data, recipe, tmp_path / "out.csv", seed=seed)
        table = pd.read_csv(data, dtype=str, keep_default_na=False)
        in_memory = kn.mask(table, recipe, seed=seed, aligned=aligned)
        return written, in_memory

    return run


def sentences(result, *, guarantee=True):
    return [str(claim) for claim in result.claims if claim.guarantee == guarantee]


@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode", "resample", "generalise", "suppress"])
def test_the_claimed_k_is_the_recounted_one(masked, tmp_path, name):
    written, in_memory = masked({"name": name, "k": 4})
    header, rows = hospital.read(tmp_path / "out.csv")
    own = [header.index("a"), header.index("b")]
    classes = pd.Series([tuple(row[j] for j in own) for row in rows]).value_counts()
    in_file = f"Every combination of a, b occurs at least {classes.min()} times in the written file, missing counted"
    assert sentences(written)[0].startswith(in_file)
    smallest = in_memory.table.fillna("").value_counts(["a", "b"]).min()
    assert sentences(in_memory)[0].startswith(
        f"Every combination of a, b occurs at least {smallest} times in this table"
    )
    assert "written file" not in " ".join(map(str, in_memory.claims))


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3", "record-swap", "sa-mdav"])
def test_an_aligned_table_says_that_its_rows_are_in_order(masked, name):
    written, in_memory = masked({"name": name, "k": 3}, aligned=True)
    assert not any(IN_ORDER in str(claim) for claim in written.claims)
    assert any(IN_ORDER in sentence for sentence in sentences(in_memory, guarantee=False))
    _, shuffled = masked({"name": name, "k": 3})
    assert not any(IN_ORDER in str(claim) for claim in shuffled.claims)


def test_record_swap_needs_a_shuffled_order(masked):
    written, in_memory = masked({"name": "record-swap", "k": 3}, aligned=True)
    assert sentences(written) == ["Probabilistic k-anonymity over a, b: linked with probability at most 1/b, b ≥ 3."]
    assert sentences(in_memory) == []


def test_record_swap_is_undone_by_a_column_that_differs_in_every_row(masked):
    content = [[*row[:5], f"unique{i}"] for i, row in enumerate(hospital.rows())]
    written, in_memory = masked(
        {"name": "record-swap", "k": 3}, content=content, release={"confirm": ["note"], "accept_unique": True}
    )
    for result in (written, in_memory):
        assert sentences(result) == []
        assert "Anyone who knows note finds the record" in sentences(result, guarantee=False)[0]


@pytest.mark.parametrize("name", ["sa-mdav", "srs1", "record-swap"])
def test_a_seed_removes_every_guarantee(masked, tmp_path, name):
    written, in_memory = masked({"name": name, "k": 3}, seed=1)
    for result in (written, in_memory):
        assert sentences(result) == []
        assert str(result.claims[0]).startswith("TEST – DO NOT RELEASE")
    header, rows = hospital.read(tmp_path / "out.csv")
    assert header[0] == "TEST – DO NOT RELEASE"
    assert {row[0] for row in rows} == {"TEST – DO NOT RELEASE"}


EXPONENTIAL = {"name": "exponential", "epsilon": 2.0, "public": {"a": "top", "b": "top"}}


def test_differential_privacy_with_every_precondition(masked):
    for result in masked(EXPONENTIAL):
        assert sentences(result) == [
            "Each cell of a, b is 2-locally differentially private over the public concepts of top; a row in total: 4."
        ]


BREAKING = {
    "how it is written follows the data": {"columns": {"a": None}},
    "rows are dropped by content": {"table": {"missing_values": "drop"}},
    "a seed": {"seed": 1},
}


@pytest.mark.parametrize("reason", BREAKING)
def test_differential_privacy_is_not_claimed_where_the_data_decide(masked, tmp_path, reason):
    changes = dict(BREAKING[reason])
    if "columns" in changes:
        word = {"role": "quasi", "ontology": str(tmp_path / "sports.csv"), "root": "top"}
        changes["columns"] = {"a": word}
    for result in masked(EXPONENTIAL, **changes):
        assert sentences(result) == []
        assert "differentially" not in " ".join(map(str, result.claims))


def test_the_guarantee_is_removed_if_other_records_decide_a_sense(tmp_path):
    """Two senses of bank; the other values of the column choose between them."""
    (tmp_path / "places.csv").write_text(
        "id,parent,label\ntop,,top\nwater,top,water\nmoney,top,money\nshore,water,shore\nbank.w,water,bank\n"
        "bank.m,money,bank\nvault,money,vault\nriver,water,river\ncoast,water,coast\n"
    )
    words = ["bank", "shore", "river", "coast"] * 6
    column = {"role": "quasi", "ontology": str(tmp_path / "places.csv"), "root": "top", "write": "label"}
    method = {"name": "exponential", "epsilon": 2.0, "public": {"a": "top"}}
    clear = kn.mask(pd.DataFrame({"a": words[1::2]}), {"columns": {"a": column}, "method": method})
    assert len(sentences(clear)) == 1
    settled = kn.mask(pd.DataFrame({"a": words}), {"columns": {"a": column}, "method": method})
    assert sentences(settled) == []
    assert "the other records decided what some values of a mean" in sentences(settled, guarantee=False)[0]


@pytest.mark.parametrize(
    ("demand", "sentence"),
    [
        ({"l_diversity": 2}, "has at least 2 different values."),
        ({"p_sensitive": 2}, "has at least 2 different values."),
        ({"t_closeness": 0.6}, "has a distribution within 0.6 of the whole table's (equal distance)."),
    ],
)
def test_each_demand_is_claimed(masked, demand, sentence):
    for result in masked({"name": "sa-mdav", "k": 3, **demand}):
        assert sentences(result)[1] == f"In every such group illness {sentence}"


@pytest.mark.parametrize("name", ["noise", "noise-naive", "noise-probabilistic", "data-swap"])
def test_a_method_without_a_bound_says_so(masked, name):
    for result in masked({"name": name, **({"alpha": 0.5} if name == "noise" else {})}):
        assert sentences(result) == []
        assert "uarantee. Measured: " in str(result.claims[0])


@pytest.mark.parametrize("name", ["srs1", "srs2", "srs3"])
def test_a_swap_as_published_has_no_guarantee(masked, name):
    for result in masked({"name": name, "k": 3, "published": True}):
        assert sentences(result) == []
        assert "worst case for this file" in str(result.claims[0])


@pytest.mark.parametrize("name", ["sa-mdav", "srs1", "record-swap"])
def test_a_file_is_shuffled(masked, tmp_path, name):
    """The rows of unmasked columns are in another order; the chance that a shuffle keeps the order is 1/60!."""
    masked({"name": name, "k": 3})
    header, rows = hospital.read(tmp_path / "out.csv")
    kept = [hospital.COLUMNS.index(column) for column in ("age", "illness", "note")]
    before = [[row[j] for j in kept] for row in hospital.rows()]
    after = [row[header.index("age") :] for row in rows]
    assert sorted(after) == sorted(before)
    assert after != before
