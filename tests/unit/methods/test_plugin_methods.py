"""A method of another package: `packages/test-plugin`, named in a recipe, checked and released as any other."""

import json
import sys

import pytest

from installed import install, offer, run_with
from kinonym.errors import RecipeError, UsageError
from kinonym.recipe import find_method_class, load_recipe, make_method
from kinonym.recipe.method import GROUP
from kinonym.testing import check_method

RECIPE = """
[columns.age]
role = "quasi"
type = "numeric"
[columns.illness]
role = "confidential"
[release]
accept_unique = true
[method]
name = "runs"
k = 3
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data.csv").write_text("age,illness\n" + "".join(f"{i % 7},x{i % 3}\n" for i in range(20)))
    (tmp_path / "recipe.toml").write_text(RECIPE)
    return tmp_path


def command(folder, *arguments):
    """A program that runs the command in a folder."""
    return f"import os, sys; os.chdir({str(folder)!r}); sys.argv = ['kinonym', *{arguments!r}]\nfrom kinonym.cli import main\nmain()"


def ages(folder):
    return [line.split(",")[0] for line in (folder / "out.csv").read_text().splitlines()[1:]]


def test_the_command_masks_with_a_plugin_method(installed, folder):
    """0…6 occur 3 3 3 3 3 3 2 times: six runs, the last of 3 + 2 records takes its commonest value, 5."""
    output = run_with(installed, command(folder, "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv"))
    assert sorted(ages(folder)) == sorted([*(str(age) for age in range(5) for _ in range(3)), *["5"] * 5])
    assert "Every combination of age occurs at least 3 times in the written file" in " ".join(output.split())


def test_a_comparison_accepts_plugin_methods_and_built_in_ones(installed, folder):
    arguments = ("compare", "data.csv", "-r", "recipe.toml", "--method", "runs,sa-mdav", "--k", "2,3")
    run_with(installed, command(folder, *arguments, "--report", "points.json"))
    points = json.loads((folder / "points.json").read_text())["points"]
    assert [(point["method"], point["k"], point["guaranteed"]) for point in points] == [
        ("runs", 2, True), ("runs", 3, True), ("sa-mdav", 2, True), ("sa-mdav", 3, True),
    ]  # fmt: skip


def test_a_plugin_is_imported_only_when_a_recipe_names_it(installed):
    code = """
import sys
from kinonym.recipe import make_method
print(make_method({"name": "sa-mdav", "k": 2}).name, "kinonym_test_plugin" in sys.modules)
print(make_method({"name": "runs", "k": 2}), "kinonym_test_plugin" in sys.modules)
"""
    assert run_with(installed, code).splitlines() == ["sa-mdav False", "Runs(k=2) True"]


def test_the_plugin_passes_its_contract_checks(installed, monkeypatch):
    monkeypatch.syspath_prepend(installed)
    check_method(find_method_class("runs"))


def test_wrong_settings_of_a_plugin_are_named_as_for_any_method(installed, monkeypatch):
    monkeypatch.syspath_prepend(installed)
    assert load_recipe(RECIPE).resolved_method.settings() == {"k": 3}
    with pytest.raises(RecipeError, match="the method runs needs k"):
        make_method({"name": "runs"})
    with pytest.raises(RecipeError, match="k must be a whole number of at least 2"):
        make_method({"name": "runs", "k": 1})
    with pytest.raises(RecipeError, match="there is no method 'rums'") as error:
        make_method({"name": "rums", "k": 2})
    assert error.value.hint == "did you mean 'runs'?"


def test_without_the_package_the_name_is_unknown():
    with pytest.raises(RecipeError, match="there is no method 'runs'"):
        load_recipe(RECIPE)


BROKEN = """
from dataclasses import dataclass
from kinonym.methods import Method, MethodTraits

@dataclass(frozen=True, kw_only=True)
class NoPlan(Method):
    name = "offered"

class NoDataclass(Method):
    name = "offered"
    def plan(self, tuples, rng, progress=None): ...

@dataclass(kw_only=True)
class NotFrozen(NoDataclass): ...

@dataclass(frozen=True, kw_only=True)
class OtherName(NoDataclass):
    name = "other"

@dataclass(frozen=True, kw_only=True)
class NoTraits(NoDataclass):
    traits = {"k_anonymous": True}

@dataclass(frozen=True, kw_only=True)
class Private(NoDataclass):
    epsilon: float
    traits = MethodTraits(promise="differential-privacy", random=True, strength="epsilon")

@dataclass(frozen=True, kw_only=True)
class Whole(NoDataclass):
    alpha: float = 1.0
    traits = MethodTraits(promise="noise", random=True, strength="alpha")
"""


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """Offer one of the classes above, or something else, under the name ``offered``."""

    def put(target):
        (tmp_path / "broken_methods.py").write_text(BROKEN)
        offer(tmp_path, "broken", GROUP, "offered", target)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "broken_methods", raising=False)

    return put


@pytest.mark.parametrize("name", ["NoPlan", "NoDataclass", "NotFrozen", "OtherName", "NoTraits"])
def test_classes_that_are_not_methods_are_refused(offered, name):
    offered(f"broken_methods:{name}")
    with pytest.raises(RecipeError, match="'offered' .* is not a frozen dataclass `Method` with that name"):
        find_method_class("offered")


def test_objects_that_are_not_classes_are_refused(offered):
    offered("pathlib:Path")
    with pytest.raises(RecipeError, match="'offered' .* is not a frozen dataclass"):
        find_method_class("offered")


def test_a_plugin_with_a_guarantee_that_needs_a_proof_is_refused(offered):
    """The written file cannot show such a guarantee, and nobody has checked the proof."""
    offered("broken_methods:Private")
    with pytest.raises(RecipeError, match="promises differential-privacy, which cannot be recounted"):
        find_method_class("offered")


def test_a_complete_plugin_is_accepted(offered):
    offered("broken_methods:Whole")
    assert make_method({"name": "offered", "alpha": 2}).strength("alpha") == 2.0


def test_two_packages_cannot_offer_the_same_name(tmp_path, monkeypatch):
    offer(tmp_path, "first", GROUP, "twin", "pathlib:Path")
    offer(tmp_path, "second", GROUP, "twin", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="two installed packages offer a method 'twin'"):
        find_method_class("twin")


def test_a_built_in_name_stays_the_built_in_method(tmp_path, monkeypatch):
    offer(tmp_path, "greedy", GROUP, "sa-mdav", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_method_class("sa-mdav").__name__ == "SaMdav"
