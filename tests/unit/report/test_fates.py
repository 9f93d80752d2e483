"""What a steward asks of a report: every column's fate, one scale, a loss over 100 % explained, nothing unset."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest

import kinonym as kn
from kinonym.cli import show
from kinonym.plots.histogram import draw_histogram

COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi", "type": "numeric"},
    "ward": {"role": "other"},
    "illness": {"role": "confidential"},
}


def table(wards=4):
    return pa.table(
        {
            "id": [f"p{i}" for i in range(40)],
            "age": [str(20 + i) for i in range(40)],
            "ward": [f"w{i % wards}" for i in range(40)],
            "illness": ["flu", "gout"] * 20,
        }
    )


def masked(method=None, wards=4):
    return kn.mask(
        table(wards),
        {"columns": COLUMNS, "method": method or {"name": "sa-mdav", "k": 10}, "release": {"accept_unique": True}},
        seed=1,
    )


def test_the_report_describes_the_outcome_of_every_column():
    page = masked().report.document(".html")
    rows = dict(re.findall(r"<tr><th scope=\"row\">(\w+)</th><td>\w+</td><td>([^<]*)</td></tr>", page))
    assert rows["id"] == "dropped"
    assert rows["age"].startswith("masked: ")
    assert rows["ward"] == rows["illness"] == "released unchanged"


def test_a_parameter_that_was_not_set_is_not_shown():
    assert "<td>None</td>" not in masked().report.document(".html")


def test_a_loss_over_all_is_explained():
    assert "over 100" not in masked().report.document(".html")
    assert "L is over 100" in masked({"name": "suppress", "k": 10}).report.document(".html")


def test_all_bars_of_a_histogram_are_on_one_scale():
    picture = draw_histogram(np.array([0.0, 0.0, 0.5, 1.0]), np.array([40, 20, 10]), 70, "moved")
    heights = [float(height) for height in re.findall(r'<rect[^>]* height="([0-9.]+)"', picture)]
    assert heights[1] == pytest.approx(heights[0] / 2, abs=0.1)
    assert heights[2] == pytest.approx(heights[0] / 4, abs=0.1)


def test_progress_is_printed_in_lines_where_the_output_is_piped(monkeypatch, capsys):
    clock = iter([0.0, 5.0, 11.0, 11.0, 15.0, 22.0, 22.0])
    monkeypatch.setattr(show.time, "monotonic", lambda: next(clock))
    tell = show._line_by_line("masking")
    for share in (0.1, 0.4, 0.5, 0.9):
        tell(share)
    assert capsys.readouterr().err == "masking: 40%\nmasking: 90%\n"


def test_a_spelling_that_few_records_have_is_not_in_the_report(tmp_path):
    """Six records mean soccer, each in a different spelling; the commonest has two records."""
    (tmp_path / "o.csv").write_text("id,label,parent\nt,any,\ns,soccer,t\nr,rugby,t\n")
    spellings = ["Kick of Ann", "Kick of Ann", "x1", "x2", "x3", "x4"]
    (tmp_path / "m.csv").write_text("value,concept\n" + "".join(f"{text},s\n" for text in dict.fromkeys(spellings)))
    column = {"role": "quasi", "ontology": str(tmp_path / "o.csv"), "mapping": str(tmp_path / "m.csv"), "root": "t"}
    recipe = {"columns": {"a": column}, "method": {"name": "suppress", "k": 2}}
    result = kn.mask(pa.table({"a": [*spellings, *["rugby"] * 6]}), recipe)
    for form in (result.report.page(), result.report.json(), result.report.text()):
        assert "Ann" not in form
    assert "soccer" in result.report.page()
