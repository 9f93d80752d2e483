"""What a table shows: its k, l, p and t, what its classes disclose, and whether that is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kinonym.errors import UsageError
from kinonym.methods.demands import Demands, unmet
from kinonym.metrics import Disclosure, SemanticDisclosure
from kinonym.privacy import Models
from kinonym.privacy.ground import GroundName
from kinonym.verifying.known_columns import CountedScenario
from kinonym.verifying.original import Against, against_rows
from kinonym.verifying.two_releases import Together

__all__ = ["Verification"]

_LACKING = {
    "distinct": "the table has l = {reached:g}, less than {asked:g}",
    "entropy": "the table has entropy l = {reached:.4f}, less than {asked:g}",
    "recursive": "for l = {l:g} c must be greater than {reached:.4f} in this table",
    "sensitive": "the table is {reached:g}-sensitive, {asked:g} was asked for",
    "close": "the table has t = {reached:.4f} ({ground}), more than {asked:g}",
}


@dataclass(frozen=True, kw_only=True)
class Verification:
    """What a table shows; missing counts as a value.

    ``k``: records of the smallest class, or persons if ``persons`` says how many there are; ``unnamed`` of them are
    records without a person, and ``case_variants`` of their ids differ from another one only in upper and lower case.
    Over all classes and confidential columns: ``l`` and ``p``: least number of distinct values, ``entropy_l``: exp of
    the least entropy, ``recursive``: for l = 2, 3, … the figure that c must exceed for recursive (c, l)-diversity,
    ``commonest``: that figure for l = 1, ``t``: greatest distance from the table's distribution, on the ground
    distance that was asked for, or else with all values equally far apart. ``closeness``: t per column and ground
    distance. ``disclosures`` say what the classes disclose about each confidential column, ``semantic_disclosures`` how
    deep their values' common subsumers lie, ``against`` how the table compares with its original, where one was
    given.
    """

    records: int
    classes: int
    unique: int
    k: int
    l: int | None  # noqa: E741
    p: int | None
    t: float | None
    entropy_l: float | None
    recursive: tuple[float, ...] = ()
    commonest: float | None = None
    closeness: Mapping[str, Mapping[GroundName, float]] = field(default_factory=dict)
    original_records: int | None = None
    original_unique: int | None = None
    disclosures: tuple[Disclosure, ...] = ()
    semantic_disclosures: tuple[SemanticDisclosure, ...] = ()
    against: Against | None = None
    m: int | None = None
    """How many items of a record an attacker may know, if k^m-anonymity was counted."""
    known_items: int | None = None
    """The greatest k for which any ``m`` items of a record have k records or persons; None if there are no items."""
    scenarios: tuple[CountedScenario, ...] = ()
    """The attackers that the recipe describes, and what was counted for each."""
    together: Together | None = None
    """What this release and an earlier one disclose together."""
    persons: int | None = None
    unnamed: int = 0
    case_variants: int = 0

    def __repr__(self) -> str:
        shown = {
            "k": self.k, "l": self.l, "p": self.p, "t": None if self.t is None else round(self.t, 4),
            "classes": self.classes, "records": self.records, "persons": self.persons,
        }  # fmt: skip
        return f"<Verification {', '.join(f'{k}={v}' for k, v in shown.items() if v is not None)}>"

    def rows(self) -> list[tuple[str, str]]:
        """What was found, as a terminal shows it."""
        unit = "" if self.persons is None else " persons"
        rows = [
            ("k", f"{self.k}{unit} (smallest class of equal quasi-identifiers)"),
            ("classes", f"{self.classes:,} over {self.records:,} records, {self.unique:,} of one record"),
        ]
        if self.persons is not None:
            nobody = f", {self.unnamed:,} of them records that name nobody" if self.unnamed else ""
            rows.append(("persons", f"{self.persons:,}{nobody}"))
        if self.case_variants:
            rows.append(("person ids", f"{self.case_variants:,} differ from another one only in upper and lower case"))
        if self.m is not None:
            rows.append((f"k, {self.m} items known", self._known_items_row()))
        rows += [scenario.row for scenario in self.scenarios]
        if self.l is not None:
            rows += [
                ("l", f"{self.l} distinct confidential values at least (entropy: {self.entropy_l:.2f})"),
                ("l, recursive", self._recursive_row()),
                ("p", f"{self.p}-sensitive"),
                ("t", f"{self.t:.4f} at most from the table's distribution"),
            ]
        for column, grounds in self.closeness.items():
            if len(grounds) > 1:
                rows.append((f"t of {column}", ", ".join(f"{ground} {t:.4f}" for ground, t in grounds.items())))
        for disclosure in self.disclosures:
            known = f"known for certain in {disclosure.homogeneous:.1%} of the {disclosure.unit}"
            guessed = f"guessed in {disclosure.guess:.1%} (in the whole table {disclosure.guess_before:.1%})"
            rows.append((disclosure.column, f"{known}, {guessed}"))
        for near in self.semantic_disclosures:
            text = (
                f"narrowed to one family in {near.homogeneous:.1%} of the {near.unit}; the values of a class meet at "
                f"depth {near.deepest} at most, those of the column at {near.depth}"
            )
            rows.append((f"{near.column}, by meaning", text))
        rows += [] if self.together is None else list(self.together.rows())
        return rows + (against_rows(self.against) if self.against else [])

    def _known_items_row(self) -> str:
        if self.known_items is None:
            return "no record has an item"
        unit = "records" if self.persons is None else "persons"
        return f"{self.known_items} (fewest {unit} that share up to {self.m} items of a record)"

    def _recursive_row(self) -> str:
        shown = [f"(c, {level})-diverse for c > {c:.3g}" for level, c in enumerate(self.recursive[:3], 2)]
        return ", ".join(shown) or "a class has a single value"

    def unmet(self, demands: Demands, *, k: int | None = None) -> list[str]:
        """What of these demands and of its scenarios the table does not meet, in words; empty if it meets all.

        Parameters
        ----------
        demands
            l, p and t as a method takes them.
        k
            Least number of records in a class; if k^m-anonymity was counted, of records that share any m items.
        """
        unit = "" if self.persons is None else " persons"
        reached_k = self.k if self.m is None else self.known_items
        known = "" if self.m is None else f" for any {self.m} items of a record"
        fails = k is not None and reached_k is not None and reached_k < k
        sentences = [f"the table has k = {reached_k}{unit}{known}, less than {k}"] if fails else []
        sentences += [scenario.lack for scenario in self.scenarios if scenario.lack]
        if demands.demanding and (self.l is None or self.entropy_l is None or self.t is None or self.p is None):
            msg = "l, p and t need a confidential column"
            raise UsageError(msg, hint="name the columns with values that must stay diverse")
        reached = Models(
            k=self.k, l=self.l, p=self.p, t=self.t, entropy_l=self.entropy_l, recursive=self.recursive,
            commonest=self.commonest,
        )  # fmt: skip
        lacks = unmet(reached, demands, t=self._t(demands.needed_ground))
        levels = {"l": demands.l_diversity, "ground": demands.ground}
        return sentences + [_LACKING[lack.model].format(**lack._asdict(), **levels) for lack in lacks]

    def _t(self, ground: GroundName) -> float:
        """The greatest t of the columns on a ground distance; it must have been measured on all of them."""
        without = [column for column, grounds in self.closeness.items() if ground not in grounds]
        if without:
            msg = f"the {ground} distance of column {without[0]!r} was not measured"
            raise UsageError(msg, hint="give a recipe that says what its values mean, and name the ground distance")
        return max((grounds[ground] for grounds in self.closeness.values()), default=0.0)
