"""Whom a player has met: `ratings.players.queries.meetings`."""

from datetime import date

import pytest

from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.players.queries.achievements import best_wins
from ratings.players.queries.meetings import MeetingTally, meetings, met_among, most_met
from tests.factories import acting, chess_pool, line, member, posted, second_pool
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def other_pool():
    return second_pool()


def tally(player, opponent, number=None):
    number = chess_pool().posted if number is None else number
    return meetings(chess_pool().pk, player.pk, opponent.pk, number).both


def test_games_of_another_pool_are_ignored(other_pool):
    adam, bertil, _report = rulebook_game()
    posted(line(adam, bertil, 0, SPRING), pool_id=other_pool.pk)

    pool, number = chess_pool().pk, chess_pool().posted
    once = MeetingTally(games=1, points=2, wins=1)
    assert tally(adam, bertil) == once
    assert [each.tally for each in most_met(pool, adam.pk, number, 9)] == [once]
    assert met_among(pool, adam.pk, number, [bertil.pk])[bertil.pk].tally == once


def test_score_is_as_of_the_posting_number():
    adam, bertil, _report = rulebook_game()
    then = chess_pool().posted
    accepted(line(bertil, adam, 2, SUMMER))

    assert tally(adam, bertil, then) == MeetingTally(games=1, points=2, wins=1)
    assert tally(adam, bertil) == MeetingTally(games=2, points=2, wins=1, losses=1)
    assert tally(bertil, adam) == MeetingTally(games=2, points=2, wins=1, losses=1)


def test_games_of_two_players_are_newest_first_whatever_the_posting_order():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    accepted(line(adam, bertil, 1, date(2026, 1, 10)))

    found = meetings(chess_pool().pk, adam.pk, bertil.pk, chess_pool().posted)

    days = [game.played_date for game in found.games]
    assert days == [SUMMER, SPRING, date(2026, 1, 10)]


def test_empty_line_is_no_meeting():
    adam, bertil, cy = member(), member(), member()
    accepted(
        line(adam, cy, 2, SPRING),
        line(adam, bertil, 1, SPRING, played=False, round=0, board=0),
        method="concentrated",
    )

    found = meetings(chess_pool().pk, adam.pk, bertil.pk, chess_pool().posted)

    assert list(found.games) == []


def test_order_of_opponents_met_equally_often_is_stable():
    adam, bertil, _report = rulebook_game()
    others = [member(), member()]
    accepted(
        *(line(other, adam, 1, SPRING, key=key) for key, other in enumerate(others))
    )
    accepted(line(others[1], adam, 1, SUMMER))

    found = most_met(chess_pool().pk, adam.pk, chess_pool().posted, 9)

    assert [each.player_id for each in found] == [
        others[1].pk,
        bertil.pk,
        others[0].pk,
    ]


def test_forfeit_win_is_no_best_win():
    adam, bertil, report = rulebook_game()
    accepted(line(adam, bertil, 2, SUMMER, played=False))
    accepted(line(adam, bertil, 1, SUMMER))
    up_to_date()

    wins = best_wins(chess_pool().pk, adam.pk, chess_pool().posted)

    assert [game.report_id for game in wins] == [report.pk]


def test_games_of_a_merged_card_keep_colour_result_and_opponent():
    """Also games against a card that was merged into the opponent."""
    adam, bertil, _report = rulebook_game()
    own, theirs = member(), member()
    accepted(line(own, bertil, 1, SUMMER))
    accepted(line(theirs, own, 0, SUMMER))
    for merged_card, remaining_card in ((own, adam), (theirs, bertil)):
        merge = propose_merge(
            MergeDraft(merged_card.pk, remaining_card.pk, "one"),
            acting=acting(),
        )
        confirm_merge(merge.pk, acting=acting())

    found = meetings(chess_pool().pk, adam.pk, bertil.pk, chess_pool().posted)

    assert found.white == MeetingTally(games=2, points=3, wins=1, draws=1)
    assert found.black == MeetingTally(games=1, points=2, wins=1)
