"""No test of this folder uses the user's cache; tests of data outside the project are skipped without the data."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    monkeypatch.setenv("KINONYM_CACHE", "off")


@pytest.fixture(scope="session")
def make_rf2():
    """The project's generator of RF2 releases, a script in tools/."""
    spec = importlib.util.spec_from_file_location("make_rf2", REPOSITORY / "tools" / "make_rf2.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_rf2"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def shared_data():
    """Evaluation data, which may be in a folder next to the repository."""
    folder = Path(os.environ.get("KINONYM_DATA", REPOSITORY.parent / "shared" / "data"))
    if not (folder / "ontologies").is_dir():
        pytest.skip("the evaluation data is not here (KINONYM_DATA)")
    return folder
