"""When to use each method and when not, in one table; and the aims of a release, with the settings that suit each.

The page, the command and the reference show these sentences; they are written nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kinonym.methods.k_ward import BLOCK
from kinonym.methods.noise import recommend_noise
from kinonym.recipe.method import make_method, make_method_section
from kinonym.recommending.table_facts import TableFacts

__all__ = ["AIMS", "CHOICES", "Aim", "Choice"]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A method in two sentences."""

    take: str
    leave: str


CHOICES: Mapping[str, Choice] = {
    "sa-mdav": Choice(
        take="you have no reason for another method: it groups records with similar meanings and adapts to the data; "
        "with refine = true it loses least on almost every table",
        leave="all groups must have about the same size, or no new combination may appear",
    ),
    "mdav": Choice(
        take="most columns are numbers, or all groups should have about k records",
        leave="many records are equal: they may be put into different groups and become different",
    ),
    "k-ward": Choice(
        take="records form natural groups of different sizes, and the table has at most a few thousand combinations",
        leave="the table is large: it is then divided into small blocks, and sa-mdav with refine = true loses less",
    ),
    "recode": Choice(
        take="no new combination may appear, or few records are rare and many are frequent",
        leave="nearly every record is unique: records then move far, and someone who knows the method can undo some of "
        "it",
    ),
    "resample": Choice(
        take="you repeat the experiments of the papers",
        leave="you want the least loss: use sa-mdav",
    ),
    "generalise": Choice(
        take="readers expect a broader value and never a different one",
        leave="the ontology is shallow or there are many columns: every value becomes the root",
    ),
    "suppress": Choice(
        take="you need true values or none, and few records are rare",
        leave="many records are rare: they all become missing",
    ),
    "generalise-items": Choice(
        take="cells hold many concepts, whole sets are nearly all unique, and attackers know only a few of the members",
        leave="an attacker may know more members than m, or that a member is absent: use a k-anonymous method",
    ),
    "record-swap": Choice(
        take="every column must keep its exact frequencies, and you want a bound for whole records",
        leave="relations between columns within small groups must stay exact",
    ),
    "srs1": Choice(
        take="columns of numbers or ordered levels are swapped one by one",
        leave="an attacker may know several columns: there is no bound for them together",
    ),
    "srs2": Choice(
        take="a single column is swapped, and values should stay near",
        leave="an attacker may know several columns: there is no bound for them together",
    ),
    "srs3": Choice(
        take="a bound for each column alone is enough, and relations between columns should suffer least",
        leave="an attacker may know several columns: there is no bound for them together",
    ),
    "data-swap": Choice(
        take="you want a baseline",
        leave="the table is to be released: there is no guarantee, and only frequencies are preserved",
    ),
    "shuffle": Choice(
        take="every column must keep its exact frequencies, and the masked columns their rank correlations",
        leave="records must stay similar to what they were, or relations to unmasked columns matter: both are lost",
    ),
    "noise": Choice(
        take="records arrive as a stream, or means and correlations matter more than a guarantee",
        leave="you need a guarantee: what attackers can still link is only measured; or columns have few distinct "
        "values: no value stays what it was, and a model trained on the release learns the opposite",
    ),
    "noise-naive": Choice(
        take="you want a baseline",
        leave="the table is to be released",
    ),
    "noise-probabilistic": Choice(
        take="you want a baseline",
        leave="the table is to be released",
    ),
    "pram": Choice(
        take="you are asked for post-randomisation, or have a transition matrix of your own; columns have few distinct "
        "values",
        leave="you need a guarantee: what attackers can still link is only measured",
    ),
    "exponential": Choice(
        take="each cell must be protected whatever anyone knows, even from the collector of the data",
        leave="single values must stay similar: over a large ontology, an epsilon below about 4 makes nearly every "
        "value random",
    ),
    "dp-histogram": Choice(
        take="you want a synthetic table with a proof for each record, and the masked columns have few combinations",
        leave="there are many more public combinations than records: most rows are then noise; or other columns must "
        "be released, or records must stay true",
    ),
    "dp-microaggregation": Choice(
        take="you want a rough distribution, with a proof, of one column with very many public values",
        leave="there are several columns: little of the second one is preserved; or single concepts matter",
    ),
}
"""Every method of the registry."""

Settings = dict[str, Any]
_FEW_VALUES = 50
"""Most distinct values of a column that post-randomisation is proposed for."""


@dataclass(frozen=True, kw_only=True)
class Aim:
    """An aim of a release, and the settings to try for it; the one that loses least on the table is suggested.

    ``unsuited`` says what a table lacks if no setting suits it.
    """

    wish: str
    offers: Callable[[TableFacts], list[Settings]]
    unsuited: str = "it needs several masked columns"


def _with_k(*settings: Settings) -> Callable[[TableFacts], list[Settings]]:
    """The settings with the recipe's k, and with what it demands where the method can keep that."""

    def offer_settings(facts: TableFacts) -> list[Settings]:
        keeping = [make_method({**setting, "k": facts.k}).traits.takes_demands for setting in settings]
        return [
            {**setting, "k": facts.k, **(facts.demands if keeps else {})}
            for setting, keeps in zip(settings, keeping, strict=True)
        ]

    return offer_settings


def _groups(facts: TableFacts) -> list[Settings]:
    """Methods that group similar records; k-ward if it need not divide the table into blocks."""
    settings: list[Settings] = [
        {"name": "sa-mdav", "refine": True},
        {"name": "sa-mdav"},
        {"name": "mdav", "refine": True},
    ]
    if facts.combinations <= BLOCK:
        settings.append({"name": "k-ward", "refine": True})
    return _with_k(*settings)(facts)


def _noise(facts: TableFacts, preserved: str) -> list[Settings]:
    if preserved == "correlation" and len(facts.domains) < 2:
        return []
    return [make_method_section(recommend_noise(facts.domains, "mean" if preserved == "mean" else "correlation"))]


def _shuffle(facts: TableFacts) -> list[Settings]:
    """A single column has no correlations to preserve, and ranks of plain values mean nothing."""
    ranked = not any(domain.traits.only_equality for domain in facts.domains)
    return [{"name": "shuffle"}] if ranked and len(facts.domains) > 1 else []


def _pram(facts: TableFacts) -> list[Settings]:
    return [{"name": "pram", "invariant": True}] if facts.most_values <= _FEW_VALUES else []


AIMS: tuple[Aim, ...] = (
    Aim(wish="every combination shared by k records, at the least loss of meaning", offers=_groups),
    Aim(wish="no new combination", offers=_with_k({"name": "recode"})),
    Aim(
        wish="broader values or none, never different ones",
        offers=_with_k(
            {"name": "generalise", "scheme": "local"},
            {"name": "generalise", "suppress_share": 0.05},
            {"name": "suppress"},
        ),
    ),
    Aim(wish="exact frequencies of every column", offers=_with_k({"name": "record-swap"})),
    Aim(
        wish="exact frequencies of every column, and rank correlations between the masked columns",
        offers=_shuffle,
        unsuited="shuffle needs several masked columns, each with an ontology or an order",
    ),
    Aim(
        wish="expected frequencies of every column, with a transition matrix that may be published",
        offers=_pram,
        unsuited=f"pram suits columns of at most {_FEW_VALUES} distinct values",
    ),
    Aim(wish="means, record by record, also of a stream", offers=lambda facts: _noise(facts, "mean")),
    Aim(
        wish="correlations between columns, record by record",
        offers=lambda facts: _noise(facts, "correlation"),
    ),
)
"""In the order in which they are shown; T table 6.1 has the last two, the others extend it."""
