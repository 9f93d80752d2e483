import csv
import stat

import numpy as np

from kinonym.errors import UnmappedError
from kinonym.mapping import UnmappedReport, map_values, suggest


def test_suggestions_are_the_nearest_labels_first(zoo):
    assert suggest(zoo, ["hamer", "gose wild", "qqqq"]) == [("hammer",), ("goose",), ()]


def test_suggestions_keep_to_the_root_and_the_limit(zoo):
    inside = np.array([concept in {"crane.bird", "bird", "goose"} for concept in zoo.concepts])
    assert suggest(zoo, ["cranes"], inside=inside) == [("crane.bird",)]
    assert all(len(found) <= 1 for found in suggest(zoo, ["bird dog", "crane bat"], limit=1))


def test_the_list_is_private_and_guarded(zoo, tmp_path):
    report = UnmappedReport({"kept": map_values(zoo, ["=hamer", "dog", "Kraken"], [2, 5, 7])})
    report.write(tmp_path / "list.csv")
    assert stat.S_IMODE((tmp_path / "list.csv").stat().st_mode) == 0o600
    with (tmp_path / "list.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["column", "value", "count", "reason", "suggestions"],
        ["kept", "Kraken", "7", "not found", ""],
        ["kept", "'=hamer", "2", "not found", "hammer"],
    ]


def test_the_error_counts_and_shows_no_value(zoo, tmp_path):
    mappings = {
        "kept": map_values(zoo, ["Kraken", "Hydra", "dog"], [2, 3, 5]),
        "lost": map_values(zoo, ["dog"]),
    }
    report = UnmappedReport(mappings)
    error = report.error(tmp_path / "list.csv")
    assert isinstance(error, UnmappedError)
    assert error.message == "column 'kept': 2 of 3 values in 5 records have no concept in taxonomy"
    assert "list.csv" in error.hint
    assert "Kraken" not in f"{error} {report!r}"
    assert [row.value for row in error.mappings["kept"].unmapped] == ["Kraken", "Hydra"]


def test_nothing_left_is_false(zoo):
    assert not UnmappedReport({"kept": map_values(zoo, ["dog"])})
