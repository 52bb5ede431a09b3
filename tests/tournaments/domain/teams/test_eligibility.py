"""Who may play for a team: `tournaments.domain.teams.eligibility`."""

from datetime import date

import pytest
from django.urls import reverse

from federation.models import Membership, OutboxMail
from federation.permissions import Actor
from federation.views.refusals import refusal_words
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import NOON, ClubFactory, UserFactory, acting, member, secretary_of
from tests.letters import message_of
from tests.refusals import refusal_code
from tests.tournaments.teams import begun, line_up, members_of, started_league
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import withdraw_entry
from tournaments.domain.teams.eligibility import teams_to_line_up_again
from tournaments.domain.teams.line_ups import begin_match
from tournaments.domain.teams.locking import boards_of_match
from tournaments.models import Team
from tournaments.queries.teams.matches_shown import matches_of

pytestmark = pytest.mark.django_db


@shared
def match():
    return started_league().matches.get()


def merged(merged_card, remaining_card):
    draft = MergeDraft(merged_card, remaining_card, "the same man")
    return confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())


def moved_on(player):
    """End every membership of the player before the match."""
    Membership.objects.filter(player=player).update(to_date=date(2026, 1, 1))


def players_shown(match):
    (shown,) = matches_of(match.section, Actor(None), NOON.date(), match)
    return [
        (board.home.entry and board.home.entry.player_id, board.home_colour)
        for board in shown.boards
    ]


def lined_up_there(club):
    """Return a match of the club, and players lined up by its other team."""
    other_match = started_league(club, ClubFactory()).matches.get()
    players = members_of(other_match.home)
    line_up(other_match, other_match.home, players)
    match = started_league(club, ClubFactory()).matches.get()
    return match, players, other_match


def test_refusal_of_a_player_lined_up_elsewhere_does_not_name_the_team():
    match, players, other_match = lined_up_there(ClubFactory())
    with pytest.raises(TournamentRefusal) as refused:
        line_up(match, match.home, players)
    assert (refused.value.code, refused.value.facts) == (
        "line_up_elsewhere",
        {"board": 1},
    )
    assert other_match.home.name not in refusal_words(refused.value)


def test_line_up_of_a_cancelled_tournament_does_not_bind_its_players():
    match, players, other_match = lined_up_there(ClubFactory())
    cancel_tournament(other_match.section.tournament_id, acting=acting())
    line_up(match, match.home, players)
    assert match.line_ups.count() == 1


def test_withdrawn_player_is_refused():
    match, later = started_league(cycles=2).matches.order_by("round")
    players = members_of(match.home)
    line_up(match, match.home, players)
    line_up(match, match.away, members_of(match.away))
    entry = match.section.entries.get(player=players[1])
    withdraw_entry(entry.pk, 1, acting=acting())
    draft = [None, players[1], None, None]
    with pytest.raises(TournamentRefusal) as refused:
        line_up(later, later.away, draft)
    assert (refused.value.code, refused.value.facts) == (
        "line_up_withdrawn",
        {"board": 2},
    )


def test_match_waits_if_a_player_of_the_first_line_up_is_no_longer_eligible(match):
    home = members_of(match.home)
    line_up(match, match.home, home)
    moved_on(home[2])
    line_up(match, match.away, members_of(match.away))
    match.refresh_from_db()
    assert (match.begun_at, match.line_ups.count()) == (None, 2)
    assert teams_to_line_up_again(match) == (match.home,)

    line_up(match, match.home, [*home[:2], member(match.home.club).pk, home[3]])
    assert len(boards_of_match(match)) == 4


def test_captain_is_notified_of_an_invalid_line_up(match, settings):
    settings.OFFICE_ADDRESS = "https://office.example"
    captain = UserFactory()
    Team.objects.filter(pk=match.home_id).update(captain=captain)
    line_up(match, match.home, home := members_of(match.home))
    moved_on(home[2])

    line_up(match, match.away, members_of(match.away))

    letter = OutboxMail.objects.get()
    assert letter.to == captain.email
    assert letter.subject == (
        f"Hand in your line-up again: {match.home.name} – {match.away.name}"
    )
    says, why, link = message_of(letter).strip().split("\n\n")
    name = f"{match.home.name} – {match.away.name}"
    assert says == (
        f"{match.away.name} has handed in its line-up for {name}, round 1 of "
        "Spring cup. The match has not begun, because yours is no longer valid. "
        "Hand it in again."
    )
    assert why == (
        f"The player on board 3 is not a member of {match.home.club.name} on that day."
    )
    assert link.endswith(reverse("tournaments:line_up", args=[match.pk, match.home_id]))


def test_secretary_of_the_club_is_notified_if_there_is_no_captain(match):
    secretary = secretary_of(match.home.club)
    line_up(match, match.home, home := members_of(match.home))
    moved_on(home[2])

    begin_match(match.pk, acting=acting())

    letter = OutboxMail.objects.get()
    assert letter.to == secretary.email
    name = f"{match.home.name} – {match.away.name}"
    assert message_of(letter) == (
        f"{name}, round 1 of Spring cup, has begun. Anyone who could no longer "
        "play was left out of your line-up, and the board is empty.\n\nThe player "
        f"on board 3 is not a member of {match.home.club.name} on that day.\n"
    )


def test_valid_line_ups_send_no_letter(match):
    for team in (match.home, match.away):
        secretary_of(team.club)

    begun(match)

    assert not OutboxMail.objects.exists()


def test_organiser_begins_without_the_ineligible_player(match):
    home = members_of(match.home)
    line_up(match, match.home, home)
    moved_on(home[2])
    line_up(match, match.away, away := members_of(match.away))
    begin_match(match.pk, acting=acting())
    third = boards_of_match(match)[2]
    assert (third.white.player_id, third.black, third.result) == (
        away[2],
        None,
        "full-bye",
    )


def test_player_entered_under_another_card_is_the_same_player(match):
    merged_card, remaining_card = (member(match.home.club).pk for _ in range(2))
    first, later = started_league(
        match.home.club, match.away.club, cycles=2
    ).matches.order_by("round")
    line_up(first, first.home, [merged_card, None, None, None])
    line_up(first, first.away, members_of(first.away))
    merged(merged_card, remaining_card)

    line_up(later, later.away, [remaining_card, None, None, None])
    line_up(later, later.home, members_of(later.home))

    assert boards_of_match(later)[0].white.player_id == merged_card
    assert (
        later.section.entries.filter(player__in=(merged_card, remaining_card)).count()
        == 1
    )
    assert [board.away.entry.player_id for board in _boards(later)[:1]] == [merged_card]


def test_player_merged_between_line_up_and_match_plays_under_the_other_card(match):
    merged_card, remaining_card = (member(match.home.club).pk for _ in range(2))
    line_up(match, match.home, [merged_card, None, None, None])
    merged(merged_card, remaining_card)
    line_up(match, match.away, members_of(match.away))
    assert boards_of_match(match)[0].black.player_id == remaining_card
    assert players_shown(match)[0] == (remaining_card, "black")


def test_match_is_shown_after_one_of_its_players_is_merged(match):
    begun(match)
    home = boards_of_match(match)[0].black.player_id
    stays = member(match.home.club).pk
    merged(home, stays)
    assert players_shown(match)[0] == (home, "black")


def test_two_cards_of_one_person_count_as_the_same_player_twice(match):
    merged_card, remaining_card = (member(match.home.club).pk for _ in range(2))
    merged(merged_card, remaining_card)
    draft = [merged_card, remaining_card, None, None]
    assert refusal_code(lambda: line_up(match, match.home, draft)) == "line_up_twice"


def _boards(match):
    (shown,) = matches_of(match.section, Actor(None), NOON.date(), match)
    return shown.boards
