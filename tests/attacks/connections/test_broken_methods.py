"""A method that breaks its word, pushed through the whole command: exit code 4, and no file."""

import sys
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import pytest

import kinonym as kn
from connections import hospital
from kinonym.cli import main
from kinonym.errors import PrivacyError
from kinonym.methods import METHODS
from kinonym.methods.recode import Recode
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.swap import RecordSwap, Srs1
from kinonym.tuples import Plan
from kinonym.tuples.tuples import tuple_points


def nothing_done(method, tuples, rng, progress):
    """All originals stay."""
    return Plan.unchanged(tuples)


def one_value_gone(method, tuples, rng, progress):
    """Every masked tuple is the same."""
    targets = np.repeat(tuple_points(tuples)[:1], len(tuples), axis=0)
    return replace(Plan.unchanged(tuples), targets=targets)


BROKEN = {
    "classes too small": (SaMdav, {"name": "sa-mdav", "k": 5}, nothing_done),
    "classes too small after recoding": (Recode, {"name": "recode", "k": 5}, nothing_done),
    "a demand not kept": (SaMdav, {"name": "sa-mdav", "k": 2, "l_diversity": 3}, None),
    "values of a swap lost": (Srs1, {"name": "srs1", "k": 3}, one_value_gone),
    "values of record-swap lost": (RecordSwap, {"name": "record-swap", "k": 3}, one_value_gone),
}


def broken(kind, plan):
    @dataclass(frozen=True, kw_only=True)
    class Broken(kind):
        def plan(self, tuples, rng, progress=lambda _: None):
            if plan is not None:
                return plan(self, tuples, rng, progress)
            return SaMdav(k=self.k).plan(tuples, rng)  # forgets what was demanded

    return Broken


def run(folder, monkeypatch, method):
    data = hospital.write_table(folder)
    settings = "".join(f"{key} = {value if isinstance(value, int) else repr(value)}\n" for key, value in method.items())
    columns = "".join(
        f"[columns.{name}]\n" + "".join(f"{key} = {value!r}\n" for key, value in column.items())
        for name, column in hospital.recipe(folder, method)["columns"].items()
    )
    (folder / "recipe.toml").write_text(f"{columns}[release]\naccept_unique = true\n[method]\n{settings}")
    (folder / "out.csv").write_text("old")
    command = ["kinonym", "mask", str(data), "-r", str(folder / "recipe.toml"), "-o", str(folder / "out.csv")]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_method_writes_nothing(tmp_path, monkeypatch, capsys, case):
    kind, method, plan = BROKEN[case]
    monkeypatch.setitem(METHODS, kind.name, broken(kind, plan))
    assert run(tmp_path, monkeypatch, method) == 4
    assert (tmp_path / "out.csv").read_text() == "old"
    assert "nothing was released" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "out.csv", "recipe.toml", "sports.csv"]


def test_the_same_methods_pass_when_they_are_not_broken(tmp_path, monkeypatch):
    for kind, method, _ in BROKEN.values():
        assert kind.name == method["name"]
        assert run(tmp_path, monkeypatch, method) in (0, None)


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_method_is_refused_in_memory(tmp_path, monkeypatch, case):
    kind, method, plan = BROKEN[case]
    data = hospital.write_table(tmp_path)
    monkeypatch.setitem(METHODS, kind.name, broken(kind, plan))
    with pytest.raises(PrivacyError, match="nothing was released"):
        kn.mask(pd.read_csv(data, dtype=str), hospital.recipe(tmp_path, method))
