"""A real server as a separate process, as a person would start it, and the ways to talk to it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Server:
    """The process, what it printed, and the address to open."""

    def __init__(self, state, *options):
        self.state = state
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "PYTHONUNBUFFERED": "1"}
        environment["KINONYM_LEDGER"] = str(Path(state) / "ledger.jsonl")
        command = [sys.executable, "-m", "kinonym", "serve", "--no-browser", *map(str, options)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.lines = []
        self.visits = 0
        self.printed = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        self.first = self.address(0)
        self.base, _, self.token = self.first.partition("/?token=")
        self.port = int(self.base.rpartition(":")[2])

    def _listen(self):
        for line in self.process.stdout:
            with self.printed:
                self.lines.append(line)
                self.printed.notify_all()

    def address(self, number):
        """The address that was printed as the first, second, …"""

        def known():
            return re.findall(r"https?://\S+token=\S+", "".join(self.lines))

        with self.printed:
            assert self.printed.wait_for(lambda: len(known()) > number, 60), "".join(self.lines)
            return known()[number]

    def work(self):
        """The work folders that there are."""
        return [path for path in (self.state / "kinonym" / "serve").glob("work-*") if path.is_dir()]

    def visit(self):
        """The newest address: each works once."""
        self.visits += 1
        return self.address(self.visits - 1)

    def children(self):
        """The processes that it started: the runs."""
        place = Path(f"/proc/{self.process.pid}/task")
        return [int(pid) for task in place.iterdir() for pid in (task / "children").read_text().split()]

    @contextmanager
    def client(self):
        """A browser that was let in, without a window."""
        origin = {"origin": self.base}
        with httpx.Client(base_url=self.base, headers=origin, timeout=120, follow_redirects=True) as client:
            answer = client.get(self.visit())
            assert answer.status_code == 200, answer.text
            yield client

    def stop(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(180)  # a large table takes long to leave the memory
        self.process.stdout.close()


@contextmanager
def serving(state, *options):
    server = Server(state, *options)
    try:
        yield server
    finally:
        server.stop()


def upload(client, name, content, where="/upload"):
    """Send a file as the page does; what the server answers."""
    return client.put(where, params={"name": name}, content=content)


def opened(client, name, content):
    """Upload a table and open it; the place of its project."""
    answer = upload(client, name, content)
    assert answer.status_code == 201, answer.text
    place = answer.json()["location"].removesuffix("/data")
    assert client.get(f"{place}/data").status_code == 200
    return place


def waited(client, place, job="1", seconds=240):
    """The page of a run when it has ended."""
    for _ in range(seconds * 5):
        shown = client.get(f"{place}/jobs/{job}/status").text
        if "<progress" not in shown:
            return shown
        time.sleep(0.2)
    pytest.fail("the run does not end")


def roles(*chosen):
    """The form of the roles."""
    return {f"role-{number}": role for number, role in enumerate(chosen)}
