"""A taxonomy as Arrow bytes and back, all its fields as they are; used by the cache."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kinonym.taxonomy import Source, Taxonomy

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["from_arrow", "to_arrow"]

_ABOUT = b"kinonym"


def to_arrow(taxonomy: Taxonomy) -> memoryview:
    """Bytes of an Arrow stream: one row, one list column per field, the rest as JSON beside the schema."""
    import pyarrow as pa

    fields: dict[str, pa.Array] = {
        "concepts": _texts(taxonomy.concepts),
        "parent_start": pa.array(taxonomy.parent_csr[0]),
        "parents": pa.array(taxonomy.parent_csr[1]),
        "depths": pa.array(taxonomy.depths),
        "label_start": pa.array(taxonomy.label_start),
        "label_texts": _texts(taxonomy.label_texts),
    }
    if taxonomy.label_ranks is not None:
        fields["label_ranks"] = pa.array(taxonomy.label_ranks)
    if taxonomy.glosses is not None:
        fields["glosses"] = _texts(taxonomy.glosses)
    if taxonomy.counts is not None:
        fields["counts"] = pa.array(taxonomy.counts)
    if taxonomy.part_csr is not None:
        fields["part_start"], fields["parts"] = map(pa.array, taxonomy.part_csr)
    rows = [pa.LargeListArray.from_arrays([0, len(values)], values) for values in fields.values()]
    irregular = None if taxonomy.irregular is None else {k: list(v) for k, v in taxonomy.irregular.items()}
    about = json.dumps({"source": asdict(taxonomy.source), "irregular": irregular})
    schema = pa.schema([(n, row.type) for n, row in zip(fields, rows, strict=True)], metadata={_ABOUT: about})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as writer:
        writer.write_batch(pa.record_batch(rows, schema=schema))
    return memoryview(sink.getvalue())


def from_arrow(data: memoryview) -> Taxonomy:
    """Rebuild what `to_arrow` wrote."""
    import pyarrow as pa

    with pa.ipc.open_stream(pa.py_buffer(data)) as reader:
        batch = reader.read_next_batch()
    fields = {name: batch.column(name).flatten() for name in batch.schema.names}
    about = json.loads(batch.schema.metadata[_ABOUT])
    source = {**about["source"], "notices": tuple(about["source"]["notices"])}
    irregular = about["irregular"]

    def numbers(name: str) -> NDArray[np.int64] | None:
        return fields[name].to_numpy() if name in fields else None

    kept: dict[str, Any] = {
        name: numbers(name) for name in ("depths", "label_start", "label_ranks", "counts")
    }
    return Taxonomy(
        concepts=tuple(fields["concepts"].to_pylist()),
        parent_csr=(numbers("parent_start"), numbers("parents")),  # type: ignore[arg-type]  # always there
        label_texts=tuple(fields["label_texts"].to_pylist()),
        glosses=tuple(fields["glosses"].to_pylist()) if "glosses" in fields else None,
        part_csr=(numbers("part_start"), numbers("parts")) if "parts" in fields else None,  # type: ignore[arg-type]
        irregular=None if irregular is None else {form: tuple(bases) for form, bases in irregular.items()},
        source=Source(**source),
        **kept,
    )


def _texts(values: tuple[str, ...]) -> pa.Array:
    import pyarrow as pa

    return pa.array(values, type=pa.large_string())
