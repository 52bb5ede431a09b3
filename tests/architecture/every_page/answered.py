"""The answer of a page to a form: its heading, its messages, and the values kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse

TYPED = {"text", "search", "email", "url", "tel", "number", "date"}
SAYING_WHY = {"notice", "field-error"}


def heading(response: HttpResponse) -> str:
    """Return the first heading of the page."""
    return Answered.of(response).heading


def as_shown_again(typed: str) -> str:
    """Return a value as the form shows it again: with uniform line endings, as HTML has
    no carriage return.
    """
    return typed.replace("\r\n", "\n").replace("\r", "\n")


@dataclass
class Answered:
    """A page as seen by a user who has submitted a form."""

    status: int
    heading: str = ""
    says_why: bool = False
    typed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, response: HttpResponse) -> "Answered":
        page = cls(response.status_code)
        kind = response.headers.get("Content-Type", "")
        if kind.startswith("text/html"):
            path = response.wsgi_request.path  # type: ignore[attr-defined]
            _Reading(page, path).feed(response.content.decode())
        elif kind == "application/json":  # for the script on a page
            page.says_why = bool(response.json())
        page.says_why |= page.is_error_page and page.heading != ""
        return page

    @property
    def is_error_page(self) -> bool:
        """Whether the page has no form at all, such as that of an unknown address."""
        return self.status in (400, 403, 404, 405, 413, 429)


class _Reading(HTMLParser):
    """Reads the forms of the page that are submitted to the page itself."""

    def __init__(self, page: Answered, path: str) -> None:
        super().__init__()
        self.page, self.path = page, path
        self._in_heading = False
        self._is_sent = False
        self._area = ""

    def handle_starttag(
        self, tag: str, attrs: Sequence[tuple[str, str | None]]
    ) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.page.says_why |= bool(
            SAYING_WHY & set(attributes.get("class", "").split())
        )
        self._in_heading = tag == "h1" and not self.page.heading
        if tag == "form":
            to_itself = attributes.get("action", "") in ("", self.path)
            self._is_sent = to_itself and attributes.get("method", "").lower() == "post"
        if not self._is_sent:
            return
        if tag == "textarea" and "name" in attributes:
            self._area = attributes["name"]
            self.page.typed[self._area] = ""
        elif (
            tag == "input"
            and "name" in attributes
            and attributes.get("type", "text") in TYPED
        ):
            self.page.typed[attributes["name"]] = as_shown_again(
                attributes.get("value", "")
            )

    def handle_data(self, data: str) -> None:
        if self._in_heading:
            self.page.heading += data.strip()
        if self._area:
            self.page.typed[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        self._in_heading = False
        if tag == "form":
            self._is_sent = False
        if tag == "textarea" and self._area:
            # A browser ignores the first line break of a text area.
            self.page.typed[self._area] = as_shown_again(
                self.page.typed[self._area].removeprefix("\n")
            )
            self._area = ""
