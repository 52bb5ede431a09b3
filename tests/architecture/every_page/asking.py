"""Request pages as users of all roles; whatever a request writes is rolled back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote, unquote

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, URLResolver, get_resolver, resolve, reverse

from tests.architecture.every_page.oddities import SEGMENTS
from tests.architecture.every_page.pages import (
    FORBIDDEN,
    IN,
    LOGIN,
    MISSING,
    NOT_MADE,
    Page,
)
from tests.architecture.world import World, is_of_one_kind

OUTCOMES = {401: LOGIN, 403: FORBIDDEN, 404: MISSING, 405: NOT_MADE}


SOME = 8
APPS = ("federation:", "ratings:", "tournaments:")


def names_of_all_pages() -> list[str]:
    """The names of all addresses of the three apps."""
    return [name for name in names_of_all_addresses() if name.startswith(APPS)]


def names_of_all_addresses() -> list[str]:
    """The names of all addresses that the office answers; those that a library or the
    API answers under one name with another are there once, one without a name by its
    path.
    """
    return sorted(set(_names(get_resolver().url_patterns)))


def _names(patterns: Iterable[Any], within: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _names(pattern.url_patterns, within + space)
        else:
            yield f"{within}{pattern.name or pattern.pattern}"


def address(page: Page, world: World) -> str:
    if page.path:
        return page.path
    return reverse(page.name, args=[world.rows[part] for part in page.parts])


def other_addresses(page: Page, world: World) -> Iterator[tuple[str, str]]:
    """Yield the page's address with one part after the other replaced: the part, and
    the path. Each is replaced by values of its kind (numbers of rows of the same table;
    other words for a word), by some of other kinds, and by text that names nothing.
    """
    template, names = _pattern(page)
    own = [str(world.rows[part]) for part in page.parts]
    of_the_world = {str(value) for value in world.rows.values()}
    for place, part in enumerate(page.parts):
        others = _of_one_kind_and_some(sorted(of_the_world - {own[place]}), own[place])
        for other in [*others, *SEGMENTS]:
            values = [*own[:place], quote_segment(other), *own[place + 1 :]]
            yield part, template % dict(zip(names, values, strict=True))


def leads_to_a_view(path: str) -> bool:
    """Return whether a view answers the path; all other paths get the same page."""
    try:
        resolve(unquote(path))
    except Resolver404:
        return False
    return True


def _of_one_kind_and_some(others: Sequence[str], own: str) -> list[str]:
    """Return the other values of its kind, and some of other kinds: each of these names
    nothing there, because the numbers of two tables are far apart.
    """
    is_word = not own.isdecimal()
    alike = [
        each
        for each in others
        if is_of_one_kind(each, own) or (is_word and not each.isdecimal())
    ]
    return alike + [each for each in others if each not in alike][:SOME]


def quote_segment(segment: str) -> str:
    """Quote a segment of a path as a browser does; existing escapes stay."""
    return quote(segment, safe="%/")


def _pattern(page: Page) -> tuple[str, list[str]]:
    namespace, name = page.name.split(":")
    for included in get_resolver().url_patterns:
        if getattr(included, "namespace", None) == namespace:
            [(template, names)] = included.reverse_dict.getlist(name)[0][0]
            return f"/{included.pattern}{template}".replace("//", "/"), names
    raise LookupError(page.name)


def request_as(
    world: World, role: str, method: str, path: str, data: Any = None, **facts: Any
) -> HttpResponse:
    """Request a path as a role and return the answer; what the request wrote is rolled
    back.
    """
    return _answer(
        world, role, lambda client: getattr(client, method)(path, data, **facts)
    )


def post_raw(
    world: World, role: str, path: str, body: bytes, kind: str
) -> HttpResponse:
    """Post a body byte by byte as given, which the encoding of a form would not make."""
    return _answer(world, role, lambda client: client.generic("POST", path, body, kind))


def _answer(
    world: World, role: str, ask: Callable[[Client], HttpResponse]
) -> HttpResponse:
    client = world.browser(role)
    with transaction.atomic():
        response = ask(client)
        transaction.set_rollback(True)
    return response


def outcome_of(response: HttpResponse) -> str:
    """Classify an answer: let in, sent to log in, forbidden, missing, and so on."""
    if response.status_code == 302 and "/account/login/" in response["Location"]:
        return LOGIN
    if response.status_code >= 500:
        return str(response.status_code)
    return OUTCOMES.get(response.status_code, IN)
