"""One value against its whole domain: rows, nearest and within, on sport ← football ← {soccer, rugby}, boxing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinonym import Nominal, Taxonomy
from kinonym.domains import nominal
from kinonym.errors import UsageError
from kinonym.testing import taxonomies

TAX = Taxonomy.from_parents(
    {"sport": [], "football": "sport", "boxing": "sport", "soccer": "football", "rugby": "football"}
)
DOMAIN = Nominal(TAX)

# Wu-Palmer from soccer: football 1/5 and sport 2/4 above it, rugby 2/6, boxing 3/5
FROM_SOCCER = [("football", 1 / 5), ("rugby", 1 / 3), ("sport", 1 / 2), ("boxing", 3 / 5)]


def test_nearest():
    assert DOMAIN.nearest("soccer", 2) == FROM_SOCCER[:2]
    assert DOMAIN.nearest("soccer", 100) == FROM_SOCCER
    with pytest.raises(UsageError, match="at least 1"):
        DOMAIN.nearest("soccer", 0)


def test_within_includes_the_given_distance():
    assert DOMAIN.within("soccer", 1 / 3) == FROM_SOCCER[:2]
    assert DOMAIN.within("soccer", 0.1) == []


def test_ties_come_parents_first_then_by_id():
    assert [concept for concept, _ in Nominal(TAX, measure="equality").nearest("soccer", 4)] == [
        "sport", "boxing", "football", "rugby",
    ]  # fmt: skip


def test_below_a_root_only_its_concepts_are_near():
    assert DOMAIN.tau is TAX
    assert Nominal(TAX, "football").nearest("soccer", 9) == [("football", 1 / 3), ("rugby", 1 / 2)]


def test_a_row_goes_to_every_concept():
    row = DOMAIN.row("soccer")
    assert row.dtype == np.float32
    assert dict(zip(TAX.concepts, row.tolist(), strict=True)) == pytest.approx({"soccer": 0, **dict(FROM_SOCCER)})
    assert DOMAIN.row(None).tolist() == [1.0] * 5  # missing is 1 from everything


@given(taxonomies(), st.data())
def test_rows_in_blocks_are_the_rounded_distances(taxonomy, data):
    domain = Nominal(taxonomy)
    points = np.array(data.draw(st.lists(st.integers(0, len(taxonomy)), max_size=9)), dtype=np.float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nominal, "_ROWS_AT_ONCE", data.draw(st.integers(1, 9)) * 4 * len(taxonomy))
        blocks = list(domain.rows(points))
    covered = [i for some, _ in blocks for i in range(some.start, some.stop)]
    assert covered == list(range(len(points)))
    exact = domain.point_distances(points, np.arange(len(taxonomy), dtype=np.float64))
    for some, table in blocks:
        assert (table * 2.0**24 == np.rint(table * 2.0**24)).all()
        np.testing.assert_allclose(table, exact[some], atol=2**-24)
