"""docs/architecture.md lists the packages and modules that exist, and no others."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "kinonym"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_package_is_listed():
    packages = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    listed = re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Packages")[2].partition("\n## ")[0], re.MULTILINE)
    assert set(listed) == packages
    assert len(listed) == len(packages)


def test_every_module_outside_the_packages_is_named():
    modules = {file.name for file in SOURCE.glob("*.py")} - {"__init__.py", "__main__.py", "_version.py"}
    sentence = PAGE.partition("Modules outside the packages")[2].partition("\n\n")[0]
    assert modules == set(re.findall(r"`(\w+\.py)`", sentence))


def test_paths_on_the_page_exist():
    named = re.findall(r"`((?:tests|tools|docs)/[\w/.-]+|[a-z]+/[\w/]*\w\.py)`", PAGE)
    assert named
    assert [name for name in named if not ((ROOT / name).exists() or (SOURCE / name).exists())] == []


def test_names_on_the_page_occur_in_the_code():
    """A class or function that was renamed is renamed here too."""
    prose = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    named = set(re.findall(r"`(?:\w+\.)?([A-Z]\w+|[a-z]+_\w+)`", prose))
    code = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    assert len(named) > 20
    assert sorted(name for name in named if not re.search(rf"\b{name}\b", code)) == []


def test_glossary_explains_each_term_once():
    terms = re.findall(r"^\| ([^|]+) \|", PAGE.partition("## Glossary")[2].partition("\n## ")[0], re.MULTILINE)[2:]
    assert len(terms) == len(set(terms)) >= 30
    assert terms == sorted(terms)


def test_no_two_modules_share_a_name():
    """A module can be found by its name; only the folders of the engines mirror each other."""
    own = {"__init__.py", "__main__.py"}  # named by Python
    names = [f.name for f in SOURCE.rglob("*.py") if f.name not in own and "engines" not in f.parts]
    assert sorted({name for name in names if names.count(name) > 1}) == []
