"""No command uses a network: an audit hook of Python sees every attempt (the watched process is `watched_commands`)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("watched_commands.py")
MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o")
COMMANDS = [
    ("--version",),
    ("init", "data.csv"),
    ("map", "data.csv", "-r", "recipe.toml"),
    ("describe", "data.csv", "-r", "recipe.toml"),
    (*MASK, "out.csv", "--report", "out.html"),
    (*MASK, "duck.parquet", "--engine", "duckdb"),
    (*MASK, "sqlite:///out.db#released"),
    ("compare", "data.csv", "-r", "recipe.toml", "--k", "2,3", "--report", "compared.json"),
    ("recommend", "data.csv", "-r", "recipe.toml"),
    ("verify", "out.csv", "--quasi", "hobby,age"),
    ("plot", "compared.json", "frontier", "-o", "front.svg"),
    ("ledger",),
    ("concepts", "wordnet", "search", "nurse"),
    ("concepts", "icd10cm", "show", "J45"),
    ("concepts", "--list"),
]


def watch(folder, commands, before=""):
    """How each command ended, and what it did that needs a network; ``before``: code that runs first."""
    code = f"{before}\nimport runpy; runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    ran = subprocess.run(
        [sys.executable, "-c", code, json.dumps(commands)], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "KINONYM_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return json.loads(ran.stdout.splitlines()[-1]), ran


@pytest.mark.large
def test_no_command_uses_a_network(folder):
    found, ran = watch(folder, COMMANDS)
    assert found["seen"] == []
    failed = [command for command, code in zip(COMMANDS, found["codes"], strict=True) if code]
    assert failed == [], ran.stderr


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.create_connection(('127.0.0.1', 9), 1)",
        "socket.getaddrinfo('localhost', 80)",
        "urllib.request.urlopen('http://127.0.0.1:9', timeout=1)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))",
    ],
)
def test_an_attempt_is_seen(attempt, folder):
    """Otherwise the test above shows nothing."""
    planted = (
        "import socket, urllib.request, kinonym.cli as cli, contextlib\n"
        "def main():\n    with contextlib.suppress(OSError):\n"
        f"        {attempt}\n"
        "cli.main = main"
    )
    found, _ = watch(folder, [["--version"]], before=planted)
    assert found["seen"]
