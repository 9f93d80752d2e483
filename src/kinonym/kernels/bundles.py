"""Arrays that kernels take together, handed over as one pointer.

A tuple of arrays is taken apart at every call, into seven arguments and more for each of them, and a kernel of 600
arguments compiles for a quarter of a minute. From a bundle a kernel reads where the array lies that it asks for.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox
from numba.extending import models as data_models

__all__ = ["Bundle"]

_WORD = ir.IntType(64)


class Bundle:
    """Base of frozen dataclasses (without equality) whose fields are arrays, whole numbers or bundles."""

    def __post_init__(self) -> None:
        """Write down where everything lies, for the kernels."""
        names, values = zip(*vars(self).items(), strict=True)
        words = np.array([word for value in values for word in _words_of(value)], dtype=np.int64)
        kind = _kind_of(type(self).__name__, names, values)
        vars(self).update(_words=words, _address=words.ctypes.data, _numba_type_=kind)


def _words_of(value: Any) -> tuple[int, ...]:
    """What a kernel has to know of a field."""
    if isinstance(value, np.ndarray):
        return (value.__array_interface__["data"][0], value.size, *value.shape, *value.strides)
    return (vars(value)["_address"] if isinstance(value, Bundle) else int(value),)


def _kind_of(label: str, names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """The type of a bundle; numba is asked once for each kind, as asking takes long."""
    key = (label, *map(_mark_of, values))
    if key not in _KINDS:
        _KINDS[key] = _BundleType(label, names, tuple(map(numba.typeof, values)))
    return _KINDS[key]


def _mark_of(value: Any) -> object:
    """What settles the type of a field."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.ndim, value.flags.num
    return vars(value)["_numba_type_"].name if isinstance(value, Bundle) else type(value)


_KINDS: dict[tuple[object, ...], Any] = {}


class _BundleType(numba.types.Type):
    """What the fields of a bundle are called, their types, and at which word each begins."""

    def __init__(self, label: str, names: tuple[str, ...], kinds: tuple[Any, ...]) -> None:
        self.kinds = dict(zip(names, kinds, strict=True))
        lengths = [2 + 2 * kind.ndim if isinstance(kind, numba.types.Array) else 1 for kind in kinds]
        self.starts = dict(zip(names, np.cumsum([0, *lengths]).tolist(), strict=False))
        super().__init__(f"{label}-{hashlib.sha256(repr(self.kinds).encode()).hexdigest()[:16]}")


register_model(_BundleType)(data_models.OpaqueModel)


@unbox(_BundleType)
def _unbox(_: Any, bundle: Any, context: Any) -> NativeValue:
    address = context.pyapi.object_getattr_string(bundle, "_address")
    pointer = context.pyapi.long_as_voidptr(address)
    context.pyapi.decref(address)
    return NativeValue(pointer)


@infer_getattr
class _Fields(AttributeTemplate):
    key = _BundleType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        """The type of a field."""
        return kind.kinds.get(name)


@lower_getattr_generic(_BundleType)
def _read(context: Any, builder: Any, kind: Any, pointer: Any, name: str) -> Any:
    """Code that reads a field: of an array only what is asked for remains of it."""
    words = builder.bitcast(pointer, _WORD.as_pointer())
    start, field = kind.starts[name], kind.kinds[name]

    def word(at: int) -> Any:
        read = builder.load(builder.gep(words, [_WORD(start + at)], inbounds=True))
        read.set_metadata("invariant.load", builder.module.add_metadata([]))
        return read

    if isinstance(field, _BundleType):
        return builder.inttoptr(word(0), cgutils.voidptr_t)
    if not isinstance(field, numba.types.Array):
        return word(0)
    array = context.make_array(field)(context, builder)
    array.data = builder.inttoptr(word(0), array.data.type)
    array.nitems = word(1)
    array.itemsize = _WORD(context.get_abi_sizeof(context.get_data_type(field.dtype)))
    array.shape = cgutils.pack_array(builder, [word(2 + axis) for axis in range(field.ndim)])
    array.strides = cgutils.pack_array(builder, [word(2 + field.ndim + axis) for axis in range(field.ndim)])
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()  # noqa: SLF001  # as numba's own arrays are made
