"""The data sets of experiments and benchmarks: where they are, what they must contain, and their tables."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["ROOT", "data_folder", "existing_data_folder"]

ROOT = Path(__file__).parents[2]


def data_folder(given: str | Path | None = None) -> Path:
    """The folder that was given, or KINONYM_DATA, or ../shared/data."""
    return Path(given or os.environ.get("KINONYM_DATA") or ROOT.parent / "shared" / "data")


def existing_data_folder(given: str | Path | None = None) -> Path | None:
    """The same for benchmarks, which skip what needs real data: None if there is no such folder."""
    folder = data_folder(given)
    if folder.is_dir():
        return folder
    print("what needs real data is skipped: give the data folder as an argument")
    return None
