"""Over-the-board activity on the pages: where the decision is offered, and what a
player's page shows (Renju 2 §5).
"""

from datetime import date

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Decision
from tests.factories import NOON, chess_pool, line, member, posted, rated_by
from tests.ratings.page_text import text
from tests.ratings.rating_lists import decided, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db

NEW = "/decisions/new/"


@shared
def player():
    rated_by("renju")
    player = member(first_name="Rin", last_name="Go")
    decided(player, 12, on=date(2022, 1, 10))
    posted(line(member(), member(), 2, date(2022, 1, 5)))
    open_period_of_today(
        chess_pool(), today=date(2026, 6, 10), acting=ActionContext(None, NOON)
    )
    up_to_date()
    return player


def form_data(player, **facts):
    return {
        "pool": chess_pool().pk,
        "kind": "active",
        "player": player.pk if player else "",
        "player_name": "",
        "on_date": "2010-03-01",
        "points": "",
        "reason": "plays in the club every week",
        "step": "look",
        **facts,
    }


def test_activity_is_shown_and_written_down_without_points(as_officer, player):
    shown = as_officer.post(NEW, form_data(player)).context

    assert shown["says"] == (
        "Rin Go is continuously active over the board from 2010-03-01, and keeps the"
        " level without confirming it."
    )
    as_officer.post(NEW, form_data(player, step="save", shown=shown["shown"]))
    decision = Decision.objects.get(kind=DecisionKind.ACTIVE)
    assert (decision.points, decision.on_date) == (None, date(2010, 3, 1))


def test_end_of_activity_is_described_in_words(as_officer, player):
    shown = as_officer.post(NEW, form_data(player, kind="inactive")).context

    assert shown["says"] == (
        "Rin Go is no longer active over the board from 2010-03-01, and has to confirm"
        " the level like everybody else."
    )


def test_activity_needs_a_player(as_officer, player):
    response = as_officer.post(NEW, form_data(None))

    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["player"]


def test_activity_is_not_offered_if_no_system_uses_it(as_officer):
    response = as_officer.post(NEW, form_data(member()))

    assert response.status_code == 422
    kinds = [value for value, _ in response.context["form"].fields["kind"].choices]
    assert kinds == ["start", "adjustment", "assessed", "withhold"]


def test_player_page_shows_when_the_level_would_fall(client, player):
    page = text(client.get(reverse("ratings:player", args=[player.pk])))

    assert "by 31 January 2027, or it falls to 1 dan" in page


def test_player_page_shows_since_when_the_player_is_active(client, player):
    decided(player, None, kind=DecisionKind.ACTIVE, on=date(2010, 3, 1))
    up_to_date()

    page = text(client.get(reverse("ratings:player", args=[player.pk])))

    assert "since 1 March 2010: the level need not be confirmed" in page
    assert "or it falls to" not in page
