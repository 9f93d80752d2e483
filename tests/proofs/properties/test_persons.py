"""k counts persons (docs/privacy.md, section 4). Random tables with several rows per person are masked into files, and the
bytes of the files are counted again.

Every row has an unmasked number, by which this test knows its person. It uses only Python's csv module, dicts and sets.
A row without a person counts as a separate person.
"""

import csv
import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import kinonym as kn
from drawing import fresh_random, is_frequent, scale_count
from kinonym.errors import PrivacyError
from kinonym.files.table_stream import read_table
from kinonym.pipeline.masking import mask_file
from properties.test_k_anonymity import COLUMNS, DEMANDED, MODES, VALUES, _place, folder, random_demands

__all__ = ["folder"]

CASES = scale_count(40)


def random_table(draw, path):
    """Persons with several rows, often equal ones; returns the quasi-identifiers and (person, secret) of each row."""
    names = draw.sample(list(COLUMNS), draw.randint(1, 3))
    rows, people = draw.randint(2, 30), draw.randint(1, 12)
    missing, nobody = draw.choice([0.0, 0.0, 0.3]), draw.choice([0.0, 0.0, 0.2])
    owners = [draw.choice(["", "?"]) if draw.random() < nobody else f"p{draw.randrange(people)}" for _ in range(rows)]
    habits = {owner: [draw.choice(VALUES[name]) for name in names] for owner in owners}
    cells = [
        [habit if draw.random() < 0.5 else "" if draw.random() < missing else draw.choice(VALUES[name])
         for name, habit in zip(names, habits[owner], strict=True)]
        for owner in owners
    ]  # fmt: skip
    cells[0] = habits[owners[0]]  # a column without any value is refused
    secrets = [draw.choice("wxyz") for _ in owners]
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "person", *names, "illness"])
        for number, (owner, row, secret) in enumerate(zip(owners, cells, secrets, strict=True)):
            writer.writerow([number, owner, *row, secret])
    unnamed = itertools.count()
    known = [owner if owner not in ("", "?") else f"nobody {next(unnamed)}" for owner in owners]
    return names, list(zip(known, secrets, strict=True))


def recipe_for(folder, names, method):
    columns = {key: {**COLUMNS[key], **_place(folder, COLUMNS[key])} for key in names}
    columns |= {"illness": {"role": "confidential"}, "row": {"role": "other"}}
    table = {"person": "person", "missing": ["", "?"]}
    return {
        "table": table,
        "columns": columns,
        "method": method,
        "release": {"confirm": ["row"], "accept_unique": True},
    }


def classes_of(path, names):
    """Combination → numbers of the rows that have it in the file."""
    found = defaultdict(list)
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            assert "person" not in row
            found[tuple(row[name] for name in names)].append(int(row["row"]))
    return found


def mask(data, output, recipe):
    output.unlink(missing_ok=True)
    return mask_file(data, recipe, output)


@pytest.mark.drawn
@pytest.mark.parametrize("name", [name for name, modes in MODES.items() if modes])
def test_every_class_of_a_file_belongs_to_k_persons(name, folder):
    seen, modes = Counter(), itertools.cycle(MODES[name])
    for case in range(CASES):
        draw = fresh_random("persons", name, case)
        data, output = folder / f"{name}-persons.csv", folder / f"{name}-persons-out.csv"
        names, known = random_table(draw, data)
        people = len({person for person, _ in known})
        k = draw.randint(2, 6)
        method = {"name": name, **next(modes), "k": k}
        recipe = recipe_for(folder, names, method)
        if people < k:
            with pytest.raises(PrivacyError, match="persons") as refused:
                mask(data, output, recipe)
            assert refused.value.hint == f"the largest possible k is {people}"
            continue
        try:
            result = mask(data, output, recipe)
        except PrivacyError:
            if not method.get("drop"):  # which refuses to release nothing where every row is rare
                raise
            continue
        classes = classes_of(output, names)
        persons_of_class = {combination: len({known[row][0] for row in rows}) for combination, rows in classes.items()}
        assert min(persons_of_class.values()) >= k, (case, method, persons_of_class)
        assert f"at least {min(persons_of_class.values())} different persons in the written file" in str(
            result.claims[0]
        )
        assert sorted(row for rows in classes.values() for row in rows) == list(range(len(known))) or method.get("drop")
        seen["tight"] += min(persons_of_class.values()) == k
        seen["several"] += len(classes) > 1
    assert is_frequent(seen["tight"], CASES, 0.07)
    assert is_frequent(seen["several"], CASES, 0.07)


def worth(pairs):
    """Value → persons who have it, each once."""
    return Counter(secret for _, secret in set(pairs))


def shares(pairs):
    """Value → its share if every person weighs 1, shared equally among her rows."""
    rows = Counter(person for person, _ in pairs)
    weights = defaultdict(Fraction)
    for person, secret in pairs:
        weights[secret] += Fraction(1, rows[person])
    return {secret: float(weight / len(rows)) for secret, weight in weights.items()}


def keeps(pairs, everyone, asked):
    counts = sorted(worth(pairs).values(), reverse=True)
    least, level, total = asked.get("l_diversity", 1), int(asked.get("l_diversity", 1)), sum(counts)
    entropy = -sum(n / total * math.log(n / total) for n in counts)
    diverse = {
        "distinct": len(counts) >= least,
        "entropy": entropy >= math.log(least) - 1e-9,
        "recursive": len(counts) >= level and counts[0] < asked.get("c", 1.0) * sum(counts[level - 1 :]),
    }[asked.get("diversity", "distinct")]
    own, whole = shares(pairs), shares(everyone)
    apart = sum(abs(own.get(secret, 0.0) - share) for secret, share in whole.items()) / 2
    close = apart <= asked.get("t_closeness", 1.0) + 1e-9
    return diverse and close and len(counts) >= asked.get("p_sensitive", 1)


@pytest.mark.drawn
@pytest.mark.parametrize("name", DEMANDED)
def test_l_p_and_t_count_persons(name, folder):
    seen, modes = Counter(), itertools.cycle(DEMANDED[name])
    for case in range(CASES):
        draw = fresh_random("persons and demands", name, case)
        data, output = folder / f"{name}-secrets.csv", folder / f"{name}-secrets-out.csv"
        names, known = random_table(draw, data)
        asked = random_demands(draw, "equal")
        k = draw.randint(2, 4)
        method = {"name": name, **next(modes), "k": k, **asked}
        try:
            mask(data, output, recipe_for(folder, names, method))
        except PrivacyError:
            people = len({person for person, _ in known})
            assert people < k or not keeps(known, known, asked), (case, method)
            continue
        classes = classes_of(output, names)
        for rows in classes.values():
            assert len({known[row][0] for row in rows}) >= k, (case, method)
            assert keeps([known[row] for row in rows], known, asked), (case, method)
        seen["several"] += len(classes) > 1
    assert is_frequent(seen["several"], CASES, 0.07)


BLANKS = ("", " ", "  ", "\u00a0", "\t", "\u2003", "\u200b")


def respelled(draw, text):
    """The same id as another program may write it: blanks around it, and letters of full width."""
    wide = "".join(chr(ord(c) + 0xFEE0) if draw.random() < 0.3 and "!" <= c <= "~" else c for c in text)
    return draw.choice(BLANKS) + wide + draw.choice(BLANKS)


@pytest.mark.drawn
@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_an_id_that_is_spelled_differently_is_the_same_person(engine, folder):
    """The persons of this file are known by their plain ids; the table spells every row's id in another way."""
    tight = 0
    for case in range(CASES // 2):
        draw = fresh_random("spelled persons", case)
        data, output = folder / f"spelled-{engine}.csv", folder / f"spelled-{engine}-out.csv"
        names, known = random_table(draw, data)
        people, k = len({person for person, _ in known}), draw.randint(2, 4)
        with data.open(newline="") as file:
            rows = list(csv.DictReader(file))
        with data.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows({**row, "person": respelled(draw, row["person"])} for row in rows)
        recipe = recipe_for(folder, names, {"name": "mdav", "k": k})
        output.unlink(missing_ok=True)
        if people < k:
            with pytest.raises(PrivacyError, match="persons"):
                mask_file(data, recipe, output, engine=engine)
            continue
        result = mask_file(data, recipe, output, engine=engine)
        persons_of_class = [len({known[row][0] for row in numbers}) for numbers in classes_of(output, names).values()]
        assert min(persons_of_class) >= k, (case, persons_of_class)
        assert f"at least {min(persons_of_class)} different persons in the written file" in str(result.claims[0])
        tight += min(persons_of_class) == k
    assert is_frequent(tight, CASES // 2, 0.25)


def test_ids_that_differ_only_in_case_are_reported(tmp_path):
    data = tmp_path / "case.csv"
    ids = ["P1", "p1", "P2", "P3", "P4 ", " P4"] * 4
    data.write_text("who,job\n" + "".join(f"{who},{'ab'[i % 2]}\n" for i, who in enumerate(ids)))
    columns = {"who": {"role": "identifier"}, "job": {"role": "quasi", "type": "plain"}}
    recipe = {"table": {"person": "who"}, "columns": columns, "method": {"name": "suppress", "k": 2}}
    result = mask_file(data, recipe, tmp_path / "out.csv")
    assert "24 records belong to 5 persons" in result.notices
    assert any(
        "2 ids of the person column 'who' differ from another one only in upper and lower case" in n
        for n in result.notices
    )
    verification = kn.verify(read_table(data).table, quasi=["job"], person="who")
    assert (verification.persons, verification.case_variants) == (5, 2)
    assert dict(verification.rows())["person ids"].startswith("2 differ")
