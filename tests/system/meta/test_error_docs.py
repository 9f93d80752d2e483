"""docs/errors.md lists every error code of `kinonym.errors` once, with its class, exit code and sentence."""

import re
from pathlib import Path

from kinonym import errors

PAGE = (Path(__file__).parents[3] / "docs" / "errors.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| `(\w+)` \| (\d+) \| (.+) \|$", re.MULTILINE)


def documented() -> dict[str, tuple[str, int, str]]:
    rows = ROW.findall(PAGE)
    assert len(rows) == len({code for code, *_ in rows})
    return {code: (name, int(exit_code), text) for code, name, exit_code, text in rows}


def descendants(parent: type[errors.KinonymError]) -> list[type[errors.KinonymError]]:
    return [parent, *(one for child in parent.__subclasses__() for one in descendants(child))]


def test_the_page_and_the_table_in_the_code_say_the_same():
    assert {code: text for code, (_, _, text) in documented().items()} == errors.ERROR_CODES


def test_each_code_is_raised_by_its_class_with_its_exit_code():
    for code, (name, exit_code, _) in documented().items():
        kind = getattr(errors, name)
        assert (kind.code, kind.exit_code) == (code, exit_code)


def test_every_class_of_the_tree_has_a_documented_code():
    tree = [kind for kind in descendants(errors.KinonymError) if kind.__module__ == "kinonym.errors"]
    assert {kind.code for kind in tree} == set(documented())
    public = {offered for name in errors.__all__ if isinstance(offered := getattr(errors, name), type)}
    assert set(tree) == public


def test_the_exit_codes_of_the_errors_are_explained():
    explained = {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    used = {kind.exit_code for kind in descendants(errors.KinonymError)}
    assert used | {0, 130} == explained
