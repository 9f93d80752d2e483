"""Build the documentation of every version into site/: the newest release at the top, each minor version in a folder.

    python tools/versioned_site.py           # site/, site/1.0/, site/1.1/, ..., site/development/

A version is the last tag `v1.2.3` of each minor version; `development` is the present state. Every site has a page that
leads to the others. Without a tag, the present state is at the top.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

__all__ = ["DEVELOPMENT", "find_newest", "make_page"]

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
DEVELOPMENT = "development"
VARIABLE = "KINONYM_SITE_VERSIONS"
"""Environment variable: the version of the site that is built, and all versions, newest first."""
_TAG = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


def find_newest(tags: Iterable[str]) -> dict[str, str]:
    """Return minor version → its newest tag, newest version first; release candidates are left out."""
    found = sorted((tuple(map(int, tag.groups())), tag[0]) for tag in map(_TAG.fullmatch, tags) if tag is not None)
    newest = {f"{number[0]}.{number[1]}": tag for number, tag in found}
    return dict(reversed(newest.items()))


def make_page(versions: str) -> str:
    """Return the page that leads from one version to the others; ``versions``: the content of the variable."""
    here, *every = versions.split()
    if not every:
        return "# Versions\n\nThis site describes the version that it was built from.\n"
    start = "" if here == every[0] else "../"
    places = [(name, start + ("index.html" if name == every[0] else f"{name}/index.html")) for name in every]
    lines = [f'- <a href="{place}">{name}</a>{" (this site)" if name == here else ""}' for name, place in places]
    return "# Versions\n\n" + "\n".join(lines) + "\n"


def build(source: Path, folder: Path, versions: str) -> None:
    """Build the site of one version from its sources."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, VARIABLE: versions, "PYTHONPATH": str(source / "src")}
    subprocess.run(command, cwd=source, env=environment, check=True)


def main() -> None:
    """Build all versions."""
    listed = subprocess.run(["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    newest = find_newest(listed.stdout.split())
    every = [*newest, DEVELOPMENT]
    shutil.rmtree(SITE, ignore_errors=True)
    for number, (name, tag) in enumerate([*newest.items(), (DEVELOPMENT, "HEAD")]):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "worktree", "add", "--detach", folder, tag], cwd=ROOT, check=True)  # noqa: S607
            try:
                build(Path(folder), SITE if number == 0 else SITE / name, " ".join([name, *every]))
            finally:
                subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)  # noqa: S607


if __name__ == "__main__":
    main()
