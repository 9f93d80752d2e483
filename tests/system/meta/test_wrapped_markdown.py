"""The tool that wraps Markdown at 100 characters: what it breaks, what it leaves alone, and that no page needs it."""

from tools import wrap_markdown
from tools.wrap_markdown import long_lines, rewrite

WORDS = "word " * 30


def test_paragraphs_and_items_are_wrapped():
    page = f"# {WORDS}\n\n{WORDS}\nand its end.\n\n- {WORDS}\n- a short item\n\n1. {WORDS}\n\n> {WORDS}\n"
    assert long_lines(page) == [3, 6, 9, 11]
    wrapped = rewrite(page)
    assert long_lines(wrapped) == []
    assert wrapped.split() == page.replace(f"> {WORDS}", f"> {'word ' * 19}> {'word ' * 11}").split()
    assert f"\n{'word ' * 10}and its end.\n" in wrapped
    assert "\n  word" in wrapped
    assert "\n   word" in wrapped
    assert rewrite(wrapped) == wrapped


def test_tables_code_and_pictures_are_left_alone():
    page = f"| {WORDS}|\n\n```\n{WORDS}\n```\n\n![{WORDS}](a.svg)\n\n<p>{WORDS}</p>\n\n{'w' * 120}\n"
    assert long_lines(page) == []
    assert rewrite(page) == page


def test_code_is_not_broken_at_its_blanks():
    lead = "x" * 90
    assert rewrite(f"{lead} `[table] person` and more\n") == f"{lead}\n`[table] person` and more\n"


def test_a_mark_of_a_list_does_not_begin_a_line():
    assert rewrite(f"{'x' * 98} + 1 more\n") == f"{'x' * 98} +\n1 more\n"


def test_a_short_paragraph_keeps_its_lines():
    assert rewrite("one\ntwo\n") == "one\ntwo\n"


def test_no_page_has_a_long_line(capsys):
    assert wrap_markdown.main(["--check"]) == 0, capsys.readouterr().out
