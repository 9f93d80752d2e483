"""Settings for all tests: property tests have no deadline (kernels compile) and repeat the same cases in CI.

Also the small taxonomies and the folder of real tables that mapping and drafting are tried on.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kinonym.taxonomy import Taxonomy

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Tests see the first seconds of a Spark only, most of which its compiler would take.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


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
