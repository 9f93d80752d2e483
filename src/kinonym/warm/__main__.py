"""Compile kernels: `python -m kinonym.warm [RECIPE]`."""

from __future__ import annotations

import argparse
import os
import sys
import threading

from kinonym.kernels.code_folder import FOLDER_VARIABLE, code_folder_path
from kinonym.kernels.compiling_process import compile_portably, compile_quickly
from kinonym.warm import count_processors, start_process


def _exit_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def main(arguments: list[str] | None = None) -> None:
    """Compile what a recipe needs, or everything."""
    parser = argparse.ArgumentParser(prog="python -m kinonym.warm", description=main.__doc__)
    parser.add_argument("recipe", nargs="?", help="compile for this recipe only")
    parser.add_argument("--default", action="store_true", help="compile what a wheel brings, in one process")
    parser.add_argument("--reverse", action="store_true", help="begin at the end; another process begins at the start")
    parser.add_argument("--until-input-ends", action="store_true", help="end when the input ends")
    options = parser.parse_args(arguments)
    if options.until_input_ends:
        threading.Thread(target=_exit_with_input, daemon=True).start()
    folder = code_folder_path()
    if folder is None:
        sys.exit(f"no folder for compiled kernels is writable: set {FOLDER_VARIABLE} to one")
    compile_portably()
    compile_quickly()
    is_alone = options.default or options.until_input_ends or count_processors() == 1
    named = [] if options.recipe is None else [options.recipe]
    helper = None if is_alone else start_process(*named, "--reverse")
    try:
        _compile(options.recipe, default=options.default, reverse=options.reverse)
        if helper is not None:
            helper.wait()
    finally:
        if helper is not None:
            helper.kill()
            helper.wait()
    print(f"{len(list(folder.glob('*.nbi')))} kernels are compiled, in {folder}")


def _compile(recipe: str | None, *, default: bool, reverse: bool) -> None:
    from kinonym.warm.work import all_work, default_work, work_for_recipe

    work = work_for_recipe(recipe) if recipe else default_work() if default else all_work()
    for task in reversed(work) if reverse else work:
        task()


if __name__ == "__main__":
    main()
