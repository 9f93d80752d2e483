"""l, p and t of an unmasked column count its written texts (specification 5): random tables, recounted on the release.

Texts with equal meaning, two markers of missing, several spellings of a number and texts without a concept are separate
values; under a semantic ground they are 1 from all others, except the commonest spelling of a concept. On the ordered
ground two spellings of a number are as far apart as neighbouring numbers.
"""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

import kinonym as kn
from drawing import fresh_random, is_frequent, scale_count
from kinonym.errors import PrivacyError

# cause ─┬─ heart ─┬─ infarct (also "heart attack", "MI")
#        │         └─ angina
#        └─ lung ──── asthma (also "asthma bronchiale")
ONTOLOGY = (
    "child,parent,label,synonyms\ncause,,cause,\nheart,cause,heart,\nlung,cause,lung,\n"
    "infarct,heart,infarct,heart attack|MI\nangina,heart,angina,\nasthma,lung,asthma,asthma bronchiale\n"
)
CONCEPT = {"infarct": "infarct", "heart attack": "infarct", "MI": "infarct", "angina": "angina", "asthma": "asthma",
           "asthma bronchiale": "asthma"}  # fmt: skip
PATH = {"infarct": ["infarct", "heart", "cause"], "angina": ["angina", "heart", "cause"],
        "asthma": ["asthma", "lung", "cause"]}  # fmt: skip

WORDS = {"role": "confidential", "root": "cause", "unmapped": "suppress"}
NUMBERS = {"role": "confidential", "type": "numeric"}
PLAIN = {"role": "confidential", "type": "plain"}
KINDS = {
    "texts without a concept": (WORDS, ["HIVstage3", "lungcancerX", "angina", "asthma"]),
    "synonyms": (WORDS, ["infarct", "heart attack", "MI", "asthma", "asthma bronchiale"]),
    "markers of missing": (WORDS, ["?", "NA", "", "angina", "infarct"]),
    "spellings of a number": (NUMBERS, ["1", "1.0", "01", "2", "7"]),
    "numbers and missing": (NUMBERS, ["1", "1.0", "2", "3", "?", "", "9"]),
    "plain texts": (PLAIN, ["?", "NA", "a", "A", "a "]),
}
GROUNDS = {"texts without a concept": ["equal", "semantic", "hierarchical"], "synonyms": ["equal", "semantic", "hierarchical"],
           "markers of missing": ["equal", "semantic", "hierarchical"], "spellings of a number": ["equal", "ordered", "semantic"],
           "numbers and missing": ["equal", "ordered"],
           "plain texts": ["equal"]}  # fmt: skip
MISSING = ["", "?", "NA"]
CASES = scale_count(12)
LEVELS = [0.1, 0.25, 0.4]


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    path = tmp_path_factory.mktemp("causes") / "causes.csv"
    path.write_text(ONTOLOGY)
    return str(path)


def commonest(values):
    """The spelling of each concept or number that keeps its place; of equals any, since the others are 1 from it."""
    spelt = {}
    for text, _ in sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])):
        spelt.setdefault(meaning(text), text)
    return spelt


def meaning(text):
    if text in MISSING:
        return None
    return CONCEPT.get(text) if not text[:1].isdigit() else float(text)


def by_meaning(a, b, values, ground):
    """The distance of two texts; the first spelling stands for what it means, all others are alone."""
    if a == b:
        return 0.0
    if ground == "equal":
        return 1.0
    spelt = commonest(values)
    x, y = meaning(a), meaning(b)
    if ground == "ordered":
        ranks = sorted({m for m in map(meaning, values) if m is not None})
        if x is None or y is None:
            return 1.0
        return max(1, abs(ranks.index(x) - ranks.index(y))) / max(1, len(ranks) - 1)
    if x is None or y is None or spelt[x] != a or spelt[y] != b:
        return 1.0
    if isinstance(x, float):
        known = sorted({m for m in map(meaning, values) if m is not None})
        deviation = float(np.std([meaning(v) for v in values if meaning(v) is not None])) or 1.0
        apart = abs(x - y) / deviation
        return apart / max(1.0, (known[-1] - known[0]) / deviation)
    both = next(c for c in PATH[x] if c in PATH[y])
    if ground == "hierarchical":
        return {"cause": 2, "heart": 1, "lung": 1}[both] / 2
    depth, links = {"cause": 1, "heart": 2, "lung": 2}[both], PATH[x].index(both) + PATH[y].index(both)
    return links / (2 * depth + links)


def closeness(values, everyone, ground):
    """The earth mover's distance of a class from the table, on texts."""
    texts = sorted(set(everyone))
    cost = np.array([[by_meaning(a, b, everyone, ground) for b in texts] for a in texts])
    size = len(texts)
    equal = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
    shares = [values.count(t) / len(values) for t in texts], [everyone.count(t) / len(everyone) for t in texts]
    return linprog(cost.ravel(), A_eq=equal, b_eq=[*shares[0], *shares[1]], method="highs").fun


def classes(table):
    found = {}
    for town, secret in zip(table["town"], table["secret"], strict=True):
        found.setdefault(town, []).append(secret)
    return list(found.values())


def recipe(meant, method, ontology):
    secret = {**meant, "ontology": ontology} if "root" in meant else meant
    return {
        "table": {"missing": MISSING},
        "columns": {"town": {"role": "quasi", "type": "plain"}, "secret": secret},
        "method": method,
        "release": {"accept_unique": True},
    }


def random_table(draw, texts):
    """Towns with a frequent text each, so that classes differ from the table."""
    rows = draw.randint(10, 26)
    towns = draw.choices("abcdef", k=rows)
    habit = {town: draw.choice(texts) for town in "abcdef"}
    secrets = [habit[town] if draw.random() < 0.6 else draw.choice(texts) for town in towns]
    return pd.DataFrame({"town": towns, "secret": secrets})


@pytest.mark.drawn
@pytest.mark.parametrize("name", ["sa-mdav", "mdav", "recode", "resample"])
@pytest.mark.parametrize("kind", KINDS)
def test_demands_are_met_by_the_written_texts(kind, name, ontology, tmp_path):
    meant, texts = KINDS[kind]
    split = 0
    for case in range(CASES):
        draw = fresh_random(kind, name, case)
        table = random_table(draw, texts)
        ground = GROUNDS[kind][case % len(GROUNDS[kind])]
        level, distinct = draw.choice(LEVELS), draw.choice([2, 3])
        asked = (
            {"t_closeness": level, "ground": ground} if case % 2 else {"l_diversity": distinct, "p_sensitive": distinct}
        )
        method = {"name": name, "k": 2, **asked}
        wanted = recipe(meant, method, ontology)
        if case % 2 == 0 and len(set(table["secret"])) < distinct:  # the table itself has too few texts
            with pytest.raises(PrivacyError, match="distinct values"):
                kn.mask(table, wanted)
            continue
        released = _released(table, wanted, tmp_path, as_file=case % 3 == 0)
        everyone = released["secret"].tolist()
        assert Counter(everyone) == Counter(table["secret"])
        for values in classes(released):
            if case % 2 == 0:
                assert len(set(values)) >= distinct, case
            else:
                assert closeness(values, everyone, ground) <= level + 1e-6, (case, ground, values)
        split += len(classes(released)) > 1
    assert is_frequent(split, CASES, 0.12)


def _released(table, wanted, folder, *, as_file):
    if not as_file:
        return kn.mask(table, wanted).table
    source, output = folder / "in.csv", folder / "out.csv"
    output.unlink(missing_ok=True)
    table.to_csv(source, index=False)
    kn.mask_file(source, wanted, output)
    return pd.read_csv(output, dtype=str, keep_default_na=False)


@pytest.mark.drawn
@pytest.mark.parametrize("kind", KINDS)
def test_verify_counts_texts_with_and_without_a_recipe(kind, ontology):
    meant, texts = KINDS[kind]
    draw = fresh_random(kind)
    for _ in range(scale_count(10)):
        table = random_table(draw, texts)
        everyone = table["secret"].tolist()
        parts = classes(table)
        for known in (None, recipe(meant, {"name": "suppress", "k": 2}, ontology)):
            found = kn.verify(table, ["town"], ["secret"], recipe=known, missing=MISSING)
            assert found.l == found.p == min(len(set(values)) for values in parts)
            assert found.t == pytest.approx(max(closeness(values, everyone, "equal") for values in parts))
            for ground in found.closeness["secret"]:
                wanted = max(closeness(values, everyone, ground) for values in parts)
                if _no_ties(everyone):
                    assert found.closeness["secret"][ground] == pytest.approx(wanted, abs=1e-6), ground


def _no_ties(values):
    """Whether it is clear which spelling is the commonest."""
    counts = Counter(values)
    spellings = {}
    for text, count in counts.items():
        spellings.setdefault(meaning(text), []).append(count)
    return all(meant is None or len(set(c)) == len(c) for meant, c in spellings.items())
