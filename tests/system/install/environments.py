"""Fresh virtual environments with the built wheel, as a user makes them: nothing of this checkout is importable."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PIP = ("-m", "pip", "--disable-pip-version-check")


@cache
def compiled_kernels():
    """A folder in which the environments share compiled kernels, so that only the first one compiles them."""
    folder = Path(tempfile.mkdtemp(prefix="kinonym-kernels-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@dataclass
class Environment:
    """A virtual environment and a folder to work in."""

    folder: Path

    @property
    def programs(self):
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def work(self):
        place = self.folder / "work"
        place.mkdir(exist_ok=True)
        return place

    @property
    def variables(self):
        """The variables of this process without those that lead back to the checkout."""
        left_out = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        return kept | {
            "PATH": os.pathsep.join([str(self.programs), kept.get("PATH", "")]),
            "COLUMNS": "200",
            "NUMBA_CACHE_DIR": str(compiled_kernels()),
            "KINONYM_LEDGER": str(self.folder / "ledger"),
        }

    def run(self, *command, timeout=600):
        """Run a program of the environment; what it printed."""
        ran = subprocess.run(
            [str(self.programs / command[0]), *map(str, command[1:])],
            cwd=self.work, env=self.variables, capture_output=True, text=True, timeout=timeout, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, f"{' '.join(map(str, command))}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
        return ran.stdout

    def shell(self, line, timeout=600):
        """Run a line as a reader types it, redirection included."""
        ran = subprocess.run(
            line, shell=True, cwd=self.work, env=self.variables, capture_output=True, text=True, timeout=timeout,
            check=False,
        )  # fmt: skip
        assert ran.returncode == 0, f"{line}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
        return ran.stdout

    def python(self, code, timeout=600):
        """Run Python code in the environment; what it printed."""
        return self.run("python", "-W", "error::ImportWarning", "-c", code, timeout=timeout)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def skip_without_registry(folder):
    """Skip where no package is available; every later failure of pip is a failure of the test."""
    probe = [sys.executable, *PIP, "download", "--quiet", "--no-deps", "--dest", str(folder), "tomli-w", "hatchling"]
    tried = subprocess.run(probe, capture_output=True, text=True, timeout=600, check=False)
    if tried.returncode:
        last = (tried.stderr.strip().splitlines() or ["pip failed"])[-1]
        pytest.skip(f"no package registry can be reached: {last}")


def build_wheel(folder):
    """The wheel of this checkout."""
    subprocess.run(
        [sys.executable, *PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
        check=True, capture_output=True, timeout=900,
    )  # fmt: skip
    (wheel,) = folder.glob("kinonym-*.whl")
    return wheel


def install(folder, wheel, extra="", *pins):
    """A fresh environment with the wheel and perhaps an extra; nothing else."""
    made = Environment(folder)
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, capture_output=True, timeout=300)
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    made.run("python", *PIP, "install", "--quiet", "--no-compile", wanted, *pins, timeout=1800)
    return made
