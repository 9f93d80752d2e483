"""One page of the documentation per method; each example is masked while the page is made.

`tools/site_hooks.py` puts the pages into the site; a test checks that every method has one.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import getdoc
from typing import Any

import pyarrow as pa
import tomli_w
from reference_pages import describe_parameters, make_table

import kinonym
from kinonym.methods import METHODS
from kinonym.plots.paired_bars import draw_paired_bars
from kinonym.recommending import CHOICES

__all__ = ["ABOUT", "make_pages", "make_pictures"]

_RECORDS, _SHOWN, _SEED, _BARS = 200, 10, 7, 20
_JOBS = (
    "nurse", "midwife", "surgeon", "dentist", "pharmacist", "plumber", "welder", "carpenter", "mason", "electrician",
    "baker", "cook", "waiter", "butcher", "teacher", "librarian", "lawyer", "judge", "farmer", "gardener",
)  # fmt: skip
_CODES = (
    "J45.909",
    "J11.1",
    "J18.9",
    "M10.9",
    "M19.90",
    "G43.909",
    "I10",
    "E11.9",
    "K35.80",
    "N39.0",
    "L40.0",
    "H66.90",
)
_LETTERS = (
    "A, E, M, N and T are [the five works](../experiments/index.md); tau is the domain of a column in the ontology."
)
_UNITS = "With n records, p distinct combinations and v distinct values of a column"
_LETTER = re.compile(r"\b[AEMNT] (?=(alg|eq|sect|table|fig)\b|[a-z]+ )")
_HEADINGS = re.compile(r"^(Parameters|Notes)\n-+$", re.MULTILINE)

_COUNTRIES = ("Spain", "France", "Portugal", "Italy", "Germany", "Norway", "Poland", "Greece")
_COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "jobs": {
        "job": {"role": "quasi", "ontology": "wordnet", "root": "person.n.01", "write": "label"},
        "age": {"role": "quasi", "type": "numeric"},
    },
    "codes": {"codes": {"role": "quasi", "ontology": "icd10cm", "separator": " "}},
    "countries": {"country": {"role": "quasi", "ontology": "m49", "root": "150", "write": "label"}},
}


@dataclass(frozen=True, kw_only=True)
class About:
    """What the docstring of a method does not say: where it comes from, what it costs, and the example."""

    source: str
    cost: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of the example."""
    table: str = "jobs"
    """The example: ``jobs`` and ages, ``codes`` (several diagnoses in a cell) or ``countries``."""


_K = {"k": 5}
_PUBLIC = {"country": "150"}
_SWAPPING = "Rodríguez García (2017), section"
ABOUT: Mapping[str, About] = {
    "sa-mdav": About(
        source="Martínez, Sánchez and Valls (2012), algorithm 2; `refine` is of this project (specification 8)",
        cost="at most p² distances, whatever the number of records",
        settings={**_K, "refine": True},
    ),
    "mdav": About(
        source="Domingo-Ferrer and Torra (2005); with meanings: Martínez, Sánchez and Valls (2012), section 4.3",
        cost="at most p · n/k distances",
        settings=_K,
    ),
    "k-ward": About(
        source="Domingo-Ferrer and Mateo-Sanz (2002), which Martínez, Sánchez and Valls (2012) name as future work",
        cost="p² numbers within a block of at most 3,000 combinations",
        settings=_K,
    ),
    "recode": About(
        source="Martínez Lluís (2010), section 4.3; weighted: Martínez, Sánchez and Valls (2013), section 3.1",
        cost="at most p distances for each of the combinations that are replaced",
        settings=_K,
    ),
    "resample": About(source="Martínez, Sánchez and Valls (2013), section 3.3", cost="k · p distances", settings=_K),
    "generalise": About(
        source="Samarati (2001); Martínez Lluís (2010), sections 2.4 and 2.5, describes it for words",
        cost="one count of the combinations for each combination of levels that is tried",
        settings={**_K, "scheme": "local"},
    ),
    "suppress": About(source="Samarati (2001)", cost="one count of the combinations", settings=_K),
    "generalise-items": About(
        source="Terrovitis, Mamoulis and Kalnis (2008)",
        cost="for each round of repairs, the combinations of up to m items of each distinct record",
        settings={**_K, "m": 2},
        table="codes",
    ),
    "srs1": About(source=f"{_SWAPPING} 5.3, SRS-Algorithm1", cost="n · log n, and one number per record", settings=_K),
    "srs2": About(source=f"{_SWAPPING} 5.3, SRS-Algorithm2", cost="n · v distances", settings=_K),
    "srs3": About(source=f"{_SWAPPING} 5.4, SRS-Algorithm3", cost="n · p distances", settings=_K),
    "record-swap": About(
        source="this project (specification 7): swapping of ranks within blocks of microaggregation",
        cost="that of the partition, by `sa-mdav` or `mdav`",
        settings=_K,
    ),
    "data-swap": About(source="Dalenius and Reiss (1982)", cost="one permutation per column"),
    "shuffle": About(
        source="Muralidhar and Sarathy (2006); Rodríguez García (2017), section 8.3, names it as future work",
        cost="n · log n per column",
    ),
    "noise": About(
        source="Rodriguez-Garcia, Batet and Sánchez (2017)",
        cost="v distances and one sort for each distinct value of a column, then a binary search per record",
        settings={"alpha": 0.1},
    ),
    "noise-naive": About(source="a baseline of Rodríguez García (2017), section 7.5", cost="one number per cell"),
    "noise-probabilistic": About(
        source="a baseline of Rodríguez García (2017), section 7.5", cost="one number per cell"
    ),
    "pram": About(source="Gouweleeuw, Kooiman, Willenborg and De Wolf (1998)", cost="v² numbers per column"),
    "exponential": About(
        source="McSherry and Talwar (2007); McKenna and Sheldon (2020)",
        cost="for each record, at most as many candidates as the public set has values",
        settings={"epsilon": 4.0, "public": _PUBLIC},
        table="countries",
    ),
    "dp-histogram": About(
        source="Ghosh, Roughgarden and Sundararajan (2009); Canonne, Kamath and Steinke (2020) for exact draws",
        cost="one number for each public combination, and n rows",
        settings={"epsilon": 1.0, "public": _PUBLIC},
        table="countries",
    ),
    "dp-microaggregation": About(
        source="Soria-Comas, Domingo-Ferrer, Sánchez and Martínez (2014)",
        cost="one sort of n positions",
        settings={"epsilon": 1.0, "public": _PUBLIC},
        table="countries",
    ),
}


def make_pages() -> dict[str, str]:
    """Address inside the site → Markdown."""
    index = "# The methods one by one\n\n" + make_table(
        ("method", "use it if"), [(f"[`{name}`]({name}.md)", CHOICES[name].take) for name in METHODS]
    )
    return {"methods/index.md": index + "\n", **{f"methods/{name}.md": _make_page(name) for name in METHODS}}


def make_pictures() -> dict[str, bytes]:
    """Address inside the site → an SVG of the example of each method: records by value, before and after."""
    return {f"methods/{name}.svg": _mask_example(name)[2] for name in METHODS}


def _make_page(name: str) -> str:
    summary, detail, notes = _split_docstring(getdoc(METHODS[name]) or "")
    claims, rows, _ = _mask_example(name)
    about, choice = ABOUT[name], CHOICES[name]
    parts = [
        f"# `{name}`\n\n{summary}",
        detail,
        f"**Use it** if {choice.take}.",
        f"**Do not use it** if {choice.leave}.",
        f"## Example\n\n```toml\n{tomli_w.dumps(_make_recipe(name))}```",
        f"{_describe_rows(name)}:\n\n{rows}",
        f"![Records by value, before and after]({name}.svg)",
        f"## What this release promises\n\n{claims}",
        f"## Parameters\n\n{describe_parameters(name)}",
        f"## Cost\n\n{_UNITS}: {about.cost}. [How it scales](../scale.md) has measurements.",
        f"## Source\n\n{about.source}.",
        f"## Notes\n\n{notes}" if notes else "",
        _LETTERS if _LETTER.search(notes + detail) else "",
        "[Which method when](../which-method.md) compares the methods.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _describe_rows(name: str) -> str:
    if METHODS[name].traits.masked_only:
        return f"The first rows of a synthetic table for {_RECORDS} made-up records"
    return f"Some of {_RECORDS} made-up records, each next to its row; a release has its rows in random order"


def _split_docstring(text: str) -> tuple[str, str, str]:
    """Summary, details and notes of a docstring in Markdown."""
    parts = _HEADINGS.split(text.replace("``", "`"))
    summary, _, detail = parts[0].strip().partition("\n\n")
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return summary.replace("\n", " "), detail.strip(), sections.get("Notes", "").strip()


def _make_recipe(name: str) -> dict[str, Any]:
    about = ABOUT[name]
    return {"columns": _COLUMNS[about.table], "method": {"name": name, **about.settings}}


def _make_records(table: str) -> pa.Table:
    """Made-up records; jobs have different ages, so that groups have something to follow."""
    draw = random.Random(_SEED)  # noqa: S311  # made-up data
    if table == "codes":
        cells = [" ".join(sorted(draw.sample(_CODES, draw.randint(1, 4)))) for _ in range(_RECORDS)]
        return pa.table({"codes": cells})
    if table == "countries":
        return pa.table({"country": draw.choices(_COUNTRIES, range(len(_COUNTRIES), 0, -1), k=_RECORDS)})
    jobs = [draw.choice(_JOBS) for _ in range(_RECORDS)]
    return pa.table({"job": jobs, "age": [round(draw.gauss(28 + 2 * _JOBS.index(job), 5)) for job in jobs]})


@cache
def _mask_example(name: str) -> tuple[str, str, bytes]:
    """The claims, the first rows before and after, and a picture of the first column."""
    records, recipe = _make_records(ABOUT[name].table), _make_recipe(name)
    synthetic = METHODS[name].traits.masked_only
    claims = "\n".join(f"- {claim.sentence}" for claim in kinonym.mask(records, recipe).claims)
    result = kinonym.mask(records, recipe, seed=_SEED, aligned=not synthetic)
    released = result.table.slice(0, _SHOWN).to_pylist()
    names = result.table.column_names
    picture = _draw(result, records, names[0])
    if synthetic:
        return claims, make_table(names, [row.values() for row in released]), picture
    original = records.select(names).slice(0, _SHOWN).to_pylist()
    rows = [[*before.values(), *after.values()] for before, after in zip(original, released, strict=True)]
    return claims, make_table([*names, *(f"{each}, released" for each in names)], rows), picture


def _draw(result: Any, records: pa.Table, column: str) -> bytes:  # noqa: ANN401  # a result of a table in memory
    """Records by value, from the report; where that withholds figures of the original, from the made-up records."""
    try:
        return str(result.plot.frequencies(column).svg()).encode()
    except kinonym.UsageError:
        before, after = (Counter(table[column].to_pylist()) for table in (records, result.table))
        values = [(value, before[value], after[value]) for value, _ in (before | after).most_common(_BARS)]
        return draw_paired_bars(values, f"{column}: records by value", "{:,.0f}".format).encode()
