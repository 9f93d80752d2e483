"""What XML may not contain: a document type or an entity, in which the known attacks live.

The beginning of the file is scanned as bytes before any parser sees it.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring

from kinonym.errors import OntologyError
from kinonym.ontologies.files import read_bytes

__all__ = ["parse_packaged", "refuse_declarations"]

_PROLOG = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)[\"']")
_PLAIN = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}


def refuse_declarations(head: bytes, name: str) -> None:
    """Refuse a document type, an entity, or an encoding in which one could hide.

    A document type may only stand before the first element, so what comes before it is all that is looked
    at; a beginning without any element is refused as well.
    """
    data = head.removeprefix(b"\xef\xbb\xbf")
    encoding = _ENCODING.match(data)
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    if encoding and encoding.group(1).lower() not in _PLAIN:
        msg = f"{name} is XML in another encoding than UTF-8"
        raise OntologyError(msg, hint="save it as UTF-8")
    at = 0
    while found := _PROLOG.match(data, at):
        at = found.end()
    if data[at : at + 2] == b"<!":
        msg = f"{name} is XML with a document type or entities, which are refused"
        raise OntologyError(msg, hint="save it without entities (in Protégé an option), or as Turtle")
    if not re.match(rb"<[A-Za-z_]", data[at : at + 2]):
        msg = f"{name} begins like XML but no element follows"
        raise OntologyError(msg, hint="the file is damaged or cut short; get it again")


def parse_packaged(path: Path, package: str) -> Element:
    """Parse an XML file that an installed package carries, after the same scan."""
    data = read_bytes(path)
    refuse_declarations(data[: 1 << 20], path.name)
    try:
        return fromstring(data)  # noqa: S314  # no document type, as just checked
    except ParseError as error:
        msg = f"the data of the package {package} cannot be read"
        raise OntologyError(msg, hint=f"install the package {package} again") from error
