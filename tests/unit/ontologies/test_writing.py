"""A taxonomy written to CSV, OBO or SKOS and loaded again is equal."""

from __future__ import annotations

import errno

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym.errors import DataError, UsageError
from kinonym.ontologies import export, load
from kinonym.taxonomy import Source, Taxonomy
from ontologies.equality import differences

ENDINGS = ["csv", "obo", "ttl"]
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], include_characters="\n\t"), min_size=1, max_size=9
).filter(lambda text: text == text.strip() and "\0" not in text)
AWKWARD = st.sampled_from(
    [
        "*",
        "a b",
        "a|b",
        "a\\",
        "\\|",
        "a!b",
        "{x}",
        '"q"',
        "id: 1",
        "[Term]",
        "http://x/y z",
        "urn:a:b",
        "ü",
        "'",
        "#",
        "a;b",
    ]
)
NAME = TEXT | AWKWARD


@st.composite
def taxonomies(draw):
    """Taxonomies with several parents and labels, ranks, glosses, parts and counts."""
    ids = draw(st.lists(NAME, min_size=2, max_size=7, unique=True))
    size = len(ids)
    links = {(child, draw(st.integers(0, child - 1))) for child in range(1, size) for _ in range(2)}
    labels = [draw(st.lists(NAME, min_size=1, max_size=3, unique=True)) for _ in ids]
    parts = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=3))
    return Taxonomy.from_links(
        ids,
        _columns(links),
        labels,
        label_ranks=draw(st.none() | st.just([[draw(st.integers(1, 5)) for _ in texts] for texts in labels])),
        glosses=draw(st.none() | st.just([f"{name} & co" for name in ids])),
        parts=_columns(parts) if parts else None,
        counts=draw(st.none() | st.just(np.arange(1, size + 1))),
    )


def _columns(pairs):
    array = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]


@pytest.mark.parametrize("ending", ENDINGS)
@given(taxonomy=taxonomies())
def test_round_trip(taxonomy, ending, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / f"round_trip.{ending}"
    export(taxonomy, path)
    assert differences(taxonomy, load(path)) == []


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", ["m49", "wordnet"])
def test_round_trip_of_what_is_shipped(name, ending, tmp_path):
    taxonomy = load(name)
    if name == "wordnet":
        taxonomy = taxonomy.restrict("worker.n.01")
    export(taxonomy, tmp_path / f"x.{ending}")
    again = load(tmp_path / f"x.{ending}")
    assert differences(taxonomy, again) == []
    if ending != "csv":
        assert again.source == taxonomy.source


def test_virtual_root_is_written_as_a_concept(tmp_path):
    taxonomy = Taxonomy.from_parents({"a": [], "b": [], "c": ["a"]}, source=Source("two"))
    export(taxonomy, tmp_path / "x.csv")
    assert differences(taxonomy, load(tmp_path / "x.csv")) == []


def test_an_export_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    taxonomy = Taxonomy.from_parents({"a": [], "b": ["a"]})
    (tmp_path / "x.csv").write_text("old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("kinonym.files.output.os.fsync", full)
    with pytest.raises(DataError, match="no part of it was left"):
        export(taxonomy, tmp_path / "x.csv")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x.csv", "old")]


def test_unknown_ending_and_place(tmp_path):
    taxonomy = Taxonomy.from_parents({"a": [], "b": ["a"]})
    with pytest.raises(UsageError, match=r"'\.xyz'") as caught:
        export(taxonomy, tmp_path / "x.xyz")
    assert "csv, obo, skos" in caught.value.hint
    with pytest.raises(UsageError, match="the folder of the output does not exist"):
        export(taxonomy, tmp_path / "none" / "x.csv")
    export(taxonomy, tmp_path / "x.xyz", format="skos")
    assert load(tmp_path / "x.xyz").parents("b") == ("a",)
