"""Settings for all tests: no deadline for property tests (kernels compile), keys from the name of the test.

Also the small taxonomies and the folder of real tables that mapping and drafting are tried on.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import hypothesis.core
import pytest
from hypothesis import HealthCheck, settings

import kinonym.engines.contract
import kinonym.privacy.attacks
import kinonym.random
from drawing import CASES, ENTROPY, fresh_random, fresh_seed, scale_count
from kinonym.taxonomy import Taxonomy

settings.register_profile(
    "all",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not ENTROPY,
    max_examples=min(100, scale_count(100)),
)
settings.load_profile("all")

# Tests see the first seconds of a Spark only, most of which its compiler would take.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


def pytest_configure(config):
    """With KINONYM_FRESH, hypothesis draws from the entropy of the session too."""
    if ENTROPY and config.getoption("--hypothesis-seed", None) is None:
        hypothesis.core.global_force_seed = fresh_seed("hypothesis")


def pytest_report_header():
    return [f"drawn afresh: KINONYM_FRESH={ENTROPY}"] if ENTROPY else []


def pytest_collection_modifyitems(items):
    """A test of every engine is a test of a cluster where the engine is Spark."""
    for item in items:
        if hasattr(item, "callspec") and "spark" in (
            value for value in item.callspec.params.values() if isinstance(value, str)
        ):
            item.add_marker(pytest.mark.cluster)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """A failure says how to repeat what it drew."""
    report = yield
    if ENTROPY and report.failed:
        report.sections.append(("drawn afresh", f"repeat it with KINONYM_FRESH={ENTROPY}"))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """The report of a test says how many random cases it drew (`tools/assurance.py` adds them up)."""
    CASES.clear()
    try:
        return (yield)
    finally:
        item.user_properties.append(("drawn", len(CASES)))


@pytest.fixture(autouse=True)
def _draw_keys(request, monkeypatch):
    """Keys come from the name of the test instead of the system."""
    draw = fresh_random("keys", request.path.name, request.node.name)
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


@pytest.fixture(scope="module")
def few_repetitions():
    """The attacker who repeats a method does so 20 times, in modules that do not test how well this attacker does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["kinonym.privacy.attacks.attackers"], "_RUNS", 20)
        yield


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
