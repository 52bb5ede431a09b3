"""Asking for a page as somebody, with nothing left behind."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from tests.architecture.pages import FORBIDDEN, IN, LOGIN, MISSING, NOT_MADE, Page
from tests.architecture.world import World
from tests.federation.sign_in import let_in

APPS = ("federation", "ratings", "tournaments")
TOLD = {401: LOGIN, 403: FORBIDDEN, 404: MISSING, 405: NOT_MADE}


def names_of_all_pages() -> list[str]:
    """The names of all addresses of the three apps."""
    return [
        f"{included.namespace}:{pattern.name}"
        for included in get_resolver().url_patterns
        if getattr(included, "namespace", None) in APPS
        for pattern in included.url_patterns
    ]


def address(page: Page, world: World) -> str:
    return reverse(page.name, args=[world.rows[part] for part in page.parts])


def asked(
    world: World, role: str, method: str, path: str, data: Any = None, **facts: Any
) -> HttpResponse:
    """The answer; whatever the request did is undone."""
    return _answer(
        world, role, lambda client: getattr(client, method)(path, data, **facts)
    )


def sent_raw(
    world: World, role: str, path: str, body: bytes, kind: str
) -> HttpResponse:
    """The answer to these very bytes, which a form's own encoding would not make."""
    return _answer(world, role, lambda client: client.generic("POST", path, body, kind))


def _answer(
    world: World, role: str, ask: Callable[[Client], HttpResponse]
) -> HttpResponse:
    client = Client()
    with transaction.atomic():
        if role != "nobody":
            let_in(client, world.users[role])
        response = ask(client)
        transaction.set_rollback(True)
    return response


def told(response: HttpResponse) -> str:
    """What an answer says to whoever asked."""
    if response.status_code == 302 and "/account/login/" in response["Location"]:
        return LOGIN
    if response.status_code >= 500:
        return str(response.status_code)
    return TOLD.get(response.status_code, IN)
