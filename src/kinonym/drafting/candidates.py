"""Which of the known ontologies may speak for a column at all."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kinonym.drafting.header_words import means
from kinonym.drafting.profile import Profile
from kinonym.drafting.role_rules import words_of
from kinonym.taxonomy import Taxonomy

__all__ = ["candidate_ontologies", "named_diagnosis"]

_ICD, _ICD9 = "icd", "icd9cm"
_NO_DISEASE = ("place", "postal", "standing", "education", "process", "age")
_ICD9_CODE = re.compile(r"(\d{3}|V\d\d|E\d{3})(\.?\d{1,2})?")
_DIAGNOSIS = ("diag", "icd", "cie", "cim", "cid", "dx")
_CODES = 0.9


def candidate_ontologies(column: str, profile: Profile, ontologies: Mapping[str, Taxonomy]) -> dict[str, Taxonomy]:
    """The ontologies to try on a column.

    Almost every number of three digits is a code of ICD-9-CM, and every disease has a name in it as well as in its
    successor. It is tried only on codes in a column with a name that speaks of diagnoses. Neither is tried where the
    name speaks of an area, a room, a school class or of how a case is handled.
    """
    if means(column, *_NO_DISEASE) and not named_diagnosis(column):
        ontologies = {name: taxonomy for name, taxonomy in ontologies.items() if not name.startswith(_ICD)}
    codes = sum(n for value, n in profile.counts.items() if _ICD9_CODE.fullmatch(value))
    meant = named_diagnosis(column) and codes >= _CODES * profile.size
    return {name: taxonomy for name, taxonomy in ontologies.items() if name != _ICD9 or meant}


def named_diagnosis(column: str) -> bool:
    """Whether the name of a column speaks of diagnoses.

    >>> named_diagnosis("diag_1"), named_diagnosis("icd9_code"), named_diagnosis("branch")
    (True, True, False)
    """
    return any(word.startswith(_DIAGNOSIS) for word in words_of(column))
