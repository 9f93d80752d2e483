"""Rare inputs: maps of codes, files of counts, columns that are not text, dates of every precision."""

from unittest.mock import Mock

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.engines import open_table
from kinonym.errors import DataError, PrivacyError, RecipeError, UnmappedError
from kinonym.pipeline import person_histories, sinks
from kinonym.pipeline.streaming import open_stream
from ontologies.seeds import WORDNET_DATA, WORDNET_INDEX
from sports import TREE

SPORTS = ["soccer", "rugby", "swimming", "surfing"]
NOISE = {"name": "noise", "alpha": 0.5}


@pytest.fixture
def ontology(tmp_path):
    (tmp_path / "sports.csv").write_text(TREE)
    return str(tmp_path / "sports.csv")


def mask(cells, columns, method=None, **more):
    table = {name: column for name, column in cells.items() if column}
    return kn.mask(
        pa.table(table),
        {
            "columns": columns,
            "method": method or {"name": "suppress", "k": 2},
            "release": {"accept_unique": True},
            **more,
        },
        aligned=True,
    )


# --- what a column means


def test_a_mapping_table_takes_precedence_over_a_code_map(tmp_path):
    (tmp_path / "concepts.csv").write_text("child,parent\n100,\n10,100\n20,100\n30,100\n40,100\n")
    (tmp_path / "map.txt").write_text(
        "ICD_CODE\tICD_NAME\tSNOMED_CID\tSNOMED_FSN\tIS_1-1MAP\n12.3\tx\t10\tx\t1\n4\tx\t20\tx\t1\n5\tx\t30\tx\t1\n"
    )
    (tmp_path / "own.csv").write_text("value,concept\n5,40\n")
    code = {"role": "quasi", "ontology": str(tmp_path / "concepts.csv"), "code_map": str(tmp_path / "map.txt"),
            "write": "label"}  # fmt: skip
    cells = {"code": ["12.3", "123", "4", "5"] * 2}
    assert mask(cells, {"code": code}).table["code"].to_pylist() == ["10", "10", "20", "30"] * 2
    own = {"code": {**code, "mapping": str(tmp_path / "own.csv")}}
    assert mask(cells, own).table["code"].to_pylist() == ["10", "10", "20", "40"] * 2


def test_a_file_of_counts_gives_concepts_their_information(tmp_path, ontology):
    def distance(soccer):
        (tmp_path / "counts.csv").write_text(f"concept,count\nsoccer,{soccer}\nrugby,9\nswimming,9\nsurfing,9\n")
        word = {"role": "quasi", "ontology": ontology, "measure": "lin+corpus", "counts": str(tmp_path / "counts.csv")}
        return mask({"hobby": SPORTS * 2}, {"hobby": word}).plan.tuples.columns[0].domain.distance("soccer", "rugby")

    assert distance(soccer=900) != distance(soccer=9)


def test_dates_of_a_confidential_column_are_ordered_in_time():
    days = ["2020-01-01", "2020-01-02", "2021-01-01", "2021-01-02"]
    columns = {"ward": {"role": "quasi", "type": "plain"}, "seen": {"role": "confidential", "type": "date"}}
    demands = {"name": "sa-mdav", "k": 2, "t_closeness": 0.1, "ground": "ordered"}
    apart = {"ward": list("aaaabbbb"), "seen": [*days[:2] * 2, *days[2:] * 2]}
    assert len(set(mask(apart, columns, demands).table["ward"].to_pylist())) == 1
    alike = {"ward": list("aaaabbbb"), "seen": days * 2}
    assert set(mask(alike, columns, demands).table["ward"].to_pylist()) == {"a", "b"}


def test_letters_of_several_scripts_are_noticed():
    column = {"ward": {"role": "quasi", "type": "plain"}}
    result = mask({"ward": ["paris", "p\u0430ris", "köln", "köln"] * 2}, column)
    assert any("1 values mix letters of several scripts" in notice for notice in result.notices)
    assert not any("scripts" in notice for notice in mask({"ward": ["köln"] * 4}, column).notices)


def test_numbers_with_squares_beyond_floating_point_are_counted():
    column = {"size": {"role": "quasi", "type": "numeric"}}
    with pytest.raises(DataError, match=r"column 'size': 2 rows have numbers beyond") as refused:
        mask({"size": ["1", "1e200", "-1e200", "2"]}, column)
    assert "another unit" in refused.value.hint


def test_numbers_of_a_frame_are_swapped_as_numbers():
    frame = pd.DataFrame({"age": [1.5, 2.5, 3.5, 4.5] * 5})
    recipe = {"columns": {"age": {"role": "quasi", "type": "numeric"}}, "method": {"name": "srs1", "k": 2}}
    swapped = kn.mask(frame, recipe, aligned=True).table["age"]
    assert sorted(swapped.astype(float)) == sorted(frame["age"])


def test_vague_dates_are_counted_and_shared_ones_are_unchanged():
    column = {"seen": {"role": "quasi", "type": "date"}}
    cells = {"seen": ["2020-05-01"] * 6 + ["2020-07-02"] * 6 + ["2020-06"] * 6}
    result = mask(cells, column, {"name": "srs1", "k": 2})
    assert any("1 values have only a month, quarter or year" in notice for notice in result.notices)
    assert not any("enough others share" in notice for notice in result.notices)


@pytest.mark.parametrize("write", ["code", "label"])
def test_codes_of_several_systems_with_missing_ones(tmp_path, ontology, write):
    (tmp_path / "other.csv").write_text("child,parent\ngame,\nchess,game\ngo,game\n")
    columns = {
        "code": {"role": "quasi", "write": write, "ontology_by": {"column": "kind", "s": ontology,
                 "g": str(tmp_path / "other.csv")}},
        "kind": {"role": "other"},
    }  # fmt: skip
    cells = {"code": ["soccer", "chess", "", "soccer", "chess", ""], "kind": ["s", "g", "s", "s", "g", "s"]}
    result = mask(cells, columns, {"name": "suppress", "k": 2})
    assert sorted(map(str, result.table["code"].to_pylist())) == ["None", "None", "chess", "chess", "soccer", "soccer"]
    assert "ontology_by" in result.report.recipe
    assert str(tmp_path) not in result.report.recipe


# --- rows of persons


def histories(folder, columns=("patient", "sport", "sex"), persons=12):
    cells = {name: [] for name in columns}
    for i in range(persons):
        for sport in SPORTS[: 1 + i % 2]:
            given = {"patient": f"p{i}", "sport": sport, "sex": "mf"[i % 2]}
            for name in columns:
                cells[name].append(given.get(name, f"text {i} of several words as notes have them"))
    recipe = {
        "table": {"person": "patient", "gather": ["sport"], "person_link": True},
        "columns": {"sport": {"role": "quasi", "ontology": folder}, "sex": {"role": "quasi", "type": "plain"}},
        "method": {"name": "suppress", "k": 2},
    }
    return cells, recipe


def test_a_polars_frame_of_histories_comes_back_as_one(ontology):
    cells, recipe = histories(ontology)
    released = kn.mask(pl.DataFrame(cells), recipe).table
    assert isinstance(released, pl.DataFrame)
    assert released["pseudonym"].n_unique() == 12


def test_a_table_that_already_has_a_pseudonym_column_is_refused(ontology):
    cells, recipe = histories(ontology, ("patient", "sport", "sex", "pseudonym"))
    recipe["columns"]["pseudonym"] = {"role": "other"}
    with pytest.raises(RecipeError, match="a release adds a column with this name") as refused:
        kn.mask(pl.DataFrame(cells), recipe)
    assert refused.value.hint == "rename that column"


def test_a_doubtful_column_of_histories_is_refused_by_name(tmp_path, ontology):
    cells, recipe = histories(ontology, ("patient", "sport", "sex", "note"), persons=24)
    recipe["columns"]["note"] = {"role": "other"}
    pl.DataFrame(cells).write_csv(tmp_path / "long.csv")
    with pytest.raises(RecipeError, match="'note'") as refused:
        kn.mask_file(tmp_path / "long.csv", recipe, tmp_path / "out.csv")
    assert 'confirm = ["note"]' in refused.value.hint
    assert not (tmp_path / "out.csv").exists()


def test_the_error_about_a_lost_history_states_both_numbers(ontology, monkeypatch):
    cells, recipe = histories(ontology)
    whole = person_histories.gather_again

    class Lost:
        def __init__(self, tally, between):
            self.records = whole(tally, between).records - 1

    monkeypatch.setattr(person_histories, "gather_again", Lost)
    with pytest.raises(PrivacyError, match="11 pseudonyms where 12 are expected"):
        kn.mask(pa.table(cells), recipe)


# --- streams


def stream(ontology, **word):
    sample = open_table(pa.table({"hobby": SPORTS * 3, "income": ["x", "y"] * 6})).source
    columns = {"hobby": {"role": "quasi", "ontology": ontology, **word}, "income": {"role": "confidential"}}
    return open_stream(sample, {"columns": columns, "method": NOISE, "release": {"accept_unique": True}})


def test_a_missing_value_of_a_stream_stays_missing(ontology):
    for missing in (None, ""):
        assert stream(ontology).mask({"hobby": missing, "income": "x"})["hobby"] in (None, "")


def test_a_word_of_a_stream_without_a_concept_is_suppressed_where_the_recipe_says_so(ontology):
    assert stream(ontology, unmapped="suppress").mask({"hobby": "nothing", "income": "x"})["hobby"] in (None, "")
    with pytest.raises(DataError, match="a value of column 'hobby' has no concept"):
        stream(ontology).mask({"hobby": "nothing", "income": "x"})


def test_cells_of_several_values_cannot_be_streamed(ontology):
    with pytest.raises(RecipeError, match="has several concepts per cell"):
        stream(ontology, separator="|")


def test_columns_that_are_tied_cannot_be_streamed(ontology):
    sample = open_table(pa.table({"hobby": SPORTS * 3, "group": SPORTS * 3})).source
    columns = {"hobby": {"role": "quasi", "ontology": ontology}, "group": {"role": "other", "with": "hobby"}}
    with pytest.raises(RecipeError, match=r"columns.group is linked to another column"):
        open_stream(sample, {"columns": columns, "method": NOISE, "release": {"accept_unique": True}})


def test_the_follower_of_a_new_number_is_that_of_the_nearest_number():
    """`band` follows `age`: an age that the table did not have gets the band of the nearest age."""
    ages = ["10", "11", "20", "21"] * 3
    bands = ["young" if age < "15" else "old" for age in ages]
    columns = {"age": {"role": "quasi", "type": "numeric"}, "band": {"role": "other", "with": "age"}}
    released = mask({"age": ages, "band": bands}, columns, {"name": "sa-mdav", "k": 6}).table.to_pylist()
    assert {row["band"] for row in released} == {"young", "old"}
    assert all((float(row["age"]) < 15) == (row["band"] == "young") for row in released)


# --- resumed runs, and followers of missing values


def test_a_run_resumes_only_if_the_ontology_folder_is_unchanged(tmp_path, monkeypatch):
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "data.noun").write_text(WORDNET_DATA)
    (folder / "index.noun").write_text(WORDNET_INDEX)
    (tmp_path / "data.csv").write_text("word\n" + "turkey\nwing\nbeing\n" * 4)
    recipe = {
        "columns": {"word": {"role": "quasi", "ontology": str(folder)}},
        "method": {"name": "sa-mdav", "k": 5},
    }
    given = tmp_path / "data.csv", recipe, tmp_path / "out.csv"
    taken_up = "the run resumed with the plan of an interrupted run"
    for change, again in ((lambda: None, True), (lambda: (folder / "noun.exc").write_text("wings wing\n"), False)):
        with monkeypatch.context() as patch:
            patch.setattr(sinks, "write_release", Mock(side_effect=KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                kn.mask_file(*given, resume=True)
        change()
        assert (taken_up in kn.mask_file(*given, resume=True).notices) == again


def test_a_word_without_a_concept_is_unmapped_if_no_cell_has_a_separator(ontology):
    cells = {"hobby": [*SPORTS * 5, "chess"]}
    with pytest.raises(UnmappedError, match="1 of 5 values"):
        mask(cells, {"hobby": {"role": "quasi", "ontology": ontology, "separator": "|"}})


def test_the_follower_of_a_missing_code_is_unchanged(ontology):
    cells = {
        "hobby": ["soccer", "soccer", "rugby", "rugby", None, None],
        "remark": ["S", "S", "R", "R", "none", "none"],
    }
    columns = {"hobby": {"role": "quasi", "ontology": ontology}, "remark": {"role": "other", "with": "hobby"}}
    assert mask(cells, columns, {"name": "suppress", "k": 2}).table["remark"].to_pylist() == cells["remark"]
    lifted = mask(cells, columns, {"name": "generalise", "k": 4}).table
    assert set(zip(lifted["hobby"].to_pylist(), lifted["remark"].to_pylist(), strict=True)) == {("ball", "ball")}
