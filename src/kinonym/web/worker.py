"""The process of a run: `python -m kinonym.web.worker FOLDER` does what task.json says and leaves outcome.json.

It ends when the page cancels it (a polite kill) or when the server is gone (its standard input closes).
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from kinonym.errors import KinonymError

__all__ = []


def main(folder: Path) -> int:
    """Run the task of a folder; 0 if an outcome was left."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    threading.Thread(target=_end_with_server, daemon=True).start()
    try:
        outcome = _run(folder, json.loads((folder / "task.json").read_text(encoding="utf-8")))
    except KinonymError as error:
        outcome = {"failure": {"code": error.code, "message": error.message, "hint": error.hint}}
    except KeyboardInterrupt:
        return 130
    draft = folder / "outcome.tmp"
    draft.write_text(json.dumps(outcome), encoding="utf-8")
    draft.replace(folder / "outcome.json")
    return 0


def _run(folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    from kinonym.web.outcomes import comparison_outcome, masking_outcome

    if task["kind"] == "front":  # nobody waits for it
        os.nice(10)
    runs = {"mask": masking_outcome, "compare": comparison_outcome, "front": comparison_outcome}
    return runs[task["kind"]](folder, task, _tell)


def _tell(share: float) -> None:
    print(f"{share:.4f}", flush=True)  # the server reads it


def _end_with_server() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(Path(sys.argv[1])))
