"""Build the files of a release in dist/: sdist, wheel without compiled kernels, and a bill of materials (CycloneDX).

Both are built twice, from two copies of the committed files; different bytes are an error. The times in the files are
those of the last commit. The bill lists what an installation of the wheel contains, and nothing else.

    python tools/build_release.py
    python tools/build_release.py --test     # also unpack the sdist, and run the tests of `make check` in it
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROGRAMS = Path(sys.executable).parent


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
    write_bill(next(DIST.glob("*.whl")), DIST / "kinonym.cdx.json")
    run(str(PROGRAMS / "twine"), "check", "--strict", *(str(DIST / name) for name in files))
    if "--test" in sys.argv[1:]:
        test_source(next(DIST.glob("*.tar.gz")))


def write_bill(wheel: Path, bill: Path) -> None:
    """Install the wheel into a fresh environment, and list what it contains."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        run(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", str(wheel))
        run(
            str(PROGRAMS / "cyclonedx-py"), "environment", str(python), "--output-reproducible", "--of", "JSON", "-o",
            str(bill),
        )  # fmt: skip


def test_source(archive: Path) -> None:
    """Unpack the sdist, and run the tests of `make check` on its sources."""
    paths = next(line for line in run("make", "--no-print-directory", "paths").splitlines() if line)
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        [source] = Path(folder).iterdir()
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", "not install", *paths.split()]
        print(run(*command, cwd=source, PYTHONPATH=str(source / "src"), KINONYM_TIMES="0.2")[-300:])


if __name__ == "__main__":
    main()
