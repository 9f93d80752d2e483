"""Decodes a text file to UTF-8 without a byte order mark, or raises an error that guesses the encoding.

It also rejects NUL bytes, because they usually mean a wrong encoding.
"""

from __future__ import annotations

import codecs
import re
import string
from contextlib import suppress

from kinonym.errors import DataError, UsageError

__all__ = ["detect_encoding", "known_encoding", "to_utf8"]

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_OF_FILES = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "utf-7"})
"""Codecs of Python for names and literals, and one that writes a text in several ways."""
_STEP = 16 << 20
_PLAIN_LETTERS = string.ascii_letters.encode()
_OTHER_LETTERS = b"\x8a\x8c\x8e\x9a\x9c\x9e\x9f" + bytes({*range(0xC0, 0x100)} - {0xD7, 0xF7})
_CONTROLS = bytes({*range(0x20)} - {*b"\t\n\r"})
_SEQUENCE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
# Apostrophes, the soft hyphen and the middle dot may occur between two letters; a copyright sign or a fraction may not.
_SIGN_IN_WORD = re.compile(
    "[^\\W\\d_][\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b3\u00b5\u00b6\u00b8\u00b9\u00bb-\u00bf][^\\W\\d_]"
)


def to_utf8(data: bytes, encoding: str, where: str, *, whole: bool = True, before: int = 0) -> bytes:
    """Return UTF-8 bytes without a byte order mark.

    Parameters
    ----------
    data
        The file's bytes, or its beginning.
    encoding
        Any encoding that Python knows.
    where
        The file's name, for messages.
    whole
        False if ``data`` may end within a character.
    before
        How many lines of the file come before ``data``, for messages.
    """
    name = known_encoding(encoding)
    if name == "utf-8":
        for mark, guess in _MARKS:
            if data.startswith(mark):
                raise _wrong(where, f"the file begins with the byte order mark of {guess}", guess)
        _check_nul(data, where, before)
        data = data if before else data.removeprefix(codecs.BOM_UTF8)
        _check_utf8(data, where, before, whole=whole)
        return data
    data = _transcode(data, name, where, whole=whole)
    _check_nul(data, where)
    return data


def detect_encoding(data: bytes, where: str) -> str:
    """Detect the encoding of a text from its first bytes: Unicode, else Western European (cp1252).

    Raises
    ------
    DataError
        If it is neither: bytes that cp1252 does not have, signs inside words, or hardly any plain letters.
    """
    for mark, name in ((codecs.BOM_UTF8, "utf-8-sig"), *_MARKS):
        if data.startswith(mark):
            return name
    if lane := _utf16_lane(data):
        return lane
    if _is_utf8(data) or _is_damaged_utf8(data):
        return "utf-8"
    with suppress(UnicodeDecodeError):
        if _reads_well(data):
            return "cp1252"
    msg = f"{where}: the text is not UTF-8, and its encoding cannot be detected"
    raise DataError(
        msg, hint="ask the author of the file, then give it: --encoding cp1250, cp1251, iso-8859-2, shift_jis …"
    )


def _is_utf8(data: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most letters beyond ASCII are written as UTF-8: then a few bytes are wrong, not the encoding."""
    beyond = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    return 2 * sum(map(len, _SEQUENCE.findall(data))) > beyond


def _reads_well(data: bytes) -> bool:
    """Whether bytes look like a Western European text: mostly plain letters, and no signs inside words."""
    if len(data) > len(data.translate(None, _CONTROLS)):
        return False
    plain, beyond = (len(data) - len(data.translate(None, letters)) for letters in (_PLAIN_LETTERS, _OTHER_LETTERS))
    return plain >= beyond and _SIGN_IN_WORD.search(data.decode("cp1252")) is None


def known_encoding(encoding: str) -> str:
    """Return the name of a text encoding that Python knows; rot13, zlib and the like are rejected."""
    try:
        name = codecs.lookup(encoding).name
        "a".encode(encoding).decode(encoding)  # fails for codecs that do not encode text
        codecs.getincrementaldecoder(encoding), codecs.getincrementalencoder(encoding)
        known = name not in _NOT_OF_FILES
    except (LookupError, ValueError):
        known = False
    if not known:
        msg = f"the encoding {encoding!r} is not known"
        raise UsageError(msg, hint='common ones are "utf-8", "cp1252", "latin-1" and "utf-16"')
    return "utf-8" if name in {"utf-8-sig", "ascii"} else name


def _check_utf8(data: bytes, where: str, before: int, *, whole: bool) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    wrong: int | None = None
    for start in range(0, len(data), _STEP):
        unread = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + _STEP], final=whole and start + _STEP >= len(data))
        except UnicodeDecodeError as error:
            wrong = start - unread + error.start
            break
    if wrong is not None:  # raised outside: the library's own error carries the text
        row = before + data.count(b"\n", 0, wrong) + 1
        raise _wrong(where, f"the text is not UTF-8 (first at line {row})", _guess(data))


def _transcode(data: bytes, encoding: str, where: str, *, whole: bool) -> bytes:
    with suppress(UnicodeError):  # its message carries the text
        text = codecs.getincrementaldecoder(encoding)().decode(data, final=whole)
        return text.removeprefix("\ufeff").encode()
    raise _wrong(where, f"the text is not {encoding}", _guess(data))


def _guess(data: bytes) -> str:
    for mark, guess in _MARKS:
        if data.startswith(mark):
            return guess
    with suppress(UnicodeDecodeError):
        data.decode("utf-8")
        return "utf-8"
    # Bytes 0x80-0x9f are letters and quotes in cp1252 and control characters in latin-1.
    if len(data.translate(None, bytes(range(0x80, 0xA0)))) == len(data):
        return "latin-1"
    with suppress(UnicodeDecodeError):
        data.decode("cp1252")
        return "cp1252"
    return "latin-1"


def _wrong(where: str, what: str, guess: str) -> DataError:
    msg = f"{where}: {what}; it looks like {guess}"
    return DataError(msg, hint=f'--encoding {guess}, or encoding = "{guess}" under [table]')


def _check_nul(data: bytes, where: str, before: int = 0) -> None:
    position = data.find(b"\0")
    if position < 0:
        return
    if guess := _utf16_lane(data):
        raise _wrong(where, "every other byte is NUL", guess)
    line = before + data.count(b"\n", 0, position) + 1
    msg = f"{where}: there is a NUL byte at line {line}"
    raise DataError(msg, hint="the file is damaged or is not a text file; export it again as CSV")


def _utf16_lane(data: bytes) -> str | None:
    """UTF-16 without its mark, detected by the NULs in every other byte."""
    sample = data[:4096]
    for guess, lane in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[0::2])):
        if lane.count(0) > len(lane) // 2:
            return guess
    return None
