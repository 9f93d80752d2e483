"""From values to concepts (specification 9): the mapping, its table, and the unmapped values."""

from kinonym.mapping.extending import extend_table
from kinonym.mapping.finding import map_values
from kinonym.mapping.fingerprint import fingerprint
from kinonym.mapping.outcome import Coverage, Mapping, MappingRow, TableEntry
from kinonym.mapping.private_csv import guard, restore
from kinonym.mapping.suggest import rate_suggestion, suggest
from kinonym.mapping.table import MappingTable
from kinonym.mapping.unmapped_report import UnmappedReport

__all__ = [
    "Coverage",
    "Mapping",
    "MappingRow",
    "MappingTable",
    "TableEntry",
    "UnmappedReport",
    "extend_table",
    "fingerprint",
    "guard",
    "map_values",
    "rate_suggestion",
    "restore",
    "suggest",
]
