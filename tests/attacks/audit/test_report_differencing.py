"""Reports of one table with different k, read together: no count below five follows for any value or bin.

The attacker (`report_attacker`) subtracts what is shown from every total, knows the rule by which counts are hidden,
and solves for the hidden ones with the published entropy.
"""

import json

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kinonym as kn
from audit.report_attacker import (
    certain_counts,
    find_disclosed_counts,
    hidden_before,
    possible_values,
    solve_with_figures,
)
from drawing import fresh_random, is_frequent
from kinonym.assess import Assessment
from kinonym.release.report import Published, make_report
from kinonym.release.report.publishing import bins_shown
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import find_shown
from kinonym.tuples import Plan, Tuples

TABLES = 36
SOLVED = 5
LEVELS = (2, 3, 5)
METHODS = ("sa-mdav", "mdav", "recode", "suppress", "srs1", "record-swap")
PARENT = {
    "ball": "sport", "water": "sport", "soccer": "ball", "futsal": "soccer", "rugby": "ball", "swimming": "water",
    "surfing": "water", "rowing": "water",
}  # fmt: skip
DOMAIN = kn.Nominal(kn.Taxonomy.from_parents({"sport": [], **{c: [p] for c, p in PARENT.items()}}), "sport")


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    path = tmp_path_factory.mktemp("tree") / "sports.csv"
    path.write_text("child,parent\nsport,\n" + "".join(f"{child},{parent}\n" for child, parent in PARENT.items()))
    return str(path)


def write_reports(words, others, name, ontology):
    """The JSON reports of one table, one for each k."""
    columns = {"word": {"role": "quasi", "ontology": ontology, "root": "sport"}}
    table = {"word": words}
    if others:
        table, columns = {**table, "plain": others}, {**columns, "plain": {"role": "quasi", "type": "plain"}}
    for k in LEVELS:
        recipe = {"columns": columns, "method": {"name": name, "k": k}, "release": {"accept_unique": True}}
        yield json.loads(kn.mask(pa.table(table), recipe, seed=k).report.json())


def random_columns(draw):
    """A column of words, many of which occur equally rarely, and in half of the tables one of plain texts."""
    words, rare = [], draw.choice([1, 1, 2, 3, 4])
    while len(words) < 12:
        times = {word: draw.choice([rare, rare, draw.randint(1, 14)]) for word in PARENT}
        words = [word for word, number in times.items() for _ in range(number)]
    plain = draw.choices("abcdefghij", weights=[9, 8, 6, 1, 1, 1, 1, 1, 1, 1], k=len(words))
    return words, plain if draw.random() < 0.5 else []


def test_several_reports_together_disclose_no_count_below_five(ontology):
    hidden = 0
    for case in range(TABLES):
        draw = fresh_random("reports", case)
        reports = list(write_reports(*random_columns(draw), METHODS[case % len(METHODS)], ontology))
        assert find_disclosed_counts(reports) == [], case
        hidden += any(hidden_before(reports, column)[2] for column in reports[0]["columns"])
    assert is_frequent(hidden, TABLES, 0.7)  # the attacker had something to find


def test_the_attacker_finds_a_count_that_the_entropy_discloses():
    """Counts 9, 1, 1, 1, 1, 1 with only the 9 shown: 14 records and five hidden values say that each has one."""
    found = {"distribution": None}
    assert list(possible_values(found, "word", [], 3, 3, 3)) == [(1, 1, 1)]
    assert certain_counts([(1, 1, 1, 1, 1)]) == 1
    assert certain_counts([(1, 4)]) is None


def test_figures_of_a_column_disclose_no_hidden_count(ontology):
    """Exact variances weigh each concept differently: with few hidden values, one solution would be left."""
    exact = 0
    for case in range(SOLVED):
        words, _ = random_columns(fresh_random("reports", case))
        report = next(write_reports(words, [], "sa-mdav", ontology))
        hides = report["columns"]["word"]["not_shown"]["before"] > 0
        assert any("values are too rare to be shown; mean" in notice for notice in report["notices"]) == hides, case
        assert solve_with_figures(report, "word", DOMAIN, ["sport", *PARENT]) == {}, case
        sample = DOMAIN, words
        report["statistics"]["columns"]["word"] |= {
            "variance_before": kn.semantic_variance(*sample),
            "distance_variance_before": kn.distance_variance(*sample),
        }
        found = solve_with_figures(report, "word", DOMAIN, ["sport", *PARENT])
        assert all(words.count(concept) == count for concept, count in found.items())
        exact += bool(found)
    assert is_frequent(exact, SOLVED, 0.6)  # the attacker is able to solve for them


@pytest.mark.parametrize("known", [{}, {"soccer": 9, "surfing": 6}])
def test_figures_of_a_column_do_not_depend_on_hidden_counts(known):
    """The published figures of the column are the same, whichever concepts are rare, and however rare they are."""
    hidden = [
        {"ball": 1, "water": 4, "rugby": 2},
        {"ball": 4, "water": 1, "rugby": 2},
        {"rowing": 1, "sport": 4, "futsal": 2},
    ]
    figures = [figures_before({**known, **counts}) for counts in hidden]
    assert figures[0] == figures[1] == figures[2]
    assert (figures[0]["statistics"]["variance_before"] is None) == (not known)


def figures_before(counts):
    """What the report says about a column; all records become one concept, so that the release discloses nothing."""
    points = DOMAIN.encode(list(counts))[:, None]
    tuples, _ = Tuples.from_points(["word"], [DOMAIN], points, np.array(list(counts.values()), dtype=np.int64))
    size = len(tuples)
    places = np.arange(size), np.zeros(size, dtype=np.int64)
    plan = Plan(tuples, *places, tuples.counts.astype(np.int64), DOMAIN.encode(["sport"])[:, None])
    published = Published(
        exact=Assessment(plan=plan).complete(), claims=(), run_notices=(), coverage={}, recipe="", seeded=False
    )
    report = json.loads(make_report(published).json())
    table = {name: report["utility"][name] for name in ("records", "sst", "tuples")}
    distribution, before = report["distribution"], report["generality"]["before"]
    return {"statistics": report["statistics"]["columns"]["word"], "distribution": distribution, **before, **table}


@given(st.lists(st.integers(0, 40), max_size=12))
def test_hidden_counts_differ_unless_nothing_is_shown(counts):
    counts = np.array(counts, dtype=np.int64)
    seen = find_shown(counts)
    hidden = counts[~seen & (counts > 0)]
    assert not seen.any() or not len(hidden) or hidden.min() < hidden.max()
    assert not seen.any() or not len(hidden) or hidden.sum() >= SMALLEST


def test_equally_rare_bins_are_not_distinguished_from_empty_ones():
    """Five records moved by five different distances: if empty bins were shown, every other bin would be known to be 1."""
    counts = np.array([40, 1, 0, 1, 1, 0, 1, 1])
    assert bins_shown(counts)[1].tolist() == [True, *[False] * 7]
    assert bins_shown(np.array([40, 9, 0, 1, 1, 0, 1, 2]))[1].tolist() == [
        True, True, True, False, False, True, False, False,
    ]  # fmt: skip
