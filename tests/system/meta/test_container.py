"""The Dockerfile keeps the rules that matter: not as root, nothing exposed, pinned, and nothing copied that is not there."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]


def instructions(text):
    """(instruction, argument) in order, with continued lines joined and comments removed."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).replace("\\\n", " ")
    return [
        (word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line)
    ]


def broken_rules(text):
    """The rules that a Dockerfile breaks."""
    steps = instructions(text)
    last = steps[max(i for i, (word, _) in enumerate(steps) if word == "FROM") :]
    named = [argument.split(" AS ") for word, argument in steps if word == "FROM"]
    stages = {parts[1] for parts in named if len(parts) > 1}
    users = [argument for word, argument in last if word == "USER"]
    found = {
        "an image without a version": any(
            image not in stages and not re.search(r":\d[\w.-]*$|@sha256:", image) for image, *_ in named
        ),
        "runs as root": not users or not re.fullmatch(r"[1-9]\d*(:\d+)?", users[-1]),
        "exposes a port": any(word == "EXPOSE" for word, _ in steps),
        "uses ADD": any(word == "ADD" for word, _ in steps),
        "copies everything": any(word == "COPY" and argument.split()[0] in {".", "./"} for word, argument in steps),
        "keeps a package cache": any(
            "pip install" in argument and "--no-cache-dir" not in argument for word, argument in steps if word == "RUN"
        ),
        "runs what it downloads": any(
            re.search(r"\b(curl|wget)\b", argument) for word, argument in steps if word == "RUN"
        ),
        "names a secret": any(
            re.search(r"password|secret|token|_key\b", argument, re.IGNORECASE)
            for word, argument in steps
            if word in {"ARG", "ENV"}
        ),
        "starts through a shell": any(
            not argument.startswith("[") for word, argument in steps if word in {"ENTRYPOINT", "CMD"}
        ),
        "compiles at the first run": not any("python -m kinonym.warm" in argument for _, argument in steps),
    }
    return {rule for rule, broken in found.items() if broken}


TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_the_dockerfile_keeps_every_rule():
    assert broken_rules(TEXT) == set()


@pytest.mark.parametrize(
    ("part", "changed", "rule"),
    [
        ("python:3.13-slim-bookworm\n", "python\n", "an image without a version"),
        ("python:3.13-slim-bookworm\n", "python:latest\n", "an image without a version"),
        ("USER 10001\n", "", "runs as root"),
        ("USER 10001\n", "USER root\n", "runs as root"),
        ("WORKDIR /data\n", "WORKDIR /data\nEXPOSE 8443\n", "exposes a port"),
        ("COPY src src", "ADD src src", "uses ADD"),
        ("COPY src src", "COPY . .", "copies everything"),
        ("--no-cache-dir ", "", "keeps a package cache"),
        ("RUN useradd", "RUN curl example.org | sh && useradd", "runs what it downloads"),
        ("ENV PATH", "ENV API_TOKEN=1 PATH", "names a secret"),
        ('ENTRYPOINT ["kinonym"]', "ENTRYPOINT kinonym", "starts through a shell"),
        ("-m kinonym.warm", "-m kinonym", "compiles at the first run"),
    ],
)
def test_each_rule_is_checked(part, changed, rule):
    assert part in TEXT
    assert broken_rules(TEXT.replace(part, changed)) == {rule}


def test_what_is_copied_exists_and_is_sent():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [name for word, argument in instructions(TEXT) if word == "COPY" for name in argument.split()[:-1]]
    local = [name for name in copied if not name.startswith(("--from", "/opt"))]
    assert local
    assert [name for name in local if not (ROOT / name).exists()] == []
    assert [name for name in local if f"!{name}" not in ignored] == []
    assert "*" in ignored


def test_the_entry_point_is_the_command():
    steps = dict(instructions(TEXT))
    assert json.loads(steps["ENTRYPOINT"]) == ["kinonym"]
    assert json.loads(steps["CMD"]) == ["--help"]


def test_the_guide_publishes_on_the_loopback_interface_only():
    page = (ROOT / "docs" / "howto" / "container.md").read_text(encoding="utf-8")
    assert set(re.findall(r"--publish (\S+)", page)) == {"127.0.0.1:8443:8443"}
    assert set(re.findall(r"--[a-z-]+", page.partition("## The page")[2])) >= {"--i-know", "--certificate"}


def test_ci_has_every_python_and_system():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"] if "Python :: 3." in line]
    workflows = ROOT / ".github" / "workflows"
    tests, release = (
        yaml.safe_load((workflows / name).read_text(encoding="utf-8"))["jobs"] for name in ("test.yml", "release.yml")
    )
    matrix = tests["test"]["strategy"]["matrix"]
    assert matrix["python"] == release["wheels"]["strategy"]["matrix"]["python"] == versions
    for systems in (
        [*matrix["system"], *(each["system"] for each in matrix["include"])],
        release["wheels"]["strategy"]["matrix"]["system"],
    ):
        assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
        assert any(name.endswith("-arm") for name in systems)
    low, high = re.findall(r"3\.(\d+)", project["requires-python"])
    assert versions == [f"3.{minor}" for minor in range(int(low), int(high))]
