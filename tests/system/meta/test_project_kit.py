"""What a stranger looks at first is true: addresses, badges, citation, manual page, lock file, and who may use numba."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tools"))

import make_badges  # noqa: E402  # scripts of the folder above
import make_man_page  # noqa: E402

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def addresses(root, monkeypatch, repository):
    """What the hook of the build adds to the metadata."""
    pytest.importorskip("hatchling")
    import metadata_hook

    if repository is None:
        monkeypatch.delenv(metadata_hook.VARIABLE, raising=False)
    else:
        monkeypatch.setenv(metadata_hook.VARIABLE, repository)
    metadata = {}
    metadata_hook.AddressHook(str(root), {}).update(metadata)
    return metadata["urls"]


def test_the_addresses_are_those_of_the_publishing_repository(tmp_path, monkeypatch):
    found = addresses(tmp_path, monkeypatch, "https://github.com/Some/project")
    assert found["Issues"] == "https://github.com/Some/project/issues"
    assert found["Documentation"] == "https://some.github.io/project/"
    elsewhere = addresses(tmp_path, monkeypatch, "https://git.example.org/some/project.git")
    assert elsewhere["Repository"] == "https://git.example.org/some/project"
    assert "Documentation" not in elsewhere


def test_a_source_archive_keeps_its_addresses_and_a_copy_has_none(tmp_path, monkeypatch):
    assert addresses(tmp_path, monkeypatch, None) == {}
    (tmp_path / "PKG-INFO").write_text(
        "Name: kinonym\nProject-URL: Issues, https://x.example/a/b/issues\n\nProject-URL: no\n"
    )
    assert addresses(tmp_path, monkeypatch, None) == {"Issues": "https://x.example/a/b/issues"}


@pytest.mark.parametrize("wrong", ["http://github.com/a/b", "github.com/a/b", "https://github.com/"])
def test_what_is_not_a_repository_is_refused(tmp_path, monkeypatch, wrong):
    pytest.importorskip("hatchling")
    with pytest.raises(ValueError, match="not the address of a repository"):
        addresses(tmp_path, monkeypatch, wrong)


def test_the_release_workflow_names_its_repository():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert workflow["env"]["KINONYM_REPOSITORY"] == "${{ github.server_url }}/${{ github.repository }}"


def test_the_badges_are_those_of_the_facts_and_the_readme_shows_them():
    shown = re.findall(r"!\[[^\]]*\]\(docs/images/(badge-[\w-]+\.svg)\)", (ROOT / "README.md").read_text("utf-8"))
    badges = make_badges.make_badges()
    assert set(shown) == set(badges)
    assert {path.name for path in make_badges.FOLDER.glob("badge-*")} == set(badges)
    for name, picture in badges.items():
        assert (make_badges.FOLDER / name).read_text(encoding="utf-8") == picture, "run tools/make_badges.py"


def test_the_words_of_a_badge_are_its_facts():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    versions = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line]
    assert f"![Python {versions[0]} to {versions[-1]}]" in readme
    assert f"![licence {PROJECT['project']['license']}]" in readme


def test_the_manual_page_is_that_of_the_command():
    assert make_man_page.PAGE.read_text(encoding="utf-8") == make_man_page.make_page(), "run tools/make_man_page.py"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not here")
def test_the_manual_page_has_no_warning():
    ran = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", make_man_page.PAGE], capture_output=True, check=True)
    assert ran.stderr == b""


def test_the_manual_page_is_installed():
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {"docs/kinonym.1": "share/man/man1/kinonym.1"}


def test_the_citation_is_that_of_the_software_and_the_five_works():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == PROJECT["project"]["license"]
    assert len(citation["references"]) == 5
    assert "version" not in citation  # it would be one more place to change for a release


def required():
    """Every requirement of the project, its extras, its tests and its documentation."""
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    lines = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
        *(line for name in ("test", "docs") for line in groups[name] if isinstance(line, str)),
    ]
    return [Requirement(line) for line in lines if not line.startswith("kinonym[")]


def test_the_lock_file_has_a_fitting_version_of_every_requirement():
    text = (ROOT / "requirements" / "development.txt").read_text(encoding="utf-8")
    locked = {}
    for name, version in re.findall(r"^([a-z0-9._-]+)==([\w.+!-]+)", text, re.MULTILINE):
        locked.setdefault(name, []).append(Version(version))
    for requirement in required():
        versions = locked.get(re.sub(r"[-_.]+", "-", requirement.name).lower(), [])
        assert versions, f"{requirement.name} is not in requirements/development.txt: run make lock"
        assert all(version in requirement.specifier for version in versions), requirement
    assert text.count("--hash=sha256:") > len(locked)


def test_every_requirement_of_the_program_has_a_lower_bound():
    lines = [
        *PROJECT["project"]["dependencies"],
        *(x for extra in PROJECT["project"]["optional-dependencies"].values() for x in extra),
    ]
    unbounded = [line for line in lines if not line.startswith("kinonym[") and ">=" not in line]
    assert unbounded == []
