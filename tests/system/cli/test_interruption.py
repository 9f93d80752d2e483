"""Ctrl-C, and a polite kill, end a long run at once and leave nothing behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from kinonym.demo.records import RECIPE, discharges
from kinonym.random import generator

# A process started in the background of a script would ignore Ctrl-C.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from kinonym.cli import main
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_leaves_nothing(tmp_path, name):
    pd.DataFrame(discharges(30_000, generator(1))).to_csv(tmp_path / "data.csv", index=False)
    (tmp_path / "recipe.toml").write_text(RECIPE.replace("k = 5", "k = 5\nrefine = true\nblock_size = 5000"))
    before = {path.name for path in tmp_path.iterdir()}
    command = [sys.executable, "-c", START, "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob(".kinonym-*.lock")):
        time.sleep(0.05)
    time.sleep(0.5)  # somewhere in the work: counting, planning and refining take longer than that
    run.send_signal(getattr(signal, name))
    _, printed = run.communicate(timeout=300)  # a first run compiles what it began to compile
    assert run.returncode == 130, printed
    assert "interrupted; nothing was written" in printed
    assert {path.name for path in tmp_path.iterdir()} == before


def stop(*_, **__):
    raise KeyboardInterrupt


def test_what_was_written_before_is_reported_by_name(kinonym, folder, monkeypatch):
    from kinonym.release.report import Report

    monkeypatch.setattr(Report, "document", stop)
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.html")
    assert ran.code == 130
    assert "interrupted; written: out.csv" in ran.err
    assert "nothing was written" not in ran.err
    assert (folder / "out.csv").exists()
    assert not (folder / "out.html").exists()


def test_an_interruption_of_the_summary_reports_the_release(kinonym, folder, monkeypatch):
    from kinonym.cli import mask

    monkeypatch.setattr(mask, "show_released", stop)
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
    assert ran.code == 130
    assert "interrupted; written: out.csv" in ran.err


def test_an_interruption_reports_that_nothing_was_written(kinonym, folder, monkeypatch):
    from kinonym.release import gate

    monkeypatch.setattr(gate, "recount", stop)
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
    assert ran.code == 130
    assert "interrupted; nothing was written" in ran.err
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize(("place", "moving"), [("out.csv", "replace"), ("out/", "rename")])
def test_an_interruption_during_the_last_rename_reports_the_file(kinonym, folder, monkeypatch, place, moving):
    """The file, or the folder, has its name, and the next thing that happens is an interruption."""
    real = getattr(Path, moving)

    def moved(path, target):
        real(path, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, moving, moved)
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", place)
    assert ran.code == 130
    assert (folder / place).exists()
    assert "nothing was written" not in ran.err
    assert f"interrupted; written: {place.rstrip('/')}" in ran.err


@pytest.mark.parametrize("place", ["out.csv", "out/"])
def test_the_second_of_two_runs_at_once_is_refused_and_the_first_goes_on(kinonym, folder, monkeypatch, place):
    """Whatever the first has come to: here it reads its own bytes back."""
    from kinonym.release import gate

    real, second = gate.recount, []

    def meanwhile(*given):
        if not second:
            second.append(None)
            second.append(
                subprocess.run(
                    [sys.executable, "-m", "kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", place],
                    cwd=folder, capture_output=True, text=True, timeout=120, check=False,
                )
            )  # fmt: skip
        return real(*given)

    monkeypatch.setattr(gate, "recount", meanwhile)
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", place).code == 0
    assert second[1].returncode == 2
    assert "another run is writing this file" in second[1].stderr
    assert (folder / place).exists()
    assert not list(folder.glob(".kinonym*"))


def test_an_interrupted_demo_names_what_it_made(kinonym, monkeypatch):
    from kinonym.release import gate

    monkeypatch.setattr(gate, "recount", stop)
    ran = kinonym("demo", "--records", "60")
    assert ran.code == 130
    assert "written: kinonym-demo/discharges.csv; written: kinonym-demo/recipe.toml" in ran.err


def test_an_interrupted_comparison_says_where_its_points_are(kinonym, folder, monkeypatch):
    from kinonym.comparing import sweep

    real, calls = sweep._measure, []

    def second(*arguments, **options):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(sweep, "_measure", second)
    compare = ("compare", "data.csv", "-r", "recipe.toml", "--k", "2,3", "--workers", "1", "--state", "state")
    ran = kinonym(*compare)
    assert ran.code == 130
    assert "interrupted; finished points are stored in state" in ran.err
    monkeypatch.setattr(sweep, "_measure", real)
    assert kinonym(*compare).code == 0


def test_an_interrupted_map_names_the_tables_that_are_there(kinonym, folder, monkeypatch):
    from kinonym.cli import prepare

    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('type = "numeric"', 'ontology = "sports.csv"\nunmapped = "isolate"'))
    real, calls = prepare.write_mapping, []

    def second(*arguments):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(prepare, "write_mapping", second)
    ran = kinonym("map", "data.csv", "-r", "recipe.toml")
    assert ran.code == 130
    assert "interrupted; written: hobby.map.csv" in ran.err


# Interrupted at the nth import after `main` has begun, which is the same moment on every machine.
INTERRUPTED = """
import sys
import signal
from kinonym.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
imports, wanted = [], int(sys.argv.pop(1))

def interrupt(event, arguments):
    if event == "import":
        imports.append(arguments)
        if len(imports) == wanted:
            signal.raise_signal(signal.SIGINT)

sys.addaudithook(interrupt)
main()
"""


@pytest.mark.parametrize("nth", [1, 2, 3, 10, 30, 60, 100, 150, 250, 400, 600])
def test_an_interruption_while_it_starts_leaves_no_trace(tmp_path, nth):
    command = [sys.executable, "-c", INTERRUPTED, str(nth), "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (130, "interrupted; nothing was written\n")


def test_hardly_anything_runs_before_an_interruption_is_caught():
    """While Python itself starts, nobody can catch one; of ours only these files are read before `main`."""
    looking = "import sys; before = set(sys.modules); import kinonym.cli; print(*sorted(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", looking], capture_output=True, text=True, timeout=60, check=True)
    assert set(ran.stdout.split()) <= {"__future__", "kinonym", "kinonym._version", "kinonym.cli"}
