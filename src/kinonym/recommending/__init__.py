"""Which method suits a table, and why: its facts, the rules that speak of them, and short trials of what fits."""

from kinonym.recommending.advice import Advice, Suggestion, recommend
from kinonym.recommending.choosing import CHOICES, Choice

__all__ = ["CHOICES", "Advice", "Choice", "Suggestion", "recommend"]
