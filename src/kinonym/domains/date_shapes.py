"""The shapes in which dates are written, as patterns: digits and marks, names of months, digits alone, with a time."""

from __future__ import annotations

import re

__all__ = ["COARSE", "DIGITS", "FOUR_DIGITS", "MONTHS", "NUMBER_OF", "SHAPES", "SHORT", "UNDOUBTED", "WITHOUT_TIME"]

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NUMBER_OF = {name.casefold(): i + 1 for i, name in enumerate(MONTHS)}
_TIME = (
    r"(?P<time>(?P<between>[T ])\s*(?P<H>\d{1,2}):(?P<M>\d{2})(?P<S>:\d{2})?(?P<F>[.,]\d+)?"
    r"(?:\s*(?P<half>[AaPp][Mm]))?\s?(?P<zone>Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?"
)
_TIME_IN_DIGITS = (
    r"(?P<time>(?P<between>)(?P<H>[01]\d|2[0-3])(?P<M>[0-5]\d)(?P<S>[0-5]\d)?(?P<half>[AP]M)?(?P<zone>Z)?)"
)
_YEAR_IN_DIGITS, _MONTH_IN_DIGITS = r"(?P<y>(?:18|19|20|21)\d\d)", r"(?P<m>0[1-9]|1[0-2])"
_DAY_IN_DIGITS = r"(?P<d>0[1-9]|[12]\d|3[01])"
_YEAR_FIRST_DIGITS = _YEAR_IN_DIGITS + _MONTH_IN_DIGITS + _DAY_IN_DIGITS
_DAY_FIRST_DIGITS = _DAY_IN_DIGITS + _MONTH_IN_DIGITS + _YEAR_IN_DIGITS
DIGITS = {"eight digits": True, "eight digits, day first": False, "digits with time": True,
           "digits with time, day first": False}  # fmt: skip
"""Shape of dates in digits alone → whether the year comes first."""
WITHOUT_TIME = {"digits with time": "eight digits", "digits with time, day first": "eight digits, day first"}
"""Shape of digits with a time → the same shape without one, which less precise dates of the column have."""
SHAPES = {
    name: re.compile(pattern + (_TIME_IN_DIGITS if name.startswith("digits with time") else _TIME))
    for name, pattern in {
        "year": r"(?P<y>\d{4})",
        "quarter": r"(?P<y>\d{4})-Q(?P<q>[1-4])",
        "year and month": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})",
        "month and year": r"(?P<m>\d{1,2})(?P<mark>[-/.])(?P<y>\d{4})",
        "named month and year": r"(?P<n>[A-Za-z]{3})(?P<mark>[- /]?)(?P<y>\d{4})",
        "year first": r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})",
        "eight digits": _YEAR_FIRST_DIGITS,
        "eight digits, day first": _DAY_FIRST_DIGITS,
        "digits with time": _YEAR_FIRST_DIGITS,
        "digits with time, day first": _DAY_FIRST_DIGITS,
        "year last": r"(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{4})",
        "short year last": r"(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<y>\d{2})",
        "named month": r"(?P<d>\d{1,2})(?P<mark>[- /]?)(?P<n>[A-Za-z]{3})(?P=mark)(?P<y>\d{4})",
        "short named month": r"(?P<d>\d{1,2})(?P<mark>[- /]?)(?P<n>[A-Za-z]{3})(?P=mark)(?P<y>\d{2})",
    }.items()
}
FOUR_DIGITS = {"short year last": "year last", "short named month": "named month"}
"""Shape with two-digit years → the same shape with four digits, which dates outside the hundred years have."""
UNDOUBTED = "year first"
"""A shape that may occur together with two-digit years: spreadsheets export dates before 1900 as 1895-05-17."""
SHORT = {
    **{shape: SHAPES[shape] for shape in FOUR_DIGITS},
    "month and year": re.compile(r"(?P<m>\d{1,2})(?P<mark>[-/.])(?P<y>\d{2})" + _TIME),
    "quarter": re.compile(r"(?P<y>\d{2})-Q(?P<q>[1-4])" + _TIME),
    "year": re.compile(r"(?P<y>\d{2})" + _TIME),
}
COARSE = ("year", "quarter", "year and month", "month and year", "named month and year")
"""Parts of a date, which may occur together with whole dates of any format."""
