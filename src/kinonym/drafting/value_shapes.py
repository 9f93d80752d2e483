"""Shapes of values that point to a person or a thing of theirs: addresses, numbers of offices and banks, keys, text."""

from __future__ import annotations

import ipaddress
import re

__all__ = ["ADDRESS", "GROUPED", "MEASURED", "SHAPES", "find_shape", "has_contact_inside", "is_card_number", "is_iban"]

SHAPES = {
    "e-mail addresses": re.compile(r"[^@\s]+@[^@\s]+\.\w+"),
    "web addresses": re.compile(
        r"(?:https?|ftp)://\S+|www\.\S+\.\S+|(?:[\w-]+\.)+(?:com|org|net|info|eu|[a-z]{2})/\S+"
    ),
    "network devices": re.compile(r"[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}"),
    "keys": re.compile(r"\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?"),
    "telephone numbers": re.compile(
        r"(?:\+|00)\d[\d ()/.-]{6,18}\d"  # with the country
        r"|\(?0\d{1,4}\)?[ /.-]\d[\d .-]{3,12}\d|0\d{8,10}"  # with the area, from 0
        r"|\+?\(?\d{2,4}\)?(?:[ /.-]\d{2,}){2,}"
        r"|\(\d{3}\) ?\d{3}-\d{4}"
    ),
    "numbers of an identity card": re.compile(
        r"\d{8}-?[A-HJ-NP-TV-Z]|[XYZ]-?\d{7}-?[A-Z]"  # Spain
        r"|[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]"  # Italy
        r"|\d{3}-\d{2}-\d{4}"  # United States
        r"|[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"  # United Kingdom
        r"|(?:19|20)?\d{6}[-+]\d{4}"  # Sweden
        r"|[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d[\dAB] ?\d{3} ?\d{3}(?: ?\d{2})?"  # France
        r"|\d{2} ?\d{6} ?[A-Z] ?\d{3}"  # German pension insurance
        r"|\d{3}\.\d{3}\.\d{3}-\d{2}"  # Brazil
        r"|\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}"  # Belgium
        r"|756\.\d{4}\.\d{4}\.\d{2}"  # Switzerland
    ),
    "places on a map": re.compile(
        r"[+-]?\d{1,3}\.\d{2,}°? ?[NS]?[,; ] ?[+-]?\d{1,3}\.\d{2,}°? ?[EWO]?"
        r"|\d{1,3}°\s?\d{1,2}['′](?:\s?\d{1,2}(?:\.\d+)?[\"″])?\s?[NSEWO]"
        r"|[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}"  # plus codes
        r"|(?:///)?[a-z]{3,}\.[a-z]{3,}\.[a-z]{3,}"  # three words of a square
    ),
    "logins": re.compile(r"@[\w.]+|[A-Za-z][\w-]*\\[\w.-]+|\w{2,}#\d{4}|CN=[^,]+(?:,.*)?", re.IGNORECASE),
    "names of files": re.compile(
        r"\S+\.(?:pdf|jpe?g|png|tiff?|docx?|xlsx?|odt|txt|dcm|wav|mp[34]|zip|eml|msg)", re.IGNORECASE
    ),
    "street addresses": re.compile(
        r"\d{1,5}[a-zA-Z]?,? (?:[\w.'’-]+ ){1,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr"
        r"|close|court|way|blvd)\.?(?:,.*)?"
        r"|\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|av\.?|boulevard|bd|place|chemin|allée|impasse|quai) .+"
        r"|(?:calle|c/|c\.|carrer|avenida|avda\.?|avinguda|av\.|plaza|plaça|paseo|passeig|rambla|camino|ronda|travessera"
        r"|via|viale|piazza|corso|vicolo|rua|praça|travessa|ul\.|ulica|al\.|os\.|pl\.) ?[\w.'’ -]+,? .*\d.*"
        r"|[\w.' -]*(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|straat|laan|plein|gracht|gatan|vägen|vagen|gränd)"
        r" ?\d+ ?[a-zA-Z]?(?:,.*)?",
        re.IGNORECASE,
    ),
}
"""What values are → how each of them is written."""
_DIGITS = re.compile(r"\d[\d -]{11,21}\d")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_INSIDE = re.compile(r"[^@\s]+@[^@\s]+\.\w{2,}|(?:https?://|www\.)\S+|(?:\+|\b00)\d{2}[ \d()/-]{7,}\d")
MEASURED = re.compile(
    r"[<>≤≥~]? ?[+-]?\d[\d., ]*\s?"
    r"(?:%|‰|€|\$|£|kr|zł|eur|usd|gbp|sek|pln|chf|[kmµu]?g|kgs?|lbs?|oz|mg/d?l|g/d?l|mmol/(?:l|mol)|µmol/l|[mµ]?iu/m?l|mmhg"
    r"|[cmk]?m|km/h|cm2|m2|m²|[mcd]?l|ml/min|°?c|kcal|bpm|/min|h|hrs?|hours?|min|mins|minutes?|s|sec|days?|months?|years?)"
    r"|[€$£] ?\d[\d., ]*|\d{2,3}/\d{2,3}"
    r"|\d{1,3}(?:[. '’]\d{3})+,\d{1,2}|\d{1,3}(?:[,'’]\d{3})+(?:\.\d{1,2})?|\d+,\d{1,2}"
    r"|(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d+)?",
    re.IGNORECASE,
)
"""A number with its unit or with thousands and decimals, two as blood pressure is written, or a span of time."""
GROUPED = re.compile(r"\d{1,3}(?:[ ,.'’]\d{3})+")
"""A whole number with thousands; it may also be a key."""
ADDRESS = SHAPES["street addresses"]


def find_shape(value: str) -> str | None:
    """What a value is by its shape, None for anything else.

    >>> find_shape("ann@example.org"), find_shape("DE89 3704 0044 0532 0130 00"), find_shape("oak tree")
    ('e-mail addresses', 'bank accounts', None)
    """
    if is_iban(value):
        return "bank accounts"
    if is_card_number(value):
        return "card numbers"
    if _is_network_address(value):
        return "network addresses"
    return next((what for what, shape in SHAPES.items() if shape.fullmatch(value)), None)


def is_iban(value: str) -> bool:
    """Whether a value is an account number with the right check digits (ISO 13616)."""
    text = value.replace(" ", "").upper()
    if not _IBAN.fullmatch(text):
        return False
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


def is_card_number(value: str) -> bool:
    """Whether a value has the length and the check digit of a payment card (Luhn)."""
    digits = value.replace(" ", "").replace("-", "")
    if not _DIGITS.fullmatch(value) or not 13 <= len(digits) <= 19 or digits[0] not in "3456":
        return False
    doubled = [int(d) * (1 + position % 2) for position, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _is_network_address(value: str) -> bool:
    if value.count(".") != 3 and value.count(":") < 2:
        return False
    try:
        ipaddress.ip_address(value)
    except ValueError:
        return False
    return True


def has_contact_inside(value: str) -> bool:
    """Whether an e-mail or web address or a telephone number stands somewhere in a value."""
    return _INSIDE.search(value) is not None
