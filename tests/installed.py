"""`packages/test-plugin`, installed for real into a separate folder, and packages that only claim to offer something."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "packages" / "test-plugin"


def wheel(folder):
    """What the package's build backend would make of it, written here, so that no backend need be there."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    groups = project["entry-points"].items()
    sections = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in entries.items()) for group, entries in groups]
    files = {
        f"{name}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        f"{name}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{name}.dist-info/entry_points.txt": "".join(sections),
    }
    source = PACKAGE / "src"
    files |= {str(p.relative_to(source)): p.read_text(encoding="utf-8") for p in source.rglob("*.py")}
    files[f"{name}.dist-info/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{name}.dist-info/RECORD"])
    path = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in files.items():
            archive.writestr(inside, text)
    return path


def install(folder):
    """The package in a separate folder."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "--target", folder / "packages", wheel(folder)], check=True)
    return folder / "packages"


def run_with(folder, code):
    """What a program prints that finds the packages of a folder."""
    found = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": found}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


def offer(folder, distribution, group, name, target):
    """A distribution with one entry point and nothing behind it."""
    info = folder / f"{distribution}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")
