"""Information content from a corpus: counts that the taxonomy carries, or that a file brings."""

from math import log

import pytest

from kinonym import Nominal, Taxonomy
from kinonym.errors import DataError, UsageError
from kinonym.measures import with_counts
from kinonym.measures.information_content import content

TAX = Taxonomy.from_parents({"sport": [], "ball": "sport", "water": "sport", "polo": ["ball", "water"]})


def test_each_concept_counts_its_distinct_descendants_and_itself():
    counted = with_counts(TAX, {"polo": 5, "ball": 2})
    # add one to each of the four; polo is below the root by two ways and counts once
    expected = {"sport": 7 + 4, "ball": 5 + 2 + 2, "water": 5 + 2, "polo": 5 + 1}
    found = dict(zip(counted.concepts, content(counted, "corpus"), strict=True))
    assert found == pytest.approx({concept: -log(seen / 11) for concept, seen in expected.items()})


@pytest.mark.parametrize(
    "text",
    ["polo,5\nball,2\n", "concept;count\npolo;5\n\nball;2", "\ufeffpolo\t3\nball\t2\npolo\t2\n"],
    ids=["comma", "semicolon and heading", "tab, mark and twice"],
)
def test_a_file_of_counts(tmp_path, text):
    path = tmp_path / "counts.txt"
    path.write_text(text, encoding="utf-8")
    assert with_counts(TAX, path).counts.tolist() == with_counts(TAX, {"polo": 5, "ball": 2}).counts.tolist()
    assert with_counts(TAX, str(path)).source.notices == ()


def test_unknown_concepts_are_left_out_with_a_notice(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("polo,5\nchess,1\ndarts,2\nchess,3\n", encoding="utf-8")
    counted = with_counts(TAX, path)
    assert counted.counts.sum() == 5
    assert counted.source.notices == ("2 concepts of the counts are not in taxonomy and were left out",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("polo,5\nball,-2\n", "line 2: the count -2"),
        ("polo,5\nball,two\n", "line 2: not a concept and a whole number"),
        ("polo\n", "line 1: not a concept and a whole number"),
        ("polo,5\nball,1.5\n", "line 2"),
        ("polo,99999999999999999999\n", "line 1: the count"),
    ],
)
def test_bad_counts_are_refused_with_their_line(tmp_path, text, message):
    path = tmp_path / "counts.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        with_counts(TAX, path)


def test_a_binary_file_of_counts_is_refused(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="UnicodeDecodeError"):
        with_counts(TAX, path)
    with pytest.raises(DataError, match="FileNotFoundError"):
        with_counts(TAX, tmp_path / "none.csv")


def test_negative_counts_of_a_mapping_are_refused():
    with pytest.raises(DataError, match="the count -1"):
        with_counts(TAX, {"polo": -1})


def test_below_a_root_only_its_own_counts_matter():
    counted = with_counts(TAX, {"polo": 5, "sport": 100})
    inner = Nominal(counted, "ball", "lin+corpus")
    # within tau(ball): seen(ball) = 5 + 2, IC(polo) = −log(6/7); the root has 0
    assert inner.distance("polo", "polo") == 0
    assert content(inner.tau, "corpus")[1] == pytest.approx(-log(6 / 7))


def test_without_counts_the_error_says_where_they_come_from():
    with pytest.raises(UsageError, match="needs counts") as raised:
        Nominal(TAX, measure="lin+corpus").distance("polo", "ball")
    assert "with_counts" in raised.value.hint
