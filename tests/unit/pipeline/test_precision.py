"""Numbers are written with the precision of their column, unless another is asked for."""

import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.methods import METHODS

MODES = [mode for method in METHODS.values() for mode in method.modes() if not mode.twins]


def masked(values, method=None, **column):
    recipe = {
        "columns": {"x": {"role": "quasi", "type": "numeric", **column}},
        "method": method or {"name": "sa-mdav", "k": 3},
    }
    return kn.mask(pa.table({"x": values}), recipe, seed=1).table["x"].to_pylist()


@pytest.mark.parametrize(
    ("values", "written"),
    [
        (["38", "39", "39"], 39.0),  # the mean is 38.67
        (["36.6", "36.7", "37.05"], 36.78),  # 36.7833…
        ([38.0, 39.0, 39.0], 39.0),
    ],
)
def test_a_mean_has_the_decimals_of_its_column(values, written):
    assert masked(values) == [written] * 3


def test_more_decimals_can_be_asked_for():
    assert masked(["38", "39", "39"], precision=2) == [38.67] * 3
    assert masked(["38", "39", "39"], precision=15) == [116 / 3] * 3


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_no_method_writes_ages_with_fractions(mode):
    ages = [str(20 + i * i % 31) for i in range(40)]
    try:
        released = masked(ages, dict(mode.recipe))
    except kn.errors.UsageError:
        pytest.skip("the method takes words only")
    numbers = [number for age in released if age is not None for number in str(age).split("-")]  # 20-24 is an interval
    assert all(float(number) == int(float(number)) for number in numbers)
