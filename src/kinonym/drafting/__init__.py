"""Drafting a recipe for a person to check: what each column seems to be, and why (`kinonym init`)."""

from kinonym.drafting.guesses import ColumnGuess, TableGuess, guess_columns, guess_table
from kinonym.drafting.recipe_text import draft_recipe
from kinonym.drafting.role_rules import Guess

__all__ = ["ColumnGuess", "Guess", "TableGuess", "draft_recipe", "guess_columns", "guess_table"]
