"""Persons on the command line: a draft that names them, a release that protects them, any table verified by them."""

import csv
import random


def write_visits(folder, rows=120):
    draw = random.Random(1)
    with (folder / "visits.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["patient_id", "sex", "age", "drug"])
        for i in range(rows):
            person = i % 35
            writer.writerow([f"p{person:02}", "mf"[person % 2], 20 + person % 9, draw.choice("abcd")])


def test_from_a_draft_to_a_verified_release(kinonym, folder):
    write_visits(folder)
    drafted = kinonym("init", "visits.csv")
    assert 'person = "patient_id"  # guess: it identifies persons' in drafted.out
    (folder / "visits.toml").write_text(drafted.out)
    ran = kinonym("mask", "visits.csv", "-r", "visits.toml", "-o", "out.csv")
    assert ran.code == 0, ran.err
    assert "different persons in the written file" in ran.out
    assert "120 records belong to 35 persons" in ran.out
    assert " persons, " in next(line for line in ran.out.splitlines() if line.strip().startswith("smallest group"))
    assert "patient_id" not in (folder / "out.csv").read_text()
    assert "p01" not in (folder / "out.csv").read_text()


def test_verify_by_person(kinonym, folder):
    write_visits(folder)
    ran = kinonym("verify", "visits.csv", "--quasi", "sex,age", "--confidential", "drug", "--person", "patient_id")
    assert ran.code == 0, ran.err
    assert " persons (smallest class of equal quasi-identifiers)" in ran.out
    by_record = kinonym("verify", "visits.csv", "--quasi", "sex,age", "--k", "3")
    assert by_record.code == 0
    by_person = kinonym("verify", "visits.csv", "--quasi", "sex,age", "--k", "3", "--person", "patient_id")
    assert by_person.code == 4
    assert "persons, less than 3" in by_person.err


def test_a_person_column_that_is_not_there(kinonym, folder):
    write_visits(folder)
    ran = kinonym("verify", "visits.csv", "--quasi", "sex", "--person", "patient")
    assert ran.code == 2
    assert "did you mean 'patient_id'" in ran.err
