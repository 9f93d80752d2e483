"""SNOMED CT's release format, on releases of the project's own generator."""

from __future__ import annotations

import shutil
import zipfile

import pytest

from kinonym.errors import DanglingParentError, OntologyError, UsageError
from kinonym.ontologies import CodeMap, load, load_code_map
from ontologies.equality import differences, links


@pytest.fixture(scope="module")
def release(tmp_path_factory, make_rf2):
    folder = tmp_path_factory.mktemp("snapshot")
    return folder, make_rf2.make_release(folder, concepts=150, links=240)


def only(folder, pattern):
    (found,) = folder.rglob(pattern)
    return found


def edited(release, tmp_path, pattern, old, new):
    """A copy of the release with one file changed."""
    folder = tmp_path / "copy"
    shutil.copytree(release[0], folder)
    path = only(folder, pattern)
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())
    return folder


def test_check_digits_of_well_known_ids(make_rf2):
    known = [22298006, 73211009, 138875005, 116680003, 900000000000207008]
    assert make_rf2.with_check_digit([one // 1000 for one in known], "00").tolist() == known


def test_concepts_and_inferred_links(release):
    folder, said = release
    taxonomy = load(folder)
    assert set(taxonomy.concepts) == set(map(str, said.concepts.tolist()))
    assert links(taxonomy) == {(str(child), str(parent)) for child, parent in said.links.tolist()}
    assert taxonomy.root == "138875005"
    assert taxonomy.source.version == "20260131"


def test_preferred_term_then_full_name_then_synonyms(release):
    taxonomy = load(release[0])
    assert taxonomy.labels(taxonomy.root) == (
        "SNOMED CT Concept",
        "SNOMED CT Concept (finding)",
        "SNOMED CT Concept, so called",
    )


def test_inactive_concepts_lead_to_what_replaces_them(release):
    folder, said = release
    taxonomy = load(folder)
    assert said.replaced
    for old, new in said.replaced.items():
        assert str(old) not in taxonomy
        assert taxonomy.find(str(old)) == (str(new),)
    assert taxonomy.source.notices == ("3 inactive concepts left out, 3 of them mapped to their replacements",)


def test_full_release_says_the_same(release, tmp_path, make_rf2):
    make_rf2.make_release(tmp_path, concepts=150, links=240, full=True)
    assert differences(load(release[0]), load(tmp_path)) == []
    assert differences(load(release[0]), load(tmp_path, release="Full")) == []
    with pytest.raises(OntologyError, match="no Snapshot files"):
        load(tmp_path, release="Snapshot")


def test_zip_says_the_same(release, tmp_path):
    packed = tmp_path / "release.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in release[0].rglob("*.txt"):
            archive.write(path, f"SnomedCT_Toy/{path.relative_to(release[0])}")
    assert differences(load(release[0]), load(packed)) == []


def test_extension_file_names(release, tmp_path):
    for path in release[0].rglob("*.txt"):
        name = path.name.replace("_INT_", "_US1000124_").replace("Description_", "Description_XExtension")
        shutil.copy(path, tmp_path / f"x{name}")
    assert differences(load(release[0]), load(tmp_path)) == []


def test_an_extension_is_loaded_with_its_edition(release, tmp_path):
    extra = 999000000000107
    folder = tmp_path / "both"
    shutil.copytree(release[0], folder)
    concept = only(folder, "*Concept_Snapshot*")
    header = concept.read_text().splitlines()[0]
    row = f"{extra}\t20260301\t1\t11000000105\t900000000000074008\n"
    (folder / "sct2_Concept_Snapshot_XX1000010_20260301.txt").write_text(f"{header}\n{row}")
    relation = only(folder, "*Relationship_Snapshot*")
    header = relation.read_text().splitlines()[0]
    row = f"1\t20260301\t1\t11000000105\t{extra}\t138875005\t0\t116680003\t900000000000011006\t900000000000451002\n"
    (folder / "sct2_Relationship_Snapshot_XX1000010_20260301.txt").write_text(f"{header}\n{row}")
    taxonomy = load(folder)
    assert taxonomy.parents(str(extra)) == ("138875005",)
    assert taxonomy.label(str(extra)) == str(extra)
    assert taxonomy.source.notices[-1] == "1 of 151 concepts have no term in en"


def test_language_reference_set(release, tmp_path):
    folder = edited(release, tmp_path, "*_Language*", "900000000000509007", "900000000000508004")
    assert load(folder).label("138875005") == "SNOMED CT Concept"
    with pytest.raises(OntologyError, match="no language reference set '7'") as caught:
        load(folder, language_refset="7")
    assert caught.value.hint == "it has 900000000000508004"


def test_language_that_is_not_there(release):
    with pytest.raises(OntologyError, match="no descriptions in 'es'") as caught:
        load(release[0], language="es")
    assert caught.value.hint == "its languages are en"


def test_without_language_files_the_full_name_is_preferred(release, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(release[0], folder)
    only(folder, "*_Language*").unlink()
    assert load(folder).label("138875005") == "SNOMED CT Concept (finding)"


def test_text_definitions_are_glosses(release, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(release[0], folder)
    header = only(folder, "*Description*").read_text().splitlines()[0]
    row = "5\t20260131\t1\t1\t138875005\ten\t900000000000550004\tThe top of all.\t1\n"
    (folder / "sct2_TextDefinition_Snapshot-en_INT_20260131.txt").write_text(f"{header}\n{row}")
    taxonomy = load(folder)
    assert taxonomy.glosses[0] == "The top of all."


@pytest.mark.parametrize("kind", ["Relationship", "Description"])
def test_missing_files_are_named(release, tmp_path, kind):
    folder = tmp_path / "copy"
    shutil.copytree(release[0], folder)
    only(folder, f"sct2_{kind}_*").unlink()
    with pytest.raises(OntologyError, match=f"no Snapshot file of {kind.lower()}s"):
        load(folder)


def test_unknown_parent_names_both(release, tmp_path, make_rf2):
    child, parent = release[1].links[0].tolist()
    folder = edited(release, tmp_path, "*Relationship*", f"{child}\t{parent}", f"{child}\t{parent}9")
    with pytest.raises(DanglingParentError, match=f"'{child}'.*'{parent}9'"):
        load(folder)


def test_damaged_file_is_named(release, tmp_path):
    folder = edited(release, tmp_path, "*Concept_*", "\t900000000000074008", "")
    with pytest.raises(OntologyError, match="sct2_Concept_Snapshot_INT_20260131.txt: not an RF2 file"):
        load(folder)


def test_delta_alone_and_wrong_release(release, tmp_path):
    for path in release[0].rglob("*.txt"):
        shutil.copy(path, tmp_path / path.name.replace("Snapshot", "Delta"))
    with pytest.raises(OntologyError, match="no Snapshot or Full files") as caught:
        load(tmp_path)
    assert "Delta" in caught.value.hint
    with pytest.raises(UsageError, match="'Snapshot' or 'Full'"):
        load(tmp_path, release="Delta")


def inverted(codes):
    found = {}
    for concept, code in codes.items():
        found.setdefault(code, set()).add(str(concept))
    return found


@pytest.mark.parametrize(
    ("refset", "said"), [("446608001", "simple"), ("447563008", "complex_"), ("447562003", "extended")]
)
def test_map_reference_sets(release, refset, said):
    found = load_code_map(release[0], refset=refset)
    assert {code: set(ids) for code, ids in found.concepts.items()} == inverted(getattr(release[1], said))


def test_rules_about_the_patient_are_left_out(release):
    assert "Z99.9" not in load_code_map(release[0], refset="447562003").concepts


def test_the_map_must_be_named(release):
    with pytest.raises(OntologyError, match="no map was named") as caught:
        load_code_map(release[0])
    assert caught.value.hint == "give refset as one of: 446608001, 447562003, 447563008"


def test_exact_matches_come_first_and_within_a_taxonomy_the_most_general(release, tmp_path):
    child, parent = next(
        (c, p) for c, p in release[1].links.tolist() if p != 138875005 and {c, p} <= set(release[1].complex_)
    )
    folder = tmp_path / "copy"
    shutil.copytree(release[0], folder)
    path = only(folder, "*ComplexMap*")
    header = path.read_text().splitlines()[0]
    rows = [(child, 447557004), (parent, 447558009)]
    lines = [
        f"{i}\t20260131\t1\t1\t447563008\t{concept}\t1\t1\tTRUE\t-\t250.0\t{correlation}"
        for i, (concept, correlation) in enumerate(rows)
    ]
    path.write_text("\n".join([header, *lines, ""]))
    found = load_code_map(folder, refset="447563008")
    assert found.concepts == {"250.0": (str(child), str(parent))}
    assert found.within(load(folder)).concepts == {"250.0": (str(parent), str(child))}


def test_map_follows_inactive_concepts(release):
    old, new = next(iter(release[1].replaced.items()))
    taxonomy = load(release[0])
    assert CodeMap("m", {"1": (str(old),), "2": ("999",)}).within(taxonomy).concepts == {"1": (str(new),)}


NLM = "ICD_CODE\tICD_NAME\tSNOMED_CID\tSNOMED_FSN\tIS_1-1MAP\n"


def test_nlm_map_file(tmp_path):
    path = tmp_path / "ICD9CM_SNOMED_MAP_1TOM.txt"
    path.write_text(NLM + "427.31\tx\t20\ta\t0\n427.31\tx\t10\tb\t0\n427.31\tx\t30\tc\t1\n001.0\ty\tNULL\tNULL\tNULL\n")
    assert load_code_map(path).concepts == {"427.31": ("30", "10", "20")}


def test_a_broken_nlm_map_file_is_refused(tmp_path):
    path = tmp_path / "map.txt"
    path.write_text("a\tb\n1\t2\n")
    with pytest.raises(OntologyError, match="neither an RF2 release nor a map file"):
        load_code_map(path)
    path.write_text(NLM + "427.31\tx\n")
    with pytest.raises(OntologyError, match="line 2: 2 fields"):
        load_code_map(path)
