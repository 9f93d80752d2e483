"""The report as one HTML page that needs nothing else, and as a fragment for a notebook."""

from __future__ import annotations

from importlib.resources import files

from kinonym.release.policy import TEST_MARK, Claim
from kinonym.release.report.columns_section import columns_section
from kinonym.release.report.content import Content
from kinonym.release.report.markup import Markup, element, join
from kinonym.release.report.origin_section import origin_section
from kinonym.release.report.risk_section import risk_section
from kinonym.release.report.tables import percent
from kinonym.release.report.utility_section import dependence_section, utility_section
from kinonym.release.report.words import sentences

__all__ = ["fragment", "page", "style", "whole_page"]


def style() -> Markup:
    """The style sheet, scoped to what this program makes."""
    return Markup(files(__package__).joinpath("style.css").read_text(encoding="utf-8"))


def fragment(title: str, content: Content) -> str:
    """Claims and the main figures, for a notebook."""
    body = element("section", element("h2", title), _summary(content), class_="kinonym")
    return join([element("style", style()), body])


def page(title: str, content: Content, date: str) -> str:
    """All sections."""
    sections = [
        ("summary", "Summary", _summary(content)),
        ("risk", "Risk", risk_section(content)),
        ("utility", "Utility", utility_section(content)),
        ("dependence", "How the columns depend on each other", dependence_section(content)),
        ("columns", "Column by column", columns_section(content)),
        ("origin", "How it was made", origin_section(content)),
    ]
    return whole_page(title, f"Report of a release, {date}", [s for s in sections if s[2] is not None])


def whole_page(title: str, under: str, sections: list[tuple[str, str, Markup | None]]) -> str:
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


def _summary(content: Content) -> Markup:
    return join(
        [
            element("p", element("strong", TEST_MARK), class_="test") if content.seeded else None,
            element("p", " ".join(sentences(content)), class_="words"),
            _claims(content.claims),
            _tiles(content),
            _notices(content),
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


def _tiles(content: Content) -> Markup:
    utility, worst = content.utility, content.strongest
    tiles = [
        (percent(worst.chance), f"of the records linked by the strongest attacker ({worst.name})"),
        (f"{utility.smallest_class:,}", "records in the smallest group"),
        (f"{utility.loss:.1f} %", "information loss L"),
        (percent(utility.values_changed), "of the values changed"),
    ]
    made = [
        element("li", element("span", figure, class_="big"), element("span", text, class_="small"))
        for figure, text in tiles
    ]
    return join([element("h3", "In four figures"), element("ul", *made, class_="tiles")])


def _notices(content: Content) -> Markup | None:
    if not content.all_notices:
        return None
    return join([element("h3", "Notices"), element("ul", *(element("li", n) for n in content.all_notices))])
