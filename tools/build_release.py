"""Build the files of a release in dist/: sdist, wheel without compiled kernels, and a bill of materials (CycloneDX).

Both are built twice, from two copies of the committed files; different bytes are an error. The times in the files are
those of the last commit.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


def run(*command: str, cwd: Path = ROOT, **variables: str) -> str:
    """Run a program; an error ends the build."""
    ran = subprocess.run(
        command, cwd=cwd, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True, check=True
    )
    return ran.stdout


def build(folder: Path, epoch: str) -> dict[str, bytes]:
    """Build from a fresh copy of the committed files; returns name → bytes."""
    copy, made = folder / "copy", folder / "dist"
    run("git", "clone", "--quiet", str(ROOT), str(copy))
    run(
        sys.executable, "-m", "build", "--outdir", str(made), str(copy),
        SOURCE_DATE_EPOCH=epoch, HATCH_BUILD_NO_HOOKS="true",
    )  # fmt: skip
    return {path.name: path.read_bytes() for path in sorted(made.iterdir())}


def main() -> None:
    """Build twice, compare, write the bill of materials."""
    epoch = run("git", "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        files, again = build(Path(first), epoch), build(Path(second), epoch)
    different = [name for name in files if files[name] != again.get(name)]
    if different or set(files) != set(again):
        sys.exit(f"two builds differ: {', '.join(different) or 'other names'}")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for name, content in files.items():
        (DIST / name).write_bytes(content)
        print(f"{hashlib.sha256(content).hexdigest()}  {name}")
    environment = Path(sys.executable).parent
    bill = DIST / "kinonym.cdx.json"
    run(
        str(environment / "cyclonedx-py"),
        "environment",
        sys.executable,
        "--output-reproducible",
        "--of",
        "JSON",
        "-o",
        str(bill),
    )
    run(str(environment / "twine"), "check", "--strict", *(str(DIST / name) for name in files))


if __name__ == "__main__":
    main()
