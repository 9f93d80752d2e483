"""Loaded taxonomies are cached; stale, damaged or foreign entries are read again."""

from __future__ import annotations

import os
import subprocess
import sys

import pyarrow as pa
import pytest

from kinonym.ontologies import cache, load
from kinonym.ontologies.arrow import from_arrow, write_arrow
from kinonym.taxonomy import Source, Taxonomy
from ontologies.equality import differences


@pytest.fixture
def folder(tmp_path, monkeypatch):
    place = tmp_path / "cache"
    monkeypatch.setenv("KINONYM_CACHE", str(place))
    return place


@pytest.fixture
def table(tmp_path):
    """A hierarchy of over a megabyte."""
    path = tmp_path / "big.csv"
    rows = (f"{i},{(i - 1) // 9},{'a long label ' * 9}{i}\n" for i in range(1, 10_000))
    path.write_text("child,parent,label\n0,,root\n" + "".join(rows))
    return path


def kept(folder):
    return sorted(folder.glob("*.arrow"))


def test_second_load_comes_from_the_cache(folder, table, monkeypatch):
    first = load(table)
    assert len(kept(folder)) == 1
    monkeypatch.setattr("kinonym.ontologies.cache._write_cached", _fail)
    second = load(table)
    assert differences(first, second) == []
    assert second.source == first.source


def _fail(*_):
    pytest.fail("it was read anew")


def test_only_the_owner_may_read_it(folder, table):
    load(table)
    assert kept(folder)[0].stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


def test_changed_content_and_other_options_are_other_entries(folder, table):
    load(table)
    load(table, label_columns=["child"])
    table.write_text(table.read_text().replace("root", "top"))
    assert load(table).label("0") == "top"
    assert len(kept(folder)) == 3


def test_changed_reader_is_another_entry(folder, table, monkeypatch):
    load(table)
    monkeypatch.setattr(cache, "_loader_version", lambda: "another")
    load(table)
    assert len(kept(folder)) == 2


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "foreign"])
def test_damaged_entry_is_rebuilt(folder, table, damage):
    first = load(table)
    (entry,) = kept(folder)
    data = bytearray(entry.read_bytes())
    if damage == "flip":
        data[len(data) // 2] ^= 1
    changed = {"cut": data[: len(data) // 2], "flip": data, "empty": b"", "foreign": b"ARROW1" * 99}[damage]
    entry.write_bytes(changed)
    assert differences(first, load(table)) == []
    assert entry.read_bytes() != changed


def test_entry_of_another_key_is_not_taken(folder, table):
    load(table)
    (entry,) = kept(folder)
    table.write_text(table.read_text().replace("root", "top"))
    load(table)
    other = next(path for path in kept(folder) if path != entry)
    entry.replace(other)
    assert load(table).label("0") == "top"


def test_small_files_and_switched_off(folder, table, tmp_path, monkeypatch):
    small = tmp_path / "small.csv"
    small.write_text("child,parent\na,\nb,a\n")
    load(small)
    monkeypatch.setenv("KINONYM_CACHE", "off")
    load(table)
    assert not folder.exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_folder_that_cannot_be_written(folder, table):
    folder.mkdir(mode=0o500)
    assert load(table).root == "0"


def test_a_cache_folder_that_is_a_file_is_ignored(folder, table):
    folder.write_text("not a folder")
    assert load(table).root == "0"


def test_old_cache_entries_are_removed(folder, table, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_FILES", 2)
    for i in range(4):
        monkeypatch.setattr(cache, "_loader_version", lambda i=i: str(i))
        load(table)
    assert len(kept(folder)) == 2


def test_neither_writing_nor_reading_imports_pandas(folder, table):
    code = (
        "import sys; from kinonym.ontologies import load\n"
        f"for _ in range(2): load({str(table)!r})\n"
        "print('pyarrow' in sys.modules, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(kept(folder)) == 1
    assert done.stdout.split() == ["True", "False"]


def test_default_place_is_the_users_cache(monkeypatch):
    monkeypatch.delenv("KINONYM_CACHE")
    assert cache.cache_folder().name == "ontologies"


def test_the_cache_preserves_every_field():
    taxonomy = Taxonomy.from_links(
        ["a", "b", "c"],
        (_ints([1, 2]), _ints([0, 1])),
        [["A"], ["B", "bee"], ["C"]],
        label_ranks=[[1], [1, 2], [3]],
        glosses=["x", "", "ö"],
        parts=(_ints([0]), _ints([2])),
        counts=_ints([5, 0, 1]),
        source=Source("n", "v", "l", "c", ("one", "two")),
    )
    sink = pa.BufferOutputStream()
    write_arrow(taxonomy, sink)
    again = from_arrow(memoryview(sink.getvalue()))
    assert differences(taxonomy, again) == []
    assert again.source == taxonomy.source
    assert again.irregular is None


def _ints(values):
    import numpy as np

    return np.array(values, dtype=np.int64)
