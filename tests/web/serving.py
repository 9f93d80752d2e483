"""A real server as a process of its own, as a person would start it, and the ways to talk to it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

import httpx

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Server:
    """The process, what it printed, and the address to open."""

    def __init__(self, state, *options):
        self.state = state
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "kinonym", "serve", "--no-browser", *map(str, options)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.lines = []
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

    def client(self, number=0):
        """A browser that was let in, without a window."""
        client = httpx.Client(base_url=self.base, headers={"origin": self.base}, timeout=120, follow_redirects=True)
        answer = client.get(self.address(number))
        assert answer.status_code == 200, answer.text
        return client

    def stop(self, how=signal.SIGINT):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(30)


@contextmanager
def serving(state, *options):
    server = Server(state, *options)
    try:
        yield server
    finally:
        server.stop()
