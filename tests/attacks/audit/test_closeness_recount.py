"""t-closeness of written files on every ground distance, recounted by code that shares nothing with the program."""

import csv
from collections import Counter

import pytest

import kinonym as kn
from audit.closeness_recount import Below, by_concept, by_difference, by_rank, greatest_distance
from drawing import fresh_random, is_frequent, scale_count

TABLES = 40
GROUNDS = ("ordered", "ordered levels", "hierarchical", "semantic", "semantic numbers")
METHODS = ("sa-mdav", "mdav", "recode", "resample")
NUMBERS = ["1", "1.0", "01", "2", "3.5", "3.50", "10", "-4", ""]
LEVELS = ["none", "mild", "severe", "fatal"]


def random_parents(draw):
    """A tree, or in half of the cases a DAG; names in no order."""
    size, several = draw.randint(4, 12), draw.random() < 0.5
    names = [f"c{i:02}" for i in draw.sample(range(100), size)]
    numbers = [draw.choice([1, 1, 2]) if several else 1 for _ in names]
    return {name: draw.sample(names[:i], min(i, numbers[i])) for i, name in enumerate(names)}


def read_number(text):
    return float(text) if text else None


def read_level(text):
    return LEVELS.index(text) if text else None


def draw_concepts(draw, folder, measured):
    """The texts of a column of concepts, its recipe, and its distances from the definitions."""
    parents = random_parents(draw)
    (folder / "tree.csv").write_text(
        "child,parent\n" + "".join(f"{c},{p}\n" for c in parents for p in parents[c] or [""])
    )
    inner = [c for c in parents if any(c in above for above in parents.values())]
    below = Below(parents, draw.choice([inner[0], draw.choice(inner)]))

    def meaning(text):
        return text.lower() if text.lower() in below.concepts else None

    texts = [*sorted(parents), draw.choice(sorted(below.concepts)).upper(), "no concept", ""]
    recipe = {"ontology": str(folder / "tree.csv"), "root": below.root, "unmapped": "isolate"}
    return texts, recipe, lambda column: by_concept(column, meaning, getattr(below, measured))


def draw_column(draw, ground, folder):
    if ground in ("hierarchical", "semantic"):
        return draw_concepts(draw, folder, "hierarchical" if ground == "hierarchical" else "wu_palmer")
    if ground == "ordered levels":
        return [*LEVELS, ""], {"order": LEVELS}, lambda column: by_rank(column, read_level)
    if ground == "ordered":
        return NUMBERS, {"type": "numeric"}, lambda column: by_rank(column, read_number)
    one_spelling = ["1", "2", "3.5", "10", "-4", ""]
    return one_spelling, {"type": "numeric"}, lambda column: by_difference(column, read_number)


@pytest.mark.drawn
@pytest.mark.parametrize("ground", GROUNDS)
def test_t_of_the_written_file_is_at_most_what_was_claimed(ground, tmp_path):
    seen, tables = Counter(), scale_count(TABLES)
    for case in range(tables):
        draw = fresh_random("recount", ground, case)
        texts, recipe, distances = draw_column(draw, ground, tmp_path)
        rows = draw.randint(8, 20)
        column = draw.choices(draw.sample(texts, min(len(texts), draw.randint(3, 6))), k=rows)
        column[0] = column[0] or texts[0]  # a column of missing values alone is no column
        towns = draw.choices("abcdef", k=rows)
        with (tmp_path / "data.csv").open("w", newline="") as file:
            csv.writer(file).writerows([["town", "secret"], *zip(towns, column, strict=True)])
        level, name = draw.choice([0.1, 0.2, 0.3, 0.45]), METHODS[case % len(METHODS)]
        columns = {"town": {"role": "quasi", "type": "plain"}, "secret": {"role": "confidential", **recipe}}
        method = {"name": name, "k": 2, "t_closeness": level, "ground": ground.split()[0]}
        released = tmp_path / "released.csv"
        asked = {"columns": columns, "method": method, "release": {"accept_unique": True}}
        kn.mask_file(tmp_path / "data.csv", asked, released, ledger=False)
        classes = {}
        with released.open(newline="") as file:
            for row in csv.DictReader(file):
                classes.setdefault(row["town"], []).append(row["secret"])
        assert sorted(text for members in classes.values() for text in members) == sorted(column), case
        assert greatest_distance(list(classes.values()), distances(column)) <= level + 1e-7, (case, method)
        seen["several"] += len(classes) > 1
        by_town = [[text for text, other in zip(column, towns, strict=True) if other == town] for town in set(towns)]
        seen["needed"] += greatest_distance(by_town, distances(column)) > level
    assert is_frequent(seen["several"], tables, 0.3)  # not everything became one class,
    assert is_frequent(seen["needed"], tables, 0.6)  # and the towns as they were would have been too far
