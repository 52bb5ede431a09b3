"""Which returns each query lists, and in which order:
`ratings.returns.queries.returns`.
"""

from datetime import date, timedelta

import pytest

from federation.enums import RoleKind, Visibility
from federation.models import Player
from federation.permissions import NOBODY, actor_of
from ratings.enums import ReturnState
from ratings.models import ClubReturn
from ratings.returns.domain.returning import receive_return, send_back
from ratings.returns.queries.returns import (
    late_returns,
    return_as_sent,
    returns_seen_by,
    returns_to_receive,
    returns_to_send,
    shown_lines,
)
from tests.factories import (
    NOON,
    ClubFactory,
    RoleFactory,
    acting,
    chess_pool,
    officer,
    secretary_of,
)
from tests.ratings.returns.domain.test_returning import clubs, return_of, sent

__all__ = ["clubs"]
pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DUE = date(2026, 6, 15)


def due(club, season=2025, due_date=DUE, state=ReturnState.DUE):
    return ClubReturn.objects.create(
        pool=chess_pool(),
        club=club,
        season=season,
        due_date=due_date,
        chase_until=date(season + 1, 8, 31),
        state=state,
    )


def actor(user):
    return actor_of(user, TODAY)


def test_returns_are_ordered_by_newest_season_and_club():
    ostersund, alingsas = ClubFactory(name="Östersund"), ClubFactory(name="Alingsås")
    old = due(alingsas, 2024)
    late, early = due(ostersund), due(alingsas)

    assert list(returns_seen_by(actor(officer()))) == [early, late, old]


def test_secretary_sees_only_returns_of_the_own_club():
    ours = due(ClubFactory())
    due(ClubFactory())

    assert list(returns_seen_by(actor(secretary_of(ours.club)))) == [ours]


def test_former_secretary_sees_and_owes_no_returns():
    club_return = due(ClubFactory())
    former = RoleFactory(
        kind=RoleKind.SECRETARY,
        club=club_return.club,
        to_date=TODAY - timedelta(days=1),
    ).user

    assert list(returns_seen_by(actor(former))) == []
    assert returns_to_send(actor(former)) == []


def test_owed_returns_are_ordered_by_due_date_and_include_ones_sent_back():
    club = ClubFactory()
    now = due(club)
    before = due(club, 2024, date(2025, 6, 15))
    due(ClubFactory(), due_date=date(2025, 6, 1))

    assert returns_to_send(actor(secretary_of(club))) == [before, now]


def test_an_officer_without_a_club_owes_nothing():
    due(ClubFactory())
    assert returns_to_send(actor(officer())) == []


def test_a_return_is_late_on_the_day_after_it_was_due():
    due(ClubFactory())
    assert [late_returns(DUE), late_returns(DUE + timedelta(days=1))] == [0, 1]


def test_sent_return_waits_for_the_committee_and_is_no_longer_owed(clubs):
    secretary = secretary_of(clubs[0])
    sent(clubs[0], secretary)

    assert returns_to_receive() == 1
    assert returns_to_send(actor(secretary)) == []
    assert late_returns(DUE + timedelta(days=1)) == 1


def test_sent_return_is_ordered_by_rating(clubs):
    sent(clubs[0])

    before = [each.before for each in return_as_sent(return_of(clubs[0])).lines]

    assert before == [1917, 1836]


def test_return_sent_back_is_owed_and_no_longer_waits_for_the_committee(clubs):
    secretary = secretary_of(clubs[0])
    club_return = sent(clubs[0], secretary)
    send_back(club_return.pk, "Once more", acting=acting(officer()))

    assert returns_to_send(actor(secretary)) == [club_return]
    assert returns_to_receive() == 0
    assert late_returns(DUE + timedelta(days=1)) == 2


def test_received_return_no_longer_waits(clubs):
    secretary = secretary_of(clubs[0])
    club_return = sent(clubs[0], secretary)
    judge = acting(officer())
    receive_return(club_return.pk, seen=club_return.posting_number, acting=judge)

    assert returns_to_send(actor(secretary)) == []
    assert (returns_to_receive(), late_returns(DUE + timedelta(days=1))) == (0, 1)


def test_sent_return_has_all_data(clubs):
    sent(clubs[0])

    sent_return = return_as_sent(return_of(clubs[0]))

    assert (sent_return.total_deduction, sent_return.games, sent_return.points) == (
        -34,
        1,
        3,
    )
    first = sent_return.lines[0]
    assert (first.games, first.deduction, first.rating, first.original) == (2, -14, 1903, None)  # fmt: skip


def test_players_of_a_return_are_named_as_visible_to_the_reader(clubs):
    sent(clubs[0])
    Player.objects.filter(last_name="Persson").update(visibility=Visibility.HIDDEN)
    lines = return_as_sent(return_of(clubs[0])).lines
    readers = (actor(secretary_of(clubs[0])), NOBODY)

    names = [
        [each.person.name for each in shown_lines(lines, reader, TODAY)]
        for reader in readers
    ]

    assert ["Persson" in each[1] for each in names] == [True, False]
    assert [each[0].endswith("Andersson") for each in names] == [True, True]
