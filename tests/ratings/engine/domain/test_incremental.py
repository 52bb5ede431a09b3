"""What an incremental run follows from step to step, and what it stores.

Numbers by SSF rating, point 3: among equals a win is worth 16 points.
"""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from ratings.models import Change, CurrentRating, Period, Pool, Report, Run
from tests.factories import NOON, chess_pool, computed, line, member, posted, side
from tests.ratings.rating_lists import rated
from tests.worlds import shared

pytestmark = pytest.mark.django_db

WINTER, SPRING, SUMMER = date(2025, 10, 1), date(2026, 2, 1), date(2026, 6, 1)
WINTERS_END, SPRINGS_END = date(2025, 12, 31), date(2026, 4, 30)
SUMMERS_END = date(2026, 8, 31)


class Office:
    """Adam and Bertil meet in winter, Adam and Cecilia in spring, two others in
    summer.
    """

    def __init__(self) -> None:
        self.adam, self.bertil, self.cecilia = (rated(1500) for _ in range(3))
        self.winter(2)
        posted(line(self.adam, self.cecilia, 1, SPRING, key=1), source_number=8)
        posted(line(rated(1500), rated(1500), 1, SUMMER, key=1), source_number=9)
        computed()
        self.seen = chess_pool().posted

    def winter(self, score, **facts):
        game = line(self.adam, self.bertil, score, WINTER, key=1, **facts)
        posted(game, source_number=7)

    @property
    def moved(self):
        """Return the last days of the periods that were moved since."""
        moved = Period.objects.filter(moved__gt=self.seen).order_by("end_date")
        return list(moved.values_list("end_date", flat=True))

    def ratings(self, player):
        rows = Change.objects.filter(player_id=player.pk).order_by("ended_on")
        return list(rows.values_list("ended_on", "before", "after"))


@shared
def office():
    return Office()


def last_run():
    run = Run.objects.latest("pk")
    return run.from_date, run.steps, run.games, run.players, run.changed, run.is_replay


def test_run_stores_when_it_was_requested(office):
    begun = Run.objects.latest("pk").started_at
    assert NOON <= begun < NOON + timedelta(minutes=5)


def test_correction_is_followed_as_long_as_a_rating_changes(office):
    before = office.ratings(office.cecilia)

    office.winter(0)
    computed()

    assert office.ratings(office.adam)[0] == (WINTERS_END, 1500, 1484)
    assert office.ratings(office.adam)[1][1] == 1484
    assert office.ratings(office.bertil) == [(WINTERS_END, 1500, 1516)]
    assert office.ratings(office.cecilia) != before
    assert last_run() == (WINTERS_END, 3, 2, 3, 3, False)
    assert office.moved == [WINTERS_END, SPRINGS_END, SUMMERS_END]


def test_correction_of_the_last_period_does_not_touch_earlier_ones(office):
    one, other = member(), member()
    posted(line(one, other, 2, SUMMER, key=1), source_number=10)
    computed()

    assert last_run() == (SUMMERS_END, 1, 1, 2, 2, False)
    assert office.moved == [SUMMERS_END]


def test_correction_without_effect_moves_no_list(office):
    office.winter(2, board=7)
    computed()

    assert last_run() == (None, 1, 1, 0, 0, False)
    assert office.moved == []
    assert Pool.objects.get(pk=chess_pool().pk).computation.computed == (
        office.seen + 1
    )


def test_player_without_remaining_games_has_no_rating(office):
    newcomer = member()
    posted(line(newcomer, office.adam, 2, SPRING, key=1), source_number=10)
    computed()
    assert CurrentRating.objects.filter(player_id=newcomer.pk).exists()

    posted(line(member(), office.adam, 2, SPRING, key=1), source_number=10)
    computed()

    assert not CurrentRating.objects.filter(player_id=newcomer.pk).exists()
    assert office.ratings(newcomer) == []


def test_late_game_of_others_is_followed_only_in_their_steps(office):
    one, other = member(), member()
    posted(line(one, other, 2, WINTER, key=1), source_number=10)
    computed()

    assert last_run() == (WINTERS_END, 3, 1, 2, 2, False)
    # A newcomer begins with 1300 (SSF rating, point 9).
    assert office.ratings(one) == [(WINTERS_END, 1300, 1316)]
    live = CurrentRating.objects.get(player_id=one.pk)
    assert (live.rating, live.base, live.games, live.ended_on, live.last_played) == (
        1316,
        1300,
        1,
        WINTERS_END,
        WINTER,
    )


def test_guest_is_followed_without_blaming_a_game_that_is_not_rated():
    # The newcomer begins with 1500 of the first game, so an hour is too short for the
    # second one. That game alone would have 1000, and need a rating of the guest.
    newcomer, guest = member(birth_year=2015), member()
    others = rated(1500), rated(1500)
    young, unknown = side(newcomer, adopts=True), side(guest, is_member=False)
    later = SPRING + timedelta(days=1)
    posted(line(replace(young, outside=1500), others[0], 1, SPRING), source_number=1)
    short = posted(line(young, unknown, 2, later, minutes=60), source_number=2)
    computed()

    posted(line(replace(unknown, outside=1500), others[1], 1, later), source_number=3)
    computed()

    assert Report.objects.get(pk=short.pk).state == "submitted"
