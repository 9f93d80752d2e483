"""The search that answers while one types, against the plain way."""

import random

import pytest

from kinonym.taxonomy import text_search
from kinonym.taxonomy.text_search import TextSearch


def plainly(texts, word, limit):
    hits = [text for text in set(texts) if word in text]
    return sorted(hits, key=lambda text: (not text.startswith(word), len(text), text))[:limit]


@pytest.mark.parametrize("few", [0, 2_000])
def test_it_finds_what_the_plain_way_finds(monkeypatch, few):
    monkeypatch.setattr(text_search, "_FEW", few)
    draw = random.Random(4)
    texts = ["".join(draw.choices("ab c", k=draw.randint(0, 7))) for _ in range(800)]
    search = TextSearch(texts)
    for word in ["a", "b", "ab", "a b", "abab", "c", "ccc", "zz", "bca", texts[0] or "a"]:
        for limit in (1, 5, 1000):
            assert search.matching(word, limit) == plainly(texts, word, limit), (word, limit)
            wanted = [text for text in plainly(texts, word, 10**6) if text.startswith(word)]
            assert search.beginning(word, limit) == wanted[:limit]


def test_of_nothing():
    assert TextSearch([]).matching("a", 3) == []
