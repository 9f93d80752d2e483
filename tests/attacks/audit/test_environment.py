"""A seed gives the same bytes whatever the locale, hash seed, number of threads, time zone or folder.

The order of the rows decides only which records of equal combinations take which target.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kinonym.methods import METHODS

SCRIPT = Path(__file__).with_name("masked_everywhere.py")
ENVIRONMENTS = {
    "C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "Turkish locale": {"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "another hash seed": {"PYTHONHASHSEED": "4711"},
    "one thread": {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "ARROW_NUM_THREADS": "1"},
    "another time zone": {"TZ": "Pacific/Kiritimati", "COLUMNS": "40"},
}


def digests(folder, rows=1, **environment):
    """Method → digest of its file, and of its masked columns without the order of rows."""
    ran = subprocess.run(
        [sys.executable, SCRIPT, str(rows)], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONHASHSEED": "0", "KINONYM_CACHE": "off", **environment},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return {name: (of_file, of_masked) for name, of_file, of_masked in map(str.split, ran.stdout.splitlines())}


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    return digests(tmp_path_factory.mktemp("usual"))


def test_every_method_is_masked(usual):
    assert usual.keys() == METHODS.keys()


@pytest.mark.large
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_a_seed_gives_the_same_bytes_everywhere(name, usual, tmp_path):
    assert digests(tmp_path, **ENVIRONMENTS[name]) == usual


@pytest.mark.large
def test_the_order_of_rows_does_not_change_the_masked_values(usual, tmp_path):
    shuffled = digests(tmp_path, rows=2)
    assert {name: masked for name, (_, masked) in shuffled.items()} == {
        name: masked for name, (_, masked) in usual.items()
    }
