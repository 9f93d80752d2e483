"""Python calls only the kernels that have a door for it; a call of another one would end the process."""

import ast
from pathlib import Path

import kinonym.kernels

KERNELS = Path(kinonym.kernels.__file__).parent
SOURCE = KERNELS.parent
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in SOURCE.rglob("*.py")}


def functions(file):
    return [node for node in TREES[file].body if isinstance(node, ast.FunctionDef)]


def doorless(function):
    """Whether only kernels may call it."""
    told = [ast.unparse(decorator) for decorator in function.decorator_list]
    private = function.name.startswith("_")
    return any(t.startswith("compiled") and (private or "inner=True" in t or "inlined=True" in t) for t in told)


DOORLESS = {
    "kinonym." + ".".join(file.relative_to(SOURCE).with_suffix("").parts): {
        f.name for f in functions(file) if doorless(f)
    }
    for file in TREES
    if KERNELS in file.parents
}


def imported(tree):
    """Doorless kernels that a file imports."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in froms for name in node.names if name.name in DOORLESS.get(node.module, ())}


def test_there_are_some():
    assert sum(map(len, DOORLESS.values())) > 50


def test_nothing_above_the_kernels_imports_one_without_a_door():
    assert {
        file: imported(tree) for file, tree in TREES.items() if KERNELS not in file.parents and imported(tree)
    } == {}


def test_no_plain_function_among_the_kernels_calls_one():
    for file in (file for file in TREES if KERNELS in file.parents):
        closed = imported(TREES[file]) | {f.name for f in functions(file) if doorless(f)}
        for function in (f for f in functions(file) if not f.decorator_list):
            used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            assert not used & closed, (file.name, function.name)
