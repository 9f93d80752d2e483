"""The contract of a method: verify its traits on its plans, in every documented mode."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinonym.domains import Plain
from kinonym.errors import PrivacyError
from kinonym.methods import Method, Mode
from kinonym.methods.demands import Demands
from kinonym.privacy.attacks import posterior
from kinonym.privacy.attacks.channel import IMPOSSIBLE
from kinonym.privacy.attacks.linkage import Released
from kinonym.random import generator
from kinonym.testing.plans import Row, as_rows, contents, count_released, families, marginals, same_plan
from kinonym.testing.requirement import require
from kinonym.testing.strategies import mixed_tuples, twin_tuples
from kinonym.tuples import Confidential, Tuples
from kinonym.tuples.tuples import tuple_points

__all__ = ["MODE_CHECKS", "check_declaration", "check_method", "check_mode"]


def check_method(kind: type[Method], *, examples: int = 12) -> None:
    """Verify that a method meets its contract; raises AssertionError if not.

    Parameters
    ----------
    kind
        The class, registered or not.
    examples
        Number of random tables for each check of each mode.

    Examples
    --------
    >>> from kinonym import Suppress
    >>> check_method(Suppress, examples=3)
    """
    check_declaration(kind)
    for mode in kind.modes():
        check_mode(mode, examples=examples)


def check_mode(mode: Mode, *, examples: int = 12) -> None:
    """Verify that one documented mode meets the contract."""
    for check in MODE_CHECKS:
        check(mode, examples)


def check_declaration(kind: type[Method]) -> None:
    """The declarations of a method must be consistent, and its modes must use all its parameters."""
    require(kind.is_whole(), f"{kind.__name__} is not a frozen dataclass with a name, traits and a plan")
    parameters, traits, modes = set(kind.parameters()), kind.traits, kind.modes()
    demand_parameters = {field.name for field in fields(Demands)}
    require(traits.strength is None or traits.strength in parameters, f"{kind.name} has no {traits.strength}")
    require(
        traits.takes_demands == (demand_parameters <= parameters),
        f"{kind.name} takes demands if it has all their parameters",
    )
    require(traits.streams == (kind.fit is not Method.fit), f"{kind.name} streams if it can be fitted")
    require(bool(modes) and all(mode.method is kind for mode in modes), f"{kind.name} documents no modes")
    unused = parameters - demand_parameters - {traits.strength} - {name for mode in modes for name in mode.settings}
    require(not unused, f"no mode of {kind.name} sets {', '.join(sorted(unused))}")
    for mode in modes:
        method = mode.made()
        require(kind(**method.settings()) == method, f"{mode}: its settings do not reproduce it")
        require(method.demands is None, f"{mode}: has a demand that was not requested")


def _check_traits(mode: Mode, examples: int) -> None:
    """A plan must have the declared traits, be repeatable, leave the table unchanged and report its progress."""

    def check(tuples: Tuples, k: int) -> None:
        method, before, shares = _make_method(mode, k), contents(tuples), list[float]()
        plan = method.plan(tuples, generator(7), shares.append)
        masked = count_released(plan)
        if method.traits.keeps_rows:
            require(masked.total() == tuples.records, f"{mode}: rows are lost")
        if method.traits.k_anonymous:
            require(min(masked.values(), default=k) >= k, f"{mode}: a class has fewer than k records")
        if method.traits.keeps_marginals:
            original = Counter(dict(zip(as_rows(tuple_points(tuples)), tuples.counts.tolist(), strict=True)))
            require(marginals(original) == marginals(masked), f"{mode}: a column does not keep its values")
        require(method.objection(plan) is None, f"{mode}: {method.objection(plan)}")
        require(same_plan(plan, method.plan(tuples, generator(7))), f"{mode}: the same seed makes another plan")
        if not method.traits.random:
            require(same_plan(plan, method.plan(tuples, generator(8))), f"{mode}: another seed makes another plan")
        require(contents(tuples) == before, f"{mode}: the table was changed")
        rising = all(later >= share for share, later in pairwise(shares))
        require(rising and shares[0] >= 0 and shares[-1] == 1.0, f"{mode}: progress does not rise from 0 to 1")

    _on_random_tables(mode, examples, check)


def _check_texts(mode: Mode, examples: int) -> None:
    """A masked value that is written and read again must be the same point of its domain.

    Classes that are written as their values must have k records for each combination of texts.
    """

    def check(tuples: Tuples, k: int) -> None:
        plan = _make_method(mode, k).plan(tuples, generator(7))
        if plan.texts:
            written = list(zip(*plan.decode_targets().values(), strict=True))
            records = Counter[tuple[str | float | None, ...]]()
            for target, count in zip(plan.target.tolist(), plan.count.tolist(), strict=True):
                records[written[target]] += count
            require(min(records.values()) >= k, f"{mode}: a combination of texts has fewer than k records")
        for j, (column, texts) in enumerate(zip(tuples.columns, plan.decode_targets().values(), strict=True)):
            if column.name in plan.texts:
                continue
            points = column.domain.encode([None if text is None else str(text) for text in texts])
            same = np.array_equal(points, plan.targets[:, j], equal_nan=True)
            require(same, f"{mode}: a masked value lies outside its domain")

    _on_random_tables(mode, examples, check)


def _check_demands(mode: Mode, examples: int) -> None:
    """Every class must have two distinct confidential values if a method takes demands and they are requested."""
    if not mode.made().traits.takes_demands:
        return

    def check(tuples: Tuples, k: int) -> None:
        secret = np.arange(len(tuples)) % 3
        column = Confidential.from_rows(
            "secret", _SECRETS, secret.astype(np.float64), np.arange(len(tuples)), len(tuples), counts=tuples.counts
        )
        method = mode.made(k=k, l_diversity=2)
        require(method.demands is not None, f"{mode}: does not report its demands")
        try:
            plan = method.plan(tuples.with_confidential(column), generator(7))
        except PrivacyError:
            require(len(tuples) < 2, f"{mode}: rejects demands that a single class of all records meets")
            return
        require(method.objection(plan) is None, f"{mode}: {method.objection(plan)}")
        values_of: dict[Row, set[int]] = {}
        for row, source in zip(as_rows(plan.targets[plan.target]), plan.source.tolist(), strict=True):
            values_of.setdefault(row, set()).add(int(secret[source]))
        require(min(map(len, values_of.values())) >= 2, f"{mode}: a class has only one confidential value")

    _on_random_tables(mode, examples, check)


def _check_window(mode: Mode, examples: int) -> None:
    """Outcomes that an attacker may exclude must not occur, and exact probabilities must add up to 1."""

    def check(tuples: Tuples, k: int) -> None:
        method = _make_method(mode, k)
        window = method.window(tuples)
        if window is None or not window.strict:
            return
        plan = method.plan(tuples, generator(7))
        flags = window.out_of_reach(np.arange(len(tuples)))
        for j, column in enumerate(tuples.columns):
            received = np.searchsorted(column.points, plan.targets[plan.target, j])
            require(not flags[j][plan.source, received].any(), f"{mode}: its window excludes what it did")

    _on_random_tables(mode, examples, check)
    few_tuples = families(5)
    method = mode.made(**({"k": 2} if mode.method.traits.strength == "k" else {}))
    factors = method.factors(few_tuples)
    if factors is None:
        return
    columns = sorted(j for factor in factors for j in factor.columns)
    require(columns == [0, 1], f"{mode}: its factors do not take every column once")
    require(all(sum(factor.chances.values()) == 1 for factor in factors), f"{mode}: its chances do not add up to 1")
    chances = posterior(method.plan(few_tuples, generator(7)), factors)
    require(bool((np.diag(chances) > 0).all()), f"{mode}: its factors exclude what it did")


def _check_channel(mode: Mode, examples: int) -> None:
    """The probabilities that an attacker knows must be valid, and every outcome must be possible."""

    def check(tuples: Tuples, k: int) -> None:
        method = _make_method(mode, k)
        channel = method.channel(tuples)
        if channel is None:
            return
        plan = method.plan(tuples, generator(k))
        released = Released.of(plan)
        costs = channel.costs(np.arange(len(tuples)), released.points)
        require(costs.shape == (len(tuples), released.start[-1]), f"{mode}: its channel leaves values out")
        require(bool((costs >= 0).all()), f"{mode}: its channel has a chance above 1")
        costs_of_outcome = released.total(costs)[plan.source, plan.target]
        require(bool((costs_of_outcome < IMPOSSIBLE).all()), f"{mode}: its channel excludes what it did")

    _on_random_tables(mode, examples, check)


def _check_too_few_records(mode: Mode, examples: int) -> None:  # noqa: ARG001
    """For k > n, nothing may be planned."""
    if mode.method.traits.strength != "k":
        return
    try:
        mode.made(k=5).plan(families(4), generator(0))
    except PrivacyError as error:
        require(bool(error.hint), f"{mode}: does not say which k could be reached")
    else:
        require(condition=False, broken=f"{mode}: plans with k = 5 for four records")


class _StopError(Exception):
    """Raised by a progress callback."""


def _check_cancelling(mode: Mode, examples: int) -> None:  # noqa: ARG001
    """If a callback raises, the exception must propagate, no thread may remain, and the method must still work."""
    tuples, method, calls = families(100), _make_method(mode, 3), list[float]()
    complete = method.plan(tuples, generator(1), calls.append)
    threads = set(threading.enumerate())
    for number in (1, len(calls)):
        try:
            method.plan(tuples, generator(1), _stop_at(number))
        except _StopError:
            pass
        else:
            require(condition=False, broken=f"{mode}: suppresses an exception of its progress callback")
        require(set(threading.enumerate()) == threads, f"{mode}: leaves a thread running")
    require(same_plan(complete, method.plan(tuples, generator(1))), f"{mode}: makes another plan after it was stopped")


MODE_CHECKS: tuple[Callable[[Mode, int], None], ...] = (
    _check_traits, _check_texts, _check_demands, _check_window, _check_channel, _check_too_few_records,
    _check_cancelling,
)  # fmt: skip
"""Each takes a mode and the number of random tables."""

_SECRETS = Plain().fit(["0", "1", "2"])


def _on_random_tables(mode: Mode, examples: int, check: Callable[[Tuples, int], None]) -> None:
    """Run a check on random tables of the kind that the mode needs, with a random k."""

    @settings(max_examples=examples, deadline=None)
    @given(tuples=twin_tuples() if mode.twins else mixed_tuples(sets=True), k=st.integers(2, 6))
    def on_random_tables(tuples: Tuples, k: int) -> None:
        assume(tuples.records > k)  # swapping needs one more
        check(tuples, k)

    on_random_tables()


def _make_method(mode: Mode, k: int) -> Method:
    return mode.made(k=k) if mode.method.traits.strength == "k" else mode.made()


def _stop_at(number: int) -> Callable[[float], None]:
    """Make a progress callback that raises at the ``number``-th call, or at the end."""
    called = 0

    def stop(share: float) -> None:
        nonlocal called
        called += 1
        if called == number or share == 1.0:
            raise _StopError

    return stop
