"""Every method of the registry, in every documented mode, keeps what its traits say."""

import threading
from collections import Counter
from dataclasses import dataclass, field, fields
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinonym.domains import Nominal
from kinonym.errors import PrivacyError
from kinonym.grouped import Tuples
from kinonym.grouped.plan import DROPPED, tuple_points
from kinonym.methods import METHODS
from kinonym.privacy.demands import Demands
from kinonym.random import generator
from kinonym.recipe import make_method
from kinonym.testing import mixed_tuples, taxonomies


@st.composite
def twin_columns(draw, max_rows=12):
    """Two nominal columns of one taxonomy without missing values, as pairs and public sets need them."""
    taxonomy = draw(taxonomies(max_size=12))
    rows = draw(st.integers(1, max_rows))
    domain = Nominal(taxonomy)
    values = st.lists(st.sampled_from(taxonomy.concepts), min_size=rows, max_size=rows)
    points = np.column_stack([domain.encode(draw(values)) for _ in range(2)])
    counts = np.array(draw(st.lists(st.integers(1, 5), min_size=rows, max_size=rows)), dtype=np.int64)
    return Tuples.from_points(["a", "b"], [domain, domain], points, counts)[0]


@dataclass(frozen=True)
class Mode:
    """A method with settings; ``public`` adds the roots of the table's columns as public sets."""

    name: str
    settings: dict = field(default_factory=dict)
    twins: bool = False
    public: bool = False

    def __str__(self):
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.settings.items())])

    @property
    def has_k(self):
        return "k" in {f.name for f in fields(METHODS[self.name])}

    @property
    def tables(self):
        return twin_columns() if self.twins else mixed_tuples()

    def made(self, tuples, k):
        given = {"name": self.name, **self.settings, **({"k": k} if self.has_k else {})}
        if self.public:
            given["public"] = {column.name: column.domain.tau.root for column in tuples.columns}
        return make_method(given)


CLUSTERING = [{}, {"refine": True}, {"block_size": 3}, {"block_size": 2, "workers": 2, "refine": True}]
MODES = [
    *(Mode("sa-mdav", one) for one in (*CLUSTERING, {"static": True}, {"weighted": False})),
    *(Mode("mdav", one) for one in CLUSTERING),
    *(Mode("mdav", {"distance": d, "centroid": c}) for d in ("semantic", "equality") for c in ("mode", "lcs")),
    *(Mode("recode", {"heuristics": number}) for number in range(4)),
    *(Mode("recode", one) for one in ({"weighted": True}, {"local": True}, {"block_size": 3, "workers": 2})),
    *(Mode("resample", one) for one in (*CLUSTERING, {"reference": "table"})),
    *(Mode("generalise", {"scheme": scheme}) for scheme in ("full", "local")),
    *(Mode("suppress", {"drop": drop}) for drop in (False, True)),
    *(Mode(name, {"published": published}) for name in ("srs1", "srs2", "srs3") for published in (False, True)),
    *(Mode("record-swap", {"partition": partition}) for partition in ("sa-mdav", "mdav")),
    Mode("data-swap"),
    *(Mode("noise", {"alpha": 0.5, "reference": reference}) for reference in ("mean", "root")),
    Mode("noise", {"alpha": 0.5, "correlated": False, "noise": "laplace"}),
    Mode("noise", {"alpha": 0.5, "reference": "pair"}, twins=True),
    Mode("noise", {"alpha": 0.5, "reference": "pair", "pairs": (("a", "b"),)}, twins=True),
    Mode("noise-naive"),
    Mode("noise-probabilistic"),
    Mode("exponential", {"epsilon": 2.0}, twins=True, public=True),
    Mode("exponential", {"epsilon": 2.0, "mechanism": "permute-and-flip"}, twins=True, public=True),
    Mode("exponential", {"epsilon": 2.0, "tight": True, "missing": True}, twins=True, public=True),
]

every_mode = pytest.mark.parametrize("mode", MODES, ids=str)
few = settings(max_examples=12)  # for each of some fifty modes


def test_every_method_is_here_with_every_parameter():
    """What beyond k is demanded of confidential columns has tests of its own."""
    assert {mode.name for mode in MODES} == set(METHODS)
    elsewhere = {f.name for f in fields(Demands)} | {"k"}
    for name, kind in METHODS.items():
        tried = {key for mode in MODES if mode.name == name for key in mode.settings}
        public = {"public"} if name == "exponential" else set()
        assert {f.name for f in fields(kind) if f.init} - elsewhere - public <= tried, name


def same(plan, other):
    return all(
        np.array_equal(getattr(plan, part), getattr(other, part), equal_nan=part == "targets")
        for part in ("source", "target", "count", "targets")
    )


def as_rows(points):
    return [tuple(None if np.isnan(x) else x for x in row) for row in points.tolist()]


def state(tuples):
    return [tuples.codes.tobytes(), tuples.counts.tobytes(), *(column.points.tobytes() for column in tuples.columns)]


@every_mode
@few
@given(data=st.data())
def test_traits(mode, data):
    tuples, k = data.draw(mode.tables), data.draw(st.integers(2, 6))
    assume(tuples.records > k)  # swapping needs one more
    method, before, shares = mode.made(tuples, k), state(tuples), []
    plan = method.plan(tuples, generator(7), shares.append)

    planned = Counter()
    for source, count in zip(plan.source.tolist(), plan.count.tolist(), strict=True):
        assert count > 0
        planned[source] += count
    assert planned == dict(enumerate(tuples.counts.tolist()))

    rows = as_rows(plan.targets)
    masked = Counter()
    for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
        if target != DROPPED:
            masked[rows[target]] += count
    if method.traits.keeps_rows:
        assert masked.total() == tuples.records
    if method.traits.k_anonymous:
        assert min(masked.values(), default=k) >= k
        assert sorted(masked.values()) == sorted(plan.class_sizes.tolist())
    if method.traits.keeps_marginals:
        original = as_rows(tuple_points(tuples))
        for j in range(len(tuples.columns)):
            kept, made = Counter(), Counter()
            for row, count in zip(original, tuples.counts.tolist(), strict=True):
                kept[row[j]] += count
            for row, count in masked.items():
                made[row[j]] += count
            assert kept == made

    assert same(plan, method.plan(tuples, generator(7)))
    if not method.traits.random:
        assert same(plan, method.plan(tuples, generator(8)))
    assert state(tuples) == before
    assert all(later >= share for share, later in pairwise(shares))
    assert shares[-1] == 1.0
    assert shares[0] >= 0.0


@every_mode
@few
@given(data=st.data())
def test_what_is_written_lies_in_the_domain(mode, data):
    """A masked value, written and read again, is the same point."""
    tuples, k = data.draw(mode.tables), data.draw(st.integers(2, 6))
    assume(tuples.records > k)
    plan = mode.made(tuples, k).plan(tuples, generator(7))
    for j, (column, texts) in enumerate(zip(tuples.columns, plan.written().values(), strict=True)):
        again = column.domain.encode([None if text is None else str(text) for text in texts])
        np.testing.assert_array_equal(again, plan.targets[:, j])


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.has_k], ids=str)
def test_too_few_records_are_refused_with_the_largest_k(mode):
    """k > n: nothing may be planned."""
    tuples = table(4)
    with pytest.raises(PrivacyError, match="k = 5 cannot be reached") as error:
        mode.made(tuples, 5).plan(tuples, generator(0))
    assert error.value.hint in ("the largest possible k is 4", "the largest possible k is 3")


class Stop(Exception):  # noqa: N818
    pass


def table(tuples):
    """Distinct tuples of two nominal columns over one taxonomy of a root, three families and their members."""
    from kinonym import Taxonomy

    parents = {"top": [], **{f"f{i}": ["top"] for i in range(3)}, **{f"m{i}": [f"f{i % 3}"] for i in range(12)}}
    domain = Nominal(Taxonomy.from_parents(parents))
    names = [f"m{i}" for i in range(12)]
    values = [(names[i % 12], names[(i // 12 + i) % 12]) for i in range(tuples)]
    points = np.column_stack([domain.encode([value[j] for value in values]) for j in range(2)])
    return Tuples.from_points(["a", "b"], [domain, domain], points, np.ones(tuples, dtype=np.int64))[0]


@pytest.mark.parametrize("last", [False, True], ids=["at once", "late"])
@every_mode
def test_cancelling_leaves_nothing_running(mode, last):
    """A callback that raises: its exception arrives, no thread is left, and the method still works."""
    tuples = table(100)
    method, calls = mode.made(tuples, 3), []
    whole = method.plan(tuples, generator(1), calls.append)
    threads, left = set(threading.enumerate()), len(calls) if last else 1

    def stop(share):
        nonlocal left
        left -= 1
        if not left or share == 1.0:
            raise Stop

    with pytest.raises(Stop):
        method.plan(tuples, generator(1), stop)
    assert set(threading.enumerate()) == threads
    assert same(whole, method.plan(tuples, generator(1)))
