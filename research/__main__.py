"""Run experiments: ``python -m research NAME … [DATA]``."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from kinonym.errors import KinonymError, UsageError
from research.charts import pictures
from research.claims import CLAIMS, as_page, differing, judged
from research.data import data_folder
from research.data.files import check_data
from research.experiment import Experiment
from research.reading import Reading
from research.registry import EXPERIMENTS
from research.result_files import as_csv, as_markdown, differences, read_csv
from research.running import ROOT, Kept, Spent, run_all
from tools.wrap_markdown import rewrite

__all__ = ["CLAIMS", "EXPERIMENTS", "RESULTS", "VERDICTS", "as_page", "judged", "main"]

RESULTS = ROOT / "docs" / "experiments" / "results"
VERDICTS = ROOT / "docs" / "experiments" / "claims.md"
WORK = ROOT / ".experiments"
ALL = "all"
_DESCRIPTION = """\
Repeat the experiments of the papers and compare their results with what the papers claim.

DATA is the folder of the data sets; the default is the environment variable KINONYM_DATA, else ../shared/data.
Missing files are reported with the address to get them from.

Each experiment writes a table (CSV and Markdown) and its figures (SVG, PNG) to docs/experiments/results, and updates
the verdicts in docs/experiments/claims.md. With --check, nothing is written: the new figures are compared with the
committed ones, and the command fails if one of them differs by more than its stated error.

An interrupted run keeps its finished parts; the same command resumes it.
"""
_EPILOG = """\
examples:
  python -m research                        list the experiments
  python -m research people ../data         run one experiment
  python -m research all ../data --check    run all of them and compare with the committed results
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    given = _parser().parse_intermixed_args(arguments)
    if not given.names:
        _list()
        return 0
    try:
        names, folder = _asked(given.names)
        if given.workers < 1:
            msg = f"--workers must be at least 1, not {given.workers}"
            raise UsageError(msg, hint="leave it out for one part on each processor")
        return _run(names, folder, workers=given.workers, check=given.check, again=given.again)
    except KinonymError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("\ninterrupted: finished parts are kept; the same command resumes with the rest", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m research",
        usage="python -m research [NAME ...] [DATA] [--check] [--again] [--workers N]",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"experiments to run, or {ALL}; without a name, list the experiments"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; compare with the committed results")
    parser.add_argument("--again", action="store_true", help="start anew instead of resuming an interrupted run")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="parallel processes (default: processors)"
    )
    return parser


def _list() -> None:
    width = max(map(len, EXPERIMENTS))
    for name, experiment in EXPERIMENTS.items():
        print(f"{name:{width}}  {experiment.title} ({experiment.shows})")
    print(f"\npython -m research NAME … [DATA]; {ALL} runs them all; --check compares with the committed tables")


def _asked(words: Sequence[str]) -> tuple[list[str], Path]:
    """The experiments and the data folder among the words given."""
    known = [word for word in words if word in EXPERIMENTS or word == ALL]
    others = [word for word in words if word not in known]
    if len(others) > 1 or (others and (not known or words[-1] != others[0] or not Path(others[0]).is_dir())):
        msg = f"{others[0]!r} is neither an experiment nor a folder that comes last"
        raise UsageError(msg, hint=f"there are: {', '.join([*EXPERIMENTS, ALL])}")
    folder = data_folder(others[0] if others else None)
    return list(EXPERIMENTS) if ALL in known else list(dict.fromkeys(known)), folder


def _run(names: Sequence[str], folder: Path, *, workers: int, check: bool, again: bool) -> int:
    chosen = {name: EXPERIMENTS[name] for name in names}
    check_data(folder, [need for experiment in chosen.values() for need in experiment.needs])
    kept = Kept(WORK, folder)
    if again:
        for name in names:
            kept.forget(name)
    start, wrong = perf_counter(), 0
    processor: Counter[str] = Counter()

    def report(name: str, part: str, spent: Spent) -> None:
        processor[name] += spent.processor
        print(f"{name}: {part} {spent.wall:.1f} s", file=sys.stderr, flush=True)

    for name, readings in run_all(chosen, folder, kept, workers, report):
        wrong += _compare(name, readings) if check else _write(name, chosen[name], readings)
        print(f"{name}: {processor[name]:.0f} processor seconds", flush=True)
    for name in names:
        kept.forget(name)
    wrong += _verdicts(check=check)
    spent = f"{perf_counter() - start:.0f} s, {processor.total():.0f} processor seconds"
    print(f"{len(names)} experiments in {spent}" + (f", {wrong} differences" if check else ""))
    return 1 if wrong else 0


def _compare(name: str, readings: Sequence[Reading]) -> int:
    """Print what differs from the committed table; returns how much."""
    path = RESULTS / f"{name}.csv"
    found = differences(read_csv(path), readings) if path.exists() else [f"there is no committed table of {name}"]
    print(f"{name}: {'as committed' if not found else f'{len(found)} differences'}")
    for line in found[:20]:
        print(f"  {line}")
    return len(found)


def _write(name: str, experiment: Experiment, readings: Sequence[Reading]) -> int:
    """Write tables and figures of one experiment."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.csv").write_text(as_csv(readings), "utf-8")
    (RESULTS / f"{name}.md").write_text(rewrite(as_markdown(name, experiment, readings)), "utf-8")
    for figure in experiment.figures:
        for suffix, picture in pictures(figure, readings).items():
            (RESULTS / f"{name}-{figure.name}{suffix}").write_bytes(picture)
    print(f"{name}: {len(readings)} figures written to {RESULTS.relative_to(ROOT)}")
    return 0


def _verdicts(*, check: bool) -> int:
    """Judge the papers' claims by the committed tables; write the page, or compare with it."""
    judgements = judged(RESULTS)
    if not check:
        VERDICTS.write_text(rewrite(as_page(judgements)), "utf-8")
        return 0
    found = differing(VERDICTS.read_text("utf-8") if VERDICTS.exists() else "", judgements)
    for line in found:
        print(f"  {line}")
    return len(found)


if __name__ == "__main__":
    sys.exit(main())
