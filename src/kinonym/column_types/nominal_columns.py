"""Columns of concepts: values, or the parts of cells with several values, are mapped to an ontology."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from kinonym.column_types.column_recipe import ColumnRecipe
from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains import Plain
from kinonym.errors import RecipeError, UsageError
from kinonym.languages import find_language
from kinonym.ontologies.from_values import OWN_VALUES

__all__ = ["NominalColumn"]


def _read_lengths(text: str) -> list[int | str]:
    return [int(part) if part.strip().isdecimal() else part for part in text.split(",")]


class NominalColumn(ColumnRecipe):
    """A column of concepts."""

    kind: ClassVar[str] = "nominal"
    title: ClassVar[str] = "words in an ontology"
    maps_values: ClassVar[bool] = True
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {
        **dict.fromkeys(
            (
                "ontology",
                "language",
                "root",
                "measure",
                "unmapped",
                "path_separator",
                "separator",
                "set_distance",
                "write",
            ),
            str,
        ),
        "lengths": _read_lengths,
    }

    type: Literal["nominal"] | None = None

    @classmethod
    def is_implied(cls, section: Mapping[str, Any]) -> bool:
        """Whether an ontology is named."""
        return bool(section.get("ontology") or section.get("ontology_by"))

    def check_meaning(self, name: str) -> None:
        """Reject a column without an ontology."""
        if not (self.ontology or self.ontology_by):
            msg = f"columns.{name} is nominal but does not name an ontology"
            raise RecipeError(msg, hint='add ontology = "wordnet" or "icd10cm" or a path, or type = "plain"')
        self._check_several(name)
        self._check_language(name)

    def _check_language(self, name: str) -> None:
        """Reject an unknown language, or one of codes and hierarchies that have no words."""
        if self.language is None:
            return
        try:
            find_language(self.language)
        except UsageError as error:
            msg = f"columns.{name}.language: {error.message}"
            raise RecipeError(msg, hint=error.hint) from None
        if self.ontology_by is not None or any(ontology in OWN_VALUES for ontology in self.ontologies):
            msg = f"columns.{name} has a language, which only goes with named ontologies and files"
            raise RecipeError(msg, hint='for instance ontology = "wordnet"; or remove language')

    def _check_several(self, name: str) -> None:
        """Reject a list of ontologies that are not several, or keys that go with one ontology."""
        if not self.has_several_ontologies:
            if self.combine != "best":
                msg = f"columns.{name} has combine, which only goes with several ontologies"
                raise RecipeError(msg, hint='name them: ontology = ["wordnet", "mesh.owl"]; or remove combine')
            return
        if len(set(self.ontologies)) != len(self.ontologies) or len(self.ontologies) < 2:
            msg = f"columns.{name}: a list of ontologies names at least two, each once"
            raise RecipeError(msg, hint='for instance ontology = ["wordnet", "mesh.owl"]; one needs no list')
        if own := [ontology for ontology in self.ontologies if ontology in OWN_VALUES]:
            msg = f"columns.{name} lists {own[0]!r}, which is built from a whole column"
            raise RecipeError(msg, hint="list ontologies, or files with a hierarchy")
        for key in ("separator", "counts"):
            if getattr(self, key) is not None:
                msg = f"columns.{name} has {key}, which goes with one ontology, not with several"
                raise RecipeError(msg, hint=f"remove {key}, or name one ontology")

    def read(self, column: ColumnValues) -> ReadColumn:
        """Read values without an ontology, which are only equal or different. The pipeline maps all others."""
        return ReadColumn.encode(column, Plain().fit(column.values))
