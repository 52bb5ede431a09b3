"""Which list a proposal is compared with, and the difference."""

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.decisions.domain.decisions import revoke_decision
from ratings.lists.queries.comparison import compared_list
from ratings.lists.queries.proposal_difference import Oddity, ProposalPart, difference
from ratings.models import Decision
from tests.factories import NOON, line
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db


def test_list_of_later_days_is_not_the_previous_list():
    rulebook_game()
    accepted(line(rated(1500), rated(1500), 2, SUMMER))
    published(SUMMER)

    assert compared_list(period(SPRING)) is None


def shown(day, part, against):
    found = difference(period(day), against, {part: (10, 0)})
    return [(each.player_id, each.moved) for each in found.parts[part].lines]


def test_a_revision_is_compared_with_the_newest_list_of_its_own_period():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    published(SPRING)
    summer = published(SUMMER)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert compared_list(period(SPRING)) == revised
    assert compared_list(period(SUMMER)) == summer


def test_a_new_list_is_compared_with_the_newest_revision_before_it():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    published(SPRING)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert compared_list(period(SUMMER)) == revised


def test_largest_gains_and_losses_are_listed_first_and_all_counted():
    adam, bertil, _report = rulebook_game()
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 1, SPRING))
    spring = published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER), line(winner, loser, 2, SUMMER))
    accepted(line(rated(1000), rated(1000), 1, SUMMER))
    up_to_date()

    # Adam wins 25 and Bertil loses 12½, rounded up; among equals 16 change hands.
    assert shown(SUMMER, ProposalPart.UP, spring) == [(adam.pk, 25), (winner.pk, 16)]
    assert shown(SUMMER, ProposalPart.DOWN, spring) == [
        (loser.pk, -16),
        (bertil.pk, -12),
    ]
    found = difference(period(SUMMER), spring, {})
    assert (found.up, found.down, found.same) == (2, 2, 0)
    assert (found.listed, found.listed_before, found.players) == (6, 4, 6)


def test_new_and_removed_players_are_listed_by_place_in_pages():
    _adam, bertil, _report = rulebook_game()
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 1, SPRING))
    spring = published(SPRING)
    weak, strong = rated(1000), rated(2400)
    accepted(line(weak, strong, 1, SUMMER))
    Player.objects.filter(pk__in=[bertil.pk, loser.pk]).update(status="deceased")
    up_to_date()

    def players(part, window):
        found = difference(period(SUMMER), spring, {part: window}).parts[part]
        return [each.player_id for each in found.lines], found.total

    assert players(ProposalPart.NEW, (10, 0)) == ([strong.pk, weak.pk], 2)
    assert players(ProposalPart.NEW, (1, 1)) == ([weak.pk], 2)
    assert players(ProposalPart.GONE, (10, 0)) == ([bertil.pk, loser.pk], 2)
    assert players(ProposalPart.GONE, (1, 0)) == ([bertil.pk], 2)
    assert players(ProposalPart.UP, (10, 0)) == ([], 0)


def test_line_has_previous_rating_and_change_of_the_period():
    adam, bertil, _report = rulebook_game()
    spring = published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()

    [up] = (
        difference(period(SUMMER), spring, {ProposalPart.UP: (10, 0)})
        .parts[ProposalPart.UP]
        .lines
    )

    # 1976 – 2207: 231 are worth 25.
    assert (up.name, up.rating_before, up.rating, up.moved, up.change, up.games) == (
        "Adam Ek", 1976, 2001, 25, 25, 1,
    )  # fmt: skip
    assert (up.position, up.position_before, up.is_newcomer) == (2, 2, False)
    assert (up.played_before, up.last_played) == (SPRING, SUMMER)


def test_large_change_from_the_previous_list_is_an_oddity_whatever_the_period():
    """The rating before the period is decided again, 270 points higher."""
    player = rated(1500)
    accepted(line(player, rated(1500), 2, SPRING))
    stands = published(SPRING)
    start = Decision.objects.get(player=player)
    revoke_decision(start.pk, reason="typed wrongly", acting=ActionContext(None, NOON))
    decided(player, 1770)
    up_to_date()

    odd = difference(period(SPRING), stands, {ProposalPart.ODD: (10, 0)}).parts[
        ProposalPart.ODD
    ]

    # 6 for a win over a player 270 below, 16 over an equal (SSF rating, point 3).
    assert [
        (each.player_id, each.change, each.moved, each.oddities) for each in odd.lines
    ] == [(player.pk, 6, 270 + 6 - 16, (Oddity.CHANGE.value,))]
