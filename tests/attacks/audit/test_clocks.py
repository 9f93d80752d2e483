"""Clocks that are set back or far ahead, and time zones, while runs use the ledger, locks and caches."""

import os
from datetime import UTC, datetime, timedelta

import pandas as pd
import pytest

import kinonym as kn
from kinonym.release import release_ledger
from kinonym.release.report import _today

MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o")
CLOCKS = {
    "set back": ["2031-01-01", "2026-05-05", "1970-01-01"],
    "far ahead": ["2026-05-05", "9999-12-31", "2026-05-06"],
    "not moving": ["2026-05-05"] * 3,
}


@pytest.mark.parametrize("name", CLOCKS)
def test_the_ledger_is_in_the_order_of_the_releases(kinonym, tmp_path, monkeypatch, name):
    monkeypatch.setenv("KINONYM_LEDGER", str(tmp_path / "ledger.jsonl"))
    for number, day in enumerate(CLOCKS[name]):

        class Clock(datetime):
            @classmethod
            def now(cls, tz, day=day):
                return datetime.fromisoformat(day).replace(tzinfo=tz)

        monkeypatch.setattr(release_ledger, "datetime", Clock)
        ran = kinonym(*MASK, f"out{number}.csv")
        assert ran.code == 0, ran.err
        times = {1: "once", 2: "2 times"}.get(number)
        said = f"these data were released {times} before, last on {CLOCKS[name][number - 1]}"
        assert times is None or said in " ".join(ran.err.split()) + " ".join(ran.out.split())
    dates = [known.date[:10] for known in release_ledger.ReleaseLedger().releases()]
    assert dates == CLOCKS[name]
    assert kinonym("ledger").code == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu", "No/Such", ""])
def test_the_date_of_a_report_is_in_universal_time(monkeypatch, zone):
    import time

    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
    now = datetime.now(UTC)
    assert _today() in {now.date().isoformat(), (now - timedelta(seconds=5)).date().isoformat()}


@pytest.mark.parametrize("moment", [0, 4_102_444_800])
def test_an_ontology_that_changed_is_read_again_whatever_its_time(tmp_path, moment):
    """In one process: same length, same time of modification, other content."""
    path = tmp_path / "words.csv"
    recipe = {
        "columns": {"word": {"role": "quasi", "ontology": str(path)}},
        "method": {"name": "generalise", "k": 2},
        "release": {"accept_unique": True},
    }
    released = []
    for parents in ("lung", "skin"):
        path.write_text(f"child,parent\nany,\n{parents},any\nflu,{parents}\ncold,{parents}\n")
        os.utime(path, (moment, moment))
        released.append(set(kn.mask(pd.DataFrame({"word": ["flu", "cold"]}), recipe).table["word"]))
    assert released == [{"lung"}, {"skin"}]
