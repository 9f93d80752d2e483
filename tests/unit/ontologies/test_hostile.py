"""Hostile and damaged files: reading them raises only errors of `kinonym.errors`."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kinonym.errors import KinonymError, OntologyError
from kinonym.ontologies import FORMATS, load
from ontologies import seeds

SEEDS = {
    "obo": seeds.OBO,
    "rdfxml": seeds.RDF,
    "turtle": seeds.SKOS,
    "parents": seeds.PARENTS,
    "levels": seeds.LEVELS,
}
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["cut", "drop", "double", "insert", "flip"]),
        st.floats(0, 1),
        st.floats(0, 1),
        st.binary(min_size=1, max_size=12) | st.sampled_from([b"\0", b"\n", b'"', b"\\", b"<", b">", b"|", b"\xff"]),
    ),
    min_size=1,
    max_size=4,
)


def mutated(data, edits):
    """Bytes after some edits at relative places."""
    for kind, place, length, more in edits:
        at = int(place * len(data))
        end = min(len(data), at + 1 + int(length * 40))
        if kind == "cut":
            data = data[:at]
        elif kind == "drop":
            data = data[:at] + data[end:]
        elif kind == "double":
            data = data[:end] + data[at:]
        elif kind == "insert":
            data = data[:at] + more + data[at:]
        else:
            data = data[:at] + bytes(b ^ more[0] for b in data[at:end]) + data[end:]
    return data


def load_or_refuse(path, **options):
    """Load an ontology; a `KinonymError` is accepted."""
    try:
        taxonomy = load(path, **options)
    except KinonymError:
        return
    assert len(taxonomy) >= 1


@pytest.mark.parametrize("kind", SEEDS)
@given(edits=EDITS)
@settings(max_examples=60)
def test_mutated_file(kind, edits, tmp_path_factory):
    if kind in {"rdfxml", "turtle"}:
        pytest.importorskip("pyoxigraph", reason="the extra owl is not installed")
    path = tmp_path_factory.getbasetemp() / f"mutated_{kind}"
    path.write_bytes(mutated(SEEDS[kind].encode(), edits))
    load_or_refuse(path)
    load_or_refuse(path, format=kind)


@given(data=st.binary(max_size=300))
@example(data=b"")
@example(data=b"\x1f\x8b")
@example(data=b"PK\x03\x04")
@example(data=b"\xef\xbb\xbf")
@example(data=b"<")
def test_any_bytes_in_any_format(data, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    load_or_refuse(path)
    for kind in FORMATS:
        load_or_refuse(path, format=kind)


@pytest.mark.parametrize("name", ["data.noun", "index.noun", "noun.exc", "cntlist.rev"])
@given(edits=EDITS)
@settings(max_examples=30)
def test_mutated_wordnet_folder(name, edits, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "mutated_wordnet"
    folder.mkdir(exist_ok=True)
    files = {"data.noun": seeds.WORDNET_DATA, "index.noun": seeds.WORDNET_INDEX}
    files |= {"noun.exc": "wings wing\n", "cntlist.rev": "turkey%1:05:00:: 1 7\n"}
    for one, text in files.items():
        data = mutated(text.encode(), edits) if one == name else text.encode()
        (folder / one).write_bytes(data)
    load_or_refuse(folder)


@pytest.fixture(scope="module")
def release(tmp_path_factory, make_rf2):
    folder = tmp_path_factory.mktemp("rf2")
    make_rf2.make_release(folder, concepts=60, links=80)
    return folder


def contents(release):
    return {path.name: path.read_bytes() for path in release.rglob("*.txt")}


@pytest.mark.parametrize("kind", ["_Concept_", "_Description_", "_Relationship_", "_Language", "_Association"])
@given(edits=EDITS)
@settings(max_examples=15)
def test_mutated_rf2_release(kind, edits, release, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "mutated_rf2"
    folder.mkdir(exist_ok=True)
    for name, data in contents(release).items():
        (folder / name).write_bytes(mutated(data, edits) if kind in name else data)
    load_or_refuse(folder)


@given(edits=EDITS)
@settings(max_examples=30)
def test_mutated_zip(edits, release, tmp_path_factory):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents(release).items():
            archive.writestr(name, data)
    path = tmp_path_factory.getbasetemp() / "mutated.zip"
    path.write_bytes(mutated(packed.getvalue(), edits))
    load_or_refuse(path)
    load_or_refuse(path, format="rf2")


def test_gzip_bomb(tmp_path):
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"child,parent\n" + b"a,b\n" * (20 << 20)))
    with pytest.raises(OntologyError, match="unpacks to more than 200 times its size"):
        load(path)


def test_zip_bomb(tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for kind in ("Concept", "Description", "Relationship"):
            archive.writestr(f"sct2_{kind}_Snapshot_INT_20260131.txt", b"0" * (70 << 20))
    with pytest.raises(OntologyError, match="unpacks to more than 200 times its size"):
        load(path)


def test_gzip_cut_short(tmp_path):
    path = tmp_path / "cut.csv.gz"
    path.write_bytes(gzip.compress(seeds.PARENTS.encode())[:-12])
    with pytest.raises(OntologyError, match="cannot be read") as caught:
        load(path)
    assert "cut short" in caught.value.hint
