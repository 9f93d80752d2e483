"""The check of wording: what it rejects, what it passes, and that it looks at everything that is not listed as exempt."""

import importlib.util
import sys

import pages

loaded = importlib.util.spec_from_file_location("check_wording", pages.ROOT / "tools" / "check_wording.py")
check_wording = sys.modules["check_wording"] = importlib.util.module_from_spec(loaded)
loaded.loader.exec_module(check_wording)


def problems(text, *, code=False):
    return [message for _, message in check_wording.Rules.read().problems(text, code=code)]


def test_the_old_dialect_is_rejected():
    for sentence in (
        "Whoever knows the seed can undo it.",
        "A column whose values are rare.",
        "The user is told how many.",
        "what stands in the file",
        "k records one a person",
        "an output that is none that a method makes",
        "Every cell is a token of its own.",
        "It belongs into the table.",
    ):
        assert problems(sentence), sentence


def test_a_phrase_over_two_lines_is_found_on_its_first():
    [(line, message)] = check_wording.Rules.read().problems("A name\n# of its\n# own.\n", code=False)
    assert line == 2
    assert message.startswith("'of its own'")


def test_names_are_rejected_in_code_alone():
    code = "def told_of(held):\n    whose_row, kept = 1, 2\n    return kept\n"
    assert len(problems(code, code=True)) == 3
    assert problems("household = threshold = 1\n", code=True) == []


def test_plain_english_passes():
    assert problems("A release has one record per person. Columns not shown did not change.") == []


def test_exempt_entries_exist():
    rules = check_wording.Rules.read()
    assert [entry for entry in rules.exempt if not (pages.ROOT / entry).exists()] == []
    assert not rules.covers(f"{rules.exempt[0]}/any.py") if rules.exempt else True
    assert rules.covers("src/kinonym/release/gate.py")


def test_nothing_that_is_covered_has_a_problem(capsys):
    assert check_wording.main([]) == 0, capsys.readouterr().out
