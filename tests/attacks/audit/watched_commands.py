"""Runs commands in this process, one for each argument, and prints each attempt to use a network.

`test_network` starts it: an audit hook of Python cannot be removed again.
"""

import json
import socket
import sys

ATTEMPTS = {
    "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
    "socket.gethostbyaddr", "urllib.Request", "http.client.connect", "ftplib.connect", "smtplib.connect",
}  # fmt: skip
seen = []


def watch(event, arguments):
    """Note an attempt to reach another machine, or to be reached."""
    if event in ATTEMPTS and not (event.startswith("socket.") and _is_local(arguments)):
        seen.append(event)


def _is_local(arguments):
    """Whether a socket stays on this machine without a network: a Unix socket."""
    return isinstance(arguments[0], socket.socket) and arguments[0].family == getattr(socket, "AF_UNIX", None)


def run(arguments):
    """Run one command; return how it ended."""
    from kinonym.cli import main

    sys.argv = ["kinonym", *arguments]
    try:
        main()
    except SystemExit as ended:
        return ended.code or 0
    return 0


if __name__ == "__main__":
    commands = json.loads(sys.argv[1])
    sys.addaudithook(watch)
    codes = [run(arguments) for arguments in commands]
    print("\n" + json.dumps({"codes": codes, "seen": seen}))
