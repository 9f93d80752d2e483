"""The release ledger: a private local file that remembers which data were released before, and how.

Two releases of the same data can disclose together what neither discloses alone. The ledger holds no value of any
record: data are recognised by fingerprints of their columns, keyed with a random salt that never leaves the file.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinonym.errors import DataError
from kinonym.files.locks import acquire_lock

if TYPE_CHECKING:  # the page reads the ledger before any kernel is needed
    from kinonym.tuples.counted import Counted

__all__ = [
    "LEDGER_HEADER", "LEDGER_VARIABLE", "ReleaseLedger", "ReleaseRecord", "describe_earlier", "group_by_data",
    "ledger_path", "ledger_rows", "read_record",
]  # fmt: skip

LEDGER_VARIABLE = "KINONYM_LEDGER"
_FORMAT = "kinonym-ledger-1"
_FAMILY = "kinonym-ledger-"
_MOST_NAMED = 20
_PATIENCE = 5.0  # seconds to wait for another run that writes an entry
_HINT = f"name another file in the variable {LEDGER_VARIABLE}, or move this one away"


def ledger_path() -> Path:
    """The ledger of this user: the file that `KINONYM_LEDGER` names, else one in the folder for local state."""
    if chosen := os.environ.get(LEDGER_VARIABLE):
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path("kinonym", appauthor=False) / "ledger.jsonl"


@dataclass(frozen=True, kw_only=True)
class ReleaseRecord:
    """One release: when, of which data, which columns, and how they were masked."""

    date: str
    records: int
    fingerprints: Mapping[str, str]
    """Masked column → keyed fingerprint of its original values and their counts."""
    released: tuple[str, ...]
    """All columns of the release."""
    method: str
    strength: str
    """The parameter that says how strongly it masks, such as ``k = 5``."""
    epsilon: float | None = None
    """Of a differentially private release: the epsilon that a row costs in total."""

    def same_data(self, other: ReleaseRecord) -> bool:
        """Whether both are of the same data: as many records, and the same values in every column masked in both."""
        shared = set(self.fingerprints) & set(other.fingerprints)
        equal = all(self.fingerprints[name] == other.fingerprints[name] for name in shared)
        if shared or self.records != other.records:
            return bool(shared) and equal and self.records == other.records
        return set(self.released) == set(other.released)


class ReleaseLedger:
    """The ledger file: a header with the salt, then one line per release."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = ledger_path() if path is None else path

    def releases(self) -> tuple[ReleaseRecord, ...]:
        """All releases, oldest first; none if there is no ledger yet.

        Raises
        ------
        DataError
            If the file cannot be read or is not a ledger.
        """
        return self._read()[1]

    def make_record(
        self,
        counted: Counted,
        *,
        masked: Sequence[str],
        released: Sequence[str],
        **method: Any,  # noqa: ANN401
    ) -> ReleaseRecord:
        """Describe a release; ``counted``: the original combinations of the masked columns.

        ``method`` holds the remaining fields of `ReleaseRecord`: ``method``, ``strength`` and perhaps ``epsilon``.
        """
        salt = self._salt()
        fingerprints = {
            name: _fingerprint(salt, counted, j) for j, name in enumerate(counted.columns) if name in masked
        }
        date = datetime.now(UTC).isoformat(timespec="seconds")
        return ReleaseRecord(
            date=date, records=counted.records, fingerprints=fingerprints, released=tuple(released), **method
        )

    def earlier(self, record: ReleaseRecord) -> tuple[ReleaseRecord, ...]:
        """The releases of the same data."""
        return tuple(known for known in self.releases() if known.same_data(record))

    def add(self, record: ReleaseRecord) -> None:
        """Write a release down."""
        with self._locked(), self.path.open("ab") as file:
            file.write((json.dumps(asdict(record), ensure_ascii=False) + "\n").encode())
            file.flush()
            os.fsync(file.fileno())

    def _salt(self) -> bytes:
        """The salt of the ledger, which is made if there is none."""
        if not self.path.exists():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._locked():
                if not self.path.exists():
                    self._create()
        return self._read()[0]

    def _create(self) -> None:
        header = json.dumps({"format": _FORMAT, "salt": secrets.token_hex(32)}) + "\n"
        temporary = self.path.with_name(self.path.name + ".new")
        temporary.unlink(missing_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(header.encode())
        temporary.replace(self.path)

    def _read(self) -> tuple[bytes, tuple[ReleaseRecord, ...]]:
        try:
            if not self.path.exists():
                return b"", ()
            self._verify_private()
            header, *lines = self.path.read_text(encoding="utf-8").splitlines()
            first = json.loads(header)
            self._verify_format(first["format"])
            return bytes.fromhex(first["salt"]), tuple(read_record(json.loads(line)) for line in lines)
        except OSError as error:
            msg = f"the release ledger {self.path} cannot be read: {error.strerror}"
            raise DataError(msg, hint=_HINT) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            msg = f"the file {self.path} is not a release ledger, or it is damaged"
            raise DataError(msg, hint=_HINT) from None

    def _verify_format(self, version: str) -> None:
        """Reject another file, and a ledger of another version of the program with the version that it has."""
        if version == _FORMAT:
            return
        if version.startswith(_FAMILY) and version.removeprefix(_FAMILY).isdecimal():
            msg = f"the release ledger {self.path} has the format {version}; this version reads {_FORMAT}"
            raise DataError(msg, hint=f"update Kinonym, or {_HINT}")
        raise ValueError

    def _verify_private(self) -> None:
        """Reject a ledger of somebody else, or one that others may read: with the salt, values can be guessed."""
        state = self.path.stat()
        if os.name == "posix" and (state.st_uid != os.getuid() or state.st_mode & 0o077):
            msg = f"the release ledger {self.path} belongs to another user, or others may read it"
            raise DataError(msg, hint=f"chmod 600 {self.path} if it is yours, or {_HINT}")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = self.path.with_name(self.path.name + ".lock")
        end = time.monotonic() + _PATIENCE
        while (descriptor := self._try_lock(lock)) is None:
            if time.monotonic() > end:
                msg = f"the release ledger {self.path} is locked by another run"
                raise DataError(msg, hint="wait for it to end")
            time.sleep(0.01)
        try:
            yield
        finally:
            if os.name == "posix":
                lock.unlink(missing_ok=True)
            os.close(descriptor)

    def _try_lock(self, lock: Path) -> int | None:
        try:
            return acquire_lock(lock)
        except OSError as error:
            msg = f"the lock of the release ledger {self.path} cannot be opened: {error.strerror}"
            raise DataError(msg, hint=_HINT) from None


def describe_earlier(record: ReleaseRecord, earlier: Sequence[ReleaseRecord]) -> Iterator[str]:
    """Notices about earlier releases of the same data: how many, what they share, and epsilons that add up."""
    if not earlier:
        return
    last, number = earlier[-1], len(earlier)
    before = frozenset().union(*(known.released for known in earlier))
    shared = [name for name in record.released if name in before]
    times = "once" if number == 1 else f"{number} times"
    yield (
        f"these data were released {times} before, last on {last.date[:10]} by {last.method} ({last.strength}); the "
        f"releases share {_list_some(shared)}. Two releases can disclose together what neither "
        "discloses alone: measure it with kinonym verify --against, or keep the groups with [release] reuse"
    )
    spent = [known.epsilon for known in (*earlier, record) if known.epsilon is not None]
    if record.epsilon is not None and len(spent) > 1:
        yield f"the epsilons of {len(spent)} releases of these data add up: {sum(spent):g} per row"


def _list_some(names: Sequence[str]) -> str:
    """Some names; of very many the first, and how many more there are."""
    more = len(names) - _MOST_NAMED
    return (", ".join(names[:_MOST_NAMED]) or "no column") + (f" and {more:,} more columns" if more > 0 else "")


def group_by_data(releases: Sequence[ReleaseRecord]) -> list[list[ReleaseRecord]]:
    """Releases of the same data together, oldest first."""
    groups: list[list[ReleaseRecord]] = []
    for release in releases:
        group = next((known for known in groups if any(release.same_data(other) for other in known)), None)
        if group is None:
            groups.append([release])
        else:
            group.append(release)
    return groups


LEDGER_HEADER = ("data", "date", "method", "records", "masked columns", "epsilon")


def ledger_rows(releases: Sequence[ReleaseRecord]) -> list[tuple[str, ...]]:
    """One row per release under `LEDGER_HEADER`; releases of the same data have the same number."""
    numbered = enumerate(group_by_data(releases), 1)
    return [(str(number), *_row(release)) for number, group in numbered for release in group]


def _row(release: ReleaseRecord) -> tuple[str, ...]:
    method = f"{release.method} ({release.strength})" if release.strength else release.method
    epsilon = "" if release.epsilon is None else f"{release.epsilon:g}"
    date = release.date[:16].replace("T", " ")
    return date, method, f"{release.records:,}", ", ".join(release.fingerprints), epsilon


def read_record(line: Mapping[str, Any]) -> ReleaseRecord:
    """A record from plain data, as `dataclasses.asdict` makes it."""
    return ReleaseRecord(**{**line, "released": tuple(line["released"])})


def _fingerprint(salt: bytes, counted: Counted, j: int) -> str:
    """Keyed digest of the distinct values of a column and how many records have each, whatever their order."""
    digest = hmac.new(salt, digestmod="sha256")
    pairs = zip(counted.values[j], counted.value_counts(j).tolist(), strict=True)
    for text, count in sorted(pairs, key=lambda pair: (pair[0] is None, pair[0] or "")):
        shown = b"missing" if text is None else b"text" + text.encode("utf-8", "surrogatepass")
        digest.update(f"{len(shown)}:{count}:".encode() + shown)
    return digest.hexdigest()[:32]
