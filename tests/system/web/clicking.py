"""The forms of a page, sent without changes."""

from __future__ import annotations

from html.parser import HTMLParser


class _Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.fields, self._form, self._select, self._area = [], None, None, None
        """Every field as (its form, name, value); a form is its id, or else its number."""
        self._number = 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self._number += 1
            self._form = given.get("id", self._number)
        form, name = given.get("form", self._form), given.get("name")
        box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and name and given.get("type") != "file" and (not box or "checked" in given):
            self.fields.append((form, name, given.get("value") or ("on" if box else "")))
        if tag == "select":
            self._select = [form, name, []]
        if tag == "option" and self._select is not None:
            self._select[2].append([given.get("value"), "", "selected" in given])
        if tag == "textarea":
            self._area = [form, name, ""]

    def handle_data(self, data):
        if self._select is not None and self._select[2]:
            self._select[2][-1][1] += data
        if self._area is not None:
            self._area[2] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        if tag == "select" and self._select is not None:
            form, name, options = self._select
            chosen = next((o for o in options if o[2]), options[0] if options else None)
            if name and chosen:
                self.fields.append((form, name, chosen[1] if chosen[0] is None else chosen[0]))
            self._select = None
        if tag == "textarea" and self._area is not None:
            self.fields.append(tuple(self._area))
            self._area = None


def shown_form(html, having):
    """The fields of the first form that has a field of this name, as they are shown."""
    parser = _Forms()
    parser.feed(html)
    shown = next(form for form, name, _ in parser.fields if form is not None and name.startswith(having))
    sent = {}
    for form, name, value in parser.fields:
        if form == shown:
            sent.setdefault(name, []).append(value)
    return sent
