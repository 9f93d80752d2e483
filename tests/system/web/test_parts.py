"""What can be tested without a browser: vendored files, texts, forms of every method."""

import hashlib
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from kinonym.methods import METHODS
from kinonym.recipe import make_method
from kinonym.web.method_forms import method_parameters, parameter_errors, read_method
from kinonym.web.page_request import Fields
from kinonym.web.wording import texts

WEB = Path(str(files("kinonym.web")))


def test_every_vendored_file_is_what_was_published_with_its_licence():
    lines = (WEB / "static" / "vendor" / "VERSIONS.txt").read_text().splitlines()[1:]
    listed = {}
    for line in lines:
        name, version, licence, digest = line.split()
        listed[name] = digest
        assert version
        assert licence
        assert (WEB / "static" / "vendor" / f"{name.split('.')[0]}.LICENSE").is_file()
    scripts = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in WEB.glob("static/vendor/*.js")}
    assert scripts == listed


def test_an_upload_does_not_import_the_compiler():
    code = "import sys, kinonym.web.application, kinonym.web.server; print('numba' in sys.modules, 'pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def templates():
    return {str(path.relative_to(WEB)): path.read_text() for path in WEB.glob("templates/**/*.html")}


def test_every_text_that_is_used_exists_and_every_text_is_used():
    known = texts()
    source = "\n".join([*templates().values(), *(path.read_text() for path in WEB.rglob("*.py"))])
    asked = (
        set(re.findall(r"\bt\.(\w+)\.(\w+)", source))
        | set(re.findall(r'(?:text\(|\belse)\s*"(\w+)\.(\w+)"', source))
        | set(re.findall(r'texts\(\)\["(\w+)"\]\["(\w+)"\]', source))
    )
    missing = [f"{part}.{key}" for part, key in asked if key not in known.get(part, {})]
    assert missing == []
    used = {"steps", "errors"}
    unused = [f"{part}.{key}" for part in known if part not in used for key in known[part] if (part, key) not in asked]
    assert unused == []


def test_no_text_has_the_name_of_a_dict_method():
    taken = set(dir(dict))
    assert [key for part in texts().values() for key in part if key in taken] == []


def test_templates_have_no_text_outside_the_text_file():
    for name, source in templates().items():
        visible = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!doctype html>|<[^>]*>|&\w+;", " ", source, flags=re.DOTALL)
        assert re.findall(r"[A-Za-z]{4,}", visible.replace("Kinonym", "")) == [], name


@pytest.mark.parametrize("name", METHODS)
def test_the_form_of_every_method_makes_that_method(name):
    form = {p.name: [_sent(p)] for p in method_parameters(name)}
    section = read_method(name, Fields(form), ["a", "b"])
    assert parameter_errors(section) == {}
    assert make_method(section).name == name
    assert all(p.help for p in method_parameters(name)), [p.name for p in method_parameters(name) if not p.help]


@pytest.mark.parametrize("name", METHODS)
def test_every_parameter_of_a_method_has_its_field(name):
    assert {p.name for p in method_parameters(name)} == set(METHODS[name].parameters())


def test_pairs_of_columns_are_read_from_two_choices_each():
    form = {"alpha": ["0.3"], "reference": ["pair"], "correlated": ["yes"], "noise": ["normal"]}
    chosen = {"pairs-0": ["c"], "pairs-1": ["a"], "pairs-2": [""], "pairs-3": [""]}
    section = read_method("noise", Fields({**form, **chosen}), ["a", "b", "c", "d"])
    assert section["pairs"] == [["c", "a"]]
    assert parameter_errors(section) == {}
    section["reference"] = "mean"
    assert list(parameter_errors(section)) == ["pairs"]


def test_a_public_set_is_a_root_or_a_list_for_each_column():
    form = {"epsilon": ["2"], "public-0": [" person.n.01 "], "public-1": ["nurse\r\nmidwife\n"], "public-2": [""]}
    section = read_method("exponential", Fields(form), ["a", "b", "c"])
    assert section["public"] == {"a": "person.n.01", "b": ["nurse", "midwife"]}
    assert make_method(section).public["b"] == ("nurse", "midwife")


def _sent(parameter):
    """What a browser sends for a field that nobody touched."""
    if parameter.kind == "flag":
        return "yes" if parameter.default else "no"
    return "" if parameter.default is None else str(parameter.default)
