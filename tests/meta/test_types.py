"""The program keeps its types: mypy is strict, and finds nothing."""

import subprocess
import sys
from pathlib import Path


def test_mypy_finds_nothing():
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-m", "mypy"], cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
