"""Results that are computed once for a plan or for tuples, and stored as long as these live."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from kinonym.tuples import Plan, Tuples

__all__ = ["computed_once"]

Thing = TypeVar("Thing", Plan, Tuples)
Result = TypeVar("Result")


def computed_once(function: Callable[[Thing], Result]) -> Callable[[Thing], Result]:
    """Store what ``function`` returned for a plan or for tuples, as long as these live."""
    results: WeakKeyDictionary[Thing, Result] = WeakKeyDictionary()

    @wraps(function)
    def stored(thing: Thing) -> Result:
        if thing not in results:
            results[thing] = function(thing)
        return results[thing]

    return stored
