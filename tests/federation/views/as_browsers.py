"""What a browser submits from a page that it received."""

from html.parser import HTMLParser

from django.http import HttpResponse, QueryDict


def filled_in(response: HttpResponse) -> QueryDict:
    """Return the fields of the page's own form (the last one that is posted) with their
    current values, in the order of the page: a name that occurs twice is sent twice,
    and reading it returns the last value.
    """
    reader = _Fields()
    reader.feed(response.content.decode())
    sent = QueryDict(mutable=True)
    for name, value in reader.fields:
        sent.appendlist(name, value)
    return sent


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._select = ""
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        name = facts.get("name") or ""
        if tag == "form" and (facts.get("method") or "").lower() == "post":
            self.fields = []
        elif tag == "input" and name and _is_sent(facts):
            self.fields.append((name, facts.get("value") or ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in facts:
            self.fields.append((self._select, facts.get("value") or ""))
        elif tag == "textarea":
            self.fields.append((name, ""))
            self._text = []

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._text is not None:
            self.fields[-1] = (self.fields[-1][0], "".join(self._text))
            self._text = None


def _is_sent(facts: dict[str, str | None]) -> bool:
    if facts.get("type") in ("checkbox", "radio"):
        return "checked" in facts
    return facts.get("type") not in ("submit", "button", "file")
