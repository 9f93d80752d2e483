"""Four questions about a release, and the method that the answers lead to; `docs/which-method.md` explains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from kinonym.recommending.choosing import CHOICES

__all__ = ["QUESTIONS", "USUAL_ANSWERS", "Proposal", "Question", "answers_leading_to", "propose"]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question with its answers: key → words."""

    key: str
    words: str
    answers: Mapping[str, str]


QUESTIONS = (
    Question(
        key="shared",
        words="Must every combination of the masked columns be shared by several people?",
        answers={
            "yes": "Yes. This is right for nearly every release.",
            "no": "No, another kind of protection is enough.",
        },
    ),
    Question(
        key="new",
        words="May combinations appear that nobody had?",
        answers={
            "yes": "Yes: the meaning of each record should stay as near as possible.",
            "no": "No: only combinations that occur in the table.",
            "broader": "No: values may only become broader, such as 30 to 39 for 34.",
            "missing": "No: every value is true or missing.",
        },
    ),
    Question(
        key="exact",
        words="Must every column keep its exact frequencies?",
        answers={"no": "No.", "yes": "Yes: each column alone must give the same counts as before."},
    ),
    Question(
        key="use",
        words="Do you need only statistics, or a proof?",
        answers={
            "records": "Neither: recipients work with the records.",
            "means": "Only means, or the records arrive as a stream.",
            "correlations": "Only correlations between the masked columns.",
            "cell": "A proof for every single cell; a large loss is acceptable.",
            "release": "A proof for the release as a whole, in synthetic rows without any other column.",
        },
    ),
)
USUAL_ANSWERS: Mapping[str, str] = {"shared": "yes", "new": "yes", "exact": "no", "use": "records"}

_GROUPS: Mapping[str, dict[str, Any]] = {
    "yes": {"name": "sa-mdav", "refine": True},
    "no": {"name": "recode"},
    "broader": {"name": "generalise", "scheme": "local"},
    "missing": {"name": "suppress"},
}
_USES: Mapping[str, dict[str, Any]] = {
    "means": {"name": "noise", "reference": "mean"},
    "correlations": {"name": "noise", "reference": "root"},
    "cell": {"name": "exponential"},
    "release": {"name": "dp-histogram"},
}
_NOT_BOTH = (
    "No method keeps every frequency exact and makes every combination shared: each record is instead linked to its "
    "person with a probability of at most 1/k."
)
_STATISTICS = "Groups of k people come at a small loss, so they are proposed although you do not ask for them."
_SHARED_FIRST = "You ask for shared combinations, which methods for statistics or proofs do not give."


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A method with its settings, without a strength; and why."""

    settings: Mapping[str, Any]
    reason: str
    note: str = ""
    """What the answers ask for and this method does not give."""


def propose(answers: Mapping[str, str]) -> Proposal:
    """Return the method for some answers; the usual answer counts where there is none.

    Examples
    --------
    >>> dict(propose({"shared": "yes", "new": "no"}).settings)
    {'name': 'recode'}
    """
    given = {**USUAL_ANSWERS, **{key: answer for key, answer in answers.items() if key in USUAL_ANSWERS}}
    shared, use = given["shared"] == "yes", given["use"]
    if given["exact"] == "yes":
        return _proposal({"name": "record-swap"}, _NOT_BOTH if shared else "")
    if not shared and use in _USES:
        return _proposal(_USES[use])
    note = _SHARED_FIRST if shared and use in _USES else "" if shared else _STATISTICS
    return _proposal(_GROUPS.get(given["new"], _GROUPS["yes"]), note)


def _proposal(settings: Mapping[str, Any], note: str = "") -> Proposal:
    return Proposal(settings=settings, reason=f"Use it if {CHOICES[settings['name']].take}.", note=note)


def answers_leading_to(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers nearest to the usual ones that lead to a method; none if the questions never propose it."""
    keys = [question.key for question in QUESTIONS]
    for chosen in product(*(question.answers for question in QUESTIONS)):
        answers = dict(zip(keys, chosen, strict=True))
        proposed = propose(answers)
        if not proposed.note and dict(settings) | dict(proposed.settings) == dict(settings):
            return answers
    return {}
