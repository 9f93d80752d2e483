"""What is published names no value with fewer than five records, and lets none be had by subtraction.

Every column holds nothing but rare values, each of them a different token, for every method and in every form. A
token may stand where at least five released records have it: it is in the release itself.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import kinonym as kn
from kinonym.errors import KinonymError
from kinonym.methods import METHODS

LEAST = 5
PRIVATE = {"epsilon": 4.0, "public": {"word": "top"}}
EXTRA = {
    "noise": {"alpha": 0.5},
    "exponential": PRIVATE,
    "dp-histogram": PRIVATE,
    "dp-microaggregation": {**PRIVATE, "size": 2},
}


def method_of(name):
    return {"name": name, **({"k": 2} if "k" in METHODS[name].__dataclass_fields__ else {}), **EXTRA.get(name, {})}


def word(i):
    return f"wordcanary{i:03d}"


def number(i):
    return f"{7013.619 + 37.0 * i * i:.3f}"


def rare_table(times):
    """Value i stands in ``times[i]`` rows, in a column of words, of plain texts and of numbers, each rolled on by one."""
    value = np.repeat(np.arange(len(times)), times)
    columns = {
        "word": [word(i) for i in value],
        "plain": [f"plaincanary{i:03d}" for i in np.roll(value, 1)],
        "number": [number(i) for i in np.roll(value, 2)],
        "ill": [f"illcanary{i:03d}" for i in np.roll(value, 3)],
    }
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    path = tmp_path_factory.mktemp("tokens") / "words.csv"
    inner = "".join(f"group{g},{'top' if g % 2 else 'group1' if g else 'top'}\n" for g in range(5))
    leaves = "".join(f"{word(i)},group{i % 5}\n" for i in range(60))
    path.write_text(f"child,parent\ntop,\n{inner}{leaves}")
    return str(path)


def recipe_of(name, ontology):
    quasi = {
        "word": {"role": "quasi", "type": "nominal", "ontology": ontology, "root": "top"},
        "plain": {"role": "quasi", "type": "plain"},
        "number": {"role": "quasi", "type": "numeric", "precision": 3},
    }
    masked_only = METHODS[name].traits.masked_only
    if masked_only or name in ("exponential", "noise", "noise-naive", "noise-probabilistic"):
        quasi = {"word": quasi["word"]}  # these mask words with an ontology
    role = {"role": "identifier" if masked_only else "other"}
    rest = {column: role for column in ("word", "plain", "number") if column not in quasi}
    return {
        "columns": {**quasi, **rest, "ill": role if masked_only else {"role": "confidential"}},
        "method": method_of(name),
        "release": {"accept_unique": True},
    }


def pictures(result):
    columns = result.report.figures.get("columns")
    if columns is None:  # the report shows nothing about the columns
        return {}
    drawn = {f"frequencies {c}": result.plot.frequencies(c) for c in columns}
    drawn |= {f"distances {c}": result.plot.distances(c) for c in columns}
    drawn |= {"classes": result.plot.classes(), "attackers": result.plot.attackers()}
    if len(columns) > 1 and result.report.figures["statistics"]:
        drawn["correlations"] = result.plot.correlations()
    return {name: picture.svg() for name, picture in drawn.items()}


def forms(result):
    report = result.report
    written = {"text": report.text(), "page": report.page(), "html": report.html(), "json": report.json()}
    return {**written, "repr": repr(result), "notebook": result._repr_html_(), **pictures(result)}


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(times=st.lists(st.integers(1, LEAST - 1), min_size=3, max_size=25))
def test_no_form_names_a_rare_value(name, ontology, times):
    table = rare_table(times)
    try:
        result = kn.mask(table, recipe_of(name, ontology))
    except KinonymError:
        assume(False)
    columns = result.report.published.names
    released = pd.concat([result.table[c].map(str) for c in columns]).value_counts()
    tokens = {str(v) for c in table for v in table[c]}
    for form, text in forms(result).items():
        named = {token for token in tokens if token in text}
        assert all(released.get(token, 0) >= LEAST for token in named), (form, sorted(named)[:3])


# Column kinds beyond words, plain texts and numbers: (its recipe, the cell of value i).
KINDS = {
    "sets": ({"separator": "|", "unmapped": "isolate"}, lambda i: f"left{i:03d}|right{i:03d}"),
    "dates": ({"type": "date"}, lambda i: f"{1921 + i}-{1 + i % 12:02d}-{1 + i % 28:02d}"),
    "calendar": ({"ontology": "dates"}, lambda i: f"{1821 + i}-{1 + i % 12:02d}-{1 + i % 28:02d}"),
    "paths": ({"ontology": "paths", "path_separator": "/"}, lambda i: f"wing{i:03d}/ward{i:03d}"),
    "prefix": ({"ontology": "prefix", "lengths": [2, 4]}, lambda i: f"Q{i % 7}Z{i % 9}X{i:03d}"),
}


@pytest.mark.parametrize("name", ["sa-mdav", "recode", "srs1", "noise"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_form_names_a_rare_value_of_any_kind(kind, name, ontology):
    """Sets, dates and hierarchies of the data: also what follows such a column, and what lies above a single value."""
    column, cell = KINDS[kind]
    value = [i for i in range(18) for _ in range(1 + i % 3)]
    table = pd.DataFrame(
        {
            "word": [word(i % 3) for i in value],
            "own": [cell(i) for i in value],
            "text": [f"textcanary{i:03d}" for i in value],
        }
    )
    own = {"role": "quasi", **({"ontology": ontology} if kind == "sets" else {}), **column}
    columns = {"word": {"role": "quasi", "ontology": ontology}, "own": own, "text": {"role": "other", "with": "own"}}
    recipe = {
        "columns": columns,
        "method": method_of(name),
        "release": {"confirm": ["text", "own"], "accept_unique": True},
    }
    result = kn.mask(table, recipe)
    released = pd.concat([result.table["own"], result.table["text"]]).map(str)
    members, cells = released.str.split("|").explode().value_counts(), released.value_counts()
    tokens = {part for i in value for part in [*cell(i).split("|"), *cell(i).split("/"), f"textcanary{i:03d}"]}
    for form, text in forms(result).items():
        named = {token for token in tokens if token in text}
        counted = {token: cells if "|" in token else members for token in named}
        below = {token: sum(n for own, n in counted[token].items() if token in own) for token in named}
        assert all(times >= LEAST for times in below.values()), (form, sorted(named)[:3])


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    times=st.lists(st.integers(1, 12), min_size=2, max_size=12), name=st.sampled_from(["sa-mdav", "srs1", "suppress"])
)
def test_no_count_below_five_follows_by_subtraction(ontology, times, name):
    table = rare_table(times)
    try:
        found = kn.mask(table, recipe_of(name, ontology)).report.figures
    except KinonymError:
        assume(False)
    for column, figures in found["columns"].items():
        bins = figures["distances"]["records"]
        changed = round(found["utility"]["records"] * found["utility"]["columns"][column]["changed"])
        assert all(count is None or count == 0 or count >= LEAST for count in bins)
        hidden_from(bins[1:], changed)  # the number that moved is shown for every column
        assert all(count is None for count in bins[1:]) or not 0 < changed < LEAST
        for side, total in (("before", len(table)), ("after", len(table) - found["utility"]["removed"])):
            hidden_from([row[side] for row in figures["values"] if row[side] is not None], total)


def hidden_from(counts, total):
    """Each count that is shown is none or enough, and so is what a reader has by subtraction from the total."""
    shown = [count for count in counts if count]
    assert all(count >= LEAST for count in shown)
    rest = total - sum(shown)
    assert rest == 0 or rest >= LEAST or not shown


def test_a_common_mean_is_named_and_a_rare_one_is_not(ontology):
    table = pd.DataFrame({"word": [word(0)] * 30 + [word(1)] * 8 + [word(5)] * 4})
    recipe = {
        "columns": {"word": recipe_of("suppress", ontology)["columns"]["word"]},
        "method": method_of("suppress"),
        "release": {"accept_unique": True},
    }
    common = kn.mask(table, recipe).report.figures["statistics"]["columns"]["word"]
    assert (common["mean_before"], common["mean_after"]) == (word(0), word(0))
    rare = kn.mask(table.iloc[[*range(4), *range(30, 33), 40]], recipe).report.figures["statistics"]["columns"]["word"]
    assert (rare["mean_before"], rare["mean_after"]) == (None, None)


def test_a_root_that_is_itself_a_rare_value_is_not_named(tmp_path):
    (tmp_path / "o.csv").write_text(
        "child,parent\ntop,\nrootcanary,top\nleafcanary1,rootcanary\nleafcanary2,rootcanary\n"
    )
    # The column's domain begins at what subsumes its values, and that is the value of two records.
    table = pd.DataFrame({"word": ["rootcanary"] * 2 + ["leafcanary1"] * 4 + ["leafcanary2"] * 4})
    column = {"role": "quasi", "type": "nominal", "ontology": str(tmp_path / "o.csv")}
    for form, text in forms(kn.mask(table, {"columns": {"word": column}, "method": {"name": "srs1", "k": 2}})).items():
        assert "canary" not in text, form


def test_words_without_a_concept_are_as_rare_as_others(ontology):
    table = rare_table([3] * 8).assign(word=[f"unknowncanary{i // 3:03d}" for i in range(24)])
    recipe = recipe_of("mdav", ontology)
    recipe["columns"]["word"]["unmapped"] = "isolate"
    result = kn.mask(table, recipe)
    released = result.table["word"].value_counts()
    for form, text in forms(result).items():
        named = [token for token in set(table["word"]) if token in text]
        assert all(released.get(token, 0) >= LEAST for token in named), form


def test_a_comparison_and_a_verification_name_no_value(ontology):
    table = rare_table([1, 2, 3, 4] * 3)
    recipe = recipe_of("mdav", ontology)
    found = kn.compare(table, recipe, methods=["mdav", "srs1"], k=[2, 50])
    quasi = ["word", "plain", "number"]
    checked = kn.verify(table, quasi, ["ill"], original=table, recipe=recipe, aligned=True)
    for text in (found.page(), found.json(), found.csv(), found._repr_html_(), repr(found), str(checked.rows())):
        assert "canary" not in text
        assert not any(value in text for value in table["number"])
