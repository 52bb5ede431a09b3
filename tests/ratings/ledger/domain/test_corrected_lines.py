"""A game with a correction applied, and requests settled by new results."""

from dataclasses import replace
from datetime import date

import pytest

from federation.models import Membership
from ratings.enums import ClaimKind
from ratings.ledger.domain.corrections import _corrected, _settled_state
from ratings.ledger.domain.drafts import DraftSide, GameLine
from ratings.models import Claim
from tests.factories import ClubFactory, DistrictFactory, PlayerFactory, member

DAY, OTHER_DAY = date(2026, 2, 1), date(2026, 3, 1)
# No player in the database has these ids.
ADA_ID, BO_ID = -1, -2
ADA = DraftSide(ADA_ID, is_member=True, birth_year=1980, adopts=True, outside=1500)
BO = DraftSide(BO_ID, is_member=False, birth_year=1990, adopts=False)
GAME = GameLine(
    key=5,
    played_date=DAY,
    base_on=DAY,
    booked_on=DAY,
    round=3,
    board=2,
    white=ADA,
    black=BO,
    score=2,
    played=True,
    minutes=120,
    white_mean=1600,
    black_mean=1700,
)


def claim(kind=ClaimKind.RESULT, **wanted):
    """Return a request about the game of Ada (White) and Bo, which White won."""
    facts = {
        "white_id": ADA_ID, "black_id": BO_ID, "score": 2, "played": True,
        "played_date": DAY, "to_white_id": ADA_ID, "to_black_id": BO_ID, "to_score": 2,
        "to_played": True, "to_date": DAY, **wanted,
    }  # fmt: skip
    return Claim(kind=kind, key=5, **facts)


@pytest.mark.parametrize(
    ("wanted", "changed"),
    [
        ({"to_score": 0}, {"score": 0}),
        ({"to_played": False}, {"played": False}),
        (
            {"to_date": OTHER_DAY},
            {"played_date": OTHER_DAY, "base_on": OTHER_DAY, "booked_on": OTHER_DAY},
        ),
        # The mean of a player's opponents moves with the player, the result stays.
        (
            {"to_white_id": BO_ID, "to_black_id": ADA_ID, "to_score": 0},
            {
                "white": BO,
                "black": ADA,
                "white_mean": 1700,
                "black_mean": 1600,
                "score": 0,
            },
        ),
    ],
)
def test_correction_changes_only_the_requested_fields(wanted, changed):
    assert _corrected(GAME, claim(**wanted)) == replace(GAME, **changed)


def test_game_that_is_not_to_be_rated_is_removed():
    assert _corrected(GAME, claim(ClaimKind.NOT_RATED)) is None


@pytest.mark.parametrize(
    ("days", "moved"),
    [
        ({"base_on": OTHER_DAY}, {"booked_on"}),
        ({"booked_on": OTHER_DAY}, {"base_on"}),
    ],
)
def test_booking_day_different_from_the_day_played_is_kept(days, moved):
    booking_day = date(2026, 2, 15)
    line = replace(GAME, **days)

    found = _corrected(line, claim(to_date=booking_day))

    assert found == replace(
        line, played_date=booking_day, **dict.fromkeys(moved, booking_day)
    )


@pytest.mark.parametrize(
    ("line", "state"),
    [
        (None, "gone"),
        (GAME, None),
        (replace(GAME, score=0), "mended"),
        (replace(GAME, score=1), None),
        (replace(GAME, score=0, played=False), None),
    ],
)
def test_request_is_settled_by_the_requested_result_or_removal_of_the_game(line, state):
    assert _settled_state(claim(to_score=0), line) == state


def test_not_rated_request_is_settled_only_by_removal_of_the_game():
    request = claim(ClaimKind.NOT_RATED)

    assert (_settled_state(request, GAME), _settled_state(request, None)) == (
        None,
        "gone",
    )


@pytest.mark.django_db
def test_replacement_player_has_register_data_of_the_day_of_play():
    club = ClubFactory(district=DistrictFactory(adopts_junior_rules=True))
    player = member(club, birth_year=2012, fide_rating=1700)
    Membership.objects.filter(player=player).update(
        from_date=DAY, to_date=date(2026, 2, 28)
    )

    same_day = _corrected(GAME, claim(to_black_id=player.pk))
    later = _corrected(GAME, claim(to_black_id=player.pk, to_date=OTHER_DAY))

    ours = DraftSide(player.pk, is_member=True, birth_year=2012, adopts=True)
    assert same_day == replace(GAME, black=ours)
    assert later.black == DraftSide(
        player.pk,
        is_member=False,
        birth_year=2012,
        adopts=later.black.adopts,
        outside=1700,
        outside_kind="fide",
    )
    assert later.white == ADA


@pytest.mark.django_db
def test_replacement_player_without_club_or_rating_has_none():
    stranger = PlayerFactory(birth_year=None)

    found = _corrected(GAME, claim(to_white_id=stranger.pk))

    assert found.white == DraftSide(
        stranger.pk, is_member=False, birth_year=0, adopts=False
    )
    assert (found.white_mean, found.black_mean) == (1600, 1700)
