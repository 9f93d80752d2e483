"""Drafting a recipe for a person to check: what each column seems to be, and why (`kinonym init`)."""

from kinonym.drafting.draft import Draft, LayoutOptions, draft_section, draft_table
from kinonym.drafting.guess import Guess
from kinonym.drafting.guesses import guess_columns, guess_table
from kinonym.drafting.recipe_text import draft_recipe
from kinonym.drafting.table_guess import ColumnGuess, TableGuess

__all__ = [
    "ColumnGuess",
    "Draft",
    "Guess",
    "LayoutOptions",
    "TableGuess",
    "draft_recipe",
    "draft_section",
    "draft_table",
    "guess_columns",
    "guess_table",
]
