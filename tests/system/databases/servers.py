"""Real database servers, each on a separate socket, with the programs of the system; skipped where they are missing."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

POSTGRES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
STAYS = Path(__file__).with_name("stays.sql")


@dataclass
class Server:
    """A server that runs."""

    address: str
    """The URI of its database."""
    shell: list
    """The command that takes statements."""
    process: subprocess.Popen
    folder: Path

    def run(self, statement):
        """What a statement returns, as text."""
        done = subprocess.run([*self.shell, statement], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def log(self):
        return (self.folder / "log").read_text()


def owner_of(name):
    """The options of subprocess with which a server runs as its own user: none of them runs as root."""
    if os.getuid() != 0:
        return {}
    try:
        owner = pwd.getpwnam(name)
    except KeyError:
        pytest.skip(f"there is no user {name} to run the server")
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


@contextmanager
def private_folder(user):
    """A folder with a short path, because that of a socket is short, for the user of the server."""
    folder = Path(tempfile.mkdtemp(prefix="kinonym-", dir="/tmp"))  # a path of pytest may be too long
    try:
        if user:
            folder.chmod(0o755)
            os.chown(folder, user["user"], user["group"])
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(command, user, folder):
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **user)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def await_answer(ask):
    for _ in range(150):
        done = subprocess.run(ask, capture_output=True, check=False)
        if done.returncode == 0:
            return
        time.sleep(0.2)
    pytest.fail(done.stderr.decode())


@contextmanager
def postgres_server(authentication="trust", password=None):
    """A PostgreSQL server with the table `clinic.stays`; its steward owns everything."""
    if POSTGRES is None:
        pytest.skip("PostgreSQL is not installed")
    user = owner_of("postgres")
    with private_folder(user) as folder:
        secret = folder / "secret"
        secret.write_text(password or "unused")
        secret.chmod(0o644)
        made = [POSTGRES / "initdb", "-D", folder / "data", "-A", authentication, "-U", "steward", "--pwfile", secret]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **user)
        secret.unlink()
        command = [POSTGRES / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-F"]
        with started([*command, "-c", "log_statement=all"], user, folder) as process:
            address = f"postgresql://steward@/postgres?host={folder}"
            before = ["env", f"PGPASSWORD={password}"] if password else []
            shell = [*before, POSTGRES / "psql", address, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1"]
            await_answer([*shell, "-c", "SELECT 1"])
            subprocess.run([*shell, "-f", STAYS], check=True, capture_output=True)
            yield Server(address, [*shell, "-c"], process, folder)


@contextmanager
def mariadb_server():
    """A MariaDB server with an empty database `clinic`."""
    programs = [shutil.which(name) for name in ("mariadb-install-db", "mariadbd", "mariadb")]
    if None in programs:
        pytest.skip("MariaDB is not installed")
    install, daemon, client = programs
    user = owner_of("mysql")
    with private_folder(user) as folder:
        where = ["--no-defaults", f"--datadir={folder / 'data'}"]
        made = [install, *where, "--auth-root-authentication-method=normal", "--skip-test-db"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **user)
        socket = folder / "socket"
        command = [daemon, *where, f"--socket={socket}", "--skip-networking", f"--pid-file={folder / 'pid'}"]
        with started(command, user, folder) as process:
            shell = [client, "--no-defaults", f"--socket={socket}", "--user=root", "--skip-column-names"]
            await_answer([*shell, "-e", "CREATE DATABASE clinic"])
            address = f"mysql+pymysql://root@/clinic?unix_socket={socket}"
            yield Server(address, [*shell, "clinic", "-e"], process, folder)
