"""Hierarchies as tables: child and parent with a header, and one row per leaf without."""

from __future__ import annotations

import gzip

import pytest

from kinonym.errors import CycleError, DanglingParentError, OntologyError, UsageError
from kinonym.ontologies import load
from ontologies.equality import links
from ontologies.seeds import LEVELS, PARENTS


def write(tmp_path, text, name="file.csv", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


def test_child_parent_label(tmp_path):
    taxonomy = load(write(tmp_path, PARENTS))
    assert links(taxonomy) == {("football", "sport"), ("soccer", "football"), ("soccer", "sport")}
    assert taxonomy.label("soccer") == "Soccer"


def test_other_names_order_and_delimiter(tmp_path):
    text = "Short_Desc;Parent;CODE;long_desc\nroot;;r;\nAche;r;1;A dull ache\n"
    taxonomy = load(write(tmp_path, text))
    assert taxonomy.labels("1") == ("A dull ache", "Ache")
    assert taxonomy.label("r") == "root"


def test_named_columns(tmp_path):
    path = write(tmp_path, "what,under,word\na,,Alpha\nb,a,Beta\n")
    taxonomy = load(path, format="parents", id_column="what", parent_column="under", label_columns=["word"])
    assert taxonomy.parents("b") == ("a",)
    assert taxonomy.label("b") == "Beta"


def test_root_that_is_only_named_as_a_parent(tmp_path):
    taxonomy = load(write(tmp_path, "child,parent\nsoccer,sport\nrugby,sport\n"))
    assert taxonomy.root == "sport"


def test_synonyms_may_contain_the_bar(tmp_path):
    taxonomy = load(write(tmp_path, "id,parent,label,synonyms\nr,,root,\na,r,A,one|t\\|wo|th\\\\ree\n"))
    assert taxonomy.labels("a") == ("A", "one", "t|wo", "th\\ree")


def test_byte_order_mark_gzip_and_crlf(tmp_path):
    path = tmp_path / "file.txt"
    path.write_bytes(gzip.compress(PARENTS.replace("\n", "\r\n").encode("utf-8-sig")))
    assert load(path).parents("football") == ("sport",)


def test_several_roots_get_a_virtual_one(tmp_path):
    taxonomy = load(write(tmp_path, "child,parent\na,\nb,\nc,a\n"))
    assert taxonomy.children(taxonomy.root) == ("a", "b")
    assert taxonomy.source.notices == ("2 roots were put under one virtual root",)


def test_levels(tmp_path):
    taxonomy = load(write(tmp_path, LEVELS))
    assert taxonomy.root == "*"
    assert taxonomy.max_depth == 4
    assert taxonomy.subsumers("Bachelors") == ("*", "Higher", "Undergraduate", "Bachelors")


def test_the_same_label_at_two_levels_is_two_concepts(tmp_path):
    taxonomy = load(write(tmp_path, LEVELS))
    assert taxonomy.subsumers("Other") == ("*", "Other (level 3)", "Other (level 2)", "Other")
    assert taxonomy.find("Other") == ("Other", "Other (level 2)", "Other (level 3)")


def test_star_is_the_root_at_every_level(tmp_path):
    assert load(write(tmp_path, LEVELS)).parents("?") == ("*",)


def test_two_generalisations_of_one_value(tmp_path):
    path = write(tmp_path, "a;X;*\nb;X;*\na;Y;*\n")
    with pytest.raises(OntologyError, match=r"line 3, column 1: .* than in line 1"):
        load(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("child,parent\n", "no concepts"),
        ("child,parent\na,\nb,a,x\n", "line 3: 3 fields, where the first row has 2"),
        ("one\ntwo\n", "only one column"),
        ('child,parent\na,\n"b,a\n', "unexpected end of data"),
        ("child,parent,label\na,,\nb,a,x\nb,a,y\n", "line 4: the concept 'b' has other labels than in line 3"),
        ("child,parent\na,\n,a\n", "line 3: the concept is empty"),
        ("child,child,parent\na,a,\n", "two columns are named 'child'"),
        ("child,parent\na,\nb,\n", "2 concepts but no is-a link"),
        ("a,b\nc,d\n", "format of file.csv was not recognised"),
        ("child,parent\na\0,\n", "line 2: a NUL byte"),
    ],
)
def test_refused(tmp_path, text, message):
    with pytest.raises(OntologyError, match=message):
        load(write(tmp_path, text))


def test_other_encoding_is_refused_with_the_line(tmp_path):
    path = write(tmp_path, "child,parent\nrésumé,\n", encoding="latin-1")
    with pytest.raises(OntologyError, match="line 2: not UTF-8") as caught:
        load(path)
    assert "Latin-1" in caught.value.hint


def test_cycle_is_printed(tmp_path):
    with pytest.raises(CycleError) as caught:
        load(write(tmp_path, "child,parent\nr,\na,b\nb,a\n"))
    assert set(caught.value.cycle) == {"a", "b"}


def test_concept_that_is_its_own_parent(tmp_path):
    with pytest.raises(CycleError, match="a -> a"):
        load(write(tmp_path, "child,parent\nr,\na,a\n"))


def test_unknown_parent_names_both(tmp_path):
    with pytest.raises(DanglingParentError, match="'b'.*'aa'"):
        load(write(tmp_path, "child,parent\na,\nb,aa\nc,a\n"))


def test_deep_and_wide(tmp_path):
    deep = "child,parent\nc0,\n" + "".join(f"c{i},c{i - 1}\n" for i in range(1, 80))
    assert load(write(tmp_path, deep)).max_depth == 80
    wide = "child,parent\nroot,\n" + "".join(f"c{i},root\n" for i in range(100_000))
    assert len(load(write(tmp_path, wide)).children("root")) == 100_000


def test_unknown_name_lists_the_known(tmp_path):
    with pytest.raises(UsageError, match="'wordnt'") as caught:
        load("wordnt")
    assert "did you mean 'wordnet'?" in caught.value.hint
    assert "icd10cm" in caught.value.hint


@pytest.mark.parametrize("name", ["x" * 5000, "~nobody_at_all/x", "a\0b", ""])
def test_impossible_paths(name):
    with pytest.raises((UsageError, OntologyError)):
        load(name)


def test_folder_for_a_format_of_files(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        load(tmp_path, format="obo")
    with pytest.raises(OntologyError, match="contains no known ontology"):
        load(tmp_path)


def test_unknown_option_and_format(tmp_path):
    path = write(tmp_path, PARENTS)
    with pytest.raises(UsageError, match="no option 'lable_columns'") as caught:
        load(path, lable_columns=["x"])
    assert "label_columns" in caught.value.hint
    with pytest.raises(UsageError, match="no ontology format 'cvs'"):
        load(path, format="cvs")
