"""Write the badges of README.md from facts of the project: docs/images/badge-*.svg. No service is asked.

Usage: python tools/make_badges.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

__all__ = ["FOLDER", "list_facts", "make_badges"]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "images"
_BADGE = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {fact}">
<title>{label}: {fact}</title>
<rect width="{left}" height="20" fill="#444"/><rect x="{left}" width="{right}" height="20" fill="#1b6e53"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{label_at}" y="14">{label}</text><text x="{fact_at}" y="14">{fact}</text></g></svg>
"""


def list_facts() -> dict[str, tuple[str, str]]:
    """File → (label, fact); each fact is read from the file that decides it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"] if "Python :: 3." in line]
    facts = {
        "python": ("Python", f"{versions[0]} – {versions[-1]}"),
        "licence": ("licence", project["license"]),
    }
    if settings["tool"]["mypy"]["strict"]:
        facts["types"] = ("types", "mypy strict")
    return {f"badge-{name}.svg": fact for name, fact in facts.items()}


def make_badges() -> dict[str, str]:
    """File → SVG."""
    return {name: _draw(label, fact) for name, (label, fact) in list_facts().items()}


def _draw(label: str, fact: str) -> str:
    left, right = (round(6.4 * len(text)) + 12 for text in (label, fact))
    return _BADGE.format(
        label=escape(label), fact=escape(fact), width=left + right, left=left, right=right,
        label_at=left / 2, fact_at=left + right / 2,
    )  # fmt: skip


if __name__ == "__main__":
    for name, picture in make_badges().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
