"""Privacy 5: each bad input is refused with its code, a message that says what and where, and a hint.

Nothing is written, and no message shows a value of a record.
"""

import os
import tomllib

import pytest
import tomli_w

SECRET = "zebra-secret"


def refused(kinonym, folder, code, *words, arguments=("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")):
    before = {path.name for path in folder.iterdir()}
    ran = kinonym(*arguments)
    assert ran.code == code, (ran.code, ran.out, ran.err)
    assert ran.err.startswith("error: ")
    for word in words:
        assert word in ran.err, ran.err
    assert "Traceback" not in ran.err
    assert SECRET not in ran.out + ran.err
    after = {path.name for path in folder.iterdir()}
    assert "out.csv" not in after
    return after - before, ran.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["empty"]),
        (b"name,hobby,age,income\n", ["no records", "row"]),
        (b"name,hobby,age,income\np0,soccer,20,low\np1,zebra-secret\n", ["row 3", "hint:"]),
        (b"name,hobby,age,income\np0,soccer,20,low,more\n", ["row 2"]),
        (b"name,hobby,Hobby,income\np0,soccer,20,low\n", ["look alike"]),
        (b'name,hobby,age,income\np0,"soccer,20,low\n', ["quote"]),
        (b"name,hobby,age,income\np0,soc\x00cer,20,low\n", ["NUL"]),
        ("имя,хобби,возраст,доход\np0,футбол,20,низкий\n".encode("cp1251"), ["encoding"]),
        (b"name,,age,income\np0,soccer,20,low\n", ["name"]),
    ],
    ids=["empty", "header", "short-row", "long-row", "alike", "quote", "nul", "encoding", "unnamed"],
)
def test_tables_that_cannot_be_read(kinonym, folder, content, words):
    (folder / "data.csv").write_bytes(content)
    _, message = refused(kinonym, folder, 3)
    assert any(word in message for word in words), message


def test_missing_file(kinonym, folder):
    refused(kinonym, folder, 3, "nowhere.csv", arguments=("mask", "nowhere.csv", "-r", "recipe.toml", "-o", "out.csv"))


def test_unmapped_values_are_listed_in_a_private_file_only(kinonym, folder):
    data = folder / "data.csv"
    data.write_text(data.read_text().replace("swimming", SECRET))
    new, message = refused(kinonym, folder, 3, "column 'hobby'", "1 of 5 values", "hint:")
    listed = folder / "out.unmapped.csv"
    assert new == {listed.name}
    assert listed.name in message
    assert SECRET in listed.read_text()
    assert listed.stat().st_mode & 0o077 == 0


def test_show_values_shows_them(kinonym, folder):
    data = folder / "data.csv"
    data.write_text(data.read_text().replace("swimming", SECRET))
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--show-values")
    assert ran.code == 3
    assert SECRET in ran.err


def recipe_with(folder, old, new):
    recipe = folder / "recipe.toml"
    assert old in recipe.read_text()
    recipe.write_text(recipe.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("k = 2", "k = 6", 4, ["k = 6", "largest possible k is 5"]),
        ("k = 2", "k = 1", 2, ["at least 2", "hint:"]),
        ("k = 2", "k = 2.5", 2, ["whole number"]),
        ("k = 2", 'k = "two"', 2, ["whole number"]),
        ("k = 2", "", 2, ["needs k"]),
        ("k = 2", "k = 2\nstatik = true", 2, ["statik", "did you mean 'static'"]),
        ("k = 2", "k = 2\nstatic = 3", 2, ["method.static"]),
        ('"sa-mdav"', '"sa-mdaf"', 2, ["sa-mdaf", "did you mean 'sa-mdav'"]),
        ('role = "identifier"', 'rolle = "identifier"', 2, ["columns.name.rolle", "did you mean 'role'"]),
        ('role = "identifier"', 'role = "identity"', 2, ["columns.name.role"]),
        ("[columns.age]", "[columns.agee]", 2, ["agee", "did you mean 'age'"]),
        ('[columns.name]\nrole = "identifier"\n', "", 2, ["name", "no role"]),
        ('ontology = "sports.csv"', 'ontology = "sprots.csv"', 2, ["sprots.csv"]),
        ('ontology = "sports.csv"', 'ontology = "sports.csv"\nmeasure = "wu-plamer"', 2, ["did you mean 'wu-palmer'"]),
        ('type = "numeric"', 'type = "numerical"', 2, ["columns.age.type"]),
        ("[columns.name]", "[columns.name", 2, ["TOML"]),
    ],
)
def test_recipes_that_do_not_fit(kinonym, folder, old, new, code, words):
    recipe_with(folder, old, new)
    new_files, _ = refused(kinonym, folder, code, *words)
    assert not new_files


def test_no_quasi_identifier(kinonym, folder):
    recipe_with(folder, 'role = "quasi"', 'role = "other"')
    refused(kinonym, folder, 2, "quasi")


def test_no_recipe(kinonym, folder):
    refused(
        kinonym,
        folder,
        2,
        "nothing.toml",
        "kinonym init",
        arguments=("mask", "data.csv", "-r", "nothing.toml", "-o", "out.csv"),
    )


def test_words_in_a_numeric_column(kinonym, folder):
    data = folder / "data.csv"
    data.write_text(data.read_text().replace(",60,", f",{SECRET},"))
    refused(kinonym, folder, 3, "column 'age'", "1 rows", "data row 3", "hint:")


def test_a_quasi_identifier_entirely_missing(kinonym, folder):
    (folder / "data.csv").write_text("name,hobby,age,income\na,,20,x\nb,,21,y\nc,,22,z\n")
    refused(kinonym, folder, 3, "hobby", "missing")


def test_a_column_that_looks_like_an_identifier_must_be_confirmed(kinonym, folder):
    lines = [f"p{i},{'soccer' if i % 2 else 'rugby'},{20 + i % 3},K{i:05d}" for i in range(40)]
    (folder / "data.csv").write_text("name,hobby,age,income\n" + "\n".join(lines) + "\n")
    recipe_with(folder, 'role = "confidential"', 'role = "other"')
    refused(kinonym, folder, 2, "income", "identifier", "confirm")
    recipe_with(folder, "[release]", '[release]\nconfirm = ["income"]')
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv").code == 0


def test_all_columns_that_need_a_decision_are_named_at_once(kinonym, folder):
    lines = [f"p{i},{'soccer' if i % 2 else 'rugby'},X{4000 + i // 2},K{i:05d}" for i in range(80)]
    (folder / "data.csv").write_text("name,hobby,loan,income\n" + "\n".join(lines) + "\n")
    text = (folder / "recipe.toml").read_text().replace('role = "confidential"', 'role = "other"')
    sections = tomllib.loads(text)
    del sections["columns"]["age"]
    sections["columns"]["loan"] = {"role": "other"}
    (folder / "recipe.toml").write_text(tomli_w.dumps(sections))
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
    assert ran.code == 2
    assert "2 columns need a decision:" in ran.err
    confirm = next(line for line in ran.err.splitlines() if line.startswith("hint:")).partition("[release] ")[2]
    (folder / "recipe.toml").write_text(tomli_w.dumps({**sections, "release": tomllib.loads(confirm)}))
    assert kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--accept-unique").code == 0


def test_output_is_the_input(kinonym, folder):
    before = (folder / "data.csv").read_bytes()
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "./data.csv")
    assert ran.code == 2
    assert "same file" in ran.err
    assert (folder / "data.csv").read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_write_permission(kinonym, folder):
    closed = folder / "closed"
    closed.mkdir(mode=0o500)
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "closed/out.csv")
    assert ran.code in (2, 3)
    assert "hint:" in ran.err


def test_output_folder_that_does_not_exist(kinonym, folder):
    ran = kinonym("mask", "data.csv", "-r", "recipe.toml", "-o", "nowhere/out.csv")
    assert ran.code in (2, 3)
    assert "hint:" in ran.err


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ("child,parent\nsport,\nball,soccer\nsoccer,ball\n", ["cycle", "ball -> soccer -> ball"]),
        ("child,parent\nsport,\nball,game\n", ["'ball'", "'game'"]),
    ],
    ids=["cycle", "dangling"],
)
def test_broken_ontologies(kinonym, folder, tree, words):
    (folder / "sports.csv").write_text(tree)
    refused(kinonym, folder, 3, *words)


def test_unknown_engine_and_unknown_option(kinonym, folder):
    refused(
        kinonym, folder, 2, "engine",
        arguments=("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--engine", "abacus"),
    )  # fmt: skip
    assert kinonym("mask", "data.csv", "--recipee", "x").code == 2


def test_verify_unknown_column(kinonym, folder):
    ran = kinonym("verify", "data.csv", "--quasi", "hoby")
    assert ran.code in (2, 3)
    assert "did you mean 'hobby'" in ran.err
