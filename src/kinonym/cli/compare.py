"""`kinonym compare` and `kinonym plot`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinonym.assess import figures_in
from kinonym.cli.show import TextOptions, console, open_with_notices, progress_bar, table
from kinonym.comparing import Comparison, Point, compare
from kinonym.errors import DataError, PrivacyError, UsageError
from kinonym.files.formats.table_format import TableName
from kinonym.files.output import Output, reserved
from kinonym.pipeline.several_tables.opened_tables import read_files
from kinonym.regular_file import read_regular
from kinonym.release.report.comparison_page import COLUMNS, describe_losses, scenario_losses

__all__ = ["compare_table", "plot_figures"]

_REPORTS = (".html", ".json", ".csv")
_MOST_POINTS = 1_000


def compare_table(  # noqa: PLR0913  # one keyword for each option of the command
    data: TableName,
    recipe: Path,
    *,
    options: TextOptions,
    methods: str,
    strengths: dict[str, str],
    report: Path | None,
    target: str | None,
    pick: str | None,
    state: Path | None,
    seed: int | None,
    workers: int | None,
) -> None:
    """Compare methods and strengths on a file, and show the points, or with ``pick`` the recipe of one of them."""
    if report is not None:
        _check_ending(report)
    if pick == "best" and target is None:
        msg = "--pick best needs a target"
        raise UsageError(msg, hint='add --target "risk<=0.05"')
    loaded = options.recipe(recipe, tables=True)
    tried = {name: _numbers(name, text) for name, text in strengths.items()}
    with reserved(
        [path for path in (report, state) if path is not None], [*read_files(data, loaded), *loaded.files()]
    ) as outputs:
        report_output = outputs[0] if report is not None else None
        with _state_reported(state), progress_bar("comparing") as progress:
            comparison = compare(
                data if loaded.tables else open_with_notices(data, loaded.table, options).source,
                loaded,
                methods=_methods(methods),
                k=[int(x) for x in tried["k"]],
                alpha=tried["alpha"],
                epsilon=tried["epsilon"],
                seed=seed,
                workers=workers,
                state=state,
                progress=progress,
            )
        _show_best(comparison, target, report_output, pick)


def _show_best(comparison: Comparison, target: str | None, report: Output | None, pick: str | None) -> None:
    """Show the points and the best one; the points are worth seeing even if none of them meets the target."""
    try:
        best = comparison.best(target) if target is not None else None
    except PrivacyError:
        _show_outcome(comparison, None, report, pick=None)
        raise
    _show_outcome(comparison, best, report, pick=pick)


@contextmanager
def _state_reported(state: Path | None) -> Iterator[None]:
    """Report where the finished points of an interrupted comparison are stored."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        if state is not None and state.exists():
            interruption.add_note(f"finished points are stored in {state}")
        raise


def _show_outcome(comparison: Comparison, best: Point | None, report: Output | None, *, pick: str | None) -> None:
    """Write the report; then print the recipe that was picked, or the points."""
    if report is not None:
        report.write_bytes(_format_report(comparison, report.path.suffix, best).encode())
    if pick is not None:
        console.print(_pick_recipe(comparison, pick, best).strip(), markup=False, soft_wrap=True)
        return
    _show(comparison, best)
    if report is not None:
        console.print(f"report: {report.path}", markup=False)


def _methods(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _numbers(name: str, text: str) -> list[float]:
    """Numbers separated by commas; for k also ranges such as 2-15."""
    example = "--k 2,5,10 or --k 2-15" if name == "k" else f"--{name} 0.1,0.5"
    numbers: list[float] = []
    for part in _methods(text):
        first, dash, last = part.partition("-") if name == "k" else (part, "", "")
        try:
            tried: Sequence[float] = range(int(first), int(last) + 1) if dash else [_number(name, part)]
        except ValueError:
            msg = f"--{name} takes numbers separated by commas, not {part!r}"
            raise UsageError(msg, hint=example) from None
        if not tried or _length(tried) + len(numbers) > _MOST_POINTS:
            msg = f"--{name} gives {'no value' if not tried else f'more than {_MOST_POINTS:,} values'} to try"
            raise UsageError(msg, hint=example)
        numbers += tried
    return numbers


def _number(name: str, text: str) -> float:
    return int(text) if name == "k" else float(text)


def _length(numbers: Sequence[float]) -> int:
    """How many there are; a range may hold more than `len` can tell."""
    return int(numbers[-1] - numbers[0]) + 1 if isinstance(numbers, range) else len(numbers)


def _check_ending(report: Path) -> None:
    if report.suffix not in _REPORTS:
        msg = f"the report of a comparison ends in {', '.join(_REPORTS)}, not in {report.suffix!r}"
        raise UsageError(msg, hint="--report frontier.html")


def _format_report(comparison: Comparison, suffix: str, best: Point | None) -> str:
    if suffix == ".json":
        return comparison.json()
    return comparison.csv() if suffix == ".csv" else comparison.page(chosen=best)


def _pick_recipe(comparison: Comparison, pick: str, best: Point | None) -> str:
    """The recipe of the best point, or of one by its number."""
    if pick == "best" and best is not None:
        return comparison.recipe(best).to_toml()
    if not pick.isdecimal() or not 1 <= int(pick) <= len(comparison):
        msg = f"--pick takes best, or a number from 1 to {len(comparison)}"
        raise UsageError(msg, hint="run without --pick to see the points and their numbers")
    return comparison.recipe(int(pick)).to_toml()


def _show(comparison: Comparison, best: Point | None) -> None:
    rows = [
        [str(i), _front_mark(comparison, point), point.label, _rank(row), *_figures(point), *_losses(row)]
        for i, (point, row) in enumerate(zip(comparison.points, comparison.rows, strict=True), 1)
    ]
    figures = [(figure.short or figure.title, figure.describe) for figure in figures_in("terminal")]
    losses = describe_losses(comparison.rows)
    head = ("", "front", "setting", "rank", *(name for name, _ in figures), "seconds", *losses)
    console.print(table("", head, rows, unbroken="setting"))
    for name, says in [
        ("front", COLUMNS["front"]),
        ("rank", COLUMNS["rank"]),
        *figures,
        ("seconds", COLUMNS["seconds"]),
        *losses.items(),
    ]:
        console.print(f"{name}: {says}", markup=False)
    if best is not None:
        number = comparison.points.index(best) + 1
        console.print(f"least loss that meets the target: {number}, {best.label}", markup=False)
    for found in comparison.findings:
        console.print(found, markup=False)
    console.print("the recipe of a point: add --pick and its number", markup=False)


def _front_mark(comparison: Comparison, point: Point) -> str:
    return "● knee" if point is comparison.knee else "●" if point in comparison.pareto else ""


def _rank(row: dict[str, Any]) -> str:
    return f"{row['rank']} of {row['ranked']}" if row["rank"] else "–"


def _losses(row: dict[str, Any]) -> list[str]:
    """L of the columns of each scenario."""
    return ["" if row[name] is None else f"{row[name]:.2f} %" for name in scenario_losses([row])]


def _figures(point: Point) -> list[str]:
    figures = figures_in("terminal")
    if point.seconds is None:
        return [point.failed or "", *[""] * len(figures)]
    return [*(figure.written(point[figure.name]) for figure in figures), f"{point.seconds:.2f}"]


def plot_figures(figures: Path, kind: str, output: Path, *, column: str | None) -> None:
    """Draw a picture from the figures of a report or a comparison, a JSON file that either of them wrote."""
    from kinonym.plots import FORMATS, PLOTS

    if kind not in PLOTS:
        msg = f"there is no picture {kind!r}"
        raise UsageError(msg, hint=f"pictures: {', '.join(PLOTS)}")
    if output.suffix not in FORMATS:
        msg = f"a picture must end in {' or '.join(FORMATS)}, not in {output.suffix!r}"
        raise UsageError(msg, hint="-o picture.svg; a browser or an office program converts SVG to other formats")
    with reserved([output], [figures]) as [file]:
        read = _read_figures(figures)
        options = {"column": column} if kind in ("frequencies", "distances") else {}
        file.write_bytes(PLOTS[kind](read, **options).document(output.suffix).encode())
    console.print(f"written: {output}", markup=False)


def _read_figures(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(read_regular(path))
    except (OSError, ValueError, RecursionError) as error:
        msg = f"the figures {path.name!r} cannot be read: {type(error).__name__}"
        raise DataError(msg, hint="a JSON file that mask or compare wrote with --report") from None
    if not isinstance(read, dict):
        msg = f"the file {path.name!r} contains no figures"
        raise DataError(msg, hint="a JSON file that mask or compare wrote with --report")
    return read
