"""Every method of the registry, in every mode that it documents, has its declared traits; methods that violate them are noticed."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import kinonym as kn
from kinonym.errors import PrivacyError, UsageError
from kinonym.methods import METHODS, Method, MethodTraits, Suppress, silent
from kinonym.methods.contract import check_k, require_k
from kinonym.random import generator
from kinonym.recipe import load_recipe, make_method
from kinonym.recipe.method import make_method_section
from kinonym.testing import check_method
from kinonym.testing.method_checks import MODE_CHECKS, check_declaration
from kinonym.testing.plans import families
from kinonym.tuples import Plan
from kinonym.tuples.index_arrays import DROPPED
from kinonym.tuples.tuples import tuple_points

MODES = [mode for kind in METHODS.values() for mode in kind.modes()]
every_method = pytest.mark.parametrize("kind", METHODS.values(), ids=METHODS)
every_mode = pytest.mark.parametrize("mode", MODES, ids=str)


@every_method
def test_traits_of_a_method_are_consistent(kind):
    check_declaration(kind)
    assert METHODS[kind.name] is kind
    assert getattr(kn, kind.__name__) is kind


@pytest.mark.parametrize("check", MODE_CHECKS, ids=lambda check: check.__name__.removeprefix("_check_"))
@every_mode
def test_every_mode_passes_its_contract(mode, check):
    check(mode, 12)


def test_every_mode_is_different():
    assert len({str(mode) for mode in MODES}) == len(MODES)
    assert {mode.method for mode in MODES} == set(METHODS.values())


@every_mode
def test_every_mode_can_be_written_as_a_recipe_and_read_back(mode):
    method = mode.made()
    assert make_method(mode.recipe) == method
    assert make_method({"name": method.name, **method.settings()}) == method
    columns = {"a": {"role": "quasi"}, "b": {"role": "quasi"}}
    loaded = load_recipe({"columns": columns, "method": method})
    assert loaded.method == make_method_section(method)
    assert load_recipe(loaded.to_toml()).resolved_method == method


@every_mode
def test_strength_is_the_parameter_that_the_traits_name(mode):
    method = mode.made()
    for name in ("k", "alpha", "epsilon"):
        expected = method.settings()[name] if name == method.traits.strength else None
        assert method.strength(name) == expected
    assert method.k_or_none == (3 if method.traits.strength == "k" else None)


@every_mode
def test_only_published_swaps_declare_it(mode):
    assert mode.made().published == mode.settings.get("published", False)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.method.traits.strength == "k"], ids=str)
def test_too_few_records_are_refused_with_the_largest_k(mode):
    with pytest.raises(PrivacyError, match="k = 5 cannot be reached") as error:
        mode.made(k=5).plan(families(4), generator(0))
    assert error.value.hint in ("the largest possible k is 4", "the largest possible k is 3")


@every_method
def test_methods_that_cannot_stream_say_so(kind):
    if not kind.traits.streams:
        with pytest.raises(UsageError, match=f"the method {kind.name} needs the whole table"):
            kind.modes()[0].made().fit(families(4))


def test_local_recoding_claims_no_guarantee():
    """Every column is recoded alone: combinations may be rarer than k, and its traits say so."""
    local, whole = METHODS["recode"](k=3, local=True), METHODS["recode"](k=3)
    assert local.traits == MethodTraits(random=True, strength="k")
    assert (whole.traits.promise, whole.traits.k_anonymous, whole.traits.takes_demands) == ("k-anonymity", True, True)
    assert make_method({"name": "recode", "k": 3, "local": True}).traits == local.traits
    assert replace(local, local=False).traits == whole.traits


@pytest.mark.parametrize(
    "traits",
    [
        {"k_anonymous": True},
        {"promise": "k-anonymity"},
        {"promise": "k-anonymity", "k_anonymous": True},
        {"promise": "k-anonymity", "k_anonymous": True, "strength": "alpha"},
        {"promise": "noise", "k_anonymous": True, "strength": "k"},
    ],
    ids=str,
)
def test_traits_that_contradict_each_other_are_refused(traits):
    with pytest.raises(UsageError, match="k-anonymous"):
        MethodTraits(**traits)


@dataclass(frozen=True, kw_only=True)
class Honest(Method):
    """Everything becomes the first combination."""

    k: int
    name = "honest"
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k")

    def __post_init__(self):
        check_k(self.k)

    def plan(self, tuples, rng, progress=silent):  # noqa: ARG002
        require_k(tuples, self.k)
        progress(1.0)
        every = np.arange(len(tuples))
        return Plan(tuples, every, np.zeros_like(every), tuples.counts, tuple_points(tuples))


def test_a_correct_method_passes_the_contract():
    check_method(Honest, examples=5)


@dataclass(frozen=True, kw_only=True)
class Unchanged(Honest):
    def plan(self, tuples, rng, progress=silent):  # noqa: ARG002
        require_k(tuples, self.k)
        progress(1.0)
        return Plan.unchanged(tuples)


@dataclass(frozen=True, kw_only=True)
class Drops(Honest):
    def plan(self, tuples, rng, progress=silent):
        plan = super().plan(tuples, rng, progress)
        return replace(plan, target=np.full_like(plan.target, DROPPED))


@dataclass(frozen=True, kw_only=True)
class SecretlyRandom(Honest):
    def plan(self, tuples, rng, progress=silent):
        plan = super().plan(tuples, rng, progress)
        return replace(plan, target=np.full_like(plan.target, rng.integers(len(tuples))))


@dataclass(frozen=True, kw_only=True)
class KeepsNoMarginals(Honest):
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k", keeps_marginals=True)


@dataclass(frozen=True, kw_only=True)
class Outside(Honest):
    def plan(self, tuples, rng, progress=silent):
        plan = super().plan(tuples, rng, progress)
        return replace(plan, targets=plan.targets + 0.25)


@dataclass(frozen=True, kw_only=True)
class Silent(Honest):
    def plan(self, tuples, rng, progress=silent):
        progress(0.5)
        return super().plan(tuples, rng)


@dataclass(frozen=True, kw_only=True)
class Careless(Honest):
    def plan(self, tuples, rng, progress=silent):  # noqa: ARG002
        progress(1.0)
        every = np.arange(len(tuples))
        return Plan(tuples, every, np.zeros_like(every), tuples.counts, tuple_points(tuples))


@dataclass(frozen=True, kw_only=True)
class Swallows(Honest):
    def plan(self, tuples, rng, progress=silent):
        try:
            progress(1.0)
        except Exception:  # noqa: BLE001
            return super().plan(tuples, rng)
        return super().plan(tuples, rng)


class Nothing:
    knows, strict = "nothing", True

    def __init__(self, tuples):
        self.tuples = tuples

    def out_of_reach(self, persons):
        return [np.ones((len(persons), len(column.points))) for column in self.tuples.columns]


@dataclass(frozen=True, kw_only=True)
class WrongWindow(Honest):
    def window(self, tuples):
        return Nothing(tuples)


@dataclass(frozen=True, kw_only=True)
class Untried(Honest):
    colour: str = "red"


@dataclass(frozen=True, kw_only=True)
class NoStrength(Suppress):
    traits = MethodTraits(strength="alpha")


@dataclass(frozen=True, kw_only=True)
class CannotStream(Honest):
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k", streams=True)


@dataclass(frozen=True, kw_only=True)
class TakesNoDemands(Honest):
    traits = MethodTraits(promise="k-anonymity", k_anonymous=True, strength="k", takes_demands=True)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Unchanged, "fewer than k records"),
        (Drops, "rows are lost"),
        (SecretlyRandom, "another seed makes another plan"),
        (KeepsNoMarginals, "a column does not keep its values"),
        (Outside, "outside its domain"),
        (Silent, "progress does not rise"),
        (Careless, "plans with k = 5 for four records"),
        (Swallows, "suppresses an exception"),
        (WrongWindow, "its window excludes what it did"),
        (Untried, "no mode of honest sets colour"),
        (NoStrength, "has no alpha"),
        (CannotStream, "streams if it can be fitted"),
        (TakesNoDemands, "takes demands if"),
    ],
)
@pytest.mark.usefixtures("as_it_comes")
def test_a_method_that_violates_its_traits_fails_the_contract(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_method(kind, examples=40)
