"""Reading pages like a visitor who follows every link and fills in every search."""

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import urlencode, urljoin

from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from tests.architecture.world import World

LINKS = ("href", "hx-get", "action")
TYPED = ("text", "search", "number")
ALIKE = 1
"""The number of pages of one kind that are followed."""
NOT_FOLLOWED = re.compile(r"/(static|account|i18n|style|api/docs|members)/?|/today/")
OF_THIS_REQUEST = re.compile(
    rb'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"'
    rb'|data-mark="[^"]*"'
    rb"|\"X-CSRFToken\": ?\"\w+\""
    rb"|(?<=\xc2\xb7 )\d{4}-\d\d-\d\d \d\d:\d\d(?=\s*</)"
)
"""Parts that differ between two answers to the same request; the last is the minute of
printing.
"""

YEAR = re.compile(r"\d{4}")
UUID = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass
class Form:
    action: str
    method: str
    typed: list[str] = field(default_factory=list)
    chosen: list[tuple[str, str]] = field(default_factory=list)


class Addresses(HTMLParser):
    """Collects the links of a page and its search forms."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(
        self, tag: str, attrs: Sequence[tuple[str, str | None]]
    ) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = attributes.get("method", "get").lower()
            self._form = Form(attributes.get("action", ""), method)
            self.forms.append(self._form)
            return
        self.links += [attributes[name] for name in LINKS if attributes.get(name)]
        if self._form is None:
            return
        if tag == "select":
            self._select = attributes.get("name", "")
        elif tag == "option" and attributes.get("value"):
            self._form.chosen.append((self._select, attributes["value"]))
        elif (
            tag == "input"
            and attributes.get("type", "text") in TYPED
            and "name" in attributes
        ):
            self._form.typed.append(attributes["name"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


@dataclass(frozen=True)
class Answer:
    """An answer as far as a reader can see it."""

    status: int
    body: bytes
    headers: bytes
    etag: str
    kind: str

    def names(self, text: str) -> bool:
        """Return whether the text is in the answer; a year only as a number of its own,
        since its four digits also occur in keys, moments and UUIDs by chance.
        """
        everything = self.body + b"\n" + self.headers
        if not YEAR.fullmatch(text):
            return text.encode() in everything
        number = rb"(?<![0-9a-z])%s(?![0-9a-z])" % text.encode()
        return re.search(number, UUID.sub(b"", everything)) is not None


@dataclass(frozen=True)
class Reader:
    """A reader with a role and the cookies of a browser."""

    world: World
    role: str = "nobody"
    cookies: tuple[tuple[str, str], ...] = ()

    def ask(self, path: str, **headers: str) -> Answer:
        client = Client(headers={"Accept-Language": "en"})
        client.cookies = self.world.browser(self.role).cookies
        for name, value in self.cookies:
            client.cookies[name] = value
        with transaction.atomic():
            answer = _answer(client.get(path, headers=headers))
            transaction.set_rollback(True)
        return answer

    def everything(
        self, starts: Iterable[str], probes: Sequence[str], *, most: int
    ) -> dict[str, Answer]:
        """Return the answers of these addresses and of all that they link to, by
        address; `probes` are typed into each search field.
        """
        waiting, answers = list(dict.fromkeys(starts)), {}
        known, kinds = set(waiting), Counter(map(_kind, waiting))
        while waiting and len(answers) < most:
            path = waiting.pop(0)
            answers[path] = answer = self.ask(path)
            for found in _leads_to(path, answer, probes):
                if found not in known and kinds[_kind(found)] < ALIKE:
                    known.add(found)
                    kinds[_kind(found)] += 1
                    waiting.append(found)
        return answers


def _kind(path: str) -> str:
    """Return the address without its numbers, which is one kind of page."""
    return re.sub(r"\d+", "1", path)


def _answer(response: HttpResponseBase) -> Answer:
    body = (
        b"".join(response.streaming_content)  # type: ignore[arg-type]
        if response.streaming
        else response.content  # type: ignore[attr-defined]
    )
    kind = response.headers.get("Content-Type", "")
    if "spreadsheet" in kind:
        with zipfile.ZipFile(BytesIO(body)) as book:
            sheets = (name for name in book.namelist() if "docProps" not in name)
            body = b"".join(book.read(name) for name in sheets)
    headers = {k: v for k, v in response.headers.items() if k not in IGNORED_HEADERS}
    return Answer(
        response.status_code,
        OF_THIS_REQUEST.sub(b"", body),
        repr((headers, str(getattr(response, "cookies", "")))).encode(),
        response.headers.get("ETag", ""),
        kind,
    )


IGNORED_HEADERS = {"ETag", "Content-Length", "Content-Security-Policy", "X-Request-ID"}
"""Headers that differ between answers but reveal nothing about a player."""


def _leads_to(path: str, answer: Answer, probes: Sequence[str]) -> Iterator[str]:
    if not answer.kind.startswith("text/html"):
        return
    page = Addresses()
    page.feed(answer.body.decode())
    for link in page.links:
        yield from _followed(path, link)
    for form in page.forms:
        if form.method != "get":
            continue
        pairs = [
            *form.chosen,
            *((name, each) for name in form.typed for each in probes),
        ]
        for name, value in pairs:
            if name:
                query = urlencode({name: value})
                yield from _followed(path, f"{form.action.split('?')[0]}?{query}")


def _followed(path: str, link: str) -> Iterator[str]:
    address = urljoin(path, link.split("#", maxsplit=1)[0])
    if address.startswith("/") and not NOT_FOLLOWED.match(address):
        yield address
