"""dcor with its loops as plain Python: compiling them, as it does when imported, takes longer than the tests that ask it."""

from functools import cache
from importlib import import_module
from unittest import mock


@cache
def dcor():
    with mock.patch("numba.njit", _plain), mock.patch("numba.guvectorize", _plain):
        return import_module("dcor")


def _plain(*_signature, **_options):
    return lambda function: function
