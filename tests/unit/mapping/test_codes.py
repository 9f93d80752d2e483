import pytest

from kinonym.mapping import map_values
from kinonym.taxonomy import Taxonomy


def concepts(tax, *values):
    return [r.concept for r in map_values(tax, values, suggestions=0).rows]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("250.01", "25001"),  # a dot where the ontology has none
        ("8", "008"),  # zeros lost in front
        ("8.45", "00845"),
        ("31.10", "0311"),  # zeros added behind
        ("496.00", "496"),
        ("e885.9", "E8859"),
        (" 250 ", "250"),
    ],
)
def test_dotted_values_against_codes_without_dots(icd9_like, written, code):
    # a second, dotted value: the column writes dots
    assert concepts(icd9_like, written, "250.0") == [code, "2500"]


def test_a_dot_in_the_wrong_place_fits_nothing(icd9_like):
    assert concepts(icd9_like, "25.001") == [None]


def test_a_short_number_has_two_readings_unless_the_column_writes_dots(icd9_like):
    """31 is the category 031, or 003.1 without its dot and its zeros."""
    assert concepts(icd9_like, "31", "250.0") == ["031", "2500"]
    alone = map_values(icd9_like, ["31"]).rows[0]
    assert alone.concept is None
    assert set(alone.suggestions) >= {"031", "0031"}


def test_zeros_behind_that_fit_several_codes_fit_none(icd9_like):
    """250.000 could be 250, 250.0 or 250.00."""
    assert concepts(icd9_like, "250.000") == [None]


def test_values_without_dots_against_dotted_codes():
    parents = {"E11": [], "E11.9": ["E11"], "E11.65": ["E11"], "250.00": ["E11"], "008.45": ["E11"]}
    tax = Taxonomy.from_parents(parents)
    assert concepts(tax, "E119", "e1165", "25000", "250", "845") == [
        "E11.9",
        "E11.65",
        "250.00",
        "250.00",
        "008.45",
    ]


def test_codes_of_equal_length_are_no_categories_of_each_other():
    tax = Taxonomy.from_parents({"001": [], "004": ["001"], "070": ["001"]})
    assert concepts(tax, "4", "70", "7") == ["004", "070", None]


def test_a_value_that_fits_two_codes_has_none():
    tax = Taxonomy.from_parents({"top": [], "a10.1": ["top"], "a1.01": ["top"]})
    assert concepts(tax, "A101") == [None]


def test_prefixed_ids_and_iris():
    tax = Taxonomy.from_parents({"HP:0000118": [], "http://example.org/obo/HP_0001250": ["HP:0000118"]})
    assert concepts(tax, "HP_0000118", "hp:0001250") == ["HP:0000118", "http://example.org/obo/HP_0001250"]


def test_words_and_ranges_are_no_codes(icd9_like):
    assert concepts(icd9_like, "001-009", "1-9") == ["001-009", None]
