"""A private DuckDB database: in a folder that only its owner may enter, with a memory limit, removed after use."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kinonym.engines.contract import RunKey
from kinonym.engines.memory_size import Size
from kinonym.errors import DataError, UsageError

__all__ = ["Database"]

_BATCH = 1 << 17
_OVERHEAD = Size(640 << 20)
"""The memory of the program itself and of batches, in addition to the database."""
_LEAST = Size(10**9)


class Database:
    """Tables on disk and queries over them, answered batch by batch.

    Parameters
    ----------
    memory_limit
        In bytes, for the whole program; by default half of what the machine has.
    folder
        Where its private folder is made; by default that of the system for temporary files.
    """

    def __init__(self, memory_limit: int | None = None, folder: Path | None = None) -> None:
        duckdb = _duckdb()
        if memory_limit is not None and memory_limit < _LEAST:
            msg = f"a memory limit of {Size(memory_limit)} is too small"
            raise UsageError(msg, hint=f"DuckDB and the program need at least {_LEAST}: --memory-limit 1GB")
        self._limit = Size(Size.of_machine() // 2 if memory_limit is None else memory_limit)
        self.folder = Path(tempfile.mkdtemp(prefix="kinonym-", dir=folder))  # with the mode 0700
        self.connection = duckdb.connect(self.folder / "rows.duckdb", config=_settings(self.folder, self._limit))
        self.connection.execute("PRAGMA disable_checkpoint_on_shutdown")  # the file is deleted then
        self._functions: dict[tuple[RunKey, str], str] = {}
        self.zones: dict[str, Any] = {}
        """Column of the table ``rows`` → the Arrow type of its zoned times."""
        self.texts: dict[str, Any] = {}
        """Column of the table ``rows`` that has codes instead of texts → the texts of the codes, an Arrow array."""
        weakref.finalize(self, _remove, self.connection, self.folder)

    def run(self, sql: str) -> None:
        """Execute a statement."""
        with self._database_errors():
            self.connection.execute(sql)

    def table(self, sql: str) -> Any:  # noqa: ANN401  # pyarrow has no types
        """Return the result of a query as an Arrow table."""
        with self._database_errors():
            return self._restored(self.connection.sql(sql).to_arrow_table())

    def batches(self, sql: str) -> Iterator[Any]:
        """Yield the result of a query as Arrow record batches, on a separate cursor."""
        cursor = self.connection.cursor()
        with self._database_errors():
            yield from map(self._restored, cursor.sql(sql).to_arrow_reader(_BATCH))

    def _restored(self, rows: Any) -> Any:  # noqa: ANN401
        """Return rows with dictionaries of texts instead of codes, and with times in the zone of their column.

        The database returns times in the zone of the session.
        """
        import pyarrow as pa

        for name, texts in self.texts.items():
            place = rows.schema.get_field_index(name)
            if place >= 0 and pa.types.is_int32(rows.schema.field(place).type):
                rows = rows.set_column(place, name, _with_dictionary(rows.column(place), texts))
        for name, kind in self.zones.items():
            place = rows.schema.get_field_index(name)
            if place >= 0 and pa.types.is_timestamp(rows.schema.field(place).type):
                rows = rows.set_column(place, name, rows.column(place).cast(kind))
        return rows

    def store(self, name: str, rows: Any, *, append: bool = False) -> None:  # noqa: ANN401
        """Make a table of an Arrow table or reader, or append the rows to one."""
        into = f"INSERT INTO {name}" if append else f"CREATE OR REPLACE TABLE {name} AS"
        with self._database_errors():
            self.connection.register("given", rows)
            self.connection.execute(f"{into} SELECT * FROM given")  # noqa: S608  # our name
            self.connection.unregister("given")

    def store_stream(self, name: str, batches: Iterable[Any], schema: Any, *, append: bool = False) -> None:  # noqa: ANN401
        """Do the same with a stream of Arrow record batches; an error of the stream is raised unchanged."""
        import pyarrow as pa

        stopped: list[BaseException] = []

        def passed() -> Iterator[Any]:
            try:
                yield from batches
            except BaseException as error:
                stopped.append(error)
                raise

        try:
            self.store(name, pa.RecordBatchReader.from_batches(schema, passed()), append=append)
        except BaseException:
            if stopped:  # the database would wrap it in its error
                raise stopped[0] from None
            raise

    def function(self, body: Callable[[Any], Any], key: RunKey, purpose: str) -> str:
        """Register a function from row numbers to 64 bits for queries, once per key and purpose; return its name."""
        if (key, purpose) not in self._functions:
            from duckdb.sqltypes import BIGINT, UBIGINT

            name = f"draw{len(self._functions)}"
            self.connection.create_function(name, body, [BIGINT], UBIGINT, type="arrow")
            self._functions[key, purpose] = name
        return self._functions[key, purpose]

    @contextmanager
    def _database_errors(self) -> Iterator[None]:
        """Replace the errors of the database, which may quote a cell."""
        duckdb = _duckdb()
        try:
            yield
        except duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except duckdb.OutOfMemoryException:
            msg = f"the memory limit, {self._limit}, is too small for this table"
            hint = f"this step needs more than that: try --memory-limit {self._limit * 2 // 10**6}MB"
        except (duckdb.IOException, OSError) as error:
            msg = f"rows could not be stored on the disk ({_reason(error)})"
            hint = (
                f"it needs about as much space as the table has; another folder: TMPDIR=... (now {self.folder.parent})"
            )
        except duckdb.Error as error:
            msg, hint = f"DuckDB could not work with the rows ({type(error).__name__})", "please report it"
        else:
            return
        raise DataError(msg, hint=hint)


def _with_dictionary(codes: Any, texts: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
    """An Arrow dictionary array, or a chunked array of them, with these codes and texts."""
    import pyarrow as pa

    if not isinstance(codes, pa.ChunkedArray):
        return pa.DictionaryArray.from_arrays(codes, texts, safe=False)
    chunks = [pa.DictionaryArray.from_arrays(chunk, texts, safe=False) for chunk in codes.chunks]
    return pa.chunked_array(chunks, pa.dictionary(pa.int32(), pa.string()))


def _settings(folder: Path, limit: int) -> dict[str, str | bool]:
    settings: dict[str, str | bool] = {
        "temp_directory": str(folder / "spilled"),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    settings["wal_autocheckpoint"] = "1TB"  # rows are in the database file anyway
    settings["memory_limit"] = f"{max(limit - _OVERHEAD, 256 << 20) >> 20}MiB"
    return settings


def _reason(error: BaseException) -> str:
    full = isinstance(error, OSError) or "space" in str(error).lower() or "write" in str(error).lower()
    return "no space is left, or it may not be written" if full else type(error).__name__


def _remove(connection: Any, folder: Path) -> None:  # noqa: ANN401
    connection.close()
    shutil.rmtree(folder, ignore_errors=True)


def _duckdb() -> Any:  # noqa: ANN401
    try:
        import duckdb
    except ImportError:
        msg = "this engine needs DuckDB"
        raise UsageError(msg, hint="pip install 'kinonym[duckdb]'") from None
    return duckdb
