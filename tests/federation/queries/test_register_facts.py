"""Memberships and suspensions on the days of games:
`federation.queries.register_facts`.
"""

from datetime import date, timedelta

import pytest

from federation.models import Suspension
from federation.queries.register_facts import read_register
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 3, 10), date(2026, 3, 20)
DAY = timedelta(days=1)
AROUND = (FIRST - DAY, FIRST, LAST, LAST + DAY)


def read(player, first=FIRST - 9 * DAY, last=LAST + 9 * DAY):
    return read_register([player.pk], first, last)


def club_of(*, adopts):
    return ClubFactory(district=DistrictFactory(adopts_junior_rules=adopts))


def test_membership_is_valid_on_its_first_and_last_day():
    player = PlayerFactory()
    MembershipFactory(player=player, from_date=FIRST, to_date=LAST)
    facts = read(player)
    results = [facts.is_member(player.pk, day) for day in AROUND]
    assert results == [False, True, True, False]


def test_open_ended_membership_continues_and_others_have_none():
    player, other = MembershipFactory(from_date=FIRST).player, PlayerFactory()
    facts = read_register([player.pk, other.pk], FIRST, LAST)
    assert facts.is_member(player.pk, LAST + 400 * DAY)
    assert not facts.is_member(other.pk, FIRST)


def test_junior_rules_are_those_of_the_main_clubs_district_on_the_day():
    guest, moved = PlayerFactory(), PlayerFactory()
    MembershipFactory(player=guest, club=club_of(adopts=False))
    MembershipFactory(player=guest, club=club_of(adopts=True), is_main=False)
    MembershipFactory(player=moved, club=club_of(adopts=False), to_date=LAST)
    MembershipFactory(player=moved, club=club_of(adopts=True), from_date=LAST + DAY)
    facts = read_register([guest.pk, moved.pk], FIRST, LAST + DAY)
    assert not facts.adopts(guest.pk, FIRST)
    assert [facts.adopts(moved.pk, day) for day in (LAST, LAST + DAY)] == [False, True]


def test_player_is_suspended_from_the_first_to_the_last_day():
    player, other = PlayerFactory(), PlayerFactory()
    for first, last in ((date(2020, 1, 1), date(2020, 2, 1)), (FIRST, LAST)):
        Suspension.objects.create(
            player=player, from_date=first, to_date=last, reason="§4",
            decided_by=UserFactory(),
        )  # fmt: skip
    facts = read_register([player.pk, other.pk], FIRST - DAY, LAST + DAY)
    results = [facts.is_suspended(player.pk, day) for day in AROUND]
    assert results == [False, True, True, False]
    assert not facts.is_suspended(other.pk, FIRST)


def test_suspension_on_another_card_of_the_person_counts_for_every_card():
    """An entry keeps the card under which it was made; a suspension decided since the
    merge is on the card that remains.
    """
    last = PlayerFactory()
    middle = PlayerFactory(merged_into=last)
    first, other = PlayerFactory(merged_into=middle), PlayerFactory()
    for card, day in ((last, FIRST), (first, LAST)):
        Suspension.objects.create(
            player=card, from_date=day, to_date=day, reason="§4",
            decided_by=UserFactory(),
        )  # fmt: skip
    facts = read_register([first.pk, last.pk, other.pk], FIRST - DAY, LAST + DAY)
    for card in (first, last):
        results = [facts.is_suspended(card.pk, day) for day in AROUND]
        assert results == [False, True, True, False]
    assert not facts.is_suspended(other.pk, FIRST)


@pytest.mark.parametrize(
    ("first", "last", "stays"),
    [
        (LAST, LAST + DAY, 1),
        (LAST + DAY, LAST + DAY, 0),
        (FIRST - DAY, FIRST, 1),
        (FIRST - DAY, FIRST - DAY, 0),
    ],
)
def test_only_rows_that_overlap_the_days_are_read(first, last, stays):
    player = MembershipFactory(from_date=FIRST, to_date=LAST).player
    MembershipFactory(from_date=FIRST)
    found = read(player, first, last).stays
    assert {pk: len(each) for pk, each in found.items()} == (
        {player.pk: stays} if stays else {}
    )
