"""Every refusal has a hint: all calls in the source are checked, whether or not another test reaches them."""

from __future__ import annotations

import ast
from pathlib import Path

import kinonym

REFUSALS = {"UsageError", "RecipeError", "DataError", "OntologyError", "PrivacyError", "UnmappedError"}
"""The errors about cycles and dangling parents contain their hints; `KinonymError` is a defect, not a refusal."""


def made_without_hint(source):
    """Lines that create a refusal without a hint."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
            hints = [word.value for word in node.keywords if word.arg == "hint"]
            if not hints or any(isinstance(part, ast.Constant) and part.value is None for part in ast.walk(hints[0])):
                yield node.lineno


def test_every_refusal_is_made_with_a_hint():
    folder = Path(kinonym.__file__).parent
    lacking = {
        f"{path.relative_to(folder)}:{line}"
        for path in folder.rglob("*.py")
        for line in made_without_hint(path.read_text(encoding="utf-8"))
    }
    assert not lacking
