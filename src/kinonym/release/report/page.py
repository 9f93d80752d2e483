"""The report as one HTML page that needs nothing else, and as a fragment for a notebook; what was done in words."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from kinonym._version import __version__
from kinonym.assess import STRENGTHS, Masking
from kinonym.assess.figure import number, percent
from kinonym.domains import Domain
from kinonym.metrics import Utility
from kinonym.release.policy import TEST_MARK, Claim
from kinonym.release.report.columns_section import columns_section
from kinonym.release.report.moved_shares import moved_section
from kinonym.release.report.publishing import NOTHING, Markup, Published, element, join, plain_table, recipe_box
from kinonym.release.report.sections import dependence_section, facts_table, risk_section, utility_section

__all__ = ["fragment", "page", "settings_in_words", "style", "uniqueness_section", "versions", "whole_page"]


_ALL_LOST = 100.0
_OVER_ALL = (
    "The information loss L is over 100 %: the records lie farther from their originals than if every one of them had "
    "become the centre of the table, as happens when values are blanked, swapped or drawn far away."
)


def style() -> Markup:
    """The style sheet, scoped to what this program makes."""
    return Markup(files(__package__).joinpath("style.css").read_text(encoding="utf-8"))


def fragment(title: str, published: Published) -> str:
    """Claims and the main figures, for a notebook."""
    body = element("section", element("h2", title), _summary(published), class_="kinonym")
    return join([element("style", style()), body])


def page(title: str, published: Published, date: str) -> str:
    """All sections."""
    sections = [
        ("summary", "Summary", _summary(published)),
        *(_measures(published) if published.withheld is None else [("facts", "The method", facts_table(published))]),
        ("origin", "How it was made", _origin(published)),
    ]
    return whole_page(title, f"Report of a release, {date}", [section for section in sections if section[2]])


def _measures(published: Published) -> list[tuple[str, str, Markup]]:
    """What was measured of the release beside its original."""
    return [
        ("risk", "Risk", risk_section(published)),
        ("utility", "Utility", utility_section(published)),
        ("dependence", "How the columns depend on each other", dependence_section(published)),
        ("columns", "Column by column", columns_section(published)),
    ]


def whole_page(title: str, under: str, sections: list[tuple[str, str, Markup]]) -> str:
    """A page with a heading, links to its sections, and the sections."""
    links = element(
        "nav",
        element("ul", *(element("li", element("a", name, href=f"#{key}")) for key, name, _ in sections)),
        aria_label="Sections",
    )
    made = [
        element("section", element("h2", name, id=f"{key}-title"), inner, id=key, aria_labelledby=f"{key}-title")
        for key, name, inner in sections
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width,initial-scale=1"),
        element("meta", name="robots", content="noindex"),
        element("title", title),
        element("style", style()),
    )
    top = element("header", element("h1", title), element("p", under, class_="quiet"))
    body = element("body", element("div", top, links, element("main", *made), class_="kinonym whole"))
    return "<!doctype html>\n" + element("html", head, body, lang="en") + "\n"


def _summary(published: Published) -> Markup:
    return join(
        [
            element("p", element("strong", TEST_MARK), class_="test") if published.seeded else NOTHING,
            element("p", " ".join(sentences(published)), class_="words"),
            _claims(published.claims),
            uniqueness_section(published),
            moved_section(published),
            _tiles(published) if published.withheld is None else NOTHING,
            _notices(published),
        ]
    )


def _claims(claims: tuple[Claim, ...]) -> Markup:
    items = [
        element(
            "li",
            element("span", "guarantee" if claim.guarantee else "no guarantee", class_="badge"),
            " ",
            claim.sentence,
            class_="claim yes" if claim.guarantee else "claim",
        )
        for claim in claims
    ]
    return join([element("h3", "What may be claimed"), element("ul", *items, class_="claims")])


def uniqueness_section(published: Published) -> Markup:
    """How unique the rows are with the unmasked columns, the columns that contribute most, and what to do."""
    found = published.uniqueness
    if found is None:
        return NOTHING
    said = [element("h3", "What the guarantee does not cover"), element("p", element("strong", found.sentence))]
    if found.contributors:
        head = ("column", "rows that are unique with this column" + (" and the masked ones" if found.together else ""))
        rows = [[part.column, percent(part.share)] for part in found.contributors]
        said += [plain_table("Columns that contribute most", head, rows), element("p", found.advice)]
    return element("div", *said, class_="care" if found.exceeds else "unmasked")


def _tiles(published: Published) -> Markup:
    utility, worst = published.assessment.utility, published.assessment.strongest
    persons, linked = published.assessment.risk.fewest_persons, published.assessment.linked
    smallest = (f"{utility.smallest_class:,}", f"{published.assessment.rows_are} in the smallest group")
    tiles = [
        (percent(worst.chance), f"of the {linked} linked by the strongest attacker ({worst.name})"),
        smallest if persons is None else (f"{persons:,}", "different persons in the smallest group"),
        (f"{utility.loss:.1f} %", "information loss L"),
        (percent(utility.values_changed), "of the values changed"),
    ]
    made = [
        element("li", element("span", figure, class_="big"), element("span", text, class_="small"))
        for figure, text in tiles
    ]
    return join([element("h3", "In four figures"), element("ul", *made, class_="tiles")])


def _notices(published: Published) -> Markup:
    if not published.notices:
        return NOTHING
    return join([element("h3", "Notices"), element("ul", *(element("li", n) for n in published.notices))])


def sentences(published: Published) -> list[str]:
    """A paragraph, sentence by sentence."""
    masking, records = published.assessment.masking, published.assessment.plan.tuples.records
    columns = f"column{'s' if len(published.names) > 1 else ''} {listed(published.names)}"
    of_whom = published.assessment.plan.tuples.persons
    whose = "" if of_whom is None else f" of {of_whom.number:,} persons"
    gathered = published.assessment.plan.tuples.histories
    who = f"The histories of {records:,} persons" if gathered else f"{records:,} records{whose}"
    masked = f"{who} were masked in the {columns} with the method {masking.name}"
    said = [f"{masked}{settings_in_words(masking)}.", masking.words]
    if published.withheld is None:
        said += _changes(published)
    return [sentence for sentence in said if sentence]


def _changes(published: Published) -> list[str]:
    """What there was before, and what became of it."""
    utility, risk = published.assessment.utility, published.assessment.risk
    single, rows_are = risk.unit.removesuffix("s"), published.assessment.rows_are
    persons = "" if risk.fewest_persons is None else f" of {risk.fewest_persons:,} different persons"
    before = (
        f"Before, the {rows_are} had {utility.tuples:,} different combinations of these columns, and "
        f"{risk.unique_before:,} of them belonged to a single {single}. Now there are "
        f"{utility.masked_tuples:,}, and the rarest belongs to {_counted(utility.smallest_class, rows_are)}{persons}."
    )
    changed = (
        f"{percent(utility.values_changed)} of the values and {percent(utility.records_changed)} of the {rows_are} "
        f"changed. On a scale from 0 (the same) to 1 (nothing in common) a value moved by "
        f"{number(_mean_distance(utility))} on average."
    )
    lost = _OVER_ALL if utility.loss > _ALL_LOST else ""
    return [before, changed, lost, f"{_counted(utility.removed, rows_are)} left the table." if utility.removed else ""]


def listed(names: list[str]) -> str:
    """Names as a sentence lists them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def settings_in_words(masking: Masking) -> str:
    """Strength of the masking: k, alpha or epsilon, whichever the method has."""
    said = [f"{key} = {masking.settings[key]}" for key in STRENGTHS if key in masking.settings]
    return f" ({', '.join(said)})" if said else ""


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what.removesuffix('s') if count == 1 else what}"


def _mean_distance(utility: Utility) -> float:
    columns = utility.columns.values()
    return sum(column.distance for column in columns) / len(columns)


def versions() -> dict[str, str]:
    """What computed the figures."""
    software = {"kinonym": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba", "pyarrow"):
        try:
            software[name] = version(name)
        except PackageNotFoundError:
            continue
    return software


def _origin(published: Published) -> Markup:
    """How the release was made, so that it can be repeated and cited."""
    return join(
        [
            _row_targets_of(published),
            plain_table("Columns and what their values mean", ("column", "kind", "mapped"), _columns(published)),
            _sources(published),
            plain_table("Method", ("parameter", "value"), _settings(published)),
            plain_table("Versions", ("program", "version"), [[k, v] for k, v in versions().items()]),
            element("h3", "Recipe"),
            element("p", "The same run again: save this as recipe.toml and give it to kinonym mask."),
            recipe_box(published.recipe),
        ]
    )


def _row_targets_of(published: Published) -> Markup:
    """Every column of the table: its role, and what became of it."""
    head = ("column", "role", "what became of it")
    rows = [[name, role, _row_targets(published, name, role)] for name, role in published.roles.items()]
    return plain_table("What became of each column", head, rows) if rows else NOTHING


def _row_targets(published: Published, name: str, role: str) -> str:
    if name in published.names and published.withheld is not None:
        return "masked"
    if name in published.names:
        return f"masked: {percent(published.assessment.utility.columns[name].changed)} of its values changed"
    return "dropped" if role == "identifier" else "passed through as it is"


def _columns(published: Published) -> list[list[str]]:
    columns = published.assessment.plan.tuples.columns
    if published.withheld is not None:
        return [[column.name, column.domain.describe(_public_root(column.domain)), "–"] for column in columns]
    return [
        [view.name, (view.sets or view.domain).describe(view.root), published.coverage.get(view.name, "–")]
        for view in published.views
    ]


def _public_root(domain: Domain) -> str:
    """The root that the recipe names."""
    return "" if domain.hierarchy is None else str(domain.hierarchy.tau.preferred([0])[0])


def _sources(published: Published) -> Markup:
    rows = {
        source.name: [source.name, source.version or "–", source.licence or "–", source.citation or "–"]
        for source in published.sources.values()
    }
    head = ("ontology", "version", "licence", "citation")
    return plain_table("Ontologies", head, list(rows.values())) if rows else NOTHING


def _settings(published: Published) -> list[list[str]]:
    masking = published.assessment.masking
    given = {key: value for key, value in masking.settings.items() if value is not None}
    return [["name", masking.name], *([key, str(value)] for key, value in given.items())]
