"""Arrays that kernels take together, passed as one pointer.

Numba splits a tuple of arrays at every call, into at least seven arguments per array, and a kernel with 600 arguments
compiles for 15 seconds. From a bundle, a kernel reads only the address and the shape of the arrays that it uses.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox
from numba.extending import models as data_models

from kinonym.kernels.numba_interfaces import AttributeTemplate, cgutils

__all__ = ["Bundle"]

_WORD = ir.IntType(64)


class Bundle:
    """Base of frozen dataclasses (without equality) with fields that are arrays, whole numbers or bundles."""

    def __post_init__(self) -> None:
        """Store the address, the shape and the strides of every field in one array of words, for the kernels."""
        names, values = zip(*vars(self).items(), strict=True)
        words = np.array([word for value in values for word in _words_of_field(value)], dtype=np.int64)
        bundle_type = _numba_type_of(type(self).__name__, names, values)
        vars(self).update(_words=words, _address=words.ctypes.data, _numba_type_=bundle_type)


def _words_of_field(value: Any) -> tuple[int, ...]:
    """Address, size, shape and strides of an array; the address of a bundle; a whole number itself."""
    if isinstance(value, np.ndarray):
        return (value.__array_interface__["data"][0], value.size, *value.shape, *value.strides)
    return (vars(value)["_address"] if isinstance(value, Bundle) else int(value),)


def _numba_type_of(label: str, names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """The numba type of a bundle. Types are cached, since `numba.typeof` is slow."""
    key = (label, *map(_type_key, values))
    if key not in _TYPES:
        _TYPES[key] = _BundleType(label, names, tuple(map(numba.typeof, values)))
    return _TYPES[key]


def _type_key(value: Any) -> object:
    """What the numba type of a field depends on."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.ndim, value.flags.num
    return vars(value)["_numba_type_"].name if isinstance(value, Bundle) else type(value)


_TYPES: dict[tuple[object, ...], Any] = {}


class _BundleType(numba.types.Type):
    """Names and types of the fields of a bundle, and the word at which each field begins."""

    def __init__(self, label: str, names: tuple[str, ...], field_types: tuple[Any, ...]) -> None:
        self.field_types = dict(zip(names, field_types, strict=True))
        lengths = [2 + 2 * field.ndim if isinstance(field, numba.types.Array) else 1 for field in field_types]
        self.starts = dict(zip(names, np.cumsum([0, *lengths]).tolist(), strict=False))
        super().__init__(f"{label}-{hashlib.sha256(repr(self.field_types).encode()).hexdigest()[:16]}")


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

    def generic_resolve(self, bundle_type: Any, name: str) -> Any:  # type: ignore[override]
        """The type of a field."""
        return bundle_type.field_types.get(name)


@lower_getattr_generic(_BundleType)
def _lower_field(context: Any, builder: Any, bundle_type: Any, pointer: Any, name: str) -> Any:
    """Emit the code that reads a field. LLVM drops the parts of an array that the kernel does not use."""
    words = builder.bitcast(pointer, _WORD.as_pointer())
    start, field = bundle_type.starts[name], bundle_type.field_types[name]

    def load_word(at: int) -> Any:
        read = builder.load(builder.gep(words, [_WORD(start + at)], inbounds=True))
        read.set_metadata("invariant.load", builder.module.add_metadata([]))
        return read

    if isinstance(field, _BundleType):
        return builder.inttoptr(load_word(0), cgutils.voidptr_t)
    if not isinstance(field, numba.types.Array):
        return load_word(0)
    array = context.make_array(field)(context, builder)
    array.data = builder.inttoptr(load_word(0), array.data.type)
    array.nitems = load_word(1)
    array.itemsize = _WORD(context.get_abi_sizeof(context.get_data_type(field.dtype)))
    array.shape = cgutils.pack_array(builder, [load_word(2 + axis) for axis in range(field.ndim)])
    array.strides = cgutils.pack_array(builder, [load_word(2 + field.ndim + axis) for axis in range(field.ndim)])
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()  # noqa: SLF001  # numba builds its own arrays this way
