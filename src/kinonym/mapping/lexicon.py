"""Search the concepts of a value: by id, code, label or another form of its words (specification 9).

Codes are recognised as they occur in data: without their dot, in another case, without leading zeros. English words
are searched by WordNet's rules for nouns (Morphy), by Porter stems and by other spellings. There is one `Lexicon` per
taxonomy; its tables are built on first use. `senses` chooses among several senses.

Offensive terms are never proposed for a value that is not offensive itself. WordNet marks few of them, and only in its
full database, so there is a short list here. A concept counts as offensive if one of its labels contains such a word.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, product
from typing import Literal, TypeVar, cast
from weakref import WeakKeyDictionary

from kinonym.languages import Language, find_language, strip_accents
from kinonym.taxonomy import Taxonomy
from kinonym.taxonomy.labels import fold
from kinonym.taxonomy.order import Csr

__all__ = [
    "CERTAIN",
    "CodeBook",
    "How",
    "Lexicon",
    "base_forms",
    "folded_exceptions",
    "is_dotted",
    "is_offensive",
    "lexicon_of",
    "respellings",
    "simplify",
    "split_code",
    "stemmer",
]

# morphy(7WN): noun suffixes and their replacements.
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
    """Fold the irregular forms like the labels that they are compared with."""
    return {fold(form): tuple(fold(base) for base in bases) for form, bases in irregular.items()}


def base_forms(
    term: str, irregular: Mapping[str, tuple[str, ...]], is_known: Callable[[str], object]
) -> tuple[str, ...]:
    """Find known base forms of a folded noun or phrase: by exceptions, then by suffixes, then word by word.

    Examples
    --------
    >>> base_forms("attorneys general", {}, {"attorney general"}.__contains__)
    ('attorney general',)
    >>> base_forms("geese", {"geese": ("goose",)}, {"goose"}.__contains__)
    ('goose',)
    """
    whole = tuple(form for form in _base_forms_of_word(term, irregular) if is_known(form))
    if whole or " " not in term:
        return whole
    parts = [(word, *_base_forms_of_word(word, irregular)) for word in term.split(" ")]
    phrases = islice(product(*parts), 1, _MOST_COMBINATIONS)
    return tuple(phrase for phrase in map(" ".join, phrases) if is_known(phrase))


def _base_forms_of_word(word: str, irregular: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if word in irregular:
        return irregular[word]
    return tuple(dict.fromkeys(_detach_suffixes(word)))


def _detach_suffixes(word: str) -> Iterator[str]:
    """Detach suffixes; `boxesful` keeps its ending, short words and those in -ss are unchanged (morphy(7WN))."""
    stem, ending = (word[:-3], "ful") if word.endswith("ful") else (word, "")
    if len(stem) <= 2 or stem.endswith("ss"):
        return
    for suffix, replacement in _DETACHMENTS:
        if stem.endswith(suffix) and len(stem) > len(suffix):
            yield stem[: -len(suffix)] + replacement + ending


def respellings(value: str) -> tuple[str, ...]:
    """List the value itself, the value without a trailing qualifier in brackets, and each with `and` for `&`.

    >>> respellings("Arts & Crafts (adults)")
    ('Arts & Crafts (adults)', 'Arts and Crafts (adults)', 'Arts & Crafts', 'Arts and Crafts')
    """
    texts = dict.fromkeys([value, _QUALIFIER.sub("", value)])
    return tuple(dict.fromkeys(x for text in texts if text for x in (text, _AMPERSAND.sub(" and ", text))))


def stemmer(language: Language | None = None, *, accents: bool = True) -> Callable[[str], str]:
    """Return a function from a folded text to the stems of its words, with a cache of words.

    The stems are those of Porter, or those of Snowball for another language: without articles, with or without accents.
    """
    import snowballstemmer

    if language is None or language.code == "en":
        stem = cache(cast("Callable[[str], str]", snowballstemmer.stemmer("porter").stemWord))
        return lambda text: " ".join(map(stem, _WORD.findall(text)))
    known = language.stemmer in snowballstemmer.algorithms()
    in_language: Callable[[str], str] = snowballstemmer.stemmer(language.stemmer).stemWord if known else str
    stem = cache(in_language if accents else lambda word: strip_accents(in_language(word)))
    return lambda text: " ".join(map(stem, _without_article(_WORD.findall(text), language)))


def simplify(text: str, language: Language, *, accents: bool = True) -> str:
    """Return a folded text without apostrophes and a leading article, with or without accents.

    >>> from kinonym.languages import find_language
    >>> simplify("L’Hôpital général", find_language("fr"), accents=False)
    'hopital general'
    """
    words = _without_article(_WORD.findall(fold(text)), language)
    return " ".join(words if accents else map(strip_accents, words))


def _without_article(words: list[str], language: Language) -> list[str]:
    """Leave out articles at the beginning, unless nothing else remains."""
    first = next((at for at, word in enumerate(words) if strip_accents(word) not in language.articles), 0)
    return words[first:]


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


# An optional prefix (`E`, `HP:`), a digit, more, and at most one dot: `250.01`, `E8859`, `HP:0000118`, `004`.
_CODE = re.compile(r"([A-Za-z]{0,5})[:_]?([0-9][0-9A-Za-z]*)(?:\.([0-9A-Za-z]+))?")
_TAIL = re.compile(r"[/#]")

Split = tuple[str, str]
Key = TypeVar("Key", str, Split)


def split_code(text: str) -> Split | None:
    """(before the dot, after the dot) in upper case and without `:` or `_`; None if the text is not a code.

    >>> split_code("e885.9"), split_code("HP_0000118"), split_code("001-139")
    (('E885', '9'), ('HP0000118', ''), None)
    """
    match = _CODE.fullmatch(text.strip())
    if match is None:
        return None
    prefix, digits, rest = match.groups(default="")
    return (prefix + digits).upper(), rest.upper()


def is_dotted(text: str) -> bool:
    """Whether a value is a code with a dot."""
    split = split_code(text)
    return split is not None and split[1] != ""


def _strip_leading_zeros(category: str) -> str:
    return (category.lstrip("0") or "0") if category.isdecimal() else category


class CodeBook:
    """The codes of one ontology, each split into its category and the rest.

    If ids have no dot, the category is the topmost ancestor that is a code and a prefix of the id: in ICD-9-CM,
    ``25001`` is below ``250``, so it is read as ``250.01``.
    """

    def __init__(self, concepts: Sequence[str], parent_csr: Csr) -> None:
        self._numbers: list[int] = []
        self._splits: list[Split] = []
        self._whole_codes: set[int] = set()
        start, parent = (array.tolist() for array in parent_csr)
        category: dict[int, str] = {}
        for number, concept in enumerate(concepts):
            split = split_code(_TAIL.split(concept)[-1])
            if split is None:
                continue
            code, rest = split
            if not rest:
                above = (category.get(i, "") for i in parent[start[number] : start[number + 1]])
                head = next((name for name in above if name and code.startswith(name)), code)
                code, rest = head, code[len(head) :]
                if not rest:
                    self._whole_codes.add(number)
            category[number] = code
            self._numbers.append(number)
            self._splits.append((code, rest))

    def __len__(self) -> int:
        return len(self._numbers)

    def after_category(self) -> dict[int, str]:
        """Concept → the part of its code after the category, if there is any."""
        return {number: rest for number, (_, rest) in zip(self._numbers, self._splits, strict=True) if rest}

    def find(self, value: str, *, dotted: bool) -> list[int]:
        """Find concepts that a code may mean, by the first rule that finds any; a single one is a match.

        Parameters
        ----------
        value
            The code in the data.
        dotted
            Whether the column has codes with dots: then ``31`` is the category 031 and never 003.1.
        """
        split = split_code(value)
        if split is None:
            return []
        category, rest = split
        return (
            self._find_same(category, rest)
            or self._find_without_zeros(category, rest, dotted=dotted)
            or self._trimmed.get((_strip_leading_zeros(category), rest.rstrip("0")), [])
        )

    def _find_same(self, category: str, rest: str) -> list[int]:
        """Find the same code, with or without its dot."""
        if not rest:
            return self._compact.get(category, [])
        whole_codes = [i for i in self._compact.get(category + rest, []) if i in self._whole_codes]
        return self._exact.get((category, rest), []) or whole_codes

    def _find_without_zeros(self, category: str, rest: str, *, dotted: bool) -> list[int]:
        """Find codes that are equal without leading zeros; without a dot, it may be a whole code or a category."""
        if not category.isdecimal():
            return []
        numbers = self._unpadded.get((_strip_leading_zeros(category), rest), [])
        if rest or dotted:
            return numbers
        return sorted({*numbers, *self._unpadded_compact.get(_strip_leading_zeros(category), [])})

    @cached_property
    def _exact(self) -> dict[Split, list[int]]:
        return self._group_by_key(self._splits)

    @cached_property
    def _compact(self) -> dict[str, list[int]]:
        return self._group_by_key([category + rest for category, rest in self._splits])

    @cached_property
    def _unpadded(self) -> dict[Split, list[int]]:
        return self._group_by_key([(_strip_leading_zeros(category), rest) for category, rest in self._splits])

    @cached_property
    def _unpadded_compact(self) -> dict[str, list[int]]:
        return self._group_by_key([_strip_leading_zeros(category + rest) for category, rest in self._splits])

    @cached_property
    def _trimmed(self) -> dict[Split, list[int]]:
        return self._group_by_key(
            [(_strip_leading_zeros(category), rest.rstrip("0")) for category, rest in self._splits]
        )

    def _group_by_key(self, keys: Sequence[Key]) -> dict[Key, list[int]]:
        table: dict[Key, list[int]] = defaultdict(list)
        for key, number in zip(keys, self._numbers, strict=True):
            table[key].append(number)
        return dict(table)


How = Literal["table", "id", "code", "label", "folded", "morphology", "stem", "respelled"]
CERTAIN = frozenset[How]({"id", "code"})
"""Steps with certain results: no other words need to be searched."""


class Lexicon:
    """The words and codes of one taxonomy. It refers to the arrays of the taxonomy, not to the taxonomy itself."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.concepts = taxonomy.concepts
        self.index = taxonomy.index
        self._parent_csr = taxonomy.parent_csr
        self._irregular = taxonomy.irregular
        code = taxonomy.source.language
        self._language = find_language(code) if code not in ("", "en") else None

    def knows(self, value: str) -> bool:
        """Whether a value is an id, a code or a label, possibly in the plural; a fast test."""
        if value in self.numbers or self.index.folded(value) or self._find_simplified(value):
            return True
        if len(self.codes) and len(self.codes.find(value, dotted=True)) == 1:
            return True
        return self._irregular is not None and bool(self._find_inflected(value))

    def steps(self, value: str, *, dotted: bool) -> Iterator[tuple[How, list[int]]]:
        """Run the steps of specification 9 in order; yields the results of those that find anything."""
        if value in self.numbers:
            yield "id", [self.numbers[value]]
        code = self.codes.find(value, dotted=dotted) if len(self.codes) else []
        if len(code) == 1:
            yield "code", code
        labelled = self.index.folded(value) or self._find_simplified(value)  # includes exact labels, without preference
        if labelled:
            yield "label" if self.index.has(value) else "folded", labelled
        inflected = self._find_inflected(value)
        if inflected:
            yield "stem" if self._irregular is None else "morphology", inflected
        if not labelled and not inflected and (respelled := self._find_respelled(value)):
            yield "respelled", self._keep_below_qualifier(value, respelled) or respelled

    def _find_simplified(self, value: str) -> list[int]:
        """Find labels that differ in apostrophes and articles, or also in accents, in a language other than English."""
        language = self._language
        if language is None:
            return []
        for accents, table in ((True, self._simplified), (False, self._unaccented)):
            if senses := table.get(simplify(value, language, accents=accents)):
                return senses
        return []

    def _find_inflected(self, value: str) -> list[int]:
        if self._irregular is None:
            stems = self._stem(fold(value))
            if not stems or self._language is None or stems in self._stemmed:
                return self._stemmed.get(stems, []) if stems else []
            return self._unaccented_stemmed.get(self._unaccented_stem(fold(value)), [])
        bases = base_forms(fold(value), self._exceptions, self.index.folded)
        return list(dict.fromkeys(i for base in bases for i in self.index.folded(base)))

    def _find_respelled(self, value: str) -> list[int]:
        """Find other spellings: without a qualifier, with `and`, as one word, also in the plural."""
        for text in respellings(value):
            if senses := self.index.folded(text) or self._find_inflected(text):
                return senses
        for text in respellings(value):
            joined = fold(text).replace(" ", "")
            bases = base_forms(joined, self._exceptions, self._joined.__contains__)
            for form in (joined, *bases):
                if form in self._joined:
                    return self._joined[form]
        return []

    def _keep_below_qualifier(self, value: str, senses: Iterable[int]) -> list[int]:
        """Keep the senses below the broader concept in brackets after the word: `craftsman (skilled worker)`."""
        qualifier = _QUALIFIER.search(value)
        broader = set(self.index.folded(qualifier[0].strip()[1:-1])) if qualifier else set()
        return [i for i in senses if broader and not broader.isdisjoint(self._list_ancestors(i))]

    def _list_ancestors(self, concept: int) -> set[int]:
        """All ancestors of a concept, without itself."""
        start, parent = self._parent_csr
        ancestors: set[int] = set()
        level = [concept]
        while level:
            level = [
                int(i) for child in level for i in parent[start[child] : start[child + 1]] if int(i) not in ancestors
            ]
            ancestors.update(level)
        return ancestors

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Concept id → number."""
        return {concept: i for i, concept in enumerate(self.concepts)}

    @cached_property
    def codes(self) -> CodeBook:
        """The ids that are codes."""
        return CodeBook(self.concepts, self._parent_csr)

    @cached_property
    def spellings(self) -> dict[str, list[int]]:
        """Folded labels, and ids if they are codes → concepts in sense order."""
        spellings = dict(self.index.by_folded_text)
        if len(self.codes):
            for number, concept in enumerate(self.concepts):
                spellings.setdefault(fold(concept), [number])
        return spellings

    @cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        return folded_exceptions(self._irregular or {})

    @cached_property
    def _joined(self) -> dict[str, list[int]]:
        """Labels without their blanks."""
        return self.index.table([label.replace(" ", "") for label in self.index.folded_texts])

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return stemmer(self._language)

    @cached_property
    def _simplified(self) -> dict[str, list[int]]:
        """Labels without apostrophes and articles; empty in English."""
        return self._simplify_labels(accents=True)

    @cached_property
    def _unaccented(self) -> dict[str, list[int]]:
        """The same without accents."""
        return self._simplify_labels(accents=False)

    def _simplify_labels(self, *, accents: bool) -> dict[str, list[int]]:
        language = self._language
        texts = self.index.texts
        return {} if language is None else self.index.table([simplify(x, language, accents=accents) for x in texts])

    @cached_property
    def _unaccented_stem(self) -> Callable[[str], str]:
        return stemmer(self._language, accents=False)

    @cached_property
    def _unaccented_stemmed(self) -> dict[str, list[int]]:
        return self.index.table(list(map(self._unaccented_stem, self.index.folded_texts)))

    @cached_property
    def _stemmed(self) -> dict[str, list[int]]:
        return self.index.table(list(map(self._stem, self.index.folded_texts)))


_LEXICONS: WeakKeyDictionary[Taxonomy, Lexicon] = WeakKeyDictionary()


def lexicon_of(taxonomy: Taxonomy) -> Lexicon:
    """Return the lexicon of a taxonomy; it is built once and freed with the taxonomy."""
    lexicon = _LEXICONS.get(taxonomy)
    if lexicon is None:
        lexicon = _LEXICONS[taxonomy] = Lexicon(taxonomy)
    return lexicon
