"""Swaps by the command: what is refused, what is noticed, and what the terminal prints."""

import csv
from collections import Counter

import pytest

SWAPS = ["srs1", "srs2", "srs3", "record-swap"]
MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
BOUND = dict.fromkeys(SWAPS[:3], "alone, a released record is the given person's with probability at most 1/")
BOUND["record-swap"] = "Probabilistic k-anonymity over hobby, age: linked with probability at most 1/b, b ≥ "


def edit(folder, *changes):
    recipe = folder / "recipe.toml"
    text = recipe.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    recipe.write_text(text)


def use(folder, name, k=2, more=""):
    edit(folder, ('name = "sa-mdav"', f'name = "{name}"'), ("k = 2\n", f"k = {k}\n{more}"))


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def longer(folder, n=40):
    """As many records, with an income that is different in each of them."""
    hobbies = ["soccer", "rugby", "swimming", "surfing", "ball"]
    lines = [f"p{i},{hobbies[i % 5]},{20 + i * 7 % 31},{1000 + i}.5" for i in range(n)]
    (folder / "data.csv").write_text("name,hobby,age,income\n" + "\n".join(lines) + "\n")


def refused(ran, folder, code, *words):
    assert ran.code == code, (ran.out, ran.err)
    assert ran.err.startswith("error: ")
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("name", SWAPS)
@pytest.mark.parametrize("k", ["1", "0", "-2", "2.0", '"3"', "true"])
def test_k_below_2_or_not_whole(kinonym, folder, name, k):
    use(folder, name, k)
    refused(kinonym(*MASK), folder, 2, "whole number of at least 2", "hint: k = 5")


@pytest.mark.parametrize("name", SWAPS)
@pytest.mark.parametrize("k", [5, 6])
def test_k_of_n_and_more(kinonym, folder, name, k):
    use(folder, name, k)
    refused(kinonym(*MASK), folder, 4, f"k = {k} cannot be reached", "the largest possible k is 4")


@pytest.mark.parametrize("name", SWAPS)
def test_two_records_are_too_few(kinonym, folder, name):
    use(folder, name)
    data = folder / "data.csv"
    data.write_text("".join(data.read_text().splitlines(keepends=True)[:3]))
    refused(kinonym(*MASK), folder, 4, "swapping needs at least 3 records")


@pytest.mark.parametrize("name", SWAPS)
def test_fewer_than_2k_records_are_one_permutation(kinonym, folder, name):
    use(folder, name, 3)
    ran = kinonym(*MASK)
    assert ran.code == 0
    assert "notice: 5 records are fewer than 2k = 6: one permutation of all of them" in ran.out
    assert BOUND[name] + "3" in ran.out


@pytest.mark.parametrize("name", [*SWAPS, "data-swap"])
def test_a_column_of_one_value(kinonym, folder, name):
    data = folder / "data.csv"
    lines = [line.split(",") for line in data.read_text().splitlines()]
    data.write_text("\n".join(",".join([line[0], line[1], "age" if i == 0 else "30", line[3]]) for i, line in
                              enumerate(lines)) + "\n")  # fmt: skip
    use(folder, name) if name != "data-swap" else edit(folder, ('"sa-mdav"\nk = 2', '"data-swap"'))
    ran = kinonym(*MASK)
    assert ran.code == 0
    assert "notice: column 'age' has one value only: swapping changes nothing" in ran.out
    assert {row["age"] for row in rows(folder / "out.csv")} == {"30"}


@pytest.mark.parametrize("name", SWAPS)
def test_columns_keep_their_values_in_the_written_file(kinonym, folder, name):
    use(folder, name)
    assert kinonym(*MASK).code == 0
    before, after = rows(folder / "data.csv"), rows(folder / "out.csv")
    for column in ("hobby", "age", "income"):
        assert Counter(row[column] for row in before) == Counter(row[column] for row in after)


@pytest.mark.parametrize("name", SWAPS)
def test_a_seed_marks_the_run_as_a_test(kinonym, folder, name):
    use(folder, name)
    ran = kinonym(*MASK, "--seed", "7", "--report", "out.html")
    assert ran.code == 0
    assert "TEST – DO NOT RELEASE: made with a seed" in ran.out
    page = (folder / "out.html").read_text()
    assert "TEST – DO NOT RELEASE" in page
    assert 'class="badge">guarantee<' not in page
    first = (folder / "out.csv").read_bytes()
    kinonym(*MASK, "--seed", "7")
    assert (folder / "out.csv").read_bytes() == first
    ran = kinonym(*MASK, "--report", "out.html")
    assert "TEST" not in ran.out
    assert 'class="badge">guarantee<' in (folder / "out.html").read_text()


@pytest.mark.parametrize("name", SWAPS)
def test_a_recipe_cannot_hold_a_seed(kinonym, folder, name):
    use(folder, name, more="seed = 7\n")
    refused(kinonym(*MASK), folder, 2, f"the method {name} has no parameter 'seed'")


@pytest.mark.parametrize("name", SWAPS)
def test_a_column_that_is_confidential_only(kinonym, folder, name):
    use(folder, name)
    edit(
        folder, ('role = "confidential"', 'role = "confidential"\nmask = true'), ('role = "quasi"', 'role = "other"'),
        ('type = "numeric"\n', ""), ('ontology = "sports.csv"\n', ""),
    )  # fmt: skip
    confirm = '[release]\nconfirm = ["age", "hobby"]'  # five records, each with another age and hobby
    edit(folder, ("[release]", confirm))
    ran = kinonym(*MASK)
    assert ran.code == 0, ran.err
    before, after = rows(folder / "data.csv"), rows(folder / "out.csv")
    pairs = [Counter((row["hobby"], row["age"]) for row in table) for table in (before, after)]
    assert pairs[0] == pairs[1]
    assert Counter(row["income"] for row in before) == Counter(row["income"] for row in after)
    if name == "record-swap":
        assert "Anyone who knows hobby or age finds the record" in ran.out
    else:
        assert "For each of income alone" in ran.out
        assert "Each value of income stands in the record it came from with probability at most 1/2" in ran.out


def test_an_other_column_unique_per_row_must_be_confirmed(kinonym, folder):
    # Whole numbers look like an identifier whatever the method is.
    longer(folder)
    data = folder / "data.csv"
    data.write_text(data.read_text().replace(".5", ""))
    edit(folder, ('role = "confidential"', 'role = "other"'))
    use(folder, "srs2")
    refused(kinonym(*MASK), folder, 2, "'income'", "looks like an identifier", 'confirm = ["income"]')
    edit(folder, ("[release]", '[release]\nconfirm = ["income"]'))
    assert kinonym(*MASK).code == 0


def test_record_swap_does_not_take_unique_measurements_either(kinonym, folder):
    # Numbers with a fraction pass for other methods; beside record-swap they undo its promise.
    longer(folder)
    edit(folder, ('role = "confidential"', 'role = "other"'))
    use(folder, "srs2")
    assert kinonym(*MASK).code == 0
    (folder / "out.csv").unlink()
    edit(folder, ('"srs2"', '"record-swap"'))
    refused(kinonym(*MASK), folder, 2, "'income'", "differs in nearly every row", 'confirm = ["income"]')
    edit(folder, ("[release]", '[release]\nconfirm = ["income"]'))
    ran = kinonym(*MASK, "--report", "out.html")
    assert ran.code == 0
    assert "Anyone who knows income finds the record" in ran.out
    assert 'class="badge">guarantee<' not in (folder / "out.html").read_text()


@pytest.mark.parametrize("name", SWAPS)
def test_the_terminal_says_what_was_attacked(kinonym, folder, name):
    longer(folder)
    use(folder, name, 3)
    ran = kinonym(*MASK)
    for words in ("strongest attacker", "linked with certainty", "true values: hobby", "true values: age"):
        assert words in ran.out
    assert "of the cells unchanged; true: rare values" in ran.out


@pytest.mark.parametrize("name", SWAPS[:3])
def test_as_published_the_terminal_says_no_guarantee(kinonym, folder, name):
    use(folder, name, more="published = true\n")
    ran = kinonym(*MASK)
    assert ran.code == 0
    assert "No guarantee. Exact worst case for this file: " in ran.out
    assert "where 1/k is 0.500" in ran.out
    assert "at most" not in ran.out


@pytest.mark.parametrize("name", SWAPS)
def test_swapped_numbers_are_written_unchanged(kinonym, folder, name):
    # The last one has more digits than a floating-point number holds; 7 and 7.0 are the same number, and 7 is more common.
    ages = ["007", "250.00", "-1e3", "7.10", "", "7", "7", "7.0", "12345678901234567"]
    lines = [f"p{i},soccer,{age},low" for i, age in enumerate(ages)]
    (folder / "data.csv").write_text("name,hobby,age,income\n" + "\n".join(lines) + "\n")
    use(folder, name, 2)
    edit(folder, ('type = "numeric"', 'type = "numeric"\nprecision = 0'))
    ran = kinonym(*MASK)
    assert ran.code == 0, ran.err
    written = Counter(row["age"] for row in rows(folder / "out.csv"))
    assert written == Counter(["7"] * 4 + ["250.00", "-1e3", "7.10", "", "12345678901234567"])
