"""The forms of a page, sent without changes."""

from __future__ import annotations

from html.parser import HTMLParser


class _Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self._select, self._area = [], None, None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.forms.append((given, []))
        if not self.forms:
            return
        fields = self.forms[-1][1]
        name = given.get("name")
        box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and name and given.get("type") != "file" and (not box or "checked" in given):
            fields.append((name, given.get("value") or ("on" if box else "")))
        if tag == "select":
            self._select = [name, None, []]
        if tag == "option" and self._select is not None:
            self._select[2].append([given.get("value"), "", "selected" in given])
        if tag == "textarea":
            self._area = [name, ""]

    def handle_data(self, data):
        if self._select is not None and self._select[2]:
            self._select[2][-1][1] += data
        if self._area is not None:
            self._area[1] += data

    def handle_endtag(self, tag):
        if tag == "select" and self._select is not None:
            name, _, options = self._select
            chosen = next((o for o in options if o[2]), options[0] if options else None)
            if name and chosen:
                self.forms[-1][1].append((name, chosen[1] if chosen[0] is None else chosen[0]))
            self._select = None
        if tag == "textarea" and self._area is not None:
            self.forms[-1][1].append(tuple(self._area))
            self._area = None


def shown_form(html, having):
    """The fields of the first form that has a field of this name, as they are shown."""
    parser = _Forms()
    parser.feed(html)
    fields = next(fields for _, fields in parser.forms if any(name.startswith(having) for name, _ in fields))
    sent = {}
    for name, value in fields:
        sent.setdefault(name, []).append(value)
    return sent
