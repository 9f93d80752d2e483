"""English words: WordNet's own rules for nouns (Morphy), Porter stems, other ways to write the same, offensive terms.

Those are never proposed for a value that holds none of them itself: vulgar, or made to insult people. WordNet marks
few of them, and only in its full database, so this is a short list of our own. A concept counts as offensive if one of
its labels has such a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, product
from typing import cast

from kinonym.taxonomy.labels import fold

__all__ = ["base_forms", "folded_exceptions", "is_offensive", "respellings", "stemmer"]

# morphy(7WN): noun suffixes and what takes their place.
_DETACHMENTS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)
_MOST_COMBINATIONS = 64
_WORD = re.compile(r"[^\W_]+")
_QUALIFIER = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
_AMPERSAND = re.compile(r"\s*[&+]\s*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OFFENSIVE = _words("""
    arse arsehole ass asshole bastard bimbo bitch bugger chink cocksucker coolie coon crap cretin cripple crotch
    cunt dago darkie darky dick dickhead dink dork dyke fag faggot fagot floozy gook greaseball greaser gringo
    half-wit halfbreed harlot honkie honky hooker hussy hymie idiot imbecile injun jap jezebel kike kraut lesbo
    limey mongoloid moron mulatto negress nigga nigger nigra nympho octoroon paki pansy pervert piccaninny
    pickaninny piss poof poofter poove prick pussy quadroon queer redskin retard sambo sheeny shit slattern slut
    spic spick spook squaw strumpet tart tits tosser tranny trollop trull twat wank wanker wetback whitey whore
    whoredom wog wop yid
""")
_OFFENSIVE_PARTS = re.compile(r"fuck|shit|nigger|whore|cunt|cocksuck|asshole|arsehole|bullshit")
_BLANK = re.compile(r"[^\w]+")


def folded_exceptions(irregular: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The list of irregular forms, folded like the labels it is compared with."""
    return {fold(form): tuple(fold(base) for base in bases) for form, bases in irregular.items()}


def base_forms(term: str, irregular: Mapping[str, tuple[str, ...]], known: Callable[[str], object]) -> tuple[str, ...]:
    """Known base forms of a folded noun or phrase: exceptions first, then suffixes, then word by word.

    Examples
    --------
    >>> base_forms("attorneys general", {}, {"attorney general"}.__contains__)
    ('attorney general',)
    >>> base_forms("geese", {"geese": ("goose",)}, {"goose"}.__contains__)
    ('goose',)
    """
    whole = tuple(form for form in _forms(term, irregular) if known(form))
    if whole or " " not in term:
        return whole
    parts = [(word, *_forms(word, irregular)) for word in term.split(" ")]
    phrases = islice(product(*parts), 1, _MOST_COMBINATIONS)
    return tuple(phrase for phrase in map(" ".join, phrases) if known(phrase))


def _forms(word: str, irregular: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if word in irregular:
        return irregular[word]
    return tuple(dict.fromkeys(_detached(word)))


def _detached(word: str) -> Iterator[str]:
    """Suffixes taken off; `boxesful` keeps its ending, short words and those in -ss stay (morphy(7WN))."""
    stem, ending = (word[:-3], "ful") if word.endswith("ful") else (word, "")
    if len(stem) <= 2 or stem.endswith("ss"):
        return
    for suffix, replacement in _DETACHMENTS:
        if stem.endswith(suffix) and len(stem) > len(suffix):
            yield stem[: -len(suffix)] + replacement + ending


def respellings(value: str) -> tuple[str, ...]:
    """The value itself, without a trailing qualifier in brackets, and each with `and` for `&`.

    >>> respellings("Arts & Crafts (adults)")
    ('Arts & Crafts (adults)', 'Arts and Crafts (adults)', 'Arts & Crafts', 'Arts and Crafts')
    """
    texts = dict.fromkeys([value, _QUALIFIER.sub("", value)])
    return tuple(dict.fromkeys(x for text in texts if text for x in (text, _AMPERSAND.sub(" and ", text))))


def stemmer() -> Callable[[str], str]:
    """Return a function from a folded text to its words' Porter stems; it remembers the words it has seen."""
    import snowballstemmer

    stem = cache(cast("Callable[[str], str]", snowballstemmer.stemmer("porter").stemWord))
    return lambda text: " ".join(map(stem, _WORD.findall(text)))


def is_offensive(texts: str | Iterable[str]) -> bool:
    """Whether a label, or one of several, holds an offensive word.

    >>> is_offensive("crap"), is_offensive(["scrap", "crape"]), is_offensive("assistant")
    (True, False, False)
    """
    labels = [texts] if isinstance(texts, str) else texts
    return any(_has_offensive(fold(label)) for label in labels)


def _has_offensive(text: str) -> bool:
    if _OFFENSIVE_PARTS.search(text):
        return True
    return any(word in _OFFENSIVE or word.removesuffix("s") in _OFFENSIVE for word in _BLANK.split(text))
