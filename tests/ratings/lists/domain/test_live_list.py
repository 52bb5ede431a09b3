"""Positions of the live list: `ratings.lists.domain.live_list`."""

from datetime import date

import pytest
from django.db import transaction

from federation.models import Player
from ratings.engine.domain.computation import compute_pool
from ratings.lists.domain.live_list import number_live_list
from ratings.models import LivePlace
from tests.factories import (
    NOON,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.races import together

DAY = date(2026, 2, 1)
TODAY = date(2026, 6, 15)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


def place(today=TODAY):
    return number_live_list(chess_pool().pk, today=today, force=True)


def positions():
    """Return {last name: (position, rank)} in order."""
    names = dict(Player.objects.values_list("pk", "last_name"))
    rows = LivePlace.objects.order_by("position")
    return {names[row.player_id]: (row.position, row.rank) for row in rows}


def test_equal_ratings_share_a_rank_and_their_order_reveals_no_name():
    oe, aa, ae, winner = (
        member(last_name=name) for name in ("Öberg", "Åberg", "Ahl", "Zorn")
    )
    loser = member(last_name="Bo")
    posted(line(oe, aa, 1, DAY), line(ae, PlayerFactory(), 1, DAY))
    posted(line(winner, loser, 2, DAY))
    computed()

    place()

    # A draw between equals moves nothing (SSF rating, point 3): three have 1300,
    # the fourth of them is a member of no club and played within 24 months.
    before = positions()
    assert (before["Zorn"], before["Bo"]) == ((1, 1), (6, 6))
    equal = [spot for spot in before.values() if spot[1] == 2]
    assert sorted(equal) == [(2, 2), (3, 2), (4, 2), (5, 2)]

    oe.last_name, aa.last_name = aa.last_name, oe.last_name
    Player.objects.bulk_update([oe, aa], ["last_name"])
    place()
    assert positions()["Öberg"] == before["Åberg"]


def test_dead_players_have_no_place_and_former_members_lose_it_in_time(settings):
    dead, former = member(last_name="Dead"), PlayerFactory(last_name="Gone")
    posted(line(dead, former, 1, DAY))
    computed()
    dead.status = "deceased"
    dead.save()

    place()
    assert positions() == {"Gone": (1, 1)}

    # 24 months after the last game a player without a club is no longer listed.
    place(date(2028, 2, 1))
    assert positions()["Gone"] == (1, 1)
    place(date(2028, 2, 2))
    assert "Gone" not in positions()


def test_a_new_member_gets_a_place_again():
    former = PlayerFactory(last_name="Gone")
    posted(line(former, member(last_name="Here"), 2, DAY))
    computed()
    place(date(2030, 1, 1))
    assert "Gone" not in positions()

    MembershipFactory(player=former, from_date=date(2029, 12, 1))
    place(date(2030, 1, 1))

    assert positions() == {"Gone": (1, 1), "Here": (2, 2)}


def test_member_has_a_place_from_first_to_last_day_of_membership():
    former = PlayerFactory(last_name="Gone")
    posted(line(former, member(last_name="Here"), 2, DAY))
    computed()
    MembershipFactory(
        player=former, from_date=date(2030, 1, 2), to_date=date(2030, 1, 3)
    )

    seen = []
    for day in range(1, 5):
        place(date(2030, 1, day))
        seen.append("Gone" in positions())

    assert seen == [False, True, True, False]


def test_up_to_date_live_list_is_not_renumbered_and_has_its_posting():
    posted(line(member(), member(), 2, DAY))
    computed()
    pool = chess_pool()

    assert number_live_list(pool.pk, today=TODAY) == 2
    assert number_live_list(pool.pk, today=TODAY) is None
    assert pool.live_list.placed == pool.computation.computed


@at_once
def test_numbering_takes_no_claim_and_a_second_worker_gives_up():
    posted(line(member(), member(), 2, DAY))
    computed()
    seen = []

    def meanwhile():
        posted(line(member(), member(), 2, DAY))
        seen.append(computed())
        seen.append(place())

    with transaction.atomic():
        assert place() == 2
        together(meanwhile)

    assert seen == [1, None]


def test_merged_card_has_no_place():
    merged_card, remaining_card = member(last_name="Gone"), member(last_name="Stays")
    posted(line(merged_card, member(last_name="Bo"), 2, DAY))
    posted(line(remaining_card, member(last_name="Cy"), 1, DAY))
    computed()
    Player.objects.filter(pk=merged_card.pk).update(merged_into=remaining_card)

    place()

    assert set(positions()) == {"Stays", "Bo", "Cy"}


def test_places_are_numbered_per_pool():
    other = second_pool()
    posted(line(member(), member(), 2, DAY))
    posted(line(member(), member(), 2, DAY), pool_id=other.pk)
    computed()
    compute_pool(other.pk, at=NOON, cause="test")

    listed = [
        number_live_list(pool, today=TODAY) for pool in (chess_pool().pk, other.pk)
    ]

    assert listed == [2, 2]
    assert sorted(LivePlace.objects.values_list("position", flat=True)) == [1, 1, 2, 2]


def test_guest_member_without_main_club_has_a_place():
    guest = PlayerFactory(last_name="Guest")
    MembershipFactory(player=guest, is_main=False)
    posted(line(guest, member(last_name="Bo"), 1, DAY))
    computed()

    place(date(2030, 1, 1))

    assert set(positions()) == {"Guest", "Bo"}


@pytest.mark.parametrize(("months", "listed"), [(4, True), (3, False)])
def test_time_that_former_members_are_listed_is_a_setting(settings, months, listed):
    """The last game was on 1 February, four months before 1 June."""
    settings.LISTED_MONTHS = months
    former = PlayerFactory(last_name="Gone")
    posted(line(former, member(last_name="Bo"), 1, DAY))
    computed()

    place(date(2026, 6, 1))

    assert ("Gone" in positions()) is listed
