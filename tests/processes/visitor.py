"""A person with a browser: keeps cookies, submits forms, and tries again whenever the
office gives no good answer.
"""

import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.cookiejar import CookieJar
from typing import TypeVar

LONGEST_WAIT = 180.0
T = TypeVar("T")
REFUSALS = frozenset({HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY})
"""Statuses with which a page refuses and gives its reason: good answers too."""
Problem = (OSError, http.client.HTTPException)


class NoGoodAnswerError(Exception):
    """The office did not accept it."""


@dataclass(frozen=True)
class Answer:
    """`path`: that of the final page, after redirects."""

    path: str
    status: int
    text: str

    def value_of(self, field: str) -> str:
        """Return the value of a hidden field of the page; "" if there is none."""
        for tag in re.findall(r"<input[^>]*>", self.text):
            if f'name="{field}"' in tag and (value := re.search(r'value="(.*?)"', tag)):
                return value[1]
        return ""

    @property
    def questions(self) -> list[str]:
        """Return the names of the fields in which the page requests a text."""
        return re.findall(r'<textarea[^>]* name="(.*?)"', self.text)

    def numbers_in(self, path: str) -> list[int]:
        """Return the numbers in the page's links that are at the place of %d in `path`."""
        pattern = re.escape(path).replace("%d", r"(\d+)")
        return sorted({int(found) for found in re.findall(f'"{pattern}"', self.text)})


class Visitor:
    """`cookie`: of a session that is already signed in. `broken`: URLs at which the
    office reported an internal error, other than an outage.
    """

    def __init__(self, url: str, *, cookie: str = "") -> None:
        self.url = url
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies)
        )
        self.session = cookie
        self.tried_again = 0
        self.broken: list[str] = []

    def sign_in(self, email: str, password: str) -> None:
        self.get("/account/login/")
        came_to = self.post("/account/login/", {"login": email, "password": password})
        expect(came_to, "/today/")

    def get(self, path: str) -> Answer:
        return self._open(urllib.request.Request(self.url + path))  # noqa: S310

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        tokens = {each.name: each.value for each in self.cookies}
        body = {**fields, "csrfmiddlewaretoken": tokens.get("csrftoken", "")}
        data = urllib.parse.urlencode(body).encode()
        return self._open(urllib.request.Request(self.url + path, data))  # noqa: S310

    def until_done(self, act: Callable[[], T]) -> T:
        end = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                return act()
            except (NoGoodAnswerError, *Problem) as problem:
                if time.monotonic() > end:
                    raise NoGoodAnswerError(problem) from problem
                self.tried_again += 1
                time.sleep(0.2)

    def _open(self, request: urllib.request.Request) -> Answer:
        if self.session:
            others = [f"{each.name}={each.value}" for each in self.cookies]
            request.add_header("Cookie", "; ".join([self.session, *others]))
        try:
            answer = self.opener.open(request, timeout=10)
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.INTERNAL_SERVER_ERROR:
                self.broken.append(f"{request.get_method()} {request.selector}")
            if error.code not in REFUSALS:
                raise
            answer = error
        with answer:
            path = urllib.parse.urlsplit(answer.geturl()).path
            return Answer(path, answer.status, answer.read().decode())


def expect(answer: Answer, path: str) -> Answer:
    if answer.path != path:
        raise NoGoodAnswerError(answer.path)
    return answer
