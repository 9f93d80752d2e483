"""`import kinonym` and `kinonym --help` stay light: the heavy parts come when they are used."""

import subprocess
import sys

HEAVY = ("numba", "pandas", "polars", "pyarrow", "pydantic", "narwhals", "rapidfuzz", "typer", "altair", "numpy")


def loaded_after(code):
    shown = f"import sys\n{code}\nprint(*(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_kinonym_loads_nothing_heavy():
    assert loaded_after("import kinonym") == set()


def test_loading_an_ontology_needs_no_compiler_and_no_dataframes():
    heavy = loaded_after("import kinonym as kn; kn.ontologies.load('m49')")
    assert not heavy & {"numba", "pandas", "polars", "pydantic", "altair"}


def test_help_loads_no_numbers():
    code = "import sys; sys.argv = ['kinonym', '--help']\nfrom kinonym.cli import main\ntry:\n    main()\nexcept SystemExit: pass\n"
    done = subprocess.run(
        [sys.executable, "-c", code + f"print('LOADED', *(m for m in {HEAVY!r} if m in sys.modules))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert set(done.stdout.split("LOADED")[1].split()) <= {"typer"}
