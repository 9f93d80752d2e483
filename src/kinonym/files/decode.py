"""From the bytes of a text file to UTF-8 without a byte order mark, or a refusal that guesses the encoding.

Also the NUL check, since a NUL byte in a text is most often a wrong encoding.
"""

from __future__ import annotations

import codecs
from contextlib import suppress

from kinonym.errors import DataError, UsageError

__all__ = ["known_encoding", "to_utf8"]

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_STEP = 16 << 20


def to_utf8(
    data: bytes, encoding: str, where: str, *, whole: bool = True, before: int = 0
) -> tuple[bytes, tuple[str, ...]]:
    """Return (UTF-8 bytes without mark, notices).

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
        How many lines of the file stand before ``data``, for messages.
    """
    name = known_encoding(encoding)
    if name == "utf-8":
        for mark, guess in _MARKS:
            if data.startswith(mark):
                raise _wrong(where, f"the file begins with the byte order mark of {guess}", guess)
        _check_nul(data, where, before)
        marked = not before and data.startswith(codecs.BOM_UTF8)
        data = data[len(codecs.BOM_UTF8) :] if marked else data
        _check_utf8(data, where, before, whole=whole)
        return data, ("the byte order mark (BOM) at the start of the table was left out",) if marked else ()
    data = _transcoded(data, name, where, whole=whole)
    _check_nul(data, where)
    return data, ()


def known_encoding(encoding: str) -> str:
    """The name of a text encoding that Python knows; rot13, zlib and the like are none."""
    try:
        name = codecs.lookup(encoding).name
        "a".encode(encoding).decode(encoding)  # what is no encoding of texts refuses
    except (LookupError, ValueError):
        msg = f"the encoding {encoding!r} is not known"
        raise UsageError(msg, hint='common ones are "utf-8", "cp1252", "latin-1" and "utf-16"') from None
    return "utf-8" if name in {"utf-8-sig", "ascii"} else name


def _check_utf8(data: bytes, where: str, before: int, *, whole: bool) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    wrong: int | None = None
    for start in range(0, len(data), _STEP):
        kept = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + _STEP], final=whole and start + _STEP >= len(data))
        except UnicodeDecodeError as error:
            wrong = start - kept + error.start
            break
    if wrong is not None:  # raised outside: the library's own error carries the text
        row = before + data.count(b"\n", 0, wrong) + 1
        raise _wrong(where, f"the text is not UTF-8 (first at line {row})", _guess(data))


def _transcoded(data: bytes, encoding: str, where: str, *, whole: bool) -> bytes:
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
    return DataError(msg, hint=f'set encoding = "{guess}" under [table]')


def _check_nul(data: bytes, where: str, before: int = 0) -> None:
    place = data.find(b"\0")
    if place < 0:
        return
    sample = data[:4096]
    for guess, lane in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[0::2])):
        if lane.count(0) > len(lane) // 2:
            raise _wrong(where, "every other byte is NUL", guess)
    line = before + data.count(b"\n", 0, place) + 1
    msg = f"{where}: there is a NUL byte at line {line}"
    raise DataError(msg, hint="the file is damaged or is not a text file; export it again as CSV")
