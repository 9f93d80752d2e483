"""Settings for all tests: no deadline for property tests (kernels compile), keys drawn alike in every run.

Also the small taxonomies and the folder of real tables that mapping and drafting are tried on.
"""

from __future__ import annotations

import hashlib
import os
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

import kinonym.engines.contract
import kinonym.random
from kinonym.taxonomy import Taxonomy

# A test draws the same whenever it runs; with KINONYM_FRESH=1 it draws as users do, and tries tables not yet tried.
FRESH = bool(os.environ.get("KINONYM_FRESH"))

settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=not FRESH)
settings.load_profile("all")

# Tests see the first seconds of a Spark only, most of which its compiler would take.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


@pytest.fixture(autouse=True)
def _drawn_alike(request, monkeypatch):
    """Keys come from the test's name instead of the system."""
    if not FRESH:
        draw = random.Random(request.node.nodeid)
        for module in (kinonym.random, kinonym.engines.contract):
            monkeypatch.setattr(module, "secrets", SimpleNamespace(token_bytes=draw.randbytes))


@pytest.fixture(scope="session")
def ledgers(tmp_path_factory):
    """A folder for the release ledgers of all tests."""
    return tmp_path_factory.mktemp("ledgers")


@pytest.fixture(autouse=True)
def _own_ledger(request, monkeypatch, ledgers):
    """No test sees the releases of another one, or of this machine."""
    name = hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:16]
    monkeypatch.setenv("KINONYM_LEDGER", str(ledgers / name))


@pytest.fixture
def zoo():
    """Bat is an animal or a club; crane a bird or a machine; jaguar an animal or a car.

    thing ── animal ── mammal ── {bat (flying), jaguar (cat), dog}
          │         └─ bird ──── {crane (bird), goose}
          └─ tool ──── {bat (club), crane (machine), hammer}
    """
    parents = {
        "thing": [],
        "animal": ["thing"],
        "tool": ["thing"],
        "mammal": ["animal"],
        "bird": ["animal"],
        "bat.club": ["tool"],
        "bat.mammal": ["mammal"],
        "crane.bird": ["bird"],
        "crane.machine": ["tool"],
        "dog": ["mammal"],
        "goose": ["bird"],
        "hammer": ["tool"],
    }
    labels = {
        "bat.club": ["bat", "cricket bat"],
        "bat.mammal": ["bat"],
        "crane.bird": ["crane"],
        "crane.machine": ["crane"],
        "dog": ["Dog", "domestic dog"],
        "goose": ["wild goose"],
    }
    return Taxonomy.from_parents(parents, labels)


@pytest.fixture(scope="session")
def icd9_like():
    """A few ICD-9-CM codes written without their dots, as in the published tables."""
    parents = {
        "codes": [],
        "001-009": ["codes"],
        "003": ["001-009"],
        "0031": ["003"],
        "008": ["001-009"],
        "0084": ["008"],
        "00845": ["0084"],
        "031": ["codes"],
        "0311": ["031"],
        "250": ["codes"],
        "2500": ["250"],
        "25000": ["2500"],
        "25001": ["2500"],
        "496": ["codes"],
        "E885": ["codes"],
        "E8859": ["E885"],
    }
    return Taxonomy.from_parents(parents)


@pytest.fixture(scope="session")
def data_folder():
    found = Path(os.environ.get("KINONYM_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not found.is_dir():
        pytest.skip("the evaluation data are not here: set KINONYM_DATA")
    return found
