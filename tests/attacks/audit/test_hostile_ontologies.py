"""Loading a hostile ontology ends within 2 s: with a clear error and a hint, or with a taxonomy."""

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
"""Files that look odd and can be read; all others are refused."""


def load_in_time(path, **options):
    """Load an ontology; returns the error, or None. Processor time is measured, so that a busy machine does not matter."""
    started, refusal = time.process_time(), None
    try:
        assert len(load(path, **options)) >= 1
    except KinonymError as error:
        refusal = error
    assert time.process_time() - started <= SECONDS
    assert refusal is None or (refusal.hint and type(refusal) is not KinonymError), refusal
    return refusal


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """Import the readers before time is taken."""
    path = tmp_path_factory.mktemp("warm") / "a.ttl"
    path.write_text(seeds.SKOS)
    load(path)
    csv.field_size_limit(1 << 20)  # as after a table was read


def test_at_least_60_hostile_ontologies_are_tried():
    assert len(FILES) + len(RELEASES) >= 60


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_or_read_in_time(name, tmp_path):
    content = FILES[name]() if callable(FILES[name]) else FILES[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert (load_in_time(path) is None) == (name in READ)


@pytest.mark.parametrize("name", RELEASES)
def test_a_hostile_folder_is_refused_in_time(name, tmp_path):
    for file, text in RELEASES[name].items():
        (tmp_path / file).write_text(text)
    assert load_in_time(tmp_path) is not None


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX")
@pytest.mark.parametrize("kind", [None, *FORMATS])
def test_a_pipe_is_refused(kind, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "a pipe or a device" in load_in_time(tmp_path / "pipe", format=kind).message


@pytest.mark.skipif(os.name == "nt", reason="pipes are POSIX")
@pytest.mark.parametrize("member", ["data.noun", "sct2_Concept_Snapshot_INT_20260131.txt"])
def test_a_folder_with_a_pipe_is_refused(member, tmp_path):
    os.mkfifo(tmp_path / member)
    assert load_in_time(tmp_path) is not None
