"""The tutorial as a notebook: docs/tutorial.md → docs/tutorial.ipynb, text for text. A test holds them in step.

python tools/make_notebook.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "tutorial.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
_BLOCK = re.compile(r"```(\w*)\n(.*?)```\n?", re.DOTALL)


def cells(page: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each cell: what is code on the page is code here, commands with a ``!``."""
    end = 0
    for block in _BLOCK.finditer(page):
        yield "markdown", page[end : block.start()].strip()
        lines = block[2].strip().splitlines()
        yield "code", "\n".join(lines if block[1] == "python" else [f"!{line}" for line in lines])
        end = block.end()
    yield "markdown", page[end:].strip()


def notebook(page: str) -> str:
    """The notebook as it is written to its file."""
    made: list[dict[str, Any]] = []
    for number, (kind, text) in enumerate(pair for pair in cells(page) if pair[1]):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        made.append({**cell, "source": text.splitlines(keepends=True)})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    NOTEBOOK.write_text(notebook(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
