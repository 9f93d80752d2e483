"""Wordnets of other languages that the user has put into a folder, where `ontology = "wordnet"` finds them.

The folder is `wordnets` in the user's data folder of Kinonym, or the one that `KINONYM_WORDNETS` names.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from kinonym.errors import OntologyError
from kinonym.languages import Language, find_language

__all__ = ["find_installed", "list_installed", "wordnets_folder"]

_LANGUAGE = re.compile(rb"<Lexicon\b[^>]*?\blanguage\s*=\s*[\"']([^\"']+)[\"']", re.DOTALL)
_ADDRESS = "https://github.com/omwn/omw-data"


def wordnets_folder() -> Path:
    """Return the folder with the wordnets of other languages; it may not exist."""
    if folder := os.environ.get("KINONYM_WORDNETS"):
        return Path(folder).expanduser()
    from platformdirs import user_data_path

    return user_data_path("kinonym", appauthor=False) / "wordnets"


def list_installed() -> dict[Language, Path]:
    """Return the wordnet of each language in the folder; of several, the first by name."""
    installed: dict[Language, Path] = {}
    folder = wordnets_folder()
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return {}
    for path in paths:
        language = _language_of(path, path.stat().st_mtime_ns)
        if language is not None:
            installed.setdefault(language, path)
    return installed


def find_installed(code: str) -> Path:
    """Return the wordnet of a language in the folder."""
    language = find_language(code)
    path = list_installed().get(language)
    if path is None:
        msg = f"there is no wordnet for {language.name} in {wordnets_folder()}"
        name = f"wn-data-{language.long_code}.tab"
        hint = f'download {name} from {_ADDRESS} into that folder, or name the file itself: ontology = "{name}"'
        raise OntologyError(msg, hint=hint)
    return path


@lru_cache(maxsize=64)
def _language_of(path: Path, changed: int) -> Language | None:  # noqa: ARG001  # a changed file is read again
    """Return the language of a file; None if it is not a wordnet."""
    from kinonym.errors import KinonymError
    from kinonym.ontologies.omw import read_header
    from kinonym.ontologies.recognise import recognise
    from kinonym.ontologies.source_files import read_head

    try:
        kind = recognise(path)
        if kind not in ("omw", "lmf"):
            return None
        head = read_head(path)
        if kind == "omw":
            return find_language(read_header(head.decode("utf-8", "replace").split("\n", 1)[0])[1])
        found = _LANGUAGE.search(head)
        return find_language(found[1].decode()) if found else None
    except KinonymError:
        return None
