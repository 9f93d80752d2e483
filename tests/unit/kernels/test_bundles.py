"""A bundle passes arrays to a kernel, whatever their shape, order and type."""

from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
import pytest

from kinonym.kernels.bundles import Bundle


@dataclass(frozen=True, eq=False)
class Inner(Bundle):
    numbers: Any


@dataclass(frozen=True, eq=False)
class Outer(Bundle):
    inner: Inner
    cube: Any
    few: int


@numba.njit(error_model="numpy", _nrt=False)
def seen_by_kernel(outer, seen):
    """Shape, one element from the end, sum and all strides of the cube; then the rest."""
    cube = outer.cube
    seen[0], seen[1], seen[2], seen[3] = cube.shape[0], cube.shape[1], cube.shape[2], cube.size
    seen[4], seen[5] = cube[-1, 1, 0], cube[0].sum()
    seen[6], seen[7], seen[8], seen[9] = cube.strides[0], cube.strides[2], outer.few, outer.inner.numbers[-2]
    outer.inner.numbers[0] = 7


CUBES = {
    "in a row": np.arange(24.0).reshape(2, 3, 4),
    "turned": np.arange(24).reshape(2, 3, 4).T,
    "every other": np.arange(96, dtype=np.float32).reshape(4, 6, 4)[::2, ::-2],
    "bytes": np.arange(24, dtype=np.int8).reshape(3, 4, 2),
    "truths": np.arange(24).reshape(2, 3, 4) % 3 == 0,
}


@pytest.mark.parametrize("name", CUBES)
def test_a_kernel_sees_what_the_arrays_are(name):
    cube = CUBES[name]
    inner = Inner(np.arange(5))
    outer = Outer(inner, cube, -3)
    seen = np.zeros(10)
    seen_by_kernel(outer, seen)
    expected = [*cube.shape, cube.size, cube[-1, 1, 0], cube[0].sum(), cube.strides[0], cube.strides[2], -3, 3]
    assert seen.tolist() == expected
    assert inner.numbers[0] == 7  # written where the array lies


def test_a_changed_bundle_is_read_anew():
    outer = Outer(Inner(np.arange(5)), CUBES["in a row"], 1)
    seen = np.zeros(10)
    seen_by_kernel(replace(outer, cube=outer.cube + 1, few=2), seen)
    assert (seen[4], seen[8]) == (17.0, 2.0)


def test_bundles_of_other_arrays_are_of_another_type():
    kinds = {numba.typeof(Outer(Inner(np.arange(5)), cube, 1)) for cube in CUBES.values()}
    assert len(kinds) == len(CUBES)
    assert numba.typeof(Outer(Inner(np.zeros(1, dtype=np.int64)), CUBES["turned"], 9)) in kinds
