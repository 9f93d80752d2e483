"""Words that are never proposed for a value that is not offensive itself.

WordNet marks few of them, and only in its full database, so there is a short list here. A concept counts as offensive
if one of its labels contains such a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kinonym.taxonomy.labels import fold

__all__ = ["is_offensive"]


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


def is_offensive(texts: str | Iterable[str]) -> bool:
    """Whether a label, or one of several, contains an offensive word.

    >>> is_offensive("crap"), is_offensive(["scrap", "crape"]), is_offensive("assistant")
    (True, False, False)
    """
    labels = [texts] if isinstance(texts, str) else texts
    return any(_contains_offensive(fold(label)) for label in labels)


def _contains_offensive(text: str) -> bool:
    if _OFFENSIVE_PARTS.search(text):
        return True
    return any(word in _OFFENSIVE or word.removesuffix("s") in _OFFENSIVE for word in _BLANK.split(text))
