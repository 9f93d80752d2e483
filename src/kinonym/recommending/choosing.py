"""When to take each method and when not, in one table; and what people want of a release, with what serves it.

Page, command and the guide `docs/which-method.md` tell these sentences; nowhere else are they written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kinonym.methods.noise import recommend_noise
from kinonym.recipe.method import find_method_class, make_method_section
from kinonym.recommending.table_facts import TableFacts

__all__ = ["AIMS", "CHOICES", "Aim", "Choice"]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A method in two sentences."""

    take: str
    leave: str


CHOICES: Mapping[str, Choice] = {
    "sa-mdav": Choice(
        take="you have no reason for another one: records of like meaning form groups that adapt to the data; with "
        "refine = true it loses least of all",
        leave="every group must have about the same size, or no combination may appear that nobody had",
    ),
    "mdav": Choice(
        take="most columns are numbers, or all groups should have about k records",
        leave="many records are equal: they may fall into different groups and become different",
    ),
    "k-ward": Choice(
        take="records fall into natural groups of different sizes, and the table has a few thousand combinations",
        leave="the table is large: it is cut into small blocks; sa-mdav with refine = true as a rule loses less",
    ),
    "recode": Choice(
        take="no combination may appear that nobody had, or a few records are rare and many are frequent",
        leave="nearly every record is unique: then it moves far, and who knows the method can undo some of it",
    ),
    "resample": Choice(
        take="you repeat the experiments of the papers",
        leave="you want the least loss: sa-mdav has it",
    ),
    "generalise": Choice(
        take="readers expect a broader value, never another one",
        leave="the ontology is shallow or the columns are many: everything becomes the root",
    ),
    "suppress": Choice(
        take="a true value or none is what you want, and few records are rare",
        leave="many records are rare: they all become missing",
    ),
    "generalise-items": Choice(
        take="cells hold many concepts, whole sets are nearly all unique, and attackers know only a few of the members",
        leave="an attacker may know more members than m, or that a member is absent: use a k-anonymous method",
    ),
    "record-swap": Choice(
        take="every column must keep its values and their frequencies, and a bound for whole records is wanted",
        leave="the relations between columns inside small groups must stay exact",
    ),
    "srs1": Choice(
        take="columns of numbers or ordered levels are swapped one by one",
        leave="an attacker may know several columns: together they have no bound",
    ),
    "srs2": Choice(
        take="one column is swapped, and near values should meet",
        leave="an attacker may know several columns: together they have no bound",
    ),
    "srs3": Choice(
        take="a bound for each column alone is enough and relations between columns should suffer least",
        leave="an attacker may know several columns: together they have no bound",
    ),
    "data-swap": Choice(
        take="a baseline is wanted",
        leave="the table is to be released: nothing is promised and nothing but frequencies stays",
    ),
    "shuffle": Choice(
        take="every column must keep its frequencies, and the rank correlations of the masked columns should stay",
        leave="records must stay near what they were, or relations to unmasked columns matter: both are lost",
    ),
    "noise": Choice(
        take="records come one after the other (a stream), or means and correlations matter more than a promise",
        leave="a guarantee is needed: what attackers can still link is only measured; or columns have few values: "
        "none stays what it was, and a model trained on the release learns the contrary",
    ),
    "noise-naive": Choice(
        take="a baseline is wanted",
        leave="the table is to be released",
    ),
    "noise-probabilistic": Choice(
        take="a baseline is wanted",
        leave="the table is to be released",
    ),
    "pram": Choice(
        take="an office asks for post-randomisation, or you have a transition matrix of your own; columns have few "
        "values",
        leave="a guarantee is needed: what attackers can still link is only measured",
    ),
    "exponential": Choice(
        take="each person's cell must be protected whatever anybody knows, even from who collects it",
        leave="single values must stay near: over a large ontology an epsilon below about 4 makes nearly every value "
        "a random one",
    ),
    "dp-histogram": Choice(
        take="a synthetic table with a proof for each record is wanted, and the masked columns have few combinations",
        leave="the public combinations are many more than the records: most rows are then noise; or other columns "
        "must be released, or records must stay true",
    ),
    "dp-microaggregation": Choice(
        take="one column with very many public values, of which a rough distribution with a proof is wanted",
        leave="there are several columns: along one order the second keeps little; or single concepts matter",
    ),
}
"""Every method of the registry."""

Settings = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Aim:
    """What somebody wants of a release, and the settings that serve it on a table; the best of them is measured."""

    wish: str
    offers: Callable[[TableFacts], list[Settings]]


def _with_k(*settings: Settings) -> Callable[[TableFacts], list[Settings]]:
    """The settings with the recipe's k, and with what it demands where the method can keep that."""

    def offered(facts: TableFacts) -> list[Settings]:
        keeping = [find_method_class(setting["name"]).traits.takes_demands for setting in settings]
        return [
            {**setting, "k": facts.k, **(facts.demands if keeps else {})}
            for setting, keeps in zip(settings, keeping, strict=True)
        ]

    return offered


def _noise(facts: TableFacts, keeping: str) -> list[Settings]:
    if keeping == "correlation" and len(facts.domains) < 2:
        return []
    return [make_method_section(recommend_noise(facts.domains, "mean" if keeping == "mean" else "correlation"))]


AIMS: tuple[Aim, ...] = (
    Aim(
        wish="nobody alone with a combination, at the least loss of meaning",
        offers=_with_k({"name": "sa-mdav", "refine": True}, {"name": "sa-mdav"}, {"name": "mdav", "refine": True}),
    ),
    Aim(wish="no combination that nobody had", offers=_with_k({"name": "recode"})),
    Aim(
        wish="a broader value or none, never another one",
        offers=_with_k(
            {"name": "generalise", "scheme": "local"},
            {"name": "generalise", "suppress_share": 0.05},
            {"name": "suppress"},
        ),
    ),
    Aim(wish="every column with exactly the values it had", offers=_with_k({"name": "record-swap"})),
    Aim(wish="means that stay, record by record, also on a stream", offers=lambda facts: _noise(facts, "mean")),
    Aim(
        wish="correlations between columns that stay, record by record",
        offers=lambda facts: _noise(facts, "correlation"),
    ),
)
"""In the order in which they are shown; T table 6.1 has the last two, the others extend it."""
