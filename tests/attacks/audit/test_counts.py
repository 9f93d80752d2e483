"""The numbers of tried cases in the table of `docs/audit.md` are right."""

import re
from pathlib import Path

from audit import (
    test_bad_inputs,
    test_canaries,
    test_closeness_recount,
    test_definetti,
    test_environment,
    test_minimality,
    test_network,
    test_report_differencing,
)
from audit.hostile_ontologies import FILES, RELEASES
from connections import (
    test_planted_assignments,
    test_planted_bytes,
    test_planted_defects,
    test_planted_order,
    test_planted_persons,
    test_planted_plans,
)
from kinonym.ontologies.registry import FORMATS
from methods import test_attacked_releases
from properties import test_k_anonymity

PAGE = Path(__file__).parents[3] / "docs" / "audit.md"


def cases(group):
    """The numbers in the second column of a row."""
    row = re.search(rf"^\| {group} \|([^|]*)\|", PAGE.read_text(), re.MULTILINE)
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", row[1])]


def planted():
    """Defects × what they are planted in, stage by stage."""
    defects = test_planted_defects
    persons = test_planted_persons
    in_bytes = test_planted_bytes
    assignments = test_planted_assignments
    plans = test_planted_plans
    return (
        len(defects.DEFECTS) * len(defects.METHODS),
        len(persons.PERSONS) * len(persons.CLASSES) + len(defects.DEFECTS) * len(persons.OTHERS),
        (len(in_bytes.DEFECTS) + 1) * len(in_bytes.PLACES),
        (len(assignments.DEFECTS) + 2 * len(assignments.LATER) - 1 + 3) * len(defects.METHODS),
        len(plans.PLANTED)
        + len(plans.FOLLOWED)
        + len(plans.SHIFTED)
        + len(plans.REWRITTEN)
        + sum(map(len, plans.UNMOVED.values()))
        + len(plans.KINDS) * (len(plans.CENTRED) - 1)
        - (len(plans.KINDS) - 2)  # numbers and dates have no concept above the centre
        + len(plans.KINDS)
        + len(plans.WRONG_MEANS),
        len(test_planted_order.ORDERS) * len(defects.METHODS) + 5,
    )


def test_bad_inputs_are_counted():
    assert cases("bad inputs") == [len(test_bad_inputs.CASES)]


def test_hostile_ontologies_are_counted():
    pipes = 1 + len(FORMATS) + 2
    assert cases("hostile ontologies") == [len(FILES) + len(RELEASES) + pipes]


def test_marked_runs_are_counted():
    marked = test_canaries
    failing = len(marked.FAILING) + len(marked.REFUSED_IN_DATABASES)
    ending_well = len(marked.GOOD) + len(marked.PERSONS) + len(marked.IN_DATABASES)
    assert cases("marked cells") == [ending_well + failing, failing]


def test_planted_defects_are_counted():
    stages = planted()
    assert cases("planted defects") == [sum(stages), *stages]


def test_tables_and_releases_are_counted():
    assert cases("k recounted") == [test_k_anonymity.CASES, test_k_anonymity.WITHOUT_DEMANDS]
    assert cases("k, l, p and t on texts") == [test_k_anonymity.CASES]
    assert cases("attacked releases") == [test_attacked_releases.RELEASES, test_attacked_releases.OF_HISTORIES]


def test_networks_and_environments_are_counted():
    assert cases("networks") == [len(test_network.COMMANDS)]
    assert cases("environments") == [len(test_environment.ENVIRONMENTS)]


def test_attacks_on_demands_and_reports_are_counted():
    recount, reports, definetti = test_closeness_recount, test_report_differencing, test_definetti
    grounds = len(recount.GROUNDS)
    assert cases("t recounted on every ground") == [recount.TABLES * grounds, recount.TABLES, grounds]
    assert cases("reports of one table") == [reports.TABLES, len(reports.LEVELS)]
    assert cases("minimality") == [sum(test_minimality.TABLES.values()), len(test_minimality.DEMANDS)]
    tables = definetti.TABLES * len(definetti.METHODS) * len(definetti.DEPENDENCES)
    assert cases("deFinetti") == [tables, len(definetti.DEMANDS)]
