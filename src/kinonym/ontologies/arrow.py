"""Write a taxonomy as Arrow and read it again, with all its fields; used by the cache.

Each field is a separate stream, so that writing needs little memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Source, Taxonomy

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["from_arrow", "to_arrow_numbers", "to_numpy", "write_arrow"]

_BATCH = 1 << 16


def write_arrow(taxonomy: Taxonomy, sink: pa.NativeFile) -> None:
    """Write every field to an open Arrow file or buffer, in small batches."""
    import pyarrow as pa

    for name, values in _list_fields(taxonomy):
        kind = pa.int64() if isinstance(values, np.ndarray) else pa.large_string()
        schema = pa.schema([(name, kind)])
        with pa.ipc.new_stream(sink, schema) as writer:
            for at in range(0, max(len(values), 1), _BATCH):
                part = values[at : at + _BATCH]
                column = to_arrow_numbers(part) if isinstance(part, np.ndarray) else _to_arrow_texts(part)
                writer.write_batch(pa.RecordBatch.from_arrays([column], schema=schema))


def to_arrow_numbers(values: NDArray[np.int64]) -> pa.Array:
    """An Arrow array over the same memory; ``pyarrow.array`` would import pandas if it is installed."""
    import pyarrow as pa

    contiguous = np.ascontiguousarray(values, dtype=np.int64)
    return pa.Array.from_buffers(pa.int64(), len(contiguous), [None, pa.py_buffer(contiguous)])


def to_numpy(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """The numbers of an Arrow column without nulls; pyarrow's ``to_numpy`` would import pandas as well."""
    parts = [
        np.frombuffer(chunk.buffers()[1], dtype=np.int64, count=len(chunk), offset=8 * chunk.offset)
        for chunk in column.chunks
        if len(chunk)
    ]
    joined = np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
    joined.setflags(write=False)
    return joined


def _to_arrow_texts(values: tuple[str, ...]) -> pa.Array:
    import pyarrow as pa

    encoded = [text.encode() for text in values]
    ends = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in encoded], out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.large_string(), len(encoded), buffers)


def _list_fields(taxonomy: Taxonomy) -> Iterator[tuple[str, tuple[str, ...] | NDArray[np.int64]]]:
    irregular = None if taxonomy.irregular is None else {k: list(v) for k, v in taxonomy.irregular.items()}
    yield "about", (json.dumps({"source": asdict(taxonomy.source), "irregular": irregular}),)
    part_start, parts = taxonomy.part_csr or (None, None)
    for name, values in {
        "concepts": taxonomy.concepts,
        "label_texts": taxonomy.label_texts,
        "glosses": taxonomy.glosses,
        "parent_start": taxonomy.parent_csr[0],
        "parents": taxonomy.parent_csr[1],
        "depths": taxonomy.depths,
        "label_start": taxonomy.label_start,
        "label_ranks": taxonomy.label_ranks,
        "counts": taxonomy.counts,
        "part_start": part_start,
        "parts": parts,
    }.items():
        if values is not None:
            yield name, values


def from_arrow(data: memoryview) -> Taxonomy:
    """Read a taxonomy that `write_arrow` wrote."""
    import pyarrow as pa

    fields: dict[str, Any] = {}
    source = pa.BufferReader(pa.py_buffer(data))
    while source.tell() < len(data):
        with pa.ipc.open_stream(source) as reader:
            (name,) = reader.schema.names
            column = reader.read_all().column(name)
            texts = pa.types.is_large_string(column.type)
            fields[name] = tuple(column.to_pylist()) if texts else to_numpy(column)
    about = json.loads(fields.pop("about")[0])
    notices = tuple(about["source"].pop("notices"))
    irregular = about["irregular"]
    parts = (fields.pop("part_start"), fields.pop("parts")) if "parts" in fields else None
    return Taxonomy(
        parent_csr=(fields.pop("parent_start"), fields.pop("parents")),
        part_csr=parts,
        irregular=None if irregular is None else {form: tuple(bases) for form, bases in irregular.items()},
        source=Source(**about["source"], notices=notices),
        **fields,
    )
