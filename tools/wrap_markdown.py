"""Wrap the paragraphs and list items of Markdown files at 100 characters.

    python tools/wrap_markdown.py              # rewrites every committed page that has a longer line
    python tools/wrap_markdown.py --check      # lists such lines instead; exit code 1 if there are any

Code, tables, headings, pictures and HTML stay as they are, and so does a word that is longer than a line.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH = 100
ITEM = re.compile(r"(\s*(?:[-*+]|\d+[.)]) +|\s*> ?)")
"""What begins an item of a list, or a line of a quotation."""
WORD = re.compile(r"(?:`[^`]*`|\S)+")
"""What a line is not broken in: a word, or code with its blanks."""
UNWRAPPED = re.compile(r"\s*(?:\||#|<|!\[|!!!|\?\?\?|$)")
"""What begins a line that is not running text: tables, headings, HTML, pictures, admonitions, blank lines."""


def text_lines(lines: list[str]) -> Iterator[bool]:
    """Yield for each line whether it is running text."""
    fence = False
    for line in lines:
        marks_code = line.lstrip().startswith("```")
        yield not fence and not marks_code and UNWRAPPED.match(line) is None
        fence ^= marks_code


def too_long(line: str) -> bool:
    """Return whether a line of running text could be broken earlier."""
    return len(line) > WIDTH and wrap(line) != [line]


def wrap(block: str) -> list[str]:
    """Return the lines of one paragraph or list item; continued lines of an item are indented like its text."""
    mark = ITEM.match(block)
    lead = mark[0] if mark else block[: len(block) - len(block.lstrip())]
    indent = lead if lead.strip() == ">" else " " * len(lead)
    lines, line = [], lead
    for word in WORD.findall(block[len(lead) :]):
        if len(line) + len(word) > WIDTH and line not in (lead, indent) and not begins_something(word):
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return [*lines, line.rstrip()]


def begins_something(word: str) -> bool:
    """Return whether a word would begin a list, a heading, a quotation or a table at the start of a line."""
    return re.fullmatch(r"[-+*>|=]|#+|\d+[.)]", word) is not None


def rewrite(text: str) -> str:
    """Return a page in which every paragraph or item with a line that is too long is wrapped again."""
    lines = text.split("\n")
    result: list[str] = []
    for is_text, group in groupby(zip(lines, text_lines(lines), strict=True), key=lambda pair: pair[1]):
        run = [line for line, _ in group]
        for block in blocks(run) if is_text else [run]:
            long = is_text and any(too_long(line) for line in block)
            result += wrap(" ".join([block[0], *(unquoted(line) for line in block[1:])])) if long else block
    return "\n".join(result)


def unquoted(line: str) -> str:
    """Return a continued line without its indentation and the mark of a quotation."""
    return line.strip().removeprefix("> ")


def blocks(lines: list[str]) -> Iterator[list[str]]:
    """Split lines of running text where an item begins, or where a line ends in two blanks."""
    block: list[str] = []
    for line in lines:
        if block and ((ITEM.match(line) and not line.lstrip().startswith(">")) or block[-1].endswith("  ")):
            yield block
            block = []
        block.append(line)
    yield block


def long_lines(text: str) -> list[int]:
    """Return the numbers of the lines of running text that are too long."""
    lines = text.split("\n")
    pairs = zip(lines, text_lines(lines), strict=True)
    return [number for number, (line, is_text) in enumerate(pairs, 1) if is_text and too_long(line)]


def pages() -> list[Path]:
    """Return the committed Markdown files, and those that are about to be added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def main(options: list[str]) -> int:
    """Wrap every page, or list its long lines."""
    count = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        numbers = long_lines(text)
        if not numbers:
            continue
        if "--check" in options:
            count += len(numbers)
            print(
                *(f"{page.relative_to(ROOT)}:{number}: longer than {WIDTH} characters" for number in numbers), sep="\n"
            )
        else:
            page.write_text(rewrite(text), encoding="utf-8")
    if count:
        print(f"{count} long lines: python tools/wrap_markdown.py")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
