import csv
import stat
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kinonym.errors import DataError, KinonymError
from kinonym.mapping import MappingTable, fingerprint, guard, map_values, restore
from kinonym.taxonomy import Source, Taxonomy


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "jobs.map.csv"
    path.write_bytes(text.encode(encoding))
    return MappingTable.read(path)


def pairs(table):
    return {entry.value: entry.concept for entry in table.entries}


def test_a_written_table_reads_back_and_gives_the_same_mapping(zoo, tmp_path):
    first = map_values(zoo, ["bat", "Dogs", "Kraken", "=cmd()", "-"], [4, 3, 2, 1, 1])
    MappingTable.write(tmp_path / "m.csv", first)
    table = MappingTable.read(tmp_path / "m.csv")
    again = map_values(zoo, ["bat", "Dogs", "Kraken", "=cmd()", "-"], table=table)
    assert again.concept_of == first.concept_of
    assert {r.reason for r in again.unmapped} == {"empty in the table"}
    assert table.fingerprint == fingerprint(zoo)


def test_the_file_is_for_a_person(zoo, tmp_path):
    MappingTable.write(tmp_path / "m.csv", map_values(zoo, ["bat", "hamer", "dog"], [4, 1, 9]))
    with (tmp_path / "m.csv").open(newline="") as file:
        comment, header, *rows = csv.reader(file)
    assert comment[0].startswith("# kinonym mapping table")
    assert header == ["value", "count", "concept", "label", "how", "alternatives", "suggestions"]
    assert rows == [
        ["hamer", "1", "", "", "not found", "", "hammer"],  # what needs a hand comes first
        ["dog", "9", "dog", "Dog", "id", "", ""],
        ["bat", "4", "bat.mammal", "bat", "label, domain", "bat.club (bat)", ""],
    ]


def test_only_the_owner_can_read_it(zoo, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("old")
    path.chmod(0o644)
    MappingTable.write(path, map_values(zoo, ["dog"]))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["m.csv"]


def test_a_folder_that_is_not_there(zoo, tmp_path):
    with pytest.raises(DataError, match="cannot be written"):
        MappingTable.write(tmp_path / "none" / "m.csv", map_values(zoo, ["dog"]))


@pytest.mark.parametrize(
    "text",
    [
        "value,concept\nTech-support,dog\nOther,\n",
        "\ufeffvalue,concept\r\nTech-support,dog\r\nOther,\r\n",
        "Concept ; Value\ndog;Tech-support\n;Other\n",
        "value\tconcept\nTech-support\t dog \nOther\t\n\n",
        "# a note of mine,,\nvalue,concept,remark\nTech-support,dog,sure\nOther,,\n",
    ],
)
def test_tables_by_hand_and_by_spreadsheet(tmp_path, text):
    table = read(tmp_path, text)
    assert pairs(table) == {"Tech-support": "dog", "Other": ""}
    assert table.fingerprint == ""


def test_a_concept_may_be_an_id_a_label_or_a_copied_alternative(zoo):
    table = MappingTable.of({"1": "dog", "2": "cricket BAT", "3": "bat.mammal (bat)", "4": ""})
    names = {value: None if i is None else zoo.concepts[i] for value, i in table.concepts(zoo).items()}
    assert names == {"1": "dog", "2": "bat.club", "3": "bat.mammal", "4": None}


def test_the_root_settles_an_ambiguous_label(zoo):
    assert zoo.concepts[MappingTable.of({"1": "bat"}).concepts(zoo, "tool")["1"]] == "bat.club"


def test_a_listed_concept_outside_the_root_leaves_the_value_unmapped(zoo):
    left = map_values(zoo, ["x"], root="animal", table=MappingTable.of({"x": "hammer"})).unmapped
    assert [(r.reason, r.alternatives) for r in left] == [("outside the root", ("hammer",))]


def test_an_empty_concept_keeps_the_other_steps_away(zoo):
    assert map_values(zoo, ["dog"], table=MappingTable.of({"dog": ""})).rows[0].concept is None


def test_an_ambiguous_label_names_the_ids_to_choose_from(zoo, tmp_path):
    table = read(tmp_path, "value,concept\nx,dog\ny,bat\n")
    with pytest.raises(
        DataError, match=r"jobs\.map\.csv, line 3: the concept 'bat' is a label of 2 concepts"
    ) as caught:
        map_values(zoo, ["x"], table=table)
    assert "bat.club" in caught.value.hint
    assert "bat.mammal" in caught.value.hint


def test_an_unknown_concept_names_its_line_and_the_nearest(zoo, tmp_path):
    table = read(tmp_path, "value,concept\nsecret,hamer\nz,galaxy\n")
    with pytest.raises(DataError, match="line 2: the concept 'hamer' is not in taxonomy; 1 more lines") as caught:
        map_values(zoo, ["x"], table=table)
    assert "hammer" in caught.value.hint
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("# only a comment\n", "is empty"),
        ("word,concept\na,dog\n", "no column 'value'"),
        ("secret,dog\n", "no column 'value'"),
        ("value,count\na,1\n", "no column 'concept'"),
        ("value,concept,value\na,dog,b\n", "more than one column 'value'"),
        ("value,concept\na,dog\nb,dog\na,dog\n", "line 4: the same value as on line 2"),
        ("value,concept\na\n", "line 2: 1 fields, but the header has 2"),
        ("value,concept\na,b,dog\n", "line 2: 3 fields, but the header has 2"),
        ("value,concept\n,dog\n", "line 2: the value is empty"),
        ('value,concept\na,"dog\n', "line 2: unexpected end of data"),
    ],
)
def test_bad_tables_are_refused_without_showing_a_value(tmp_path, text, words):
    with pytest.raises(DataError, match=words) as caught:
        read(tmp_path, text)
    assert caught.value.hint
    assert "secret" not in str(caught.value)


def test_a_table_in_another_encoding(tmp_path):
    with pytest.raises(DataError, match="line 2: not UTF-8"):
        read(tmp_path, "value,concept\nMünchen,dog\n", "latin-1")


def test_a_table_that_is_not_there(tmp_path):
    with pytest.raises(DataError, match=r"none\.csv cannot be read"):
        MappingTable.read(tmp_path / "none.csv")


def test_an_ontology_that_changed_since_is_noticed(zoo, tmp_path):
    MappingTable.write(tmp_path / "m.csv", map_values(zoo, ["dog"]))
    table = MappingTable.read(tmp_path / "m.csv")
    newer = Taxonomy.from_parents({"thing": [], "dog": ["thing"]}, source=Source(name="Zoo 2"))
    with pytest.raises(
        DataError, match=r"another ontology or version \(taxonomy\) than the one in use \(Zoo 2\)"
    ) as caught:
        map_values(newer, ["dog"], table=table)
    assert "kinonym map" in caught.value.hint


def test_values_that_do_not_occur_are_counted_and_kept(zoo, tmp_path):
    table = MappingTable.of({"dog": "goose", "unicorn": "jaguar", "gryphon": ""})
    with pytest.raises(DataError, match="'jaguar' is not in"):
        map_values(zoo, ["dog"], table=table)
    table = MappingTable.of({"dog": "goose", "unicorn": "dog", "gryphon": ""})
    mapping = map_values(zoo, ["dog"], table=table)
    assert mapping.notices == ("2 values of the mapping table do not occur in the data",)
    MappingTable.write(tmp_path / "m.csv", mapping)
    assert pairs(MappingTable.read(tmp_path / "m.csv")) == pairs(table)


@given(st.text())
def test_guarded_cells_come_back(cell):
    guarded = guard(cell)
    assert restore(guarded) == cell
    assert not guarded.startswith(("=", "+", "-", "@", "\t", "\r"))


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.lists(texts, unique=True, max_size=8))
def test_any_text_survives_the_round_trip(tmp_path, values):
    tax = Taxonomy.from_parents({"top": [], "dog": ["top"]})
    MappingTable.write(tmp_path / "m.csv", map_values(tax, values, suggestions=0))
    assert {e.value for e in MappingTable.read(tmp_path / "m.csv").entries} == set(values)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(st.one_of(st.binary(), st.text('valueconcept,;"\n\r\t#=\x00 ').map(str.encode)))
def test_damaged_tables_raise_only_our_errors(tmp_path, data):
    path = tmp_path / "m.csv"
    path.write_bytes(data)
    with suppress(KinonymError):
        MappingTable.read(path)
