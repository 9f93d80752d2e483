"""The connections that `make cuts` removes are where its table says; running the tests of each cut takes minutes."""

import importlib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_every_cut_finds_its_code_and_its_tests(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    planted = importlib.import_module("plant_cuts")
    assert len(planted.CUTS) >= 30
    assert len({cut.name for cut in planted.CUTS}) == len(planted.CUTS)
    for cut in planted.CUTS:
        text = (ROOT / planted.SOURCE / cut.file).read_text(encoding="utf-8")
        assert text.count(cut.old) == 1, cut.name
        assert cut.new != cut.old, cut.name
        assert all((ROOT / test).exists() for test in cut.tests), cut.name
