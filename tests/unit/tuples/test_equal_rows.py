"""Equal rows are found without sorting whole rows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kinonym.tuples.equal_rows import distinct_rows

TABLES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(0, 30), st.integers(1, 4)),
    elements=st.sampled_from([0.0, 1.0, 2.5, -3.0, np.nan]),
)


@given(TABLES)
def test_like_a_sort_of_whole_rows(table):
    first, kind = distinct_rows(table)
    expected, places = np.unique(np.where(np.isnan(table), np.inf, table), axis=0, return_inverse=True)
    np.testing.assert_array_equal(kind, places.reshape(-1))
    np.testing.assert_array_equal(np.where(np.isnan(table), np.inf, table)[first], expected)


def test_many_wide_columns():
    rows = np.random.default_rng(0).integers(0, 3, (50, 60)).astype(float)
    rows[10] = rows[20] = np.nan
    first, inverse = distinct_rows(rows)
    assert inverse[10] == inverse[20]
    assert np.array_equal(rows[first][inverse], rows, equal_nan=True)
