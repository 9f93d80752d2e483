"""A measure of another package: `packages/test-plugin`, really installed into a separate folder."""

import pytest

from installed import install, offer, run_with
from kinonym.errors import UsageError
from kinonym.measures import measure_named, plugin_measures
from kinonym.measures.plugins import GROUP
from kinonym.testing import check_measure


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return install(tmp_path_factory.mktemp("site"))


def test_an_installed_measure_is_found_by_its_name(installed):
    """Depths 1, 2, 2, 3 of at most 3: root and soccer are |1 − 3| / (3 − 1) = 1 apart, the others 1/2 or 0."""
    code = """
import kinonym as kn
from kinonym.measures import measure_named, plugin_measures
tax = kn.Taxonomy.from_parents({"sport": [], "football": "sport", "boxing": "sport", "soccer": "football"})
dom = kn.Nominal(tax, measure=measure_named("depth-difference", plugin_measures))
print(dom.distance("sport", "soccer"), dom.distance("football", "soccer"), dom.distance("football", "boxing"))
print(dom.bounded)
"""
    assert run_with(installed, code).split() == ["1.0", "0.5", "0.0", "True"]


def test_plugins_are_not_imported_before_they_are_asked_for(installed):
    code = """
import sys
from kinonym.measures import measure_named, plugin_measures
print(list(plugin_measures()), measure_named("lin", plugin_measures).name, "kinonym_test_plugin" in sys.modules)
"""
    assert run_with(installed, code).split() == ["['depth-difference']", "lin", "False"]


def test_the_plugin_passes_its_contract_checks(installed, monkeypatch):
    monkeypatch.syspath_prepend(installed)
    check_measure(measure_named("depth-difference", plugin_measures))


def test_without_plugins_the_name_is_unknown():
    with pytest.raises(UsageError, match="no measure 'depth-difference'"):
        measure_named("depth-difference")


def test_objects_that_are_not_measures_are_refused(tmp_path, monkeypatch):
    offer(tmp_path, "broken", GROUP, "broken", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="'broken' .* lacks"):
        measure_named("broken", plugin_measures)


def test_two_packages_cannot_offer_the_same_name(tmp_path, monkeypatch):
    offer(tmp_path, "first", GROUP, "twin", "pathlib:Path")
    offer(tmp_path, "second", GROUP, "twin", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="two installed packages offer a measure 'twin'"):
        plugin_measures()


def test_a_built_in_name_stays_the_built_in_measure(tmp_path, monkeypatch):
    offer(tmp_path, "greedy", GROUP, "wu-palmer", "pathlib:Path")
    monkeypatch.syspath_prepend(tmp_path)
    assert type(measure_named("wu-palmer", plugin_measures)).__name__ == "WuPalmer"


def test_a_plugin_that_cannot_be_imported_is_named(tmp_path, monkeypatch):
    offer(tmp_path, "gone", GROUP, "gone", "no_such_module:Measure")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="'gone' .no_such_module:Measure. cannot be imported"):
        measure_named("gone", plugin_measures)
