"""The wordnets of other languages that a draft tries: those that are installed."""

from __future__ import annotations

from kinonym import ontologies
from kinonym.ontologies.installed_wordnets import list_installed
from kinonym.taxonomy import Taxonomy

__all__ = ["load_wordnets", "split_language"]

_WORDNET = "wordnet, language "


def load_wordnets() -> dict[str, Taxonomy]:
    """Load the installed wordnets of other languages, named as in the reasons of a draft."""
    return {f"{_WORDNET}{language.code}": ontologies.load(path) for language, path in list_installed().items()}


def split_language(name: str) -> tuple[str, str | None]:
    """Return the ontology and the language that a recipe states for an ontology of a draft.

    >>> split_language("wordnet, language ca"), split_language("icd10cm")
    (('wordnet', 'ca'), ('icd10cm', None))
    """
    return ("wordnet", name.removeprefix(_WORDNET)) if name.startswith(_WORDNET) else (name, None)
