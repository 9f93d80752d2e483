"""Every test of the audit starts from a small table with marked cells, its recipe and its ontology."""

from __future__ import annotations

import pytest

from audit.starting import DATA
from command import runner
from sports import write_folder


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """No test reads or writes the user's cache of ontologies."""
    monkeypatch.setenv("KINONYM_CACHE", "off")


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path, DATA)


@pytest.fixture
def kinonym(folder, monkeypatch, capsys):
    return runner(folder, monkeypatch, capsys)
