"""The changes of code that `tools/mutation.py` tries: they are found, can be compiled, and survivors have reasons."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tools"))

import mutants  # noqa: E402  # scripts of the folder above
from mutation_page import read_reasons  # noqa: E402
from mutation_targets import GROUPS  # noqa: E402

MODULES = [module for group in GROUPS for module in group.modules]


def changes_of(text):
    source = text.encode()
    return {mutant.describe(source) for mutant in mutants.list_mutants(source)}


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("x = a < b", "a < b → a <= b"),
        ("x = a is not None", "a is not None → a is None"),
        ("x = (a + b) * c", "a + b → a - b"),
        ("x = a and (b  # why\n     or c)", "or → and"),
        ("check(1)", "without: check(1)"),
        ("check(1)", "check(1) → check(2)"),
        ("def f():\n    return 1", "1 → None"),
        ("if not a:\n    pass", "not a → a"),
        ("if f(a):\n    pass", "f(a) → (not (f(a)))"),
        ("x = any(a)", "any → all"),
    ],
)
def test_a_change_is_found(code, change):
    assert change in changes_of(code)


def test_texts_annotations_and_imports_are_unchanged():
    assert changes_of('"""Text 1."""\nfrom a import b\ndef f(x: int = None) -> "A | None": ...\n') == set()


@pytest.mark.parametrize("module", MODULES)
def test_every_change_can_be_compiled(module):
    source = (ROOT / "src" / "kinonym" / module).read_bytes()
    for mutant in mutants.list_mutants(source):
        changed = mutant.apply(source)
        assert changed != source
        compile(changed, module, "exec")


def test_the_tests_of_every_group_exist():
    assert [test for group in GROUPS for test in group.tests if not (ROOT / "tests" / test).exists()] == []
    assert len(MODULES) == len(set(MODULES))


def test_survivors_have_a_module_and_a_reason():
    for (module, change), reason in read_reasons().items():
        assert module in MODULES
        assert "→" in change or change.startswith("without: ")
        assert len(reason) > 20
