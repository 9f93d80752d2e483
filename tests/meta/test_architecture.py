"""The map in docs/architecture.md shows the rooms that there are, and no others."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "kinonym"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_room_is_on_the_map():
    rooms = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == rooms


def test_every_module_beside_the_rooms_is_named():
    modules = {file.name for file in SOURCE.glob("*.py")} - {"__init__.py", "__main__.py", "_version.py"}
    assert modules == set(re.findall(r"`(\w+\.py)`", PAGE.partition("Beside them stand")[2].partition("\n\n")[0]))


def test_paths_that_the_map_names_exist():
    named = re.findall(r"`((?:tests|tools)/[\w/.]+|[a-z]+/[\w/]*\w\.py)`", PAGE)
    assert named
    assert [name for name in named if not ((ROOT / name).exists() or (SOURCE / name).exists())] == []


def test_no_two_modules_share_a_name():
    """A word of the code is worth a search; the engines' folders mirror each other on purpose."""
    names = [f.name for f in SOURCE.rglob("*.py") if f.name != "__init__.py" and "engines" not in f.parts]
    assert sorted({name for name in names if names.count(name) > 1}) == []
