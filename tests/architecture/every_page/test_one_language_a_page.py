"""A Swedish page contains no English, and an English one no Swedish: every page of the
office is read in both languages, except for names and texts written by users.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.db import models

from tests.architecture.every_page.asking import address, request_as
from tests.architecture.every_page.pages import PAGES
from tests.architecture.world import ROLES, World

pytestmark = pytest.mark.django_db

ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|was|were|with|from|that|this|which|have|been|not|you|your"
    r"|they|their|its|these|those|than|who|what|where|when|nobody|somebody|everybody"
    r"|players?|games|rounds?|section|results|entered|below|above|apart|merge|imported"
    r"|between|months?|years?|days|since|until|before|after|without|yes|by|to|for|on|it"
    r"|at|as|or|if|will|would|can|cannot|must|may|each|every|other|more|first|points"
    r"|tournaments?|clubs?|files?|names?|save|change|choose|search|nothing|some|any"
    r"|only|still|already|here|there|how|why|does|but|into|about|again)\b",
    re.IGNORECASE,
)
SWEDISH = re.compile(r"\b\w*[åäö]\w*\b", re.IGNORECASE)
NOT_READ = {"script", "style", "code", "kbd", "pre", "textarea"}
SPOKEN = ("aria-label", "title", "alt", "placeholder")
EMPTY = {"br", "img", "input", "link", "meta", "hr", "col", "source", "wbr"}
IN_ONE_LANGUAGE = {
    "federation:style_guide": "samples for those who write pages",
    "federation:mailbox": "letters, each in its reader's language",
}
APPS = ("federation", "ratings", "tournaments")
SAME = ("English", "Svenska", "Retry-After", "If-None-Match")
"""Names of languages, and of headers that programs read."""


WRITTEN = (models.CharField, models.TextField, models.JSONField)


class Visible(HTMLParser):
    """Collects the visible text of a page, with the texts of its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.visible_texts: list[str] = []
        self._left_out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if self._left_out:
            if tag not in EMPTY:
                self._left_out.append(tag)
            return
        if tag not in EMPTY and (
            tag in NOT_READ or (tag != "html" and "lang" in facts)
        ):
            self._left_out.append(tag)
            return
        self.visible_texts += [facts[name] or "" for name in SPOKEN if name in facts]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._left_out:
            while self._left_out and self._left_out.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self.visible_texts.append(data)


@pytest.fixture(scope="module")
def written(world: World) -> list[str]:
    """Return the texts written by users, the longest first; pages show them unchanged."""
    found = {value for model in _models() for value in _texts(model)}
    return sorted((each for each in found if len(each) > 2), key=len, reverse=True)


def _models() -> list[type[models.Model]]:
    return [
        model for label in APPS for model in apps.get_app_config(label).get_models()
    ]


def _texts(model: type[models.Model]) -> Iterator[str]:
    fields = [
        field.name
        for field in model._meta.concrete_fields  # noqa: SLF001 (documented)
        if isinstance(field, WRITTEN) and not getattr(field, "choices", None)
    ]
    for row in model.objects.values_list(*fields) if fields else ():
        for value in row:
            yield from (" ".join(each.split()) for each in _strings(value))


def _strings(value: object) -> Iterator[str]:
    """Yield the texts in a value, also of JSON, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in _strings(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in _strings(each))


def said_on(page, language: str, world: World, written: list[str]) -> str:
    role = next(each for each in reversed(ROLES) if each in page.get)
    answer = request_as(
        world, role, "get", address(page, world),
        headers={"accept-language": language},
    )  # fmt: skip
    if "text/html" not in answer.headers.get("Content-Type", ""):
        return ""
    visible, html = Visible(), answer.content.decode()
    assert "<html" not in html or f'<html lang="{language}"' in html
    visible.feed(html)
    text = " ".join("\n".join(visible.visible_texts).split())
    for each in (*written, *SAME):
        text = text.replace(each, " ")
    return text


READ = [page for page in PAGES if page.get and page.name not in IN_ONE_LANGUAGE]


@pytest.mark.parametrize("page", READ, ids=lambda page: page.name)
def test_page_is_in_one_language(world, written, page):
    swedish = said_on(page, "sv", world, written)
    english = said_on(page, "en", world, written)

    found = [*_around(ENGLISH, swedish), *_around(SWEDISH, english)]
    assert found == []


def _around(words: re.Pattern[str], text: str) -> list[str]:
    return [text[max(0, m.start() - 30) : m.end() + 30] for m in words.finditer(text)]


def test_english_on_a_swedish_page_is_found_and_names_are_not():
    page = Visible()
    page.feed(
        "<html lang=sv><p title='Below 1200'>Stig Ek <b>merge</b></p>"
        "<code>the file</code><a lang=en>In English<br></a> tio år</html>"
    )
    text = " ".join(page.visible_texts)
    assert ENGLISH.findall(text) == ["Below", "merge"]
    assert SWEDISH.findall(text) == ["år"]
