"""The examples in docstrings run.

Only modules with an example are imported. `--doctest-modules` would import and parse every module of the program and
of the tests in every worker, which took two thirds of the time to collect them.
"""

import doctest
import importlib

import pytest

import pages

SOURCE = pages.ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    outcome = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert outcome.attempted
    assert not outcome.failed  # the examples that fail are in the captured output
