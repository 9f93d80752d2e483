"""Similarity of words over their senses: on a small taxonomy, on WordNet, and against human judgements."""

import os
from math import log
from pathlib import Path

import numpy as np
import pytest

import kinonym as kn
from kinonym.errors import UsageError

DATA = Path(os.environ.get("KINONYM_DATA", Path(__file__).parents[4] / "shared" / "data"))


@pytest.fixture(scope="module")
def banks():
    """thing ← {institution ← bank 1, slope ← {bank 2, shore}}."""
    return kn.Taxonomy.from_parents(
        {"thing": [], "institution": "thing", "slope": "thing", "b1": "institution", "b2": "slope", "s": "slope"},
        labels={"b1": ["bank", "Bank"], "b2": ["bank"], "s": ["river shore"]},
    )


def test_the_best_pair_of_senses(banks):
    assert kn.word_similarity(banks, "bank", "river shore") == pytest.approx(2 * 2 / (2 * 2 + 1 + 1))
    assert kn.word_similarity(banks, "bank", "bank", "lin") == 1


def test_case_counts_where_the_label_is_there_as_written(banks):
    """ "Bank" is only the institution: LCS thing, two links each; "BANK" is no label, so that case is let go."""
    assert kn.word_similarity(banks, "Bank", "river_shore") == pytest.approx(2 * 1 / (2 * 1 + 2 + 2))
    assert kn.word_similarity(banks, "BANK", "river-shore") == pytest.approx(2 / 3)


def test_each_measure_gives_its_published_similarity(banks):
    """bank 2 and shore: two links, three nodes, greatest depth 3; slope has 2 of 6 concepts below it."""
    assert kn.word_similarity(banks, "bank", "river shore", "path") == pytest.approx(1 / (1 + 2))
    assert kn.word_similarity(banks, "bank", "river shore", "leacock-chodorow") == pytest.approx(-log(3 / 6))
    content = 1 - log(3) / log(6)
    assert kn.word_similarity(banks, "bank", "river shore", "resnik") == pytest.approx(content)
    assert kn.word_similarity(banks, "bank", "river shore", "jiang-conrath") == pytest.approx(1 - (2 - 2 * content) / 2)


def test_resnik_of_a_word_with_itself_is_its_content(banks):
    assert kn.word_similarity(banks, "slope", "slope", "resnik") == pytest.approx(1 - log(3) / log(6))


def test_an_unknown_word_is_refused_with_suggestions(banks):
    with pytest.raises(UsageError, match="no label 'bannk'") as raised:
        kn.word_similarity(banks, "bannk", "bank")
    assert "bank" in raised.value.hint


@pytest.fixture(scope="module")
def wordnet():
    return kn.ontologies.load("wordnet")


# Depth of the LCS and the links to it, read off WordNet's own hypernym listings (`wn … -hypen`):
# person: entity, physical entity, object, whole, living thing, organism, person; its shorter way by causal agent
# counts for links only.
@pytest.mark.parametrize(
    ("a", "b", "depth", "links"),
    [
        ("midday", "noon", 10, 0),  # one synset
        ("boy", "lad", 9, 1),  # person, male, male child; lad is right below
        ("brother", "monk", 7, 2 + 3),  # person ← friend ← buddy | person ← religious person ← religious ← monk
        ("coast", "hill", 4, 2 + 2),  # geological formation ← shore ← seashore | ← natural elevation ← hill
        ("bird", "crane", 10, 3),  # bird ← aquatic bird ← wading bird ← crane
        ("car", "journey", 1, 8 + 9),  # nothing in common but entity
    ],
)
def test_word_pairs_of_wordnet(wordnet, a, b, depth, links):
    assert kn.word_similarity(wordnet, a, b) == pytest.approx(2 * depth / (2 * depth + links))


def judgements(name):
    path = DATA / "wordsim" / name
    if not path.exists():
        pytest.skip(f"no {name} in the data folder (KINONYM_DATA)")
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [(a, b, float(score)) for a, b, score in rows]


def rubenstein_goodenough():
    """RG-65 as published in 1965: this copy has `chord` for `cord` beside `smile`, and 0.44 for 0.42."""
    printed = {("chord", "smile"): ("cord", "smile", 0.02), ("graveyard", "madhouse"): ("graveyard", "madhouse", 0.42)}
    return [printed.get((a, b), (a, b, score)) for a, b, score in judgements("EN-RG-65.txt")]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("lin", 0.8609),
        ("jiang-conrath", 0.8546),
        ("subsumers", 0.8477),
        ("wu-palmer", 0.7849),
        ("path", 0.7745),
        ("leacock-chodorow", 0.8327),
    ],
)
def test_correlation_with_human_judgement(wordnet, measure, expected):
    pairs = rubenstein_goodenough()
    assert len(pairs) == 65
    found = [kn.word_similarity(wordnet, a, b, measure) for a, b, _ in pairs]
    correlation = np.corrcoef(found, [score for *_, score in pairs])[0, 1]
    assert round(correlation, 4) == expected
