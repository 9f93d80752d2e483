"""Tables of a real MariaDB server, read and released through SQLAlchemy."""

from __future__ import annotations

import pytest

from databases.masking import mask
from databases.servers import mariadb_server
from kinonym.errors import PrivacyError, UsageError
from kinonym.files.databases import sql_writing
from kinonym.files.table_stream import columns_of

pytestmark = pytest.mark.cluster
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed")
pytest.importorskip("pymysql", reason="the driver for MariaDB is not installed")

STAYS = """CREATE TABLE stays (job varchar(20), age int, small tinyint(1), big bigint unsigned, share double,
single float, price decimal(10,2), day date, at datetime(3), seen timestamp, hour time, kind enum('a','b'), scan blob,
doc json, note text, born year);
INSERT INTO stays SELECT elt(1 + seq % 3, 'nurse', 'baker', NULL), 20 + seq % 5, seq % 2, 18446744073709551000 + seq,
seq * 0.1, seq * 0.1, seq * 1.25, '2020-01-31', '2020-01-01 10:00:00.5', '2020-01-01 10:00:00', '12:00:01', 'a', x'00ff',
'{"a": 1}', concat('0', seq, 'é'), 2020 FROM seq_0_to_59"""


@pytest.fixture(scope="module")
def server():
    with mariadb_server() as running:
        running.run(STAYS)
        yield running


def test_every_type_survives(server):
    columns = columns_of(f"{server.address}#stays")
    mask(f"{server.address}#stays", f"{server.address}#released", columns)
    types = "SELECT column_name, column_type FROM information_schema.columns WHERE table_name = '{}'"
    before, after = (server.run(types.format(table)).splitlines() for table in ("stays", "released"))
    assert [line for line in before if "age" not in line and "job" not in line] == [
        line for line in after if "age" not in line and "job" not in line
    ]
    rows = "SELECT small, big, share, single, price, day, at, seen, hour, kind, hex(scan), doc, note, born FROM {} ORDER BY note"
    assert server.run(rows.format("stays")) == server.run(rows.format("released"))
    with pytest.raises(UsageError, match="never replaced"):
        mask(f"{server.address}#stays", f"{server.address}#released", columns)


def test_a_release_that_is_refused_leaves_nothing(server, monkeypatch):
    real = sql_writing.read_back_sql

    def changed(connection, table, *more):
        connection.exec_driver_sql(f"UPDATE {table} SET age = 0")
        return real(connection, table, *more)

    monkeypatch.setattr(sql_writing, "read_back_sql", changed)
    before = server.run("SHOW TABLES")
    with pytest.raises(PrivacyError):
        mask(f"{server.address}#SELECT job, age FROM stays", f"{server.address}#refused", ["job", "age"])
    assert server.run("SHOW TABLES") == before
