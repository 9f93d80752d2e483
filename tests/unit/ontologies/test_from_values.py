import pytest

from kinonym.errors import DataError, UsageError
from kinonym.mapping import map_values
from kinonym.ontologies.from_values import (
    OWN_VALUES,
    taxonomy_from_dates,
    taxonomy_from_paths,
    taxonomy_from_prefixes,
    taxonomy_from_values,
)


def test_paths_lie_below_their_beginnings():
    tax = taxonomy_from_paths(["a|b|c", "a|b", "a|d|e", "f"], "|")
    assert tax.subsumers("a|b|c") == ("*", "a", "a|b", "a|b|c")
    assert tax.lcs("a|b|c", "a|d|e") == "a"
    assert tax.lcs("a|b|c", "f") == "*"


def test_a_path_with_blanks_around_its_parts_is_the_same_path():
    tax = taxonomy_from_paths(["work > health > nurse", "work>health>doctor"], ">")
    mapping = map_values(tax, ["work > health > nurse", "work>health>doctor"])
    assert mapping.concept_of == {
        "work > health > nurse": "work>health>nurse",
        "work>health>doctor": "work>health>doctor",
    }


def test_equal_names_on_two_paths_are_two_concepts():
    tax = taxonomy_from_paths(["north|centre", "south|centre"], "|")
    assert tax.lcs("north|centre", "south|centre") == "*"


@pytest.mark.parametrize(
    ("values", "separator", "error", "words"),
    [
        (["a||c", "a|b"], "|", DataError, "1 of 2 different values have an empty part"),
        (["|a", "b|"], "|", DataError, "2 of 2"),
        (["a", "b"], "|", DataError, "contains the separator"),
        (["a|b"], "", UsageError, "separates"),
        ([], "|", DataError, "no value"),
    ],
)
def test_bad_paths_are_refused_without_naming_a_value(values, separator, error, words):
    with pytest.raises(error, match=words) as raised:
        taxonomy_from_paths(values, separator)
    assert "c" not in raised.value.message.split()


def test_prefixes_are_groups():
    tax = taxonomy_from_prefixes(["A10BA02", "A10BB01", "A11", "C01"], [1, 3, 4, 5])
    assert tax.subsumers("A10BA02") == ("*", "A", "A10", "A10B", "A10BA", "A10BA02")
    assert tax.lcs("A10BA02", "A10BB01") == "A10B"
    assert tax.subsumers("C01") == ("*", "C", "C01")


def test_a_code_that_is_a_prefix_of_others_is_their_parent():
    tax = taxonomy_from_prefixes(["12", "123", "124"], [1, 2])
    assert tax.children("12") == ("123", "124")


@pytest.mark.parametrize(
    ("lengths", "error", "words"),
    [
        ([1, 9], DataError, "is too long: the longest code has 7"),
        ([], UsageError, "at least 1"),
        ([0, 2], UsageError, "at least 1"),
        ([3, 1], UsageError, "shortest first"),
        ([2, 2], UsageError, "shortest first"),
    ],
)
def test_bad_lengths_are_refused(lengths, error, words):
    with pytest.raises(error, match=words):
        taxonomy_from_prefixes(["A10BA02", "C01"], lengths)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2020-03-15", "2020-03-15"),
        ("2020/3/15", "2020-03-15"),
        ("15.03.2020", "2020-03-15"),
        ("3/15/2020", "2020-03-15"),
        ("20200315", "2020-03-15"),
        ("2020-03-15 10:30", "2020-03-15"),
        ("2020-03-15T10:30:00Z", "2020-03-15"),
        ("2020-03", "2020-03"),
        ("2020", "2020"),
    ],
)
def test_dates_in_many_formats_are_days_below_month_quarter_and_year(value, day):
    tax = taxonomy_from_dates([value])
    assert map_values(tax, [value]).concept_of == {value: day}
    assert tax.subsumers(day) == ("*", "2020", "2020-Q1", "2020-03", "2020-03-15")[: len(tax)]


def test_a_day_keeps_the_text_of_its_column_but_no_time_of_day():
    tax = taxonomy_from_dates(["15.03.2020", "01.12.2020"])
    assert tax.label("2020-03-15") == "15.03.2020"
    timed = taxonomy_from_dates(["2020-03-15 10:30", "2020-03-15 11:00"])
    assert timed.label("2020-03-15") == "2020-03-15"
    assert len(timed) == 5


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["2020-01-31", "31.01.2020", "2020-02-01"], r"2 formats \(year first: 2, year last: 1"),
        (["13/1/2020", "1/13/2020", "14/1/2020"], "day comes first in 2 and second in 1"),
        (["1/2/2020", "3/4/2020"], "whether the day or the month"),
        (["2020-02-31", "2020-02-28"], "1 of 2 distinct values name a day or month that does not exist"),
        (["2020-13", "2020-12"], "does not exist"),
        (["2020-01-31", "soon"], "1 of 2 distinct values are not dates"),
    ],
)
def test_bad_dates_are_refused_with_counts(values, words):
    with pytest.raises(DataError, match=words) as raised:
        taxonomy_from_dates(values)
    assert "soon" not in str(raised.value)


def test_the_name_in_a_recipe_chooses_the_hierarchy():
    assert OWN_VALUES == ("paths", "prefix", "dates")
    assert taxonomy_from_values("paths", ["a|b"], separator="|").concepts[-1] == "a|b"
    assert taxonomy_from_values("prefix", ["ab"], lengths=[1]).concepts[-1] == "ab"
    assert taxonomy_from_values("dates", ["2020"]).concepts[-1] == "2020"
    with pytest.raises(UsageError, match="not a hierarchy"):
        taxonomy_from_values("stars", ["a"])
