"""What every group of the audit starts from: a small table full of marked cells, its recipe and its ontology."""

from __future__ import annotations

import pytest

from audit.starting import DATA, RECIPE, TREE
from command import runner


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """No test meets the user's cache of ontologies, nor fills it."""
    monkeypatch.setenv("KINONYM_CACHE", "off")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sports.csv").write_text(TREE)
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "data.csv").write_text(DATA)
    return tmp_path


@pytest.fixture
def kinonym(folder, monkeypatch, capsys):
    return runner(folder, monkeypatch, capsys)
