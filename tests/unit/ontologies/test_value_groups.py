"""Groups of values: made by rules, written as a CSV hierarchy, read again as the same groups."""

import pytest

from kinonym import Taxonomy, ontologies
from kinonym.errors import DataError, OntologyError, UsageError
from kinonym.ontologies.grouping_rules import (
    Numbers,
    breaks_of_equal_counts,
    breaks_of_width,
    group_dates,
    group_intervals,
    group_neighbours,
    group_prefixes,
    join_breaks,
)
from kinonym.ontologies.value_groups import ValueGroup, group_by_paths, groups_of_taxonomy, to_csv, write_groups

AGES = {str(age): 1 + age % 3 for age in range(18, 91)}


def written(tmp_path, groups):
    write_groups(tmp_path / "a.hierarchy.csv", groups)
    return ontologies.load(tmp_path / "a.hierarchy.csv")


def test_intervals_of_three_widths_are_read_again_as_the_same_groups(tmp_path):
    numbers = Numbers.read(AGES)
    groups = group_intervals(numbers, [breaks_of_width(numbers, width) for width in (5, 10, 20)])
    taxonomy = written(tmp_path, groups)
    assert taxonomy.subsumers("33") == ("*", "20 to 39", "30 to 39", "30 to 34", "33")
    assert groups_of_taxonomy(taxonomy, list(AGES)) == groups


def test_every_value_is_in_the_file_once_and_only_its_owner_may_read_it(tmp_path):
    numbers = Numbers.read({**AGES, "unknown": 4})
    groups = group_intervals(numbers, [[30, 60]])
    assert sorted(groups.every_value) == sorted([*AGES, "unknown"])
    written(tmp_path, groups)
    assert (tmp_path / "a.hierarchy.csv").stat().st_mode & 0o077 == 0


def test_intervals_of_equal_counts_have_about_the_same_number_of_records():
    numbers = Numbers.read(AGES)
    breaks = breaks_of_equal_counts(numbers, 4)
    sizes = [sum(AGES[value] for value in group.values) for group in group_intervals(numbers, [breaks]).groups]
    assert len(sizes) == 4
    assert max(sizes) - min(sizes) <= max(AGES.values())  # a value is never split between two intervals


def test_joined_intervals_are_made_of_whole_ones():
    numbers = Numbers.read(AGES)
    fine = breaks_of_width(numbers, 10)  # 20, 30, …, 90
    assert join_breaks(fine, 2) == [30, 50, 70, 90]
    with pytest.raises(UsageError, match="whole intervals"):
        group_intervals(numbers, [[20, 40], [30]])


@pytest.mark.parametrize("width", [0, -1, float("nan"), 1e-9])
def test_a_width_that_makes_no_intervals_is_rejected(width):
    with pytest.raises(UsageError):
        breaks_of_width(Numbers.read(AGES), width)


def test_numbers_with_a_decimal_comma():
    assert Numbers.read({"1,5": 1, "2,5": 2}, ",").numbers == (1.5, 2.5)
    with pytest.raises(DataError, match="no numbers"):
        Numbers.read({"nurse": 3})


def test_fractions_say_that_the_upper_end_is_not_included():
    groups = group_intervals(Numbers.read({"0.5": 1, "1.25": 1, "2": 1}), [[1, 2]])
    assert [group.name for group in groups.groups] == ["under 1", "1 to under 2", "2 and more"]


def test_prefixes_and_dates_and_neighbours(tmp_path):
    codes = written(tmp_path, group_prefixes(["A10BA", "A10BB", "C01AA"], [1, 3]))
    assert codes.subsumers("A10BA") == ("*", "A....", "A10..", "A10BA")
    dates = group_dates(["2020-03-15", "2021-11-02"], ["year", "decade"])
    assert next(iter(dates.paths())) == ("2020-03-15", "2020", "2020 to 2029")
    scale = group_neighbours(["none", "low", "medium", "high", "extreme"], [2, 2])
    assert next(iter(scale.paths())) == ("none", "none to low", "none to high")
    assert list(scale.paths())[-1] == ("extreme", "extreme")


def test_a_table_of_parents_is_opened_as_groups_with_leaves_that_do_not_occur():
    taxonomy = Taxonomy.from_parents({"care": [], "health": ["care"], "nurse": ["health"], "cook": ["care"]})
    groups = groups_of_taxonomy(taxonomy, ["nurse", "pilot"])
    assert {path[0]: path[1:] for path in groups.paths()} == {"nurse": ("health",), "pilot": (), "cook": ()}


@pytest.mark.parametrize("names", [("a", "a"), ("", "b"), ("*", "b")])
def test_names_that_the_file_could_not_keep_apart_are_rejected(names):
    groups = ValueGroup(groups=tuple(ValueGroup(name, (f"value {i}",)) for i, name in enumerate(names)))
    with pytest.raises(OntologyError):
        to_csv(groups)


@pytest.mark.parametrize("value", ["a;b;c", 'say "no"', "x,y", "=1+1", "two\nlines"])
def test_values_with_delimiters_and_quotes_stay_whole(tmp_path, value):
    taxonomy = written(tmp_path, group_by_paths({value: ["group"], "plain": ["group"]}))
    assert taxonomy.find(value)
    assert taxonomy.subsumers("plain") == ("*", "group", "plain")


def test_a_value_that_means_everything_is_rejected():
    with pytest.raises(OntologyError, match="means everything"):
        to_csv(group_by_paths({"*": ["group"], "plain": ["group"]}))
