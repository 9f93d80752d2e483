"""The command `kinonym`: how it begins, and how it ends. All work happens elsewhere.

An interruption is caught from `main` on, so nothing is imported before it.
"""

from __future__ import annotations

import sys

__all__ = ["main"]

_INTERRUPTED = 130  # how typer ends after Ctrl-C


def main() -> None:
    """Run the command; exit 1 internal, 2 usage or recipe, 3 data or ontology, 4 privacy, 130 interrupted."""
    try:
        _run()
    except KeyboardInterrupt as interruption:  # while it starts, or while it tells of an error
        sys.stderr.write(f"{_told_of_interruption(interruption)}\n")
        sys.exit(_INTERRUPTED)


def _run() -> None:
    import atexit
    import io
    import signal

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a sign is no reason to end
            stream.reconfigure(errors="replace")

    from kinonym.cli.app import command
    from kinonym.errors import KinonymError, place_of
    from kinonym.files.output import WRITTEN

    WRITTEN.clear()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill also leaves nothing behind
    atexit.register(_end_of_interruptions)
    try:
        command()
    except KinonymError as error:
        from kinonym.cli.show import show_error

        show_error(error)
        sys.exit(error.exit_code)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:
            sys.stderr.write(f"{_told_of_interruption(ended)}\n")
        raise
    except Exception as error:  # noqa: BLE001  # the last line of defence: a trace could show values
        sys.stderr.write(f"error: internal: {type(error).__name__} in {place_of(error)}; please report it\n")
        sys.exit(1)


def _end_of_interruptions() -> None:
    """All is told: while the interpreter takes itself down there is nothing left to interrupt."""
    import signal

    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)


def _told_of_interruption(error: BaseException | None) -> str:
    """Say which files are complete, and what else was noted on an interruption on its way here."""
    output = sys.modules.get("kinonym.files.output")
    notes = [f"written: {path}" for path in (output.WRITTEN if output else ())]
    while error is not None:
        notes += getattr(error, "__notes__", [])
        error = error.__cause__ or error.__context__
    return f"interrupted; {'; '.join(dict.fromkeys(notes)) or 'nothing was written'}"
