"""Declarations of shared pages: the parameters that each reads, and that they contain
nothing personal.
"""

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import resolve

from federation.shared_pages.pages import can_be_shared
from tests.architecture.every_page.asking import address
from tests.architecture.every_page.pages import PAGES, Page
from tests.architecture.world import World

pytestmark = pytest.mark.django_db


def kind_of(path: str):
    return getattr(resolve(path).func, "shared_kind", None)


class Recording(QueryDict):
    """Records which parameters are read."""

    names_read: set[str] = set()

    def __getitem__(self, name):
        self.names_read.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        self.names_read.add(name)
        return super().get(name, default)

    def getlist(self, name, default=None):
        self.names_read.add(name)
        return super().getlist(name, default)

    def __contains__(self, name):
        self.names_read.add(name)
        return super().__contains__(name)


def record(get_response):
    """Middleware that records the parameters read by pages."""

    def answer(request):
        request.GET = Recording(request.META["QUERY_STRING"])
        return get_response(request)

    return answer


SHARED = {
    "ratings:current_list", "ratings:live_list", "ratings:list", "ratings:lists",
    "ratings:list_difference", "ratings:list_explanation", "ratings:list_event",
    "ratings:players", "ratings:player", "ratings:player_records",
    "ratings:player_events", "ratings:opponents", "ratings:against",
    "ratings:explanation", "ratings:event", "ratings:sheet", "ratings:records",
    "ratings:list_records", "ratings:district", "ratings:clubs", "ratings:club",
    "tournaments:calendar", "tournaments:tournament", "tournaments:standings",
    "tournaments:round", "tournaments:scorecard", "tournaments:rating_changes",
    "tournaments:robots", "tournaments:sitemap_index", "tournaments:sitemap_pages",
    "tournaments:sitemap_players", "tournaments:sitemap_tournaments",
    "tournaments:calendar_feed",
}  # fmt: skip
OF_EVERY_TABLE = {"page", "sort"}
"""Parameters that every table reads, even with a single page."""


def test_shared_pages_are_exactly_those_expected(world: World):
    shared = {page.name for page in PAGES if kind_of(address(page, world))}
    assert shared == SHARED


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name in SHARED], ids=lambda page: page.name
)
def test_shared_page_reads_only_declared_parameters_and_has_nothing_personal(
    page: Page, world: World, settings
):
    path = address(page, world)
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.record"]
    Recording.names_read = set()
    response = Client().get(path)
    kind = kind_of(path)
    parameters_read = {
        name for name in Recording.names_read if not hasattr(QueryDict, name)
    }
    assert parameters_read - kind.parameters - OF_EVERY_TABLE == set()
    assert response.status_code == 404 or can_be_shared(response)
    assert b"csrf" not in response.content.lower()
    assert b"nonce" not in response.content.lower()
