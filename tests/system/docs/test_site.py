"""The site is built without a warning and without a network; its reference has all that the program has."""

import re
import subprocess
import sys

import pytest

import pages
from kinonym import errors
from kinonym.assess.figure_table import COLUMN_FIGURES, FIGURES
from kinonym.measures import MEASURES
from kinonym.methods import METHODS
from kinonym.recipe.model import ColumnRecipe, TableRecipe

sys.path.insert(0, str(pages.ROOT / "tools"))
import method_pages
import reference_pages
import versioned_site


@pytest.fixture(scope="module")
def reference():
    return {place.rpartition("/")[2]: text for place, text in reference_pages.reference_pages().items()}


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("recipe-keys.md", [*TableRecipe.model_fields, *ColumnRecipe.model_fields, "confirm"]),
        ("errors.md", list(errors.ERROR_CODES)),
        ("measures.md", list(MEASURES)),
        ("methods.md", [*METHODS, *(name for kind in METHODS.values() for name in kind.parameters())]),
        ("metrics.md", [figure.name for figure in (*FIGURES, *COLUMN_FIGURES)]),
        (
            "commands.md",
            [f"kinonym {name}" for name in ("init", "mask", "compare", "recommend", "serve", "concepts search")],
        ),
    ],
)
def test_the_reference_has_all_that_the_registries_have(reference, page, names):
    assert [name for name in names if f"`{name}`" not in reference[page]] == []


def test_the_guide_names_every_method():
    guide = (pages.ROOT / "docs" / "which-method.md").read_text(encoding="utf-8")
    assert [name for name in METHODS if f"`{name}`" not in guide] == []


@pytest.mark.parametrize("name", ["sa-mdav", "exponential", "dp-histogram"])
def test_a_method_has_a_picture_even_if_its_report_withholds_figures(name):
    page, picture = method_pages._make_page(name), method_pages._mask_example(name)[2].decode()
    assert f"![Records by value, before and after]({name}.svg)" in page
    assert picture.startswith("<svg")
    assert ("Spain" if name != "sa-mdav" else "nurse") in picture


def test_the_gallery_lists_its_pages():
    folder = pages.ROOT / "docs" / "gallery"
    listed = re.findall(r"\]\(([\w-]+\.md)\)", (folder / "index.md").read_text(encoding="utf-8"))
    assert len(listed) >= 6
    assert sorted([*listed, "index.md"]) == sorted(path.name for path in folder.glob("*.md"))
    settings = (pages.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [name for name in listed if f"gallery/{name}" not in settings] == []


def test_the_newest_tag_of_each_minor_version_has_a_site():
    tags = ["v1.0.0", "v1.0.10", "v1.0.9", "v1.10.0", "v1.9.3", "v2.0.0rc1", "other"]
    assert versioned_site.find_newest(tags) == {"1.10": "v1.10.0", "1.9": "v1.9.3", "1.0": "v1.0.10"}
    assert list(versioned_site.find_newest(tags)) == ["1.10", "1.9", "1.0"]


def test_each_version_leads_to_the_others():
    newest = versioned_site.make_page("1.1 1.1 1.0 development")
    assert '<a href="index.html">1.1</a> (this site)' in newest
    assert '<a href="1.0/index.html">1.0</a>' in newest
    older = versioned_site.make_page("1.0 1.1 1.0 development")
    assert '<a href="../index.html">1.1</a>' in older
    assert '<a href="../1.0/index.html">1.0</a> (this site)' in older
    assert "built from" in versioned_site.make_page("development")


def test_make_docs_counts_warnings():
    line = next(line for line in (pages.ROOT / "Makefile").read_text("utf-8").splitlines() if "mkdocs build" in line)
    assert line.split()[1:] == ["build", "--strict"]  # with --quiet mkdocs counts no warning, and ends well


def test_every_method_has_a_source_and_a_cost():
    assert method_pages.ABOUT.keys() == METHODS.keys()
    assert all(about.source and about.cost for about in method_pages.ABOUT.values())


def test_a_page_of_a_method_shows_an_example_that_was_masked():
    page = method_pages._make_page("sa-mdav")
    assert "Every combination of job, age occurs at least 5 times" in page
    assert re.search(r"^\| (\w+) \| (\d+) \| (?!\1 \| \2 \|)", page, re.MULTILINE)  # some record is changed
    assert "`refine`" in page


@pytest.mark.site
def test_the_site_is_built_without_a_warning_and_asks_nobody(tmp_path):
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(command, check=False, cwd=pages.ROOT, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    asked = r"<(?:script|img|iframe)[^>]*src=\"https?:|<link[^>]*href=\"https?:(?!//[^\"]*\" rel=\"canonical)"
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(asked, text), page.name
    for name in METHODS:
        text = (tmp_path / "site" / "methods" / f"{name}.html").read_text(encoding="utf-8")
        assert "What this release promises" in text
        assert f"{name}.svg" in text
        assert (tmp_path / "site" / "methods" / f"{name}.svg").read_bytes().startswith(b"<svg")
    masking = (tmp_path / "site" / "api" / "masking.html").read_text(encoding="utf-8")
    assert "Mask a table" in masking  # from the docstrings
