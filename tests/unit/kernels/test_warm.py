"""Kernels compiled beforehand: a recipe's run then compiles nothing, and helpers do not outlive the command."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kinonym
from kinonym.cli import show
from kinonym.demo.records import recipe_for
from kinonym.kernels import code_folder
from kinonym.warm import warming

RECIPE = """
[columns.job]
role = "quasi"
ontology = "jobs.csv"
[columns.age]
role = "quasi"
type = "numeric"
[columns.ward]
role = "quasi"
type = "plain"
[method]
name = "sa-mdav"
k = 3
"""
JOBS = "child,parent\njob,\ncare,job\ncraft,job\nnurse,care\nmidwife,care\nplumber,craft\nwelder,craft\n"
COMMAND = """
import sys
import numba.core.event as event
from kinonym.cli import main
sys.argv = ["kinonym", *sys.argv[1:]]
with event.install_recorder("numba:compile") as seen:
    try:
        main()
    except SystemExit as end:
        print("exit", end.code)
print("compiled", {found.data["dispatcher"].py_func.__qualname__ for _, found in seen.buffer})
"""


@pytest.fixture
def folder(tmp_path):
    """A recipe, its ontology and a table."""
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "jobs.csv").write_text(JOBS)
    jobs = ("nurse", "midwife", "plumber", "welder")
    rows = [f"{jobs[i % 4]},{20 + i * 7 % 50},{'AB'[i % 3 % 2]}" for i in range(300)]
    (tmp_path / "data.csv").write_text("\n".join(["job,age,ward", *rows]) + "\n")
    return tmp_path


def environment(folder):
    source = str(Path(kinonym.__file__).parents[1])
    return {**os.environ, "NUMBA_CACHE_DIR": str(folder / "code"), "PYTHONPATH": source}


def helpers_of(folder):
    """Processes that compile for the recipe in a folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = file.read_bytes()
        except OSError:
            continue  # it has ended
        found += [line] if b"-m\0kinonym.warm\0--until-input-ends" in line and str(folder).encode() in line else []
    return found


@pytest.mark.cold
def test_what_a_recipe_needs_is_compiled_beforehand(folder):
    """Of a recipe of one's own, then of the demo's, which is refined as well."""

    def run(*arguments):
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=True)
        return done.stdout

    (folder / "demo.toml").write_text(recipe_for(300))
    masked = ["mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"]
    for recipe, command in {"recipe.toml": masked, "demo.toml": ["demo", "--records", "300"]}.items():
        assert "kernels are compiled" in run("-m", "kinonym.warm", recipe)
        printed = run("-c", COMMAND, *command)
        assert "exit 0" in printed
        assert "compiled set()" in printed


@pytest.mark.cold
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are counted in /proc")
def test_helpers_end_with_the_command(folder, how, code):
    mask = ["mask", "data.csv", "-r", str(folder / "recipe.toml"), "-o", "out.csv"]
    command = [sys.executable, "-m", "kinonym", *mask]
    process = subprocess.Popen(command, cwd=folder, env=environment(folder), stderr=subprocess.DEVNULL)
    patience = time.monotonic() + 60
    while len(helpers_of(folder)) < 2:
        assert time.monotonic() < patience, "no helpers were started"
        time.sleep(0.05)
    process.send_signal(how)
    assert process.wait(60) == code
    patience = time.monotonic() + 10
    while helpers_of(folder):
        assert time.monotonic() < patience, "helpers outlive the command"
        time.sleep(0.05)


def test_helpers_are_started_only_where_nothing_was_compiled(tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(
        "kinonym.warm.start_process", lambda *arguments: begun.append(arguments) or subprocess.Popen(["true"])
    )
    monkeypatch.setattr("kinonym.warm.count_processors", lambda: 2)
    monkeypatch.setattr("kinonym.warm.is_compiled", lambda: True)
    with warming(tmp_path / "recipe.toml"):
        assert begun == []
    monkeypatch.setattr("kinonym.warm.is_compiled", lambda: False)
    with warming(tmp_path / "recipe.toml"):
        assert begun == [(str(tmp_path / "recipe.toml"),), (str(tmp_path / "recipe.toml"), "--reverse")]


@pytest.mark.parametrize(
    ("compiled", "folder", "printed"),
    [
        (True, Path("code"), ""),
        (False, Path("code"), "first run: compiling the kernels, which takes ten seconds to a minute\n"),
        (False, None, "compiling the kernels at every run: no folder to store them is writable"),
    ],
)
def test_the_notice_of_a_first_run_is_right(compiled, folder, printed, monkeypatch, capsys):
    monkeypatch.setattr(show, "is_compiled", lambda: compiled)
    monkeypatch.setattr(show, "code_folder_path", lambda: folder)
    show._tell_compiling()
    said = capsys.readouterr().err
    assert said.startswith(printed)
    assert bool(said) == bool(printed)


def test_checking_for_compiled_kernels_compiles_nothing(tmp_path):
    script = "import sys, kinonym.warm; kinonym.warm.is_compiled(); print('numba' in sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert code_folder.FOLDER_VARIABLE == "NUMBA_CACHE_DIR"
