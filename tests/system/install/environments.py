"""Fresh virtual environments with the built wheel, as a user makes them: nothing of this checkout is importable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kinonym.kernels.code_folder import code_folder_path

ROOT = Path(__file__).parents[3]
PIP = ("-m", "pip", "--disable-pip-version-check")


FOREIGN = ("PYTHON", "VIRTUAL_ENV", "PYSPARK", "SPARK_", "NUMBA_", "HATCH_", "PYTEST_", "KINONYM_")
"""Beginnings of variables that lead back to the checkout, or that earlier tests of this process have set."""


def clean_variables():
    """The variables of a user's shell."""
    return {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}


@dataclass
class Environment:
    """A virtual environment and a folder to work in."""

    folder: Path

    @property
    def programs(self):
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def libraries(self):
        found, *_ = sorted((self.folder / "venv").glob("[Ll]ib*/**/site-packages"))  # lib64 may be a link to lib
        return found

    @property
    def work(self):
        place = self.folder / "work"
        place.mkdir(exist_ok=True)
        return place

    @property
    def variables(self):
        """The variables with which programs of the environment run."""
        kept = clean_variables()
        return kept | {
            "PATH": os.pathsep.join([str(self.programs), kept.get("PATH", "")]),
            "COLUMNS": "200",
            "NUMBA_CACHE_DIR": str(code_folder_path().parent),  # what the checkout has compiled is of the same sources
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
    """The wheel of this checkout; it must bring compiled code, and otherwise the end of the build's log says why."""
    ran = subprocess.run(
        [sys.executable, *PIP, "wheel", "--verbose", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
        capture_output=True, text=True, timeout=900, check=False, env=clean_variables(),
    )  # fmt: skip
    log = f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    assert ran.returncode == 0, log
    (wheel,) = folder.glob("kinonym-*.whl")
    assert not wheel.name.endswith("-any.whl"), log
    return wheel


def install(folder, wheel, extra="", *pins, base=None):
    """A fresh environment with the wheel and perhaps an extra; nothing else.

    ``base``: an environment with the wheel, of which the libraries are used instead of a further copy of them.
    """
    made = Environment(folder)
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, capture_output=True, timeout=300)
    if base is not None:
        (made.libraries / "base.pth").write_text(f"{base.libraries}\n", encoding="utf-8")
        own = ("--quiet", "--no-compile", "--no-deps", "--ignore-installed", str(wheel))
        made.run("python", *PIP, "install", *own, timeout=600)
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    made.run("python", *PIP, "install", "--quiet", "--no-compile", wanted, *pins, timeout=1800)
    return made
