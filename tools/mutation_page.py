"""Write what `tools/mutation.py` found into docs/audit.md: a table by group, and the survivors with their reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mutation import Kept

__all__ = ["read_reasons", "write_page"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "audit.md"
REASONS = ROOT / "tools" / "survivors.toml"
BEGIN, END = "<!-- begin: tools/mutation.py -->", "<!-- end: tools/mutation.py -->"


def read_reasons() -> dict[tuple[str, str], str]:
    """(module, change) → why no test can notice it, or why none should."""
    entries = tomllib.loads(REASONS.read_text(encoding="utf-8"))["survivor"]
    return {(entry["module"], entry["change"]): entry["reason"] for entry in entries}


def write_page(results: Sequence[Kept]) -> None:
    """Put the tables between their marks."""
    tried = [kept for kept in results if kept.outcomes]
    lines = ["| modules | changes | tried | noticed | by time | not noticed |", "|---|---|---|---|---|---|"]
    titles = dict.fromkeys(kept.group.title for kept in tried)
    lines += [_describe(title, [kept for kept in tried if kept.group.title == title]) for title in titles]
    lines += [_describe("all", tried), "", *_list_survivors(tried)]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")


def _describe(title: str, results: Sequence[Kept]) -> str:
    every = sum(len(kept.mutants) for kept in results)
    tried = sum(len(kept.outcomes) for kept in results)
    survived = sum(len(kept.survivors()) for kept in results)
    slow = sum(outcome not in {"killed", "survived"} for kept in results for outcome in kept.outcomes.values())
    share = f"{100 * (tried - survived) / tried:.1f} %"
    return f"| {title} | {every:,} | {tried:,} | {tried - survived:,} ({share}) | {slow} | {survived} |"


def _list_survivors(results: Sequence[Kept]) -> Iterator[str]:
    reasons = read_reasons()
    yield from ("| module | change that no test noticed | why |", "|---|---|---|")
    for kept in results:
        for _, change in kept.survivors():
            reason = reasons.get((kept.name, change), "not looked at yet")
            shown = change.replace("|", "\\|")
            yield f"| `{kept.name}` | `{shown}` | {reason} |"
