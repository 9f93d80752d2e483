"""A measure that another package brings: `packages/test-plugin`, installed for real into a folder of its own."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from kinonym.errors import UsageError
from kinonym.measures import measure_named, plugin_measures

PACKAGE = Path(__file__).parents[2] / "packages" / "test-plugin"


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


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "--target", folder / "packages", wheel(folder)], check=True)
    return folder / "packages"


def run_with(folder, code):
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_an_installed_measure_is_found_by_its_name(installed):
    """Depths 1, 2, 2, 3 of at most 3: root and soccer are |1 − 3| / (3 − 1) = 1 apart, the others 1/2 or 0."""
    code = """
import kinonym as kn
from kinonym.measures import measure_named, plugin_measures
tax = kn.Taxonomy.from_parents({"sport": [], "football": "sport", "boxing": "sport", "soccer": "football"})
dom = kn.Nominal(tax, measure=measure_named("depth-difference", plugin_measures))
print(dom.distance("sport", "soccer"), dom.distance("football", "soccer"), dom.distance("football", "boxing"))
print(dom.bounded)
"""
    assert run_with(installed, code).split() == ["1.0", "0.5", "0.0", "True"]


def test_plugins_are_not_imported_before_they_are_asked_for(installed):
    code = """
import sys
from kinonym.measures import measure_named, plugin_measures
print(list(plugin_measures()), measure_named("lin", plugin_measures).name, "kinonym_test_plugin" in sys.modules)
"""
    assert run_with(installed, code).split() == ["['depth-difference']", "lin", "False"]


def test_without_plugins_the_name_is_unknown():
    with pytest.raises(UsageError, match="no measure 'depth-difference'"):
        measure_named("depth-difference")


def offer(folder, distribution, name, target):
    info = folder / f"{distribution}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[kinonym.measures]\n{name} = {target}\n")


def test_what_is_no_measure_is_refused(tmp_path, monkeypatch):
    offer(tmp_path, "broken", "broken", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="'broken' .* lacks"):
        measure_named("broken", plugin_measures)


def test_two_packages_cannot_offer_the_same_name(tmp_path, monkeypatch):
    offer(tmp_path, "first", "twin", "pathlib:Path")
    offer(tmp_path, "second", "twin", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="two installed packages offer a measure 'twin'"):
        plugin_measures()


def test_a_built_in_name_stays_the_built_in_measure(tmp_path, monkeypatch):
    offer(tmp_path, "greedy", "wu-palmer", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    assert type(measure_named("wu-palmer", plugin_measures)).__name__ == "WuPalmer"
