"""A page of the live list while a worker renumbers it."""

from datetime import date

import pytest

from federation.models import Player
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.views import list_parts
from tests.factories import chess_pool, line
from tests.races import together
from tests.ratings.rating_lists import SPRING, accepted, rated, up_to_date

TODAY = date(2026, 6, 15)

pytestmark = pytest.mark.django_db(transaction=True)


def test_page_begun_before_a_numbering_shows_the_previous_list(english, monkeypatch):
    players = [rated(1500 + 10 * number) for number in range(4)]
    accepted(line(*players[:2], 1, SPRING), line(*players[2:], 1, SPRING, board=2))
    up_to_date()
    monkeypatch.setattr(list_parts, "SORTED_AS_ASKED", 0)
    turn = list_parts.read_page_by_facets

    def while_numbered(request):
        def number():
            Player.objects.filter(pk=players[3].pk).update(status="deceased")
            return number_live_list(chess_pool().pk, today=TODAY, force=True)

        assert together(number) == [3]
        return turn(request)

    monkeypatch.setattr(list_parts, "read_page_by_facets", while_numbered)
    page = english.get("/list/live/", {"sort": "-change"}).context["turned"]
    assert (page.total, len(page.lines)) == (4, 4)

    monkeypatch.undo()
    page = english.get("/list/live/", {"sort": "-change"}).context["turned"]
    assert (page.total, len(page.lines)) == (3, 3)
