"""Cut the connections between a run and its gate, one after the other, in a copy of the program.

Each cut is a text of a source file and its replacement. The tests of `tests/attacks/connections`, or those that a cut
names, run on the copy. A cut that leaves them green is a connection without a test. Exit code 1 if there is one.

    python tools/plant_cuts.py              # all of them; prints a table
    python tools/plant_cuts.py shuffled     # those with the word in their name
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = "src/kinonym"


@dataclass(frozen=True)
class Cut:
    """A wire: in ``file`` the text ``old`` becomes ``new``; ``tests`` must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ("tests/attacks/connections",)


PERSONS = ("tests/attacks/connections/test_planted_persons.py",)
PLANS = ("tests/attacks/connections/test_planted_plans.py",)
ASSIGNMENTS = ("tests/attacks/connections/test_planted_assignments.py",)
ORDER = ("tests/attacks/connections/test_planted_order.py",)
SCENARIOS = ("tests/attacks/connections/test_planted_scenarios.py",)
POPULATION = ("tests/unit/population",)
FOLLOWING = ("tests/unit/ledger/test_following_releases.py",)
TABLES = ("tests/attacks/connections/test_planted_tables.py",)
CUTS = [
    # Several tables
    Cut(
        "joined records are not compared",
        "pipeline/several_tables/separated_table.py",
        "        self._verify_records(whole)\n",
        "",
        TABLES,
    ),
    Cut(
        "joined records have no checks",
        "pipeline/several_tables/separated_table.py",
        "for check in self.record_checks:",
        "for check in ():",
        TABLES,
    ),
    Cut(
        "ids may be pseudonyms",
        "pipeline/several_tables/rejoined_records.py",
        " or text in self.joining.ids",
        "",
        TABLES,
    ),
    Cut(
        "files may be added",
        "release/gate.py",
        "{path.name for path in folder.iterdir()} != {*expected}",
        "False",
        TABLES,
    ),
    Cut(
        "tables in the order of the input",
        "release/gate.py",
        "order=expected.order.same_sample()",
        "order=None",
        TABLES,
    ),
    # Together with earlier releases
    Cut("no check with earlier releases", "pipeline/run.py", "*unique, *together]", "*unique]", FOLLOWING),
    Cut("nobody is withheld", "pipeline/preparing.py", "returning.group_of_counted != WITHHELD", "selected", FOLLOWING),
    Cut("groups are not kept", "pipeline/reuse.py", "prepared.group_of_tuple is not None", "False", FOLLOWING),
    # Attackers who know some of the columns
    Cut(
        "no check of scenarios",
        "release/policy.py",
        "Policy((known_columns,), _scenarios)",
        "Policy((), _scenarios)",
        SCENARIOS,
    ),
    Cut(
        "no persons of scenarios",
        "release/scenario_checks.py",
        "        if by_person:\n            yield",
        "        if False:\n            yield",
        SCENARIOS,
    ),
    Cut(
        "scenarios are not planned",
        "recipe/model.py",
        "        if self.scenario:\n            return make_scenario_method",
        "        if False:\n            return make_scenario_method",
        SCENARIOS,
    ),
    Cut(
        "stages are not verified",
        "methods/scenarios/satisfying.py",
        "if not stage.belongs_to(plan):",
        "if False:",
        SCENARIOS,
    ),
    Cut(
        "methods of stages do not object",
        "methods/scenarios/satisfying.py",
        "if objection := self.method.objection(stage.plan):",
        "if objection := None:",
        SCENARIOS,
    ),
    Cut(
        "rare combinations are planned",
        "methods/scenarios/satisfying.py",
        "if self._find_rare(plan, known) is not None:",
        "if False:",
        SCENARIOS,
    ),
    Cut(
        "stages forget their context",
        "methods/scenarios/staged.py",
        "if stage.context else",
        "if False else",
        SCENARIOS,
    ),
    Cut(
        "unique rows of scenarios",
        "pipeline/unmasked.py",
        "if not recipe.unmasked and not method.scenarios:",
        "if not recipe.unmasked:",
        SCENARIOS,
    ),
    # Samples of a population, and classes that are written as their values
    Cut(
        "no check of k-map", "release/policy.py", "diverse_classes, enough_population)", "diverse_classes)", POPULATION
    ),
    Cut(
        "k_map does not reach the classes",
        "methods/table_demands.py",
        "    if k_map is not None:\n        demand_list",
        "    if False:\n        demand_list",
        POPULATION,
    ),
    Cut(
        "the population is not read again",
        "pipeline/planning.py",
        "population=recount_population(source, recipe),",
        "population=None,",
        POPULATION,
    ),
    Cut(
        "a small population is accepted",
        "pipeline/population_counts.py",
        "if known and (lacking :=",
        "if False and (lacking :=",
        POPULATION,
    ),
    Cut(
        "texts of values are not verified",
        "release/plan_check.py",
        "    verify_value_texts(planned)\n",
        "",
        ("tests/unit/methods/test_value_texts.py",),
    ),
    # What the gate is handed
    Cut("no minimum class", "release/policy.py", "(minimum_class, diverse_classes,", "(diverse_classes,"),
    Cut("no diverse classes", "release/policy.py", "diverse_classes, enough_population)", "enough_population)"),
    Cut(
        "no same values of a swap",
        "release/policy.py",
        '"swap": Policy((same_values,), swap_claims)',
        '"swap": Policy((), swap_claims)',
    ),
    Cut(
        "no same values of record-swap",
        "release/policy.py",
        "Policy((same_values,), record_swap_claims)",
        "Policy((), record_swap_claims)",
    ),
    Cut("the plan is not verified", "pipeline/steps.py", "    run.verify_plan(table.source)\n", "", PLANS),
    Cut("no objection to a plan", "release/plan_check.py", "planned.method.objection(plan):", "None:", PLANS),
    Cut(
        "any text is a name",
        "release/plan_check.py",
        "if wrong := _count_misnamed(column.domain, pairs, read):",
        "if wrong := 0:",
        PLANS,
    ),
    Cut(
        "followers are not verified",
        "pipeline/run.py",
        "            verify_followers(source, self.recipe, self.prepared.columns, self.plan, self.written)\n",
        "            pass\n",
        PLANS,
    ),
    Cut(
        "moved dates are not verified", "pipeline/shifting.py", "    _verify_moves(source, moved, recipe)\n", "", PLANS
    ),
    Cut(
        "no checks at all",
        "pipeline/planned_table.py",
        "checks=tuple(plan.run.checks(plan.missing_text))",
        "checks=()",
    ),
    Cut("k of the check is 1", "release/class_checks.py", "k = planned.method.k_or_none or 1", "k = 1"),
    Cut(
        "no minimum of persons",
        "release/class_checks.py",
        "        yield MinimumPersons(planned.names, k)",
        "        pass",
        PERSONS,
    ),
    Cut(
        "persons of the writer are not compared with the input",
        "engines/recount.py",
        "            row.append(self._add_persons(hashes, self.ledger.next(rows), rows))",
        "            self._add_persons(hashes, self.ledger.next(rows), rows)",
        PERSONS,
    ),
    Cut(
        "persons are not added up from the input",
        "engines/expected.py",
        "if self._person is not None:",
        "if False:",
        PERSONS,
    ),
    Cut(
        "persons are not planned for",
        "pipeline/preparing.py",
        "    if person is not None:",
        "    if False:",
        PERSONS,
    ),
    Cut(
        "demands count records where persons are known",
        "release/class_checks.py",
        "by_person=planned.plan.tuples.persons is not None,",
        "by_person=False,",
        PERSONS,
    ),
    Cut(
        "persons of a table in memory",
        "pipeline/sinks.py",
        "            check.verify(recounted)",
        "            pass",
        PERSONS,
    ),
    Cut(
        "checks of a table in memory",
        "pipeline/sinks.py",
        "            check.verify(recounted)\n        if self.shuffled",
        "            pass\n        if self.shuffled",
    ),
    Cut(
        "numbers of a swap not looked at",
        "release/value_checks.py",
        "    for j, column in enumerate(tuples.columns):\n        points",
        "    for j, column in enumerate(tuples.columns[:1]):\n        points",
    ),
    # What the gate compares
    Cut("checks not run", "release/gate.py", "            check.verify(tally)", "            pass"),
    Cut("nothing compared with the input", "release/gate.py", "            _verify_totals(tally, expected)\n", ""),
    Cut("sum not compared", "release/gate.py", "    if tally.sum != expected.sum:", "    if False:"),
    Cut("columns not compared", "engines/recount.py", "    if names != fingerprint.columns:", "    if False:"),
    Cut(
        "rows not counted",
        "release/gate.py",
        "    if tally.records != expected.records:",
        "    if False:",
        ("tests/attacks/connections", "tests/unit/release/test_gate.py"),
    ),
    Cut("drops not planned", "release/gate.py", "source.records - assignment.dropped", "source.records"),
    Cut(
        "fingerprint sees one column only",
        "engines/fingerprint.py",
        "    for column in cells[1:]:\n        row += column",
        "    pass",
    ),
    Cut(
        "columns of the file come from the assignment",
        "pipeline/steps.py",
        "Expected.of(source, assignment, run.key, columns, missing_text, run.nobody, typed=typed)",
        "Expected.of(source, assignment, run.key, assignment.released(source.columns), missing_text, run.nobody)",
        ASSIGNMENTS,
    ),
    Cut(
        "an assignment is not verified again",
        "pipeline/steps.py",
        "        verify_assignment(run, assignment, source.columns, marked=to_file, form=form)",
        "        pass",
        ASSIGNMENTS,
    ),
    Cut(
        "order of a file not verified",
        "release/gate.py",
        "    verify_order(expected.order, tally.order)\n\n\ndef",
        "\n\ndef",
        ORDER,
    ),
    Cut(
        "order of a table in memory not verified",
        "pipeline/sinks.py",
        "            verify_shuffled(masked, release.expect())\n",
        "            pass\n",
        ORDER,
    ),
    Cut(
        "first rows not compared",
        "engines/row_order.py",
        "        if self._first_rows_agree(released):",
        "        if False:",
        ORDER,
    ),
    Cut("inversions not counted", "engines/row_order.py", "_rare(_inversion_law(size), inversions)", "False", ORDER),
    Cut(
        "noise may move nothing",
        "methods/noise/semantic_noise.py",
        "        return describe_unchanged(plan, least)",
        "        return None",
        PLANS,
    ),
    Cut(
        "published swaps may move nothing",
        "methods/swap/swapping.py",
        "if moves_too_little(plan, self._count_moved_again(plan.tuples)):",
        "if False:",
        PLANS,
    ),
    Cut(
        "dates of classes not verified",
        "methods/centre_check.py",
        "off = off_date(plan, j, domain, classes)",
        "off = False",
        PLANS,
    ),
    Cut("sets of classes not verified", "methods/centre_check.py", "off_set(domain, rule, classes)", "False", PLANS),
    Cut(
        "refined sets not verified",
        "methods/centre_check.py",
        "or off_refined_sets(plan, rows, start)",
        "or False",
        PLANS,
    ),
    Cut(
        "pairs of the plan not compared",
        "engines/expected.py",
        "        self._pairs.verify(times)\n",
        "",
        ("tests/system/engines/test_expected.py",),
    ),
    # Claims
    Cut("shuffled is always true", "pipeline/steps.py", "shuffled=sink.shuffled, joined", "shuffled=True, joined"),
    Cut(
        "rows of a file keep their order",
        "pipeline/steps.py",
        "run.key, shuffle=shuffle)",
        "run.key, shuffle=False)",
        ("tests/attacks/connections", "tests/system/cli/test_commands.py", "tests/unit/release"),
    ),
    Cut("context emptied", "pipeline/run.py", "context=self.prepared.context,", "context=(),"),
    Cut("a claim that ignores context", "release/policy.py", "    if facts.context:", "    if False:"),
    Cut("habit ignored", "release/policy.py", "    if facts.spelled_by_data:", "    if False:"),
    Cut("dropped rows ignored", "release/policy.py", "    if facts.drops_missing:", "    if False:"),
    Cut(
        "linking columns ignored",
        "pipeline/planning.py",
        "linking=find_linking_columns(source, recipe),",
        "linking=(),",
    ),
    Cut(
        "a seed keeps the guarantee",
        "release/policy.py",
        "    if not facts.seeded:\n        return tuple(claims)",
        "    if True:\n        return tuple(claims)",
    ),
    Cut(
        "no mark in a seeded file",
        "pipeline/assigning.py",
        "mark=TEST_MARK if run.seeded and marked else None",
        "mark=None",
    ),
    Cut(
        "k claimed, not counted",
        "release/policy.py",
        "fewest = int(class_sizes(facts.tally, facts.names)[0].min(initial=facts.tally.records))",
        "fewest = facts.k",
    ),
    Cut("a table speaks of a file", "pipeline/sinks.py", '"this table"', '"the written file"'),
    Cut(
        "demands not said",
        "release/policy.py",
        "[Claim(sentence, guarantee=True) for sentence in _state_demands(facts)]",
        "[]",
    ),
    # What is protected
    Cut("identifiers stay", "pipeline/assigning.py", 'drop=tuple(run.recipe.with_role("identifier")),', "drop=(),"),
    Cut(
        "demands not counted",
        "pipeline/preparing.py",
        "    if demanding:",
        "if False:",
    ),
    Cut(
        "missing rows of the private file",
        "engines/memory/masked.py",
        "return zip(self._planned.tolist(), self._target.tolist(), strict=True)",
        "return ((p, t) for p, t in zip(self._planned.tolist(), self._target.tolist(), strict=True) if p >= 0)",
    ),
    Cut(
        "doubtful columns pass",
        "pipeline/steps.py",
        "    check_roles(table.source, table.recipe, in_memory=sink.form is None)\n",
        "",
        ("tests/system/cli/test_bad_input.py", "tests/system/cli/test_commands.py", "tests/unit/pipeline"),
    ),
    Cut(
        "keys pass in memory",
        "pipeline/steps.py",
        "    check_roles(table.source, table.recipe, in_memory=sink.form is None)\n",
        "    check_roles(table.source, table.recipe) if sink.form is not None else None\n",
        ("tests/unit/pipeline/test_role_checks.py", "tests/unit/pipeline/test_person_runs.py"),
    ),
    Cut(
        "spellings of a person id are persons",
        "engines/columns/coding.py",
        "forms = unify_person_ids(texts, missing)",
        "forms = [None if text in missing else text for text in texts]",
        ("tests/proofs/properties/test_persons.py", "tests/system/engines/test_every_engine.py"),
    ),
    Cut(
        "the gate counts spellings of a person id",
        "engines/fingerprint.py",
        "forms = unify_person_ids(texts, self.nobody or ())",
        "forms = [None if text in (self.nobody or ()) else text for text in texts]",
        ("tests/proofs/properties/test_persons.py",),
    ),
    Cut(
        "what mask would refuse is drafted",
        "drafting/guesses.py",
        "    columns = drop_doubtful(columns, table_sample, {*MISSING, *missing, *spaced})\n",
        "",
        ("tests/unit/pipeline/test_role_checks.py",),
    ),
    Cut(
        "reachability of demands",
        "methods/demands.py",
        "    elif distinct < level:",
        "    elif distinct < level - 1:",
        ("tests/unit/methods/test_demand_law.py",),
    ),
]


def main(words: list[str]) -> int:
    """Plant the cuts with one of the words in their name; returns how many were missed, at most 1."""
    chosen = [cut for cut in CUTS if not words or any(word in cut.name for word in words)]
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made)
        for part in ("src", "tests", "docs", "examples", "packages"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("*.pyc"))  # kernels stay compiled
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
            shutil.copy(ROOT / name, copy / name)
        missed = [cut.name for cut in chosen if not _caught(cut, copy)]
    print(f"{len(chosen) - len(missed)} of {len(chosen)} cuts caught")
    return int(bool(missed))


def _caught(cut: Cut, copy: Path) -> bool:
    file = copy / SOURCE / cut.file
    whole = file.read_text(encoding="utf-8")
    if whole.count(cut.old) != 1:
        sys.exit(f"{cut.name}: the text to cut stands {whole.count(cut.old)} times in {cut.file}")
    file.write_text(whole.replace(cut.old, cut.new), encoding="utf-8")
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *cut.tests]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    file.write_text(whole, encoding="utf-8")
    caught = done.returncode == 1
    print(f"{'caught' if caught else 'MISSED'}  {time.perf_counter() - began:6.1f} s  {cut.name}", flush=True)
    return caught


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
