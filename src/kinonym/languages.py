"""Languages of words: their codes, their stemmers, and the words that precede a noun without changing its meaning."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from kinonym.errors import UsageError
from kinonym.hints import did_you_mean

__all__ = ["LANGUAGES", "Language", "find_language", "read_code", "strip_accents"]


@dataclass(frozen=True)
class Language:
    """A language in which the words of a column and the labels of an ontology may be written."""

    code: str
    """ISO 639-1, as in recipes: ``ca``."""
    long_code: str
    """ISO 639-3, as in the names of wordnets: ``cat``."""
    name: str
    stemmer: str | None = None
    """Its algorithm of Snowball; None: words are compared as they are written."""
    articles: frozenset[str] = field(default=frozenset())


def _language(code: str, long_code: str, name: str, stemmer: str | None = None, articles: str = "") -> Language:
    return Language(code, long_code, name, stemmer, frozenset(articles.split()))


_ALL = (
    _language("en", "eng", "English", "porter", "the a an"),
    _language("ar", "arb", "Arabic", "arabic"),
    _language("bg", "bul", "Bulgarian"),
    _language("ca", "cat", "Catalan", "catalan", "el la els les l un una uns unes en na lo los"),
    _language("da", "dan", "Danish", "danish", "en et den det de"),
    _language("de", "deu", "German", "german", "der die das den dem des ein eine einer eines einem einen"),
    _language("el", "ell", "Greek", "greek", "ο η το οι τα ενας μια ενα"),
    _language("es", "spa", "Spanish", "spanish", "el la los las lo un una unos unas"),
    _language("eu", "eus", "Basque", "basque"),
    _language("fa", "fas", "Persian", "persian"),
    _language("fi", "fin", "Finnish", "finnish"),
    _language("fr", "fra", "French", "french", "le la les l un une des du d"),
    _language("gl", "glg", "Galician", None, "o a os as un unha uns unhas"),
    _language("he", "heb", "Hebrew"),
    _language("hr", "hrv", "Croatian", "serbian"),
    _language("hu", "hun", "Hungarian", "hungarian", "a az egy"),
    _language("id", "ind", "Indonesian", "indonesian"),
    _language("is", "isl", "Icelandic"),
    _language("it", "ita", "Italian", "italian", "il lo la i gli le l un uno una"),
    _language("ja", "jpn", "Japanese"),
    _language("lt", "lit", "Lithuanian", "lithuanian"),
    _language("nb", "nob", "Norwegian (bokmål)", "norwegian", "en ei et den det de"),
    _language("nl", "nld", "Dutch", "dutch", "de het een"),
    _language("nn", "nno", "Norwegian (nynorsk)", "norwegian", "ein ei eit den det dei"),
    _language("pl", "pol", "Polish", "polish"),
    _language("pt", "por", "Portuguese", "portuguese", "o a os as um uma uns umas"),
    _language("ro", "ron", "Romanian", "romanian", "un o niste"),
    _language("ru", "rus", "Russian", "russian"),
    _language("sk", "slk", "Slovak"),
    _language("sl", "slv", "Slovenian"),
    _language("sq", "als", "Albanian"),
    _language("sv", "swe", "Swedish", "swedish", "en ett den det de"),
    _language("th", "tha", "Thai"),
    _language("tr", "tur", "Turkish", "turkish"),
    _language("zh", "cmn", "Chinese"),
    _language("ms", "zsm", "Malay"),
)

LANGUAGES: dict[str, Language] = {language.code: language for language in _ALL}
"""Code → language."""

_OTHER_CODES = {"fre": "fr", "ger": "de", "dut": "nl", "gre": "el", "rum": "ro", "slo": "sk", "sqi": "sq", "per": "fa",
                "baq": "eu", "ice": "is", "zho": "zh", "msa": "ms", "nor": "nb", "no": "nb", "ara": "ar"}  # fmt: skip


def find_language(code: str) -> Language:
    """Return the language of a code of two or three letters, possibly with a region.

    >>> find_language("cat").code, find_language("pt-BR").name
    ('ca', 'Portuguese')
    """
    short = code.strip().lower().replace("_", "-").partition("-")[0]
    for language in _ALL:
        if short in (language.code, language.long_code):
            return language
    if short in _OTHER_CODES:
        return LANGUAGES[_OTHER_CODES[short]]
    msg = f"{code!r} is not the code of a known language"
    suggestion = did_you_mean(short, [*LANGUAGES, *(language.name.lower() for language in _ALL)], "")
    raise UsageError(msg, hint=suggestion or 'use a code of two letters, such as "ca", "fr", "pt"')


def read_code(text: str) -> str:
    """Return the code that a source states for its language; an empty text if it is not the code of a known one."""
    try:
        return find_language(text).code
    except UsageError:
        return ""


def strip_accents(text: str) -> str:
    """Return a text without the accents and other marks on its letters.

    >>> strip_accents("médecin, às, niño")
    'medecin, as, nino'
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
