"""Matches whose boards have changed since the line-ups were given."""

import pytest
from django.urls import reverse

from federation.permissions import NOBODY
from ratings.enums import ClaimKind
from ratings.ledger.domain.reports import accept_report
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from tests.factories import NOON, ClubFactory, acting, member, officer
from tests.tournaments.domain.test_correcting import allowed, filed
from tests.tournaments.teams import begun, confirmed, line_up, started_league
from tests.tournaments.tournaments_made import submitted
from tests.worlds import shared
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.submitting import correct_results
from tournaments.domain.teams.locking import boards_of_match
from tournaments.queries.teams.matches_shown import matches_of

pytestmark = pytest.mark.django_db


def shown(group):
    return matches_of(group, NOBODY, NOON.date())[0]


def score(group):
    match = shown(group)
    return match.home_half, match.away_half


@shared
def league():
    """Return an accepted league in which the home team, with White on boards 2 and 4,
    won all games of the first match.
    """
    group = started_league(cycles=2)
    first, second = group.matches.with_teams().order_by("round")
    confirmed(begun(first), "0-1", "1-0", "0-1", "1-0")
    confirmed(begun(second), "1/2", "1/2", "1/2", "1/2")
    accept_report(submitted(group).pk, acting=acting(officer()))
    return group


def mate_of(board):
    """Return a player of the team of White who played in the other match."""
    club = board.white.player.memberships.get().club
    others = board.section.pairings.filter(
        round=2, white__player__memberships__club=club
    )
    return others.first().white.player_id


def replaced(group):
    """Correct the player with White on board 2 to another one of the home team."""
    board = boards_of_match(group.matches.with_teams().get(round=1))[1]
    before = board.white_id
    claim = filed(group, board, ClaimKind.OPPONENT, white_id=mate_of(board))
    assert allowed(group, claim).state == "allowed"
    board.refresh_from_db()
    assert board.white_id != before
    return board, before


def test_board_keeps_its_sides_when_the_office_corrects_a_player(league):
    assert score(league) == (8, 0)
    board, _before = replaced(league)
    assert score(league) == (8, 0)
    of_board = shown(league).boards[1]
    assert (of_board.home.entry, of_board.away.entry) == (board.white, board.black)


def test_board_keeps_its_sides_when_the_office_corrects_the_colours(league):
    board = boards_of_match(league.matches.with_teams().get(round=1))[1]
    white, black = board.white.player_id, board.black.player_id
    claim = filed(
        league, board, ClaimKind.COLOUR, white_id=black, black_id=white, score=0
    )
    allowed(league, claim)
    assert score(league) == (8, 0)


def test_league_is_shown_after_the_replaced_player_was_removed(league, client):
    board, before = replaced(league)
    correct_results(league.tournament_id, acting=acting())
    remove_entry(before, acting=acting())
    for page in pages_of(league):
        assert client.get(page).status_code == 200
    assert shown(league).boards[1].home.entry == board.white


def test_league_is_shown_after_a_merge_is_undone(client):
    home, away = ClubFactory(), ClubFactory()
    group = started_league(home, away, cycles=2, boards=1)
    first, second = group.matches.with_teams().order_by("round")
    merged_card, remaining_card, opponent = member(home), member(home), member(away)

    def lined_up(match, player):
        for team in (match.home, match.away):
            own = player if team.club_id == home.pk else opponent
            line_up(match, team, [own.pk])

    lined_up(first, merged_card)
    confirmed(group.matches.with_teams().get(round=1), "1-0")
    draft = MergeDraft(merged_card.pk, remaining_card.pk, "One man")
    merge = propose_merge(draft, acting=acting(officer()))
    confirm_merge(merge.pk, acting=acting(officer()))
    lined_up(second, remaining_card)
    before = shown(group), matches_of(group, NOBODY, NOON.date())[1]
    undo_merge(merge.pk, reason="Two men", acting=acting(officer()))
    for page in pages_of(group):
        assert client.get(page).status_code == 200
    after = matches_of(group, NOBODY, NOON.date())
    assert sides(after) == sides(before)


def sides(matches):
    return [
        (board.home.entry, board.away.entry, board.home_colour)
        for match in matches
        for board in match.boards
    ]


def pages_of(group):
    yield reverse("tournaments:tournament", args=[group.tournament_id])
    yield reverse("tournaments:league", args=[group.pk])
    for match in group.matches.all():
        yield reverse("tournaments:match", args=[match.pk])
