"""Results that have not reached the office belong to the user who typed them, although
several people use the browser of the club room.
"""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Route

from federation.enums import RoleKind
from federation.models import User
from tests.factories import ClubFactory, RoleFactory, secretary_of
from tests.journeys import story
from tests.journeys.installation import wait_until
from tests.journeys.visitors import Visitor
from tests.tournaments.tournaments_made import section, started, tournament
from tournaments.models import Pairing

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def room(visit: Any) -> Visitor:
    """The club room's browser; its question before leaving a page is confirmed."""
    browser = visit()
    browser.page.on("dialog", lambda dialog: dialog.accept())
    browser.expected = ("Failed to load resource",)
    return browser


@pytest.fixture
def board() -> Pairing:
    made = started(section(tournament(ClubFactory())), size=4)
    return made.pairings.order_by("round", "board").first()


@pytest.fixture
def secretary(board: Pairing) -> User:
    return secretary_of(board.section.tournament.organiser)


@pytest.fixture
def deputy(board: Pairing) -> User:
    club = board.section.tournament.organiser
    return RoleFactory(kind=RoleKind.DEPUTY, club=club).user


def swallow(route: Route) -> None:
    """A route handler; Playwright also passes the request to handlers with two
    arguments.
    """
    route.abort()


def types_in_vain(room: Visitor, board: Pairing, who: User) -> str:
    """Type a result that the network loses; return the URL it was sent to."""
    path = "**" + reverse("tournaments:result", args=[board.pk])
    room.page.context.route(path, swallow)
    room.come_as(who)
    shown_result(room, board)
    story.type_result(room, board, "1-0")
    wait_until(lambda: unsent_results(room) == 1, "the browser keeps what was typed")
    return path


def shown_result(room: Visitor, board: Pairing) -> str:
    """Open the results page; return the content of the board's field."""
    room.open("tournaments:results", board.section_id)
    return room.page.input_value(story.box_of(board))


def unsent_results(room: Visitor) -> int:
    return int(room.page.evaluate("localStorage.length"))


def stored_result(board: Pairing) -> str:
    return str(Pairing.objects.get(pk=board.pk).result)


def test_unsent_results_are_not_offered_to_or_sent_by_another_account(
    room, board, secretary, deputy
):
    path = types_in_vain(room, board, secretary)
    room.come_as(deputy)
    room.page.context.unroute(path)
    # The page that was left open tries again, now with the deputy's cookie.
    with room.page.expect_response(
        lambda answer: answer.url.endswith(path[2:])
    ) as sent:
        pass
    assert sent.value.status == 401
    assert shown_result(room, board) == ""
    room.page.wait_for_timeout(500)
    assert (stored_result(board), unsent_results(room)) == ("", 1)

    room.come_as(secretary)
    shown_result(room, board)
    wait_until(
        lambda: stored_result(board) == "1-0", "the secretary's result has arrived"
    )
    wait_until(lambda: unsent_results(room) == 0, "nothing waits in the browser")


def test_signing_out_deletes_the_users_unsent_results(room, board, secretary):
    types_in_vain(room, board, secretary)
    room.open("federation:my_account")
    room.send(".desk-tools form[action*=logout]")
    assert unsent_results(room) == 0
