"""Nothing that a request can carry makes a page answer 500."""

import pytest

from federation.middleware import NUL
from tests.architecture.asking import address, asked, sent_raw
from tests.architecture.oddities import (
    BODIES,
    HEADERS,
    PLAIN,
    SEGMENTS,
    names_in_source,
    names_on_page,
    rounds,
)
from tests.architecture.pages import PAGES, Page

pytestmark = pytest.mark.django_db
STRONGEST = (
    "administrator", "officer", "committee", "board", "secretary", "stranger", "player",
)  # fmt: skip
READ = [page for page in PAGES if page.get is not None]
WRITTEN = [page for page in PAGES if page.post is not None]


def somebody_let_in(page: Page) -> str:
    """A role for which the request gets past the door and into the page."""
    allowed = (page.get or frozenset()) | (page.post or frozenset())
    return next(role for role in STRONGEST if role in allowed)


def named(pages):
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.name)


@pytest.fixture(scope="module")
def names():
    return names_in_source()


def test_the_names_that_pages_look_for_are_found(names):
    known = {"q", "page", "sort", "before", "looked_at", "seen", "email", "birth_year"}
    assert known <= set(names)


@named(READ)
def test_no_query_breaks_a_page(world, names, page):
    role, path = somebody_let_in(page), address(page, world)
    codes = [
        asked(world, role, "get", path, query).status_code
        for query in rounds(names, PLAIN)
    ]
    assert max(codes) < 500


@named(WRITTEN)
def test_no_form_breaks_a_page(world, names, page):
    role, path = somebody_let_in(page), address(page, world)
    shown = asked(world, role, "get", path).content.decode(errors="replace")
    on_page = sorted({*names, *names_on_page(shown)})
    codes = [
        asked(world, role, "post", path, form).status_code
        for form in rounds(on_page, PLAIN)
    ]
    assert max(codes) < 500


@named(WRITTEN)
def test_no_body_breaks_a_page(world, page):
    role, path = somebody_let_in(page), address(page, world)
    codes = [
        sent_raw(world, role, path, body, kind).status_code for body, kind in BODIES
    ]
    assert max(codes) < 500


@named(PAGES)
def test_no_header_breaks_a_page(world, page):
    role = somebody_let_in(page)
    method = "get" if page.get is not None else "post"
    answers = [
        asked(world, who, method, address(page, world), headers=HEADERS).status_code
        for who in (role, "nobody")
    ]
    assert max(answers) < 500


@named([page for page in PAGES if page.parts])
def test_no_address_breaks_a_page(world, page):
    role, path = somebody_let_in(page), address(page, world)
    method = "get" if page.get is not None else "post"
    last = str(world.rows[page.parts[-1]])
    codes = {
        asked(world, role, method, path.replace(f"/{last}/", f"/{odd}/")).status_code
        for odd in SEGMENTS
    }
    assert max(codes) < 500


@named(READ)
def test_the_character_that_cannot_be_stored_is_refused_in_words(world, page):
    role, path = somebody_let_in(page), address(page, world)
    for query in ({"q": NUL}, {NUL: "q"}, {"q": f"a{NUL}b"}):
        answer = asked(world, role, "get", path, query)
        assert answer.status_code == 400
        assert "We could not read that" in answer.content.decode()


@named(WRITTEN)
def test_a_form_with_that_character_is_refused_too(world, page):
    role, path = somebody_let_in(page), address(page, world)
    answer = asked(world, role, "post", path, {"name": f"a{NUL}"})
    assert answer.status_code == 400
