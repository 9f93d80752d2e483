"""The command `kinonym`: how it begins, and how it ends. All work happens elsewhere.

An interruption is caught from `main` on, so nothing is imported before it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` itself would be imported before an interruption is caught
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]

_INTERRUPTED = 130  # how typer ends after Ctrl-C
_NEW_OBJECTS = 100_000  # between two searches for garbage: ontologies are large, and little of what runs is garbage


def main() -> None:
    """Run the command; exit 1 internal, 2 usage or recipe, 3 data or ontology, 4 privacy, 130 interrupted."""
    try:
        _run()
    except KeyboardInterrupt as interruption:  # while it starts, or while it reports an error
        sys.stderr.write(f"{_interruption_text(interruption)}\n")
        sys.exit(_INTERRUPTED)


def _run() -> None:
    import atexit
    import gc
    import io
    import signal
    from contextlib import suppress

    gc.set_threshold(_NEW_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a sign is no reason to end
            stream.reconfigure(errors="replace")

    from kinonym.cli.app import command
    from kinonym.cli.completion import COMPLETION_VARIABLE
    from kinonym.errors import KinonymError, location_of
    from kinonym.files.output import WRITTEN
    from kinonym.system_limits import check_path_text, limits_explained

    WRITTEN.clear()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill also leaves nothing behind
    atexit.register(_prepare_exit)
    try:
        with limits_explained():
            check_path_text(*sys.argv)
            command(complete_var=COMPLETION_VARIABLE)
    except KinonymError as error:
        from kinonym.cli.show import show_error

        with suppress(OSError):
            show_error(error)
        _end(error.exit_code, message=error.message)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:
            sys.stderr.write(f"{_interruption_text(ended)}\n")
        raise
    except OSError as error:
        hint = "check the space on the disk, and where the output of the command goes"
        reason = error.strerror or type(error).__name__
        with suppress(OSError):
            sys.stderr.write(f"error: data: a file could not be read or written ({reason})\nhint: {hint}\n")
        _end(3)
    except Exception as error:  # noqa: BLE001  # the last line of defence: a trace could show values
        with suppress(OSError):
            sys.stderr.write(f"error: internal: {type(error).__name__} in {location_of(error)}; please report it\n")
        _end(1)


def _end(code: int, message: str = "") -> NoReturn:
    """Name the files that are complete although the command failed, then end."""
    import os
    from contextlib import suppress

    from kinonym.files.output import WRITTEN

    with suppress(OSError):
        for path in WRITTEN:
            if str(path) not in message:
                sys.stderr.write(f"written: {path}\n")
    try:
        sys.stdout.flush()
    except OSError:  # or the interpreter would end with another exit code
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # for the rest of the process
    sys.exit(code)


def _prepare_exit() -> None:
    """Ignore further signals, since the command has ended, and do not search everything for garbage once more."""
    import gc
    import signal

    gc.freeze()
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)


def _interruption_text(error: BaseException | None) -> str:
    """Which files are complete, and the notes that were added to an interruption."""
    output = sys.modules.get("kinonym.files.output")
    notes = [f"written: {path}" for path in (output.WRITTEN if output else ())]
    while error is not None:
        notes += getattr(error, "__notes__", [])
        error = error.__cause__ or error.__context__
    return f"interrupted; {'; '.join(dict.fromkeys(notes)) or 'nothing was written'}"
