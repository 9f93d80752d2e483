"""Measures and methods of other packages that break the rules: a clear error and no file, or no harm."""

import importlib
import itertools

import pytest

from installed import offer

MEASURE = """
import random, sys
import numpy as np
from kinonym.measures import Measure, MeasureTraits

class Odd:
    name = "odd"
    traits = MeasureTraits(bounded=True, symmetric=True, triangle=False)

    def fill(self, taxonomy, left, right, out):
        out[...] = (left[:, None] != right[None, :]) * 0.5
        BODY
"""
METHOD = """
import random, sys, warnings
from dataclasses import dataclass, replace
import numpy as np
from kinonym.tuples import Plan
from kinonym.methods import Method, MethodTraits

@dataclass(frozen=True, kw_only=True)
class Odd(Method):
    "Does something odd."
    name = "odd"
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k")
    k: int

    def plan(self, tuples, rng, progress=lambda _: None):
        size = len(tuples)
        zeros = np.zeros(size, dtype=np.int64)
        first = np.array([[column.points[0] for column in tuples.columns]])
        good = Plan(tuples, np.arange(size), zeros, tuples.counts, first)
        BODY
        return good
    MORE
"""
FAILING_MEASURES = {
    "NaN": "out[0, 0] = np.nan",
    "infinite": "out[...] = np.inf",
    "negative": "out[...] *= -1",
    "not symmetric": "out[...] = np.where(left[:, None] < right[None, :], 0.2, out)",
    "above 1": "out[...] *= 9",
    "not 0 of the same": "out[...] = 0.5",
    "empty": "out[...] = np.nan",
    "wrong shape": "out[...] = np.ones((3, 17))",
    "odd exception": "raise type('SecretError', (Exception,), {})('soccer')",
    "ends the process": "sys.exit(0)",
    "stop iteration": "next(iter(()))",
}
HARMLESS_MEASURES = {
    "prints": "print('soccer')",
    "changes its input": "left[...] = 0; right[...] = 0",
    "seeds of numpy": "np.random.seed(1); random.seed(1)",
}
FAILING_METHODS = {
    "no plan": "return None",
    "another count": "return replace(good, count=good.count + 1)",
    "count by force": "object.__setattr__(good, 'count', good.count * 2)",
    "no record": "object.__setattr__(good, 'count', good.count * 0)",
    "counts of float": "object.__setattr__(good, 'count', good.count.astype(float))",
    "negative source": "object.__setattr__(good, 'source', good.source - 1)",
    "target that is not there": "object.__setattr__(good, 'target', good.target + 5)",
    "other length": "object.__setattr__(good, 'target', good.target[1:])",
    "targets of one dimension": "object.__setattr__(good, 'targets', good.targets[0])",
    "a column too many": "object.__setattr__(good, 'targets', np.hstack([good.targets, good.targets]))",
    "values that do not exist": "object.__setattr__(good, 'targets', good.targets + 1e6)",
    "half values": "object.__setattr__(good, 'targets', good.targets + 0.5)",
    "values before the first": "object.__setattr__(good, 'targets', good.targets * 0 - 1)",
    "infinite values": "object.__setattr__(good, 'targets', good.targets + np.inf)",
    "other tuples": "object.__setattr__(good, 'tuples', replace(tuples))",
    "changes counts": "tuples.counts[...] = 7",
    "changes values": "tuples.columns[0].points[...] = tuples.columns[0].points[::-1].copy()",
    "odd exception": "raise type('SecretError', (Exception,), {})('soccer')",
    "ends the process": "raise SystemExit(0)",
    "recursion": "return self.plan(tuples, rng, progress)",
    "nothing done": "good = Plan.unchanged(tuples)",
}
FAILING_PARTS = {
    "objection": "def objection(self, plan): return 1 / 0",
    "k": "@property\n    def k_or_none(self): raise LookupError('soccer')",
    "demands": "@property\n    def demands(self): raise LookupError('soccer')",
}
HARMLESS_METHODS = {
    "prints": "print('soccer')",
    "seeds of numpy": "np.random.seed(1); random.seed(1)",
    "warns": "warnings.warn('soccer')",
}
NUMBERS = itertools.count()


def install(folder, monkeypatch, group, source):
    """A package with one module and one entry point, for this process."""
    name = f"odd_plugin_{next(NUMBERS)}"
    packages = folder / "packages"
    offer(packages, name, group, "odd", f"{name}:Odd")
    (packages / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(packages)
    importlib.invalidate_caches()


def recipe(folder, measure, method):
    text = (folder / "recipe.toml").read_text()
    text = text.replace('ontology = "', f'measure = "{measure}"\nontology = "') if measure else text
    if method:
        text = text.replace('name = "sa-mdav"', 'name = "odd"')
    (folder / "recipe.toml").write_text(text)


def run(kinonym, folder):
    before = {path.name for path in folder.iterdir()}
    (folder / "out.csv").write_text("old")
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
    assert "soccer" not in ran.err + ran.out
    if ran.code:
        assert ran.code in (2, 4), ran.err
        assert "hint: " in ran.err
        assert (folder / "out.csv").read_text() == "old"
        assert {path.name for path in folder.iterdir()} - before <= {"out.csv"}
    return ran


@pytest.mark.parametrize("case", FAILING_MEASURES | HARMLESS_MEASURES)
def test_a_misbehaving_measure_is_refused_or_harmless(kinonym, folder, monkeypatch, case):
    body = (FAILING_MEASURES | HARMLESS_MEASURES)[case]
    install(folder, monkeypatch, "kinonym.measures", MEASURE.replace("BODY", body))
    recipe(folder, "odd", method=False)
    ran = run(kinonym, folder)
    assert (ran.code == 0) == (case in HARMLESS_MEASURES), ran.err
    assert ran.code == 0 or "the plugin measure 'odd'" in ran.err


@pytest.mark.parametrize("case", FAILING_METHODS | HARMLESS_METHODS)
def test_a_misbehaving_method_is_refused_or_harmless(kinonym, folder, monkeypatch, case):
    body = (FAILING_METHODS | HARMLESS_METHODS)[case]
    install(folder, monkeypatch, "kinonym.methods", METHOD.replace("BODY", body).replace("MORE", ""))
    recipe(folder, None, method=True)
    ran = run(kinonym, folder)
    assert (ran.code == 0) == (case in HARMLESS_METHODS), ran.err
    assert ran.code == 0 or "the plugin method 'odd'" in ran.err or case == "nothing done"


@pytest.mark.parametrize("case", FAILING_PARTS)
def test_a_method_with_a_failing_property_is_refused(kinonym, folder, monkeypatch, case):
    install(folder, monkeypatch, "kinonym.methods", METHOD.replace("BODY", "pass").replace("MORE", FAILING_PARTS[case]))
    recipe(folder, None, method=True)
    ran = run(kinonym, folder)
    assert ran.code == 2
    assert "the plugin method 'odd'" in ran.err


@pytest.mark.parametrize(
    "source", ["raise RuntimeError('soccer')", "import sys; sys.exit(0)", "class Odd", "x = 1", ""]
)
@pytest.mark.parametrize("group", ["kinonym.measures", "kinonym.methods"])
def test_a_module_that_cannot_be_imported(kinonym, folder, monkeypatch, source, group):
    install(folder, monkeypatch, group, source)
    recipe(folder, "odd" if group == "kinonym.measures" else None, method=group == "kinonym.methods")
    assert run(kinonym, folder).code == 2
