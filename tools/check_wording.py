"""Reject the project's old dialect: phrases and names that a new reader has to translate.

    python tools/check_wording.py [FILE ...]     # without files: everything that is committed

`tools/wording.toml` lists the phrases and the names, with better ones, and the folders that are not clean yet.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "tools" / "wording.toml"
CHECKED = {".py", ".pyi", ".md", ".toml", ".html", ".svg", ".yml", ".js"}
"""Endings of files with words."""
OWN = {"tools/wording.toml", "tools/check_wording.py", "tests/system/meta/test_wording.py"}
"""The rules themselves quote what they reject."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is rejected, and where nothing is checked yet."""

    exempt: tuple[str, ...]
    names: frozenset[str]
    phrases: dict[str, str]

    @classmethod
    def read(cls, path: Path = RULES) -> Rules:
        """The rules of the file."""
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(exempt=tuple(read["exempt"]), names=frozenset(read["names"]), phrases=read["phrases"])

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """All phrases as one expression, each a group with its number; a blank may be a gap of several."""
        phrases = (phrase.replace(" ", " +") for phrase in self.phrases)
        return re.compile("|".join(f"(?P<n{i}>{phrase})" for i, phrase in enumerate(phrases)), re.IGNORECASE)

    def covers(self, path: str) -> bool:
        """Whether a file is checked."""
        in_folder = any(path == entry or path.startswith(f"{entry.rstrip('/')}/") for entry in self.exempt)
        return Path(path).suffix in CHECKED and path not in OWN and not in_folder

    def problems(self, text: str, *, code: bool) -> Iterator[tuple[int, str]]:
        """Line and message of each problem, in the order of the text."""
        found = [*self._phrases(text), *(self._names(text) if code else ())]
        yield from sorted(found)

    def _phrases(self, text: str) -> Iterator[tuple[int, str]]:
        better = list(self.phrases.values())
        blank = re.compile(r"\n[ #>*\"'f-]*")  # what separates two lines of a comment, a list or a text in code
        joined = blank.sub(lambda gap: " " * len(gap[0]), text)
        for found in self.pattern.finditer(joined):
            number = int(str(found.lastgroup)[1:])
            yield text.count("\n", 0, found.start()) + 1, f"{' '.join(found[0].split())!r}: {better[number]}"

    def _names(self, text: str) -> Iterator[tuple[int, str]]:
        for line, name in names_in(ast.parse(text)):
            if self.names & set(name.split("_")):
                yield line, f"the name {name!r}: choose a noun or a verb that says what it is"


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of everything that the code gives a name to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name.lower()
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id.lower()


def committed() -> list[str]:
    """The files of the project, and those that are about to be added to it."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.splitlines() if (ROOT / path).is_file()]


def main(paths: list[str]) -> int:
    """Print every problem; the exit code is 1 if there is any."""
    rules, count = Rules.read(), 0
    for path in paths or committed():
        if rules.covers(path):
            text = (ROOT / path).read_text(encoding="utf-8")
            for line, message in rules.problems(text, code=path.endswith(".py")):
                count += 1
                print(f"{path}:{line}: {message}")
    print(f"{count} problems" if count else "the wording is clean")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
