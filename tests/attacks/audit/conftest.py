"""What every group of the audit starts from: a small table full of marked cells, its recipe and its ontology."""

from __future__ import annotations

import pytest

from audit.starting import DATA
from command import runner
from sports import write_folder


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """No test meets the user's cache of ontologies, nor fills it."""
    monkeypatch.setenv("KINONYM_CACHE", "off")


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path, DATA)


@pytest.fixture
def kinonym(folder, monkeypatch, capsys):
    return runner(folder, monkeypatch, capsys)
