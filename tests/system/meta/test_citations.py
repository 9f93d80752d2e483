"""Every citation of the specification and of the privacy page, such as "specification 5", names a section."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = {"specification": "specification.md", "privacy": "privacy.md"}
FOLDERS = ("src", "tests", "tools", "docs", "research", "packages")
ENDINGS = {".py", ".md", ".toml", ".html"}
CITATION = re.compile(
    r"\b(specification|privacy) (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)(?![\d%])", re.IGNORECASE
)
FORMER = re.compile(r"\b(?:SPEC|PRIVACY|DESIGN|STYLE)\b(?:\.md)?(?! ?=)")


def cited_files():
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in ENDINGS and file != Path(__file__) and ".egg-info" not in str(file):
                yield file


def sections(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?) \S", text, re.MULTILINE))


def citations(file):
    """Find the page and section of every citation in a file; a citation may continue on the next line."""
    text = re.sub(r"[ \t]*\n[ \t]*(?:# )?", " ", file.read_text(encoding="utf-8"))
    for page, numbers in CITATION.findall(text):
        for number in re.findall(r"\d+(?:\.\d+)?", numbers):
            yield page.lower(), number


@pytest.mark.parametrize("page", PAGES)
def test_sections_are_numbered_without_a_gap(page):
    found = sections(PAGES[page])
    main = sorted(int(number) for number in found if "." not in number)
    assert main == list(range(1, len(main) + 1))
    for number in main:
        parts = sorted(int(part.split(".")[1]) for part in found if part.startswith(f"{number}."))
        assert parts == list(range(1, len(parts) + 1))


def test_every_cited_section_exists():
    cited = {(file, *citation) for file in cited_files() for citation in citations(file)}
    assert len(cited) > 50  # the pattern still finds the citations
    known = {(page, number) for page, file in PAGES.items() for number in sections(file)}
    missing = [
        f"{file.relative_to(ROOT)}: {page} {number}" for file, page, number in cited if (page, number) not in known
    ]
    assert missing == []


def test_documents_outside_the_project_are_not_cited():
    assert [
        f"{file.relative_to(ROOT)}: {found}"
        for file in cited_files()
        for found in FORMER.findall(file.read_text(encoding="utf-8"))
    ] == []
