"""From values to concepts (SPEC 9): the mapping, its table, what is left over, and the draft of a recipe."""

from kinonym.mapping.cells import guard, restore
from kinonym.mapping.draft import draft_recipe
from kinonym.mapping.fingerprint import fingerprint
from kinonym.mapping.guess import ColumnGuess, guess_columns
from kinonym.mapping.result import Coverage, Mapping, MappingRow, TableEntry
from kinonym.mapping.roles import Guess
from kinonym.mapping.suggest import suggest
from kinonym.mapping.table import MappingTable
from kinonym.mapping.unmapped import UnmappedReport
from kinonym.mapping.values import map_values

__all__ = [
    "ColumnGuess",
    "Coverage",
    "Guess",
    "Mapping",
    "MappingRow",
    "MappingTable",
    "TableEntry",
    "UnmappedReport",
    "draft_recipe",
    "fingerprint",
    "guard",
    "guess_columns",
    "map_values",
    "restore",
    "suggest",
]
