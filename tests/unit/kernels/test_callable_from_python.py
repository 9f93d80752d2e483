"""Python calls only kernels that are callable from Python; a call of an inner kernel would end the process."""

import ast
from functools import cache
from pathlib import Path

import kinonym.kernels

KERNELS = Path(kinonym.kernels.__file__).parent
SOURCE = KERNELS.parent
FILES = sorted(SOURCE.rglob("*.py"))


@cache
def tree_of(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def functions(file):
    return [node for node in tree_of(file).body if isinstance(node, ast.FunctionDef)]


def is_inner(function):
    """Whether only kernels may call it."""
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    private = function.name.startswith("_")
    return any(t.startswith("compiled") and (private or "inner=True" in t or "inlined=True" in t) for t in decorators)


@cache
def inner_kernels():
    """The inner kernels of each module."""
    return {
        "kinonym." + ".".join(file.relative_to(SOURCE).with_suffix("").parts): {
            f.name for f in functions(file) if is_inner(f)
        }
        for file in FILES
        if KERNELS in file.parents
    }


def imported_inner(file):
    """Inner kernels that a file imports."""
    if "kinonym.kernels" not in file.read_text(encoding="utf-8"):
        return set()
    froms = [node for node in ast.walk(tree_of(file)) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in froms for name in node.names if name.name in inner_kernels().get(node.module, ())}


def test_more_than_50_kernels_are_internal():
    assert sum(map(len, inner_kernels().values())) > 50


def test_nothing_above_the_kernels_imports_an_inner_one():
    above = [file for file in FILES if KERNELS not in file.parents]
    assert {file: imported_inner(file) for file in above if imported_inner(file)} == {}


def test_no_plain_function_among_the_kernels_calls_one():
    for file in (file for file in FILES if KERNELS in file.parents):
        inner = imported_inner(file) | {f.name for f in functions(file) if is_inner(f)}
        for function in (f for f in functions(file) if not f.decorator_list):
            used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            assert not used & inner, (file.name, function.name)
