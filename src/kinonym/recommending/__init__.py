"""Which method suits a table, and why: its facts, the rules that speak of them, and short trials of what fits."""

from kinonym.recommending.advice import Advice, Suggestion, recommend
from kinonym.recommending.choosing import CHOICES, Choice
from kinonym.recommending.four_questions import QUESTIONS, Proposal, Question, answers_leading_to, propose

__all__ = [
    "CHOICES",
    "QUESTIONS",
    "Advice",
    "Choice",
    "Proposal",
    "Question",
    "Suggestion",
    "answers_leading_to",
    "propose",
    "recommend",
]
