"""Try what the program promises more often than the tests do, and write the counts into docs/audit.md.

    python tools/assurance.py                # the groups that have no result yet; then the table
    python tools/assurance.py kills          # again the groups with this word in their title
    python tools/assurance.py --new          # all groups again
    python tools/assurance.py --write        # the table of the groups that have a result

Each group draws new random tables, and its result is kept in .assurance/: a run that was interrupted goes on where it
was. When every group has a result, the table is written. Exit code 1 if anything falls short.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "audit.md"
KEPT = ROOT / ".assurance" / "groups"
BEGIN, END = "<!-- begin: tools/assurance.py -->", "<!-- end -->"
RECOUNT = "tests/proofs/properties/test_k_anonymity.py"


@dataclass(frozen=True)
class Group:
    """Some tests, and how often they repeat their random cases."""

    title: str
    paths: tuple[str, ...]
    select: str = ""
    times: int = 1
    settings: Mapping[str, str] = field(default_factory=dict)


GROUPS = (
    Group("k recounted, memory", (RECOUNT,), "is_k_anonymous", 10),
    Group("k, l, p and t recounted, memory", (RECOUNT,), "k_l_p_and_t", 10),
    Group("k recounted, DuckDB", (RECOUNT,), "every_engine and duckdb", 100),
    Group("k recounted, Spark", (RECOUNT,), "every_engine and spark", 20),
    Group("persons recounted", ("tests/proofs/properties/test_persons.py",), times=10),
    Group("demands and grounds recounted", (
        "tests/proofs/properties/test_demands.py", "tests/proofs/properties/test_hierarchical_ground.py",
        "tests/proofs/properties/test_texts_as_written.py", "tests/attacks/audit/test_closeness_recount.py",
    ), times=5),
    Group("the same on every engine", (
        "tests/system/engines/test_every_engine.py", "tests/system/engines/test_drawn_rows.py",
    )),
    Group("naive references", ("tests/proofs/reference", "tests/proofs/contracts"), times=3),
    Group("planted defects", ("tests/attacks/connections",)),
    Group("marked cells", ("tests/attacks/audit/test_canaries.py",)),
    Group("kills and failing disks", ("tests/attacks/audit/test_kills.py", "tests/unit/release/test_crash.py"),
          settings={"KINONYM_KILLS": "300"}),
    Group("bad inputs and hostile files", (
        "tests/attacks/audit/test_bad_inputs.py", "tests/attacks/audit/test_hostile_ontologies.py",
        "tests/attacks/audit/test_misbehaving_plugins.py", "tests/attacks/audit/test_limits.py",
    )),
    Group("concurrent runs and overwriting", ("tests/system/cli/test_overwriting.py",)),
    Group("network", ("tests/attacks/audit/test_network.py",)),
    Group("environments and order of rows", ("tests/attacks/audit/test_environment.py",)),
    Group("attacks on releases and reports", (
        "tests/attacks/audit/test_report_differencing.py", "tests/attacks/audit/test_minimality.py",
        "tests/attacks/audit/test_definetti.py", "tests/unit/methods/test_attacked_releases.py",
    ), times=2),
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What the tests of a group found."""

    title: str
    day: str
    commit: str
    entropy: str
    tests: int
    cases: int
    """Random tables that were drawn, and one for each test that draws none."""
    skipped: int
    failed: tuple[str, ...]
    minutes: float

    def keep(self) -> None:
        """Write it down for later runs."""
        KEPT.mkdir(parents=True, exist_ok=True)
        _place(self.title).write_text(json.dumps(asdict(self), indent=1) + "\n")

    @classmethod
    def read(cls, title: str) -> Outcome | None:
        """Read the last result of a group; None if there is none."""
        if not _place(title).exists():
            return None
        content = json.loads(_place(title).read_text())
        return cls(**{**content, "failed": tuple(content["failed"])})


def _place(title: str) -> Path:
    return KEPT / f"{title.replace(' ', '-')}.json"


def run_group(group: Group) -> Outcome:
    """Run the tests of a group and read their report."""
    begin, entropy = time.monotonic(), os.environ.get("KINONYM_FRESH", "1")
    entropy = secrets.token_hex(6) if entropy == "1" else entropy
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tests.xml"
        command = [
            sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", "not install",
            f"--junitxml={path}", *group.paths, *(["-k", group.select] if group.select else []),
        ]  # fmt: skip
        environment = {"KINONYM_FRESH": entropy, "KINONYM_TIMES": str(group.times), **group.settings}
        ran = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False, capture_output=True)
        if not path.exists():
            sys.exit(f"the tests of {group.title!r} did not run:\n{ran.stdout.decode()[-2000:]}")
        found = list(ET.parse(path).iter("testcase"))  # noqa: S314  # written by the line above
    return summarise(group.title, entropy, found, (time.monotonic() - begin) / 60)


def summarise(title: str, entropy: str, found: Sequence[ET.Element], minutes: float) -> Outcome:
    """Count the tests of a report, and the random cases that each of them says it drew."""
    skipped = [test for test in found if test.find("skipped") is not None]
    failed = [test for test in found if test.find("failure") is not None or test.find("error") is not None]
    ran = [test for test in found if test not in skipped]
    commit = subprocess.run(
        ["git", "describe", "--always"],  # noqa: S607
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return Outcome(
        title=title,
        day=datetime.now(UTC).date().isoformat(),
        commit=commit.stdout.strip(),
        entropy=entropy,
        tests=len(ran),
        cases=sum(max(1, sum(_read_cases(test))) for test in ran),
        skipped=len(skipped),
        failed=tuple(str(test.get("name")) for test in failed),
        minutes=minutes,
    )


def _read_cases(test: ET.Element) -> Iterable[int]:
    return (int(entry.get("value", "0")) for entry in test.iter("property") if entry.get("name") == "drawn")


def make_table(outcomes: Sequence[Outcome]) -> str:
    """The table of docs/audit.md."""
    tests, cases = sum(outcome.tests for outcome in outcomes), sum(outcome.cases for outcome in outcomes)
    failed = sum(len(outcome.failed) for outcome in outcomes)
    lines = [
        f"{cases:,} cases; {failed} of {tests:,} tests fell short. `KINONYM_FRESH` with the key repeats a group.",
        "",
        "| group | tests | cases | fell short | skipped | minutes | day | commit | key |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {o.title} | {o.tests:,} | {o.cases:,} | {len(o.failed)} | {o.skipped} | {o.minutes:.1f} | {o.day} "
        f"| {o.commit} | {o.entropy} |"
        for o in outcomes
    ]
    if waiting := [group.title for group in GROUPS if group.title not in {o.title for o in outcomes}]:
        lines += ["", f"Without a result yet: {'; '.join(waiting)}."]
    return "\n".join(lines)


def write_table(table: str) -> None:
    """Put the table between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def main(words: Sequence[str]) -> int:
    """Run the groups that have no result yet, or those that are named; write the table if all have one."""
    wanted = [word for word in words if not word.startswith("-")]
    for group in GROUPS:
        outcome = Outcome.read(group.title)
        named = bool(wanted) and all(word in group.title for word in wanted)
        if named or "--new" in words or (outcome is None and not wanted and "--write" not in words):
            outcome = run_group(group)
            outcome.keep()
            print(f"{group.title}: {outcome.cases:,} cases, {outcome.minutes:.1f} minutes", flush=True)
            for name in outcome.failed:
                print(f"  fell short: {name}", flush=True)
    outcomes = [outcome for group in GROUPS if (outcome := Outcome.read(group.title)) is not None]
    print(f"\n{make_table(outcomes)}")
    if len(outcomes) == len(GROUPS) or "--write" in words:
        write_table(make_table(outcomes))
    return int(any(outcome.failed for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
