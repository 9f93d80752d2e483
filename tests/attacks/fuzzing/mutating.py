"""Damages a file as time, disks, editors and attackers do: bytes, lines and parts are changed, moved, repeated or cut."""

from __future__ import annotations

import gzip
import io
import random
import zipfile

__all__ = ["damage"]

TOKENS = (
    b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n", b'"', b"'", b",", b";", b"\t", b"#", b"*", b"=", b"{", b"}",
    b"[" * 3000, b"(" * 3000, b"{" * 3000, b"]", b"<a>" * 2000, b"</", b"&amp;", b"<!DOCTYPE a>", b"\\", b"%", b"null", b"true",
    b"-1", b"0", b"1e999", b"-1e-999", b"NaN", b"9" * 400, b"2147483648", b"18446744073709551616", b"0x", b"1_0",
    b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", "\u2028".encode(), "é".encode("cp1252"), b"a" * 5000, b"\x1f\x8b", b"PK\x03\x04",
)  # fmt: skip
NUMBERS = (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\x01\0\0\0", b"\xfe\xff\xff\xff")
PACKED = (".gz", ".xlsx", ".ods", ".zip")


def damage(name: str, content: bytes, others: list[bytes], draw: random.Random) -> bytes:
    """Return the file with one to four changes; a packed one is often changed inside, and packed again."""
    if name.endswith(PACKED) and draw.random() < 0.7:
        return _damage_inside(name, content, others, draw)
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        content = draw.choice(CHANGES)(content, others, draw)
    return content


def _damage_inside(name, content, others, draw):
    if name.endswith(".gz"):
        return gzip.compress(damage("text", gzip.decompress(content), others, draw), 1)
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        members = old.namelist()
        chosen = draw.choice(members)
        for member in members:
            part = old.read(member)
            new.writestr(member, damage("text", part, others, draw) if member == chosen else part)
    return made.getvalue()


def _span(content, draw):
    begin = draw.randrange(len(content) + 1)
    return begin, min(len(content), begin + draw.choice((1, 1, 2, 4, 8, 32, 200)))


def change_byte(content, others, draw):
    begin, end = _span(content, draw)
    return content[:begin] + draw.randbytes(end - begin) + content[end:]


def flip_bit(content, others, draw):
    if not content:
        return content
    place = draw.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << draw.randrange(8)]) + content[place + 1 :]


def cut_out(content, others, draw):
    begin, end = _span(content, draw)
    return content[:begin] + content[end:]


def repeat(content, others, draw):
    begin, end = _span(content, draw)
    return content[:end] + content[begin:end] * draw.choice((1, 2, 50)) + content[end:]


def cut_short(content, others, draw):
    return content[: draw.randrange(len(content) + 1)]


def insert_token(content, others, draw):
    begin, end = _span(content, draw)
    return content[:begin] + draw.choice(TOKENS) + content[draw.choice((begin, end)) :]


def change_number(content, others, draw):
    begin = draw.randrange(max(1, len(content) - 3))
    return content[:begin] + draw.choice(NUMBERS) + content[begin + 4 :]


def move_lines(content, others, draw):
    lines = content.splitlines(keepends=True)
    if len(lines) > 1:
        one, two = draw.randrange(len(lines)), draw.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
        if draw.random() < 0.3:
            lines.insert(two, lines[one])
    return b"".join(lines)


def splice(content, others, draw):
    other = draw.choice(others)
    begin, end = _span(other, draw)
    place = draw.randrange(len(content) + 1)
    return content[:place] + other[begin : end + draw.choice((0, 50, 500))] + content[place:]


CHANGES = (
    *(change_byte, flip_bit, cut_out, repeat, cut_short, insert_token, insert_token, change_number, move_lines),
    *(splice, flip_bit),
)
