"""No input is overwritten; a hand-edited mapping table is extended; outputs are locked during the whole run."""

import csv
import os
import threading
import time

import pytest

import kinonym as kn
from kinonym.errors import UsageError
from kinonym.files.output import reserved

MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
MAP = ("map", "data.csv", "-r", "recipe.toml")


def table(path):
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file))


def test_map_keeps_the_rows_of_a_person_and_adds_the_values_that_are_new(kinonym, folder):
    edited = folder / "hobby.map.csv"
    before = "note;value;concept\r\nmine;soccer;rugby\r\nalso mine;fencing;\r\n".encode("utf-8-sig")
    edited.write_bytes(before)
    ran = kinonym(*MAP)
    assert ran.code == 0, ran.err
    after = edited.read_bytes()
    assert after.startswith(before)  # byte for byte
    rows = [line.split(";") for line in after.decode("utf-8-sig").splitlines()]
    assert {row[1] for row in rows[3:]} == {"rugby", "swimming", "surfing", "ball"}
    assert "2 values were already there, 4 were added" in ran.out
    assert edited.stat().st_mode & 0o077 == 0


def test_map_twice_changes_nothing(kinonym, folder):
    assert kinonym(*MAP).code == 0
    first = (folder / "hobby.map.csv").read_bytes()
    assert kinonym(*MAP).code == 0
    assert (folder / "hobby.map.csv").read_bytes() == first


def test_a_table_that_the_recipe_names_is_extended_in_its_place(kinonym, folder):
    (folder / "hobby.map.csv").write_text("value,concept\nsoccer,rugby")  # without a line break at its end
    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('"sports.csv"', '"sports.csv"\nmapping = "hobby.map.csv"'))
    assert kinonym(*MAP).code == 0
    rows = table(folder / "hobby.map.csv")
    assert rows[:2] == [["value", "concept"], ["soccer", "rugby"]]
    assert [row[0] for row in rows[2:]] == ["ball", "rugby", "surfing", "swimming"]
    assert kinonym(*MASK).code == 0


@pytest.mark.parametrize(
    "content", ["a,b\n1,2\n", "value,concept\nsoccer,nothing like it\n", "", "value,concept\na,b,c\n"]
)
def test_map_refuses_a_table_that_it_cannot_read(kinonym, folder, content):
    (folder / "hobby.map.csv").write_text(content)
    ran = kinonym(*MAP)
    assert ran.code == 3
    assert "hint: " in ran.err
    assert (folder / "hobby.map.csv").read_text() == content


def test_two_columns_do_not_share_a_table(kinonym, folder):
    data, recipe = folder / "data.csv", folder / "recipe.toml"
    data.write_text(data.read_text().replace("hobby", "a b").replace("age", "a_b"))
    text = recipe.read_text().replace("columns.hobby", 'columns."a b"').replace("columns.age", "columns.a_b")
    recipe.write_text(text.replace('type = "numeric"', 'ontology = "sports.csv"'))
    ran = kinonym(*MAP)
    assert ran.code == 2
    assert "same file as the output" in ran.err


def test_a_list_of_unmapped_values_does_not_replace_the_table_it_is_made_from(kinonym, folder):
    content = (folder / "data.csv").read_text().replace("rugby", "quidditch")
    (folder / "x.unmapped.csv").write_text(content)
    ran = kinonym("mask", "x.unmapped.csv", "-r", "recipe.toml", "-o", "x.csv")
    assert ran.code == 2
    assert (folder / "x.unmapped.csv").read_text() == content


def test_a_demo_leaves_an_edited_recipe_alone(kinonym, folder):
    assert kinonym("demo", "--records", "60").code == 0
    edited = folder / "kinonym-demo" / "recipe.toml"
    edited.write_text(edited.read_text() + "# mine\n")
    before = {path.name: path.read_bytes() for path in edited.parent.iterdir()}
    ran = kinonym("demo", "--records", "60")
    assert ran.code == 2
    assert "another" in ran.err
    assert {path.name: path.read_bytes() for path in edited.parent.iterdir()} == before


def test_a_demo_does_not_follow_a_link_out_of_its_folder(kinonym, folder):
    (folder / "kinonym-demo").mkdir()
    (folder / "kinonym-demo" / "discharges.csv").symlink_to(folder / "data.csv")
    before = (folder / "data.csv").read_bytes()
    assert kinonym("demo", "--records", "60").code == 2
    assert (folder / "data.csv").read_bytes() == before


def test_a_file_of_an_ontology_folder_is_an_input(kinonym, folder):
    """The WordNet database that the recipe names is not overwritten by the private file."""
    words = folder / "words"
    words.mkdir()
    (words / "data.noun").write_text("x")
    recipe = folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace('"sports.csv"', '"words"'))
    ran = kinonym(*MASK, "--private-risk", "words/data.noun")
    assert ran.code == 2
    assert "same file as the input" in ran.err


def test_the_lock_of_every_output_is_locked_for_the_whole_run(folder):
    """While the plan is being made, another run that names one of the files is refused at once."""
    refused, tried = [], []

    def meanwhile(_):
        if tried:
            return
        tried.append(True)
        for names in (("out.csv", "b.html"), ("b.csv", "out.html")):
            began = time.monotonic()
            with pytest.raises(UsageError, match="another run is writing this file"):
                kn.mask_file(folder / "data.csv", folder / "recipe.toml", folder / names[0], folder / names[1])
            refused.append(time.monotonic() - began)

    kn.mask_file(
        folder / "data.csv", folder / "recipe.toml", folder / "out.csv", folder / "out.html", progress=meanwhile
    )
    assert len(refused) == 2
    assert max(refused) < 2
    assert {path.name for path in folder.iterdir()} == {"data.csv", "recipe.toml", "sports.csv", "out.csv", "out.html"}


def test_of_two_runs_the_second_is_refused_at_once(kinonym_process, folder):
    with reserved([folder / "out.csv"]):
        ran = kinonym_process(*MASK)
    assert ran.code == 2
    assert "another run is writing this file" in ran.err
    assert "hint: " in ran.err
    assert kinonym_process(*MASK).code == 0


def test_of_many_threads_one_at_a_time_holds_an_output(folder):
    locked, most, waiting = [], [], threading.Barrier(8)

    def hold():
        waiting.wait()
        for _ in range(20):
            try:
                with reserved([folder / "out.csv"]):
                    locked.append(1)
                    most.append(len(locked))
                    locked.pop()
            except UsageError:
                pass

    threads = [threading.Thread(target=hold) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(most) == {1}
    assert not [name for name in os.listdir(folder) if name.startswith(".kinonym")]  # noqa: PTH208
