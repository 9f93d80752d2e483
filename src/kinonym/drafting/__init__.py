"""Drafting a recipe for a person to check: what each column seems to be, and why (`kinonym init`)."""

from kinonym.drafting.guesses import ColumnGuess, guess_columns
from kinonym.drafting.recipe_text import draft_recipe
from kinonym.drafting.role_rules import Guess

__all__ = ["ColumnGuess", "Guess", "draft_recipe", "guess_columns"]
