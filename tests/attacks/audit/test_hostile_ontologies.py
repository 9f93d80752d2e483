"""Hostile ontologies: each is answered within 2 s by a clear error with a hint, or is read; nothing else comes out."""

from __future__ import annotations

import csv
import os
import time

import pytest

from audit.hostile_ontologies import FILES, RELEASES
from kinonym.errors import KinonymError
from kinonym.ontologies import FORMATS, load
from ontologies import seeds

SECONDS = 2.0
READ = {
    "twice.csv", "roots.csv", "two_parents.csv", "control.csv", "marks.csv", "lookalike.csv", "cr.csv", "formula.csv",
    "deep.csv", "wide_tree.csv", "ladder.csv", "levels.csv", "levels_same.csv", "stars.csv", "ranks.csv", "escape.obo",
    "label.ttl", "literal.ttl", "only_root.tab",
}  # fmt: skip
"""What looks odd and can be read; all else is refused."""


def answered(path, **options):
    """Load; returns the error, or None. The processor's time counts, so that a busy machine does not matter."""
    started, told = time.process_time(), None
    try:
        assert len(load(path, **options)) >= 1
    except KinonymError as error:
        told = error
    assert time.process_time() - started <= SECONDS
    assert told is None or (told.hint and type(told) is not KinonymError), told
    return told


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """Import the readers before time is taken."""
    path = tmp_path_factory.mktemp("warm") / "a.ttl"
    path.write_text(seeds.SKOS)
    load(path)
    csv.field_size_limit(1 << 20)  # as after a table was read


def test_there_are_enough():
    assert len(FILES) + len(RELEASES) >= 60


@pytest.mark.parametrize("name", FILES)
def test_a_file(name, tmp_path):
    content = FILES[name]() if callable(FILES[name]) else FILES[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert (answered(path) is None) == (name in READ)


@pytest.mark.parametrize("name", RELEASES)
def test_a_folder(name, tmp_path):
    for file, text in RELEASES[name].items():
        (tmp_path / file).write_text(text)
    assert answered(tmp_path) is not None


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX")
@pytest.mark.parametrize("kind", [None, *FORMATS])
def test_a_pipe(kind, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "a pipe or a device" in answered(tmp_path / "pipe", format=kind).message


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX")
@pytest.mark.parametrize("member", ["data.noun", "sct2_Concept_Snapshot_INT_20260131.txt"])
def test_a_pipe_in_a_folder(member, tmp_path):
    os.mkfifo(tmp_path / member)
    assert answered(tmp_path) is not None
