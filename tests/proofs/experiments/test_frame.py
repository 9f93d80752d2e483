"""The frame of the experiments: nothing half-run, nothing done twice, no difference unsaid."""

import gzip
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import research.__main__ as command
from kinonym.errors import DataError
from kinonym.methods import METHODS
from research.beyond.learning import BOOSTING, LOGISTIC, SEEDS, TABLES
from research.beyond.learning_methods import STRENGTHS
from research.claims import Judgement
from research.claims.claim import Claim, Results, below, settled
from research.data.files import DATA_SETS, check_data
from research.experiment import Experiment, Figure, Part, Table
from research.measured_plans import in_order, smallest_class
from research.papers.recoding_distribution import UNIFORM, led_plan
from research.reading import Reading, mean_readings
from research.result_files import as_csv, as_markdown, differences, read_csv
from research.running import Kept, run_all
from research.survey import REPETITIONS, grouped_survey, survey

pytestmark = pytest.mark.experiments


def reading(value=1.0, error=0.0, **more):
    return Reading(**{"data": "toy", "method": "m", "at": 2, "figure": "f", "value": value, "error": error, **more})


def toy(parts):
    return Experiment(
        title="Toy", shows="nothing", needs=(), parts=parts, tables=(Table(title="f", figures=("f",)),),
        figures=(Figure(name="f", title="f", figure="f"),),
    )  # fmt: skip


def test_missing_files_are_named_with_their_origin(tmp_path):
    with pytest.raises(DataError, match="4 files are missing") as refused:
        check_data(tmp_path, ["words", "icd9"])
    for name in ("words", "icd9"):
        assert DATA_SETS[name].origin in str(refused.value)
        assert all(file in str(refused.value) for file in DATA_SETS[name].files)


def test_another_file_of_the_same_name_is_refused_by_its_figures(tmp_path):
    (tmp_path / "wordsim").mkdir()
    (tmp_path / "wordsim" / "EN-RG-65.txt").write_text("gem jewel 3.94\n" * 65)
    (tmp_path / "wordsim" / "EN-MC-30.txt").write_text("gem jewel 3.94\n" * 29)
    (tmp_path / "wordsim" / "EN-SIMLEX-999.txt").write_text("gem jewel 3.94\n" * 999)
    with pytest.raises(DataError, match="MC-30 pairs: 29 instead of 30"):
        check_data(tmp_path, ["words"])


def test_a_file_of_the_right_length_with_a_broken_line_is_refused(tmp_path):
    (tmp_path / "wordsim").mkdir()
    for name, number in (("RG-65", 64), ("MC-30", 30), ("SIMLEX-999", 999)):
        (tmp_path / "wordsim" / f"EN-{name}.txt").write_text("gem jewel 3.94\n" * number)
    with (tmp_path / "wordsim" / "EN-RG-65.txt").open("a") as file:
        file.write("gem\n")
    with pytest.raises(DataError, match="RG-65 pairs: 64 instead of 65"):
        check_data(tmp_path, ["words"])


@pytest.mark.parametrize(
    "content", [b"", b"not a gzip file", gzip.compress(b"a,b\n1,2\n", mtime=0)], ids=["empty", "text", "short"]
)
def test_an_unreadable_file_gets_a_clear_error(tmp_path, content):
    (tmp_path / "diabetes130").mkdir()
    (tmp_path / "diabetes130" / "diabetic_data.csv.gz").write_bytes(content)
    with pytest.raises(DataError, match="diabetic_data"):
        check_data(tmp_path, ["diabetes"])


def test_nothing_runs_before_all_data_are_found(tmp_path, monkeypatch, capsys):
    ran = []
    parts = (Part(name="one", run=lambda folder: ran.append(folder) or [reading()]),)
    monkeypatch.setattr(command, "EXPERIMENTS", {"toy": toy(parts), "needy": Experiment(
        title="", shows="", needs=("words",), parts=parts, tables=(), figures=())})  # fmt: skip
    assert command.main(["toy", "needy", str(tmp_path)]) == 3
    assert not ran
    assert "EN-RG-65.txt" in capsys.readouterr().err


def test_an_interrupted_run_resumes_with_the_unfinished_parts(tmp_path, monkeypatch, capsys):
    ran = []

    def first(_folder):
        ran.append("first")
        return [reading(at=2)]

    def second(_folder):
        ran.append("second")
        if ran.count("second") == 1:
            raise KeyboardInterrupt
        return [reading(at=3)]

    parts = (Part(name="first", run=first), Part(name="second", run=second))
    monkeypatch.setattr(command, "EXPERIMENTS", {"toy": toy(parts)})
    monkeypatch.setattr(command, "WORK", tmp_path / "work")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(command, "VERDICTS", tmp_path / "claims.md")
    assert command.main(["toy", str(tmp_path), "--workers", "1"]) == 130
    assert "resumes" in capsys.readouterr().err
    assert command.main(["toy", str(tmp_path), "--workers", "1"]) == 0
    assert ran == ["first", "second", "second"]
    assert {file.suffix for file in (tmp_path / "results").iterdir()} == {".csv", ".md", ".svg", ".png"}
    assert command.main(["toy", str(tmp_path), "--workers", "1", "--check"]) == 0
    (tmp_path / "results" / "toy.csv").write_text(as_csv([reading(at=2), reading(value=1.1, at=3)]))
    assert command.main(["toy", str(tmp_path), "--workers", "1", "--check"]) == 1


def test_results_of_another_version_of_the_program_are_not_used(tmp_path):
    part = Part(name="one", run=lambda _: [reading()])
    here, there = Kept(tmp_path, tmp_path / "here"), Kept(tmp_path, tmp_path / "there")
    here.write("toy", part, [reading()])
    assert here.read("toy", part) == [reading()]
    assert there.read("toy", part) is None


def test_worker_processes_give_the_same_figures(tmp_path):
    parts = command.EXPERIMENTS["clustering-kept"].parts[-1:]
    rows = [
        dict(run_all({"c": toy(parts)}, tmp_path, Kept(tmp_path / str(workers), tmp_path), workers, lambda *_: None))
        for workers in (1, 2)
    ]
    assert rows[0] == rows[1]


def test_the_folder_may_come_after_an_option(tmp_path, capsys):
    assert command.main(["people", "--check", str(tmp_path)]) == 3
    assert "files are missing" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["unknown"], ["people", "no-such-folder"], ["people", "--workers", "0"]])
def test_a_wrong_call_is_refused_with_a_hint(words, capsys):
    assert command.main(words) == 2
    assert "hint:" in capsys.readouterr().err


def test_without_a_name_the_experiments_are_listed(capsys):
    assert command.main([]) == 0
    assert all(name in capsys.readouterr().out for name in ["people"])


def test_a_difference_beyond_the_error_is_reported():
    assert differences([reading(1.0, 0.01)], [reading(1.05, 0.01)]) == []
    assert len(differences([reading(1.0, 0.01)], [reading(1.2, 0.01)])) == 1
    assert len(differences([reading(1.0)], [reading(1.01)])) == 1
    assert len(differences([reading(1.0)], [])) == len(differences([], [reading(1.0)])) == 1
    assert differences([reading(1.0, figure="seconds")], [reading(9.0, figure="seconds")]) == []


def test_a_table_is_read_back_from_its_file(tmp_path):
    rows = mean_readings("toy", "m", 2, [{"f": 1.0}, {"f": 2.0}])
    (tmp_path / "t.csv").write_text(as_csv(rows))
    assert read_csv(tmp_path / "t.csv") == rows
    assert rows[0].error == 0.5  # 1/√2 over √2
    assert "1.5000 ± 0.5000" in as_markdown("toy", toy(()), rows)


def judgement(pairs, **values):
    rows = [reading(value, error, method=name) for name, (value, error) in values.items()]
    claim = Claim(paper="", where="", says="", cases=below("toy", "f", pairs, ["toy"]))
    return Judgement(claim, settled(claim.cases(Results({"toy": rows}))))


def test_a_case_within_its_error_decides_nothing():
    values = {"clear": (1.0, 0.1), "near": (1.9, 0.1), "more": (2.0, 0.1)}
    names = ("clear", "more"), ("near", "more"), ("more", "clear")
    judgements = [judgement(pairs, **values) for pairs in ([names[0]], [names[1]], [names[2]], names)]
    assert [j.verdict for j in judgements] == ["holds", "undecided", "does not hold", "holds partly"]
    assert judgements[3].tally == (1, 1, 1)
    assert judgements[3].by_table == "toy 1 / 1 / 1"


def test_many_comparisons_need_more_than_one():
    """Two and a half standard errors, a chance of 0.012, decide alone; of five such cases 0.05 / 5 is asked for."""
    values = {"low": (1.0, 0.0), "high": (1.25, 0.1)}
    assert judgement([("low", "high")], **values).tally == (1, 0, 0)
    assert judgement([("low", "high")] * 5, **values).tally == (0, 0, 5)
    assert judgement([("low", "high")] * 5, **values).verdict == "undecided"


def test_equal_figures_decide_nothing():
    assert judgement([("a", "b")], a=(0.25, 0.0), b=(0.25, 0.0)).tally == (0, 0, 1)
    assert judgement([("a", "b")], a=(0.25, 0.0), b=(0.26, 0.0)).tally == (1, 0, 0)


@pytest.mark.parametrize(("still_open", "verdict"), [(1, "holds"), (2, "holds partly"), (17, "holds partly")])
def test_a_claim_holds_only_if_few_cases_are_open(still_open, verdict):
    """Nine clear cases and one open one are a tenth; with two, or mostly open ones, it is not shown everywhere."""
    clear = 9 if still_open < 17 else 3
    pairs = [("low", "high")] * clear + [("high", "same")] * still_open
    assert judgement(pairs, low=(1.0, 0.0), high=(2.0, 0.0), same=(2.0, 0.0)).verdict == verdict


def test_a_strength_that_was_not_measured_is_no_case_of_another():
    rows = [reading(1.0, method="a", at=5), reading(2.0, method="b", at=2), reading(2.0, method="b", at=3)]
    with pytest.raises(KeyError):
        below("toy", "f", [("a", "b")], ["toy"])(Results({"toy": rows}))


def test_a_random_order_keeps_the_records():
    tuples = survey()
    moved = in_order(tuples, 3)
    rows = [sorted(zip(t.codes.tolist(), t.counts.tolist(), strict=True)) for t in (tuples, moved)]
    assert rows[0] == rows[1]
    assert not np.array_equal(moved.codes, tuples.codes)


def test_the_survey_has_the_published_distribution():
    counts = np.bincount(survey().counts)
    assert {int(n): int(counts[n]) for n in np.flatnonzero(counts)} == REPETITIONS
    assert (len(survey()), survey().records) == (211, 975)
    grouped, place = grouped_survey()
    assert np.array_equal(grouped.counts, survey().counts[place])


def test_recoding_by_discernibility_keeps_k():
    plan, _ = led_plan(survey(), UNIFORM, 5, 0)
    assert smallest_class(plan) >= 5


def test_every_experiment_has_its_committed_tables_and_figures():
    for name, experiment in command.EXPERIMENTS.items():
        wanted = [f"{name}.csv", f"{name}.md"]
        wanted += [f"{name}-{figure.name}{suffix}" for figure in experiment.figures for suffix in (".svg", ".png")]
        assert [file for file in wanted if not (command.RESULTS / file).is_file()] == []
    known = {f"{name}.csv" for name in command.EXPERIMENTS}
    assert {file.name for file in Path(command.RESULTS).glob("*.csv")} == known


def test_models_are_trained_on_every_method_at_every_strength():
    rows = read_csv(command.RESULTS / "learning.csv")
    measured = {(r.data, r.method, r.at, r.figure) for r in rows if r.runs == SEEDS}
    left_out = [name for name, kind in METHODS.items() if kind.traits.masked_only]  # no target is released
    left_out.append("generalise-items")  # it masks sets, which these tables do not have
    learnt = {name: kind for name, kind in METHODS.items() if name not in left_out}
    for name, method in learnt.items():
        strength = method.traits.strength
        wanted = STRENGTHS[strength] if strength else [at for some in STRENGTHS.values() for at in some]
        cases = product(TABLES, [name], wanted, [BOOSTING, LOGISTIC])
        assert [case for case in cases if case not in measured] == []
    shown = {name for table in command.EXPERIMENTS["learning"].tables for name in table.methods}
    assert set(learnt) <= shown


def test_the_page_of_verdicts_is_that_of_the_committed_tables():
    judgements = command.judged(command.RESULTS)
    assert len(judgements) == len(command.CLAIMS)
    assert command.VERDICTS.read_text(encoding="utf-8") == command.as_page(judgements)


def test_a_claim_that_does_not_hold_everywhere_says_why():
    assert [j.claim.says for j in command.judged(command.RESULTS) if j.verdict != "holds" and not j.claim.why] == []
