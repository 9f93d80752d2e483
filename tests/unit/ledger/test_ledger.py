"""The release ledger: what it records, what it never contains, and the notices of a second release of the same data."""

import stat
import threading
from pathlib import Path

import pandas as pd
import pytest

import kinonym as kn
from command import runner
from kinonym.release.release_ledger import ReleaseLedger, ReleaseRecord, describe_earlier, ledger_path

JOBS = ["nurse", "midwife", "plumber", "welder", "baker", "cook"]
RECIPE = {
    "columns": {
        "job": {"role": "quasi", "ontology": "wordnet"},
        "age": {"role": "quasi", "type": "numeric"},
        "ill": {"role": "confidential"},
    },
    "method": {"name": "sa-mdav", "k": 4},
    "release": {"accept_unique": True},
}


def rows(shift=0):
    return pd.DataFrame(
        {"job": [JOBS[i % 6] for i in range(60)], "age": [20 + (7 * i + shift) % 40 for i in range(60)],
         "ill": [["flu", "cold", "cough", "gout"][i % 4] for i in range(60)]}
    )  # fmt: skip


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.csv"
    rows().to_csv(path, index=False)
    return path


def notices(result):
    return [notice for notice in result.notices if "released" in notice or "epsilon" in notice]


def test_the_second_release_gets_a_notice_about_the_first(data, tmp_path):
    assert not notices(kn.mask_file(data, RECIPE, tmp_path / "one.csv"))
    other = {**RECIPE, "columns": {**RECIPE["columns"], "age": {"role": "identifier"}}}
    [notice] = notices(kn.mask_file(data, other, tmp_path / "two.csv"))
    assert "released once before" in notice
    assert "share job, ill" in notice
    assert "sa-mdav (k = 4)" in notice
    [notice] = notices(kn.mask_file(data, RECIPE, tmp_path / "three.csv"))
    assert "released 2 times before" in notice


def test_the_report_shows_earlier_releases(data, tmp_path):
    kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    kn.mask_file(data, RECIPE, tmp_path / "two.csv", report=tmp_path / "two.html")
    assert "released once before" in (tmp_path / "two.html").read_text()


def test_other_data_get_no_notice_and_reordered_data_do(data, tmp_path):
    kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    rows(1).to_csv(tmp_path / "other.csv", index=False)
    assert not notices(kn.mask_file(tmp_path / "other.csv", RECIPE, tmp_path / "two.csv"))
    rows().sample(frac=1, random_state=1).to_csv(tmp_path / "mixed.csv", index=False)
    assert notices(kn.mask_file(tmp_path / "mixed.csv", RECIPE, tmp_path / "three.csv"))
    before = len(ReleaseLedger().releases())
    kn.mask_file(data, RECIPE, tmp_path / "test.csv", seed=1)
    kn.mask_file(data, RECIPE, tmp_path / "tried.csv", ledger=False)
    kn.mask(rows(), RECIPE)
    assert len(ReleaseLedger().releases()) == before


def test_epsilons_add_up(data, tmp_path):
    recipe = {
        "columns": {
            "job": {"role": "quasi", "ontology": "wordnet", "root": "person.n.01", "write": "label"},
            "age": {"role": "identifier"},
            "ill": {"role": "confidential"},
        },
        "method": {"name": "exponential", "epsilon": 3.0, "public": {"job": "person.n.01"}},
        "release": {"accept_unique": True},
    }
    kn.mask_file(data, recipe, tmp_path / "one.csv")
    found = notices(kn.mask_file(data, recipe, tmp_path / "two.csv"))
    assert any("add up: 6 per row" in notice for notice in found)


def test_a_private_release_as_a_whole_costs_its_epsilon_once(tmp_path):
    levels = ["low", "middle", "high"]
    pd.DataFrame({"a": levels * 8, "b": levels[::-1] * 8}).to_csv(tmp_path / "data.csv", index=False)
    column = {"role": "quasi", "type": "ordinal", "order": levels}
    recipe = {"columns": {"a": column, "b": column}, "method": {"name": "dp-histogram", "epsilon": 1.5}}
    kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "one.csv")
    found = notices(kn.mask_file(tmp_path / "data.csv", recipe, tmp_path / "two.csv"))
    assert any("the epsilons of 2 releases of these data add up: 3 per row" in notice for notice in found)


def test_the_ledger_is_private_and_has_no_value_of_the_data(data, tmp_path):
    kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    path = ledger_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    assert not any(value in text for value in [*JOBS, "flu", "cough", "gout", "data.csv", str(tmp_path)])


def test_a_file_that_is_not_a_ledger_is_unchanged(data, tmp_path):
    ledger_path().write_text("somebody's notes\n")
    result = kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    assert (tmp_path / "one.csv").exists()
    assert any("not in the ledger" in notice for notice in result.notices)
    assert ledger_path().read_text() == "somebody's notes\n"


def test_a_ledger_of_another_version_is_named_and_unchanged(data, tmp_path):
    text = '{"format": "kinonym-ledger-2", "salt": "00"}\n'
    ledger_path().write_text(text)
    ledger_path().chmod(0o600)
    result = kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    assert any("has the format kinonym-ledger-2; this version reads" in notice for notice in result.notices)
    assert ledger_path().read_text() == text


@pytest.mark.parametrize(
    "header",
    ["[]", '{"format": 3}', '"text"', '{"format": "another program\'s"}', pytest.param("[" * 100_000, id="nested")],
)
def test_a_file_that_only_looks_like_a_ledger_is_unchanged(header, data, tmp_path):
    ledger_path().write_text(header + "\n")
    ledger_path().chmod(0o600)
    result = kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    assert any("is not a release ledger" in notice for notice in result.notices)
    assert ledger_path().read_text() == header + "\n"


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs a folder that nobody can write to")
def test_a_ledger_that_cannot_be_written_does_not_undo_a_release(data, tmp_path, monkeypatch):
    monkeypatch.setenv("KINONYM_LEDGER", "/proc/kinonym/ledger")
    result = kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    assert any("not in the ledger" in notice for notice in result.notices)
    assert (tmp_path / "one.csv").exists()


def test_releases_at_the_same_time_are_all_entered(data, tmp_path):
    result = kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    writers = [
        threading.Thread(target=lambda: [ReleaseLedger().add(result.record) for _ in range(20)]) for _ in range(4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(ReleaseLedger().releases()) == 81


def test_the_command_lists_the_releases(data, tmp_path, monkeypatch, capsys):
    run = runner(tmp_path, monkeypatch, capsys)
    shown = run("ledger")
    assert str(ledger_path()) in shown.out
    assert "no release" in shown.out
    kn.mask_file(data, RECIPE, tmp_path / "one.csv")
    shown = run("ledger")
    assert "sa-mdav (k = 4)" in shown.out
    assert "job, age" in shown.out


def test_very_many_shared_columns_are_counted():
    names = tuple(f"c{i}" for i in range(1_000))
    record = ReleaseRecord(
        date="2026-01-01", records=9, fingerprints={}, released=names, method="sa-mdav", strength="k = 3"
    )
    notice = next(describe_earlier(record, [record]))
    assert "share c0, c1, " in notice
    assert "c19 and 980 more columns. Two" in notice
