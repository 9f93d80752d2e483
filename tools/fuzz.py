"""Read damaged files with every reader for some minutes, and count what happens.

    python tools/fuzz.py                        # 10 minutes for each reader; goes on where it was interrupted
    python tools/fuzz.py --minutes 1 tables     # these readers
    python tools/fuzz.py --case 123 tables      # one case again, with its traceback
    python tools/fuzz.py --write                # the table of docs/audit.md

Each reader runs in a separate process, so that a crash of a library is counted, not suffered. A case is a number; it
damages the same file in the same way in every run. Results are kept in .assurance/ and add up.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".assurance" / "fuzz"
PAGE = ROOT / "docs" / "audit.md"
BEGIN, END = "<!-- begin: tools/fuzz.py -->", "<!-- end: tools/fuzz.py -->"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "unit"), str(ROOT / "tests" / "attacks")]

from fuzzing.readers import READERS, prepare, read_damaged  # noqa: E402  # below tests

_STEP = 200
"""Cases between two looks at the clock."""


def _run_cases(name: str, first: int, seconds: float, connection: Any) -> None:  # noqa: ANN401
    """Read cases from the first one on for some seconds; sends the count after each step, and every wrong error."""
    import os

    with tempfile.TemporaryDirectory() as real, tempfile.TemporaryDirectory() as damaged:
        os.environ["KINONYM_LEDGER"] = str(Path(real, "ledger"))
        reader = prepare(Path(real), [name])[name]
        end, number = time.monotonic() + seconds, first
        while time.monotonic() < end:
            read = 0
            for number in range(first, first + _STEP):
                connection.send(("at", number, 0, 0))
                try:
                    read += read_damaged(reader, Path(damaged), number)
                except Exception:  # noqa: BLE001  # this is what is counted
                    connection.send(("wrong", number, 0, traceback.format_exc()[-600:]))
            first = number + 1
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            connection.send(("done", first, read, peak))
    connection.send(("end", first, 0, 0))


def fuzz(name: str, minutes: float) -> None:
    """Read cases for some minutes, and add what happened to what is kept."""
    kept = _read(name)
    began = time.monotonic()
    end = began + 60 * minutes
    while time.monotonic() < end:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("spawn").Process(
            target=_run_cases, args=(name, kept["cases"], end - time.monotonic(), theirs)
        )
        process.start()
        theirs.close()
        at = _follow(ours, kept)
        process.join()
        if process.exitcode:
            kept["crashes"].append([at, process.exitcode])
            kept["cases"] = at + 1
        else:
            break
    kept["minutes"] += (time.monotonic() - began) / 60
    KEPT.mkdir(parents=True, exist_ok=True)
    _place(name).write_text(json.dumps(kept, indent=1))
    print(_describe(name, kept), flush=True)


def _follow(connection: Any, kept: dict[str, Any]) -> int:  # noqa: ANN401
    """Add the messages of a process to what is kept; returns the case at which it ended."""
    at = kept["cases"]
    while True:
        try:
            kind, number, read, more = connection.recv()
        except EOFError:
            return int(at)
        at = number
        if kind == "wrong":
            kept["wrong"].append([number, more])
            print(f"case {number}: {more}", flush=True)
        elif kind == "done":
            kept["cases"], kept["read"] = number, kept["read"] + read
            kept["megabytes"] = max(kept["megabytes"], more)


def _place(name: str) -> Path:
    return KEPT / f"{name.replace(' ', '-')}.json"


def _read(name: str) -> dict[str, Any]:
    if _place(name).exists():
        return dict(json.loads(_place(name).read_text()))
    return {"cases": 0, "read": 0, "wrong": [], "crashes": [], "megabytes": 0, "minutes": 0.0}


def _describe(name: str, kept: dict[str, Any]) -> str:
    refused = kept["cases"] - kept["read"] - len(kept["wrong"]) - len(kept["crashes"])
    parts = (name, kept["cases"], kept["read"], refused, len(kept["wrong"]), len(kept["crashes"]), kept["megabytes"])
    return (
        "| "
        + " | ".join(f"{part:,}" if isinstance(part, int) else part for part in parts)
        + " | {:.1f} |".format(kept["minutes"])
    )


def write_table() -> None:
    """Put the table between its marks."""
    heading = "reader", "damaged inputs", "could be read", "refused", "other errors", "crashes", "peak MB", "minutes"
    lines = [f"| {' | '.join(heading)} |", "|---" * len(heading) + "|"]
    lines += [_describe(name, _read(name)) for name in READERS]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")


def repeat(name: str, number: int) -> None:
    """Read one case again; its files stay."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    with tempfile.TemporaryDirectory() as real:
        print(folder, read_damaged(prepare(Path(real), [name])[name], folder, number))


def main() -> None:
    """Read the arguments and fuzz."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("readers", nargs="*", choices=[*READERS, []])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--case", type=int)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.write:
        write_table()
    elif given.case is not None:
        repeat(given.readers[0], given.case)
    else:
        for name in given.readers or READERS:
            if _read(name)["minutes"] < given.minutes:
                fuzz(name, given.minutes - _read(name)["minutes"])


if __name__ == "__main__":
    main()
