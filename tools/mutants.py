"""Small changes of Python sources, each of which a test should notice; `tools/mutation.py` tries them.

A mutant changes one place: a comparison, an operator, a number, a truth value, a condition, or it leaves out a
statement. Texts, annotations, assertions for type checkers and what runs only for them are left alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Mutant", "list_mutants"]

_COMPARED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}  # fmt: skip
_COMPUTED = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"), ast.Pow: ("**", "*"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OPPOSITE = {"==", "!=", "is", "is not", "in", "not in"}


@dataclass(frozen=True)
class Mutant:
    """A change of the bytes from ``start`` to ``end`` of a source."""

    line: int
    start: int
    end: int
    text: str
    kind: str

    def apply(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def describe(self, source: bytes) -> str:
        """Return the change in one line: what was there, and what is there now."""
        before = " ".join(source[self.start : self.end].decode().split())
        if self.text == "pass":
            return f"without: {before}"
        if self.kind != "constant":
            return f"{before} → {self.text}"
        left = source[: self.start].decode().rpartition("\n")[2].lstrip()
        right = source[self.end :].decode().partition("\n")[0]
        return f"{left}{before}{right} → {left}{self.text}{right}"


def list_mutants(source: bytes) -> list[Mutant]:
    """List the mutants of a source, in the order of its text; each can be compiled and differs from the source."""
    found: dict[tuple[int, int, str], Mutant] = {}
    tree = ast.parse(source)
    for mutant in _Finder(source, tree).find(tree):
        found.setdefault((mutant.start, mutant.end, mutant.text), mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


class _Finder:
    """Walks through a tree and yields the mutants of each node."""

    def __init__(self, source: bytes, tree: ast.Module) -> None:
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._skipped = {id(part) for node in ast.walk(tree) for part in _find_ignored(node)}

    def find(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all below it."""
        if id(node) in self._skipped:
            return
        yield from self._find_here(node)
        for below in ast.iter_child_nodes(node):
            yield from self.find(below)

    def _find_here(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            ends = [node.left, *node.comparators]
            for left, operator, right in zip(ends, node.ops, ends[1:], strict=False):
                yield from self._replace_between(left, right, _COMPARED[type(operator)], "comparison")
        elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
            yield from self._replace_between(node.left, node.right, _COMPUTED[type(node.op)], "operator")
        elif isinstance(node, ast.AugAssign) and type(node.op) in _COMPUTED:
            old, new = _COMPUTED[type(node.op)]
            yield from self._replace_between(node.target, node.value, (f"{old}=", f"{new}="), "operator")
        elif isinstance(node, ast.BoolOp):
            pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._replace_between(left, right, pair, "logic")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
            yield self._make(node, self._text(node.operand), "sign")
        elif isinstance(node, ast.Constant):
            yield from self._change_constant(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
            yield self._make(node.func, _CALLED[node.func.id], "function")
        yield from self._change_flow(node)

    def _change_flow(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not self._is_flipped(node.test):
            yield self._make(node.test, f"(not ({self._text(node.test)}))", "condition")
        if isinstance(node, ast.comprehension):
            for condition in node.ifs:
                if not self._is_flipped(condition):
                    yield self._make(condition, f"(not ({self._text(condition)}))", "condition")
        leaving_out = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        if leaving_out or isinstance(node, ast.Raise | ast.AugAssign):
            yield self._make(node, "pass", "statement")
        if isinstance(node, ast.Return) and node.value is not None and self._text(node.value) != "None":
            yield self._make(node.value, "None", "result")
        if isinstance(node, ast.Continue | ast.Break):
            yield self._make(node, "break" if isinstance(node, ast.Continue) else "continue", "statement")

    @staticmethod
    def _is_flipped(test: ast.expr) -> bool:
        """Whether another mutant turns the whole condition into its opposite."""
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return _COMPARED[type(test.ops[0])][0] in _OPPOSITE
        return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)

    def _change_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        if isinstance(node.value, bool):
            yield self._make(node, str(not node.value), "constant")
        elif isinstance(node.value, int):
            yield self._make(node, str(node.value + 1), "constant")
        elif isinstance(node.value, float):
            yield self._make(node, repr(node.value * 2 + 1), "constant")

    def _replace_between(self, left: ast.expr, right: ast.expr, pair: tuple[str, str], kind: str) -> Iterator[Mutant]:
        """Replace an operator between two parts of an expression, with the brackets and comments around it."""
        start, end = self._span(left)[1], self._span(right)[0]
        between = self._source[start:end].decode()
        word = r"\s+".join(map(re.escape, pair[0].split()))
        sign = re.search(rf"\b{word}\b" if pair[0][0].isalpha() else word, re.sub(r"#[^\n]*", _blank, between))
        if sign is not None:
            text = between[: sign.start()] + pair[1] + between[sign.end() :]
            if "\n" in between or "#" in between:
                at = start + len(between[: sign.start()].encode())
                yield Mutant(left.end_lineno or 0, at, at + len(sign[0].encode()), pair[1], kind)
            else:
                whole = (self._span(left)[0], self._span(right)[1])
                yield Mutant(left.lineno, *whole, self._text(left) + text + self._text(right), kind)

    def _make(self, node: ast.expr | ast.stmt, text: str, kind: str) -> Mutant:
        return Mutant(node.lineno, *self._span(node), text, kind)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        ends = (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)
        start, end = (self._starts[line - 1] + column for line, column in ends)
        return start, end

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()


def _blank(comment: re.Match[str]) -> str:
    return " " * len(comment[0])


def _find_ignored(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield the parts of a node that are not for the running program: annotations, texts, registers of names."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.returns
        yield from (decorator for decorator in node.decorator_list if not isinstance(decorator, ast.Name))
    if isinstance(node, ast.ClassDef):
        yield from node.decorator_list
        yield from (keyword.value for keyword in node.keywords)
    if isinstance(node, ast.arg | ast.AnnAssign):
        yield node.annotation
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert):
        yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield node
