"""Check the licences of the packages that an installation without extras contains, and that NOTICE lists them.

Usage: python tools/check_licences.py [--write]   (--write updates the list in NOTICE)

A licence that is not permissive, or not known, is an error.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

NOTICE = Path(__file__).parents[1] / "NOTICE"
TITLE = "Packages that are installed with Kinonym"
RULE = "-" * 78
_PERMISSIVE = re.compile(
    r"\b(MIT|BSD|0BSD|Apache|ISC|PSF|Python Software Foundation|Unlicense|NCSA|Zlib|CC0)\b", re.IGNORECASE
)
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_CLASSIFIER = "License :: OSI Approved :: "
_NOT_STATED = {"simple-icd-10-cm": "MIT", "randomgen": "NCSA"}
"""Licences that a package states in its files, but not in its metadata."""


def list_needed(name: str) -> set[str]:
    """List the packages that an installation without extras contains, normalised."""
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        current = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if current in needed:
            continue
        try:
            requires = distribution(current).requires or []
        except PackageNotFoundError:
            continue  # for another system or version of Python
        needed.add(current)
        waiting += [_NAME.match(line)[0] for line in requires if "extra ==" not in line]  # type: ignore[index]
    return needed - {name}


def find_licence(package: Distribution) -> str:
    """Return the licence that a package states, in a few words."""
    metadata = package.metadata
    name = re.sub(r"[-_.]+", "-", metadata["Name"]).lower()
    stated = metadata.get("License-Expression") or ""
    classified = [c.removeprefix(_CLASSIFIER) for c in metadata.get_all("Classifier", []) if c.startswith(_CLASSIFIER)]
    text = (metadata.get("License") or "").strip().split("\n")[0]
    return stated or ", ".join(classified) or text[:60] or _NOT_STATED.get(name, "")


def list_licences() -> dict[str, str]:
    """Return package → licence; ends the program if one is not permissive."""
    licences = {name: find_licence(distribution(name)) for name in sorted(list_needed("kinonym"))}
    for name, licence in licences.items():
        if not _PERMISSIVE.search(licence):
            sys.exit(f"{name} has the licence {licence or 'unknown'!r}, which is not known to be permissive")
    return licences


def main(*, write: bool) -> None:
    """Check the list in NOTICE, or write it."""
    licences = list_licences()
    before, _, listed = NOTICE.read_text(encoding="utf-8").partition(f"{RULE}\n{TITLE}\n")
    if write:
        rows = [f"{name:24}{licence}" for name, licence in licences.items()]
        NOTICE.write_text("\n".join([before + RULE, TITLE, "", *rows, ""]), encoding="utf-8")
        return
    missing = licences.keys() - {line.split()[0] for line in listed.splitlines() if line.strip()}
    if missing:
        names = ", ".join(sorted(missing))
        sys.exit(f"NOTICE does not list the licence of {names}: run python tools/check_licences.py --write")


if __name__ == "__main__":
    main(write="--write" in sys.argv[1:])
