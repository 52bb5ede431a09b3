"""Line-ups: given by each side, and opened when the match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.models import Player
from federation.queries.register_facts import read_register
from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.domain.captains.letters import (
    notify_of_empty_boards,
    notify_to_line_up_again,
)
from tournaments.domain.entering import enter_players
from tournaments.domain.locking import count_change
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.start_facts import base_ratings
from tournaments.domain.teams.eligibility import day_of, line_up_obstacles, places_of
from tournaments.domain.teams.locking import boards_of_match, lock_match
from tournaments.enums import MatchState
from tournaments.models import (
    Entry,
    LineUp,
    LineUpPlace,
    Pairing,
    Section,
    Team,
    TeamMatch,
)
from tournaments.rules.results import BYES, Colour, Result
from tournaments.rules.teams.line_ups import first_out_of_order, home_colour


@dataclass(frozen=True, slots=True)
class LineUpDraft:
    """A player for each board, None for an empty one; `reason` if they are not in the
    order of their ratings.
    """

    players: tuple[int | None, ...]
    reason: str = ""


@transaction.atomic
def give_line_up(
    match_id: int, team_id: int, draft: LineUpDraft, *, acting: ActionContext
) -> TeamMatch:
    """Write a team's line-up, replacing an earlier one.

    With the second line-up the match begins, unless a player in the first cannot play
    any more: then the first must be given again, and its captain is notified.

    Refusals: `match_begun`, `match_not_played` if a team has withdrawn, `line_up_size`,
    `line_up_empty`, why a player cannot play (`line_up_obstacles`), `line_up_order`
    without a reason, and as `enter_players` when the match begins.
    """
    match = lock_match(match_id)
    if team_id not in (match.home_id, match.away_id):
        raise TournamentRefusal("gone")
    _refuse_if_not_ahead(match)
    _refuse_players(match, team_id, draft)
    broken = _refuse_order(match, draft)
    match.line_ups.filter(team=team_id).delete()
    line_up = LineUp.objects.create(
        match=match,
        team_id=team_id,
        order_reason=draft.reason if broken else "",
        given_by_id=acting.user_id,
        given_at=acting.at,
    )
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, board=board, player_id=player)
        for board, player in enumerate(draft.players, start=1)
        if player is not None
    )
    other = match.other(team_id)
    theirs = places_of(match, other.pk)
    obstacles = [refusal for _board, refusal in line_up_obstacles(match, other, theirs)]
    if obstacles:
        notify_to_line_up_again(match, other, obstacles, acting)
    elif theirs:
        _make_boards(match, acting)
    count_change(match.section.tournament)
    return match


@transaction.atomic
def begin_match(match_id: int, *, acting: ActionContext) -> TeamMatch:
    """Begin a match for which not both line-ups are given.

    A side without one loses every board without play, and a side loses the board of a
    player who cannot play any more; its captain is notified.

    Refusals: `match_begun`, `match_not_played` if a team has withdrawn, or `no_line_up`
    if both are missing before the day of the match; from that day on both lose every
    board.
    """
    match = lock_match(match_id)
    _refuse_if_not_ahead(match)
    is_ahead = timezone.localdate(acting.at) < day_of(match)
    if is_ahead and not match.line_ups.exists():
        raise TournamentRefusal("no_line_up")
    for team in (match.home, match.away):
        _leave_out_ineligible(match, team, acting)
    _make_boards(match, acting)
    count_change(match.section.tournament)
    return match


@transaction.atomic
def reopen_line_ups(match_id: int, *, acting: ActionContext) -> TeamMatch:
    """Undo the beginning of a match, so that line-ups can be changed: its boards are
    deleted. Refusals: `not_begun`, `match_confirmed`, or `has_result` once a result is
    entered.
    """
    match = lock_match(match_id)
    if not match.begun_at:
        raise TournamentRefusal("not_begun")
    if match.confirmed_at:
        raise TournamentRefusal("match_confirmed")
    for board in boards_of_match(match):
        if has_result(board):
            raise TournamentRefusal("has_result", round=board.round, board=board.board)
        board.delete()
    match.begun_at = None
    match.entered_at = match.entered_by = match.entered_for = None
    match.objection, match.objected_by = "", None
    match.save(
        update_fields=[
            "begun_at", "entered_at", "entered_by", "entered_for", "objection",
            "objected_by",
        ]
    )  # fmt: skip
    count_change(match.section.tournament)
    return match


def has_result(board: Pairing) -> bool:
    """Return whether a result has been entered; a bye does not count."""
    return board.result not in (Result.NOT_PLAYED, *BYES)


def ratings_of_line_up(
    section: Section, players: Sequence[Player], day: date
) -> dict[int, float | None]:
    """Return the ratings by which a line-up is ordered: base ratings of the day, and
    the rules' start rating for a member without one.
    """
    ids = [player.pk for player in players]
    bases = base_ratings(section.tournament.pool_id, ids, day)
    register = read_register(ids, day, day)
    return {
        player.pk: bases.known.get(player.pk)
        or (
            bases.default(player.birth_year)
            if register.is_member(player.pk, day)
            else None
        )
        for player in players
    }


def _refuse_if_not_ahead(match: TeamMatch) -> None:
    if match.begun_at:
        raise TournamentRefusal("match_begun")
    if match.state == MatchState.NOT_PLAYED:
        raise TournamentRefusal("match_not_played")


def _refuse_players(match: TeamMatch, team_id: int, draft: LineUpDraft) -> None:
    if len(draft.players) != match.section.league.boards:
        raise TournamentRefusal("line_up_size", boards=match.section.league.boards)
    if not any(draft.players):
        raise TournamentRefusal("line_up_empty")
    places = {
        board: player
        for board, player in enumerate(draft.players, start=1)
        if player is not None
    }
    for _board, refusal in line_up_obstacles(match, match.side(team_id), places):
        raise refusal


def _refuse_order(match: TeamMatch, draft: LineUpDraft) -> bool:
    """Refuse an order that is not by ratings without a reason; return whether it is
    such an order.
    """
    ids = [player for player in draft.players if player is not None]
    players = Player.objects.in_bulk(ids)
    ratings = ratings_of_line_up(match.section, list(players.values()), day_of(match))
    in_order = [None if pk is None else ratings[pk] for pk in draft.players]
    board = first_out_of_order(in_order, match.section.league.tolerance)
    if board is not None and not draft.reason.strip():
        raise TournamentRefusal("line_up_order", board=board)
    return board is not None


def _leave_out_ineligible(match: TeamMatch, team: Team, acting: ActionContext) -> None:
    obstacles = dict(line_up_obstacles(match, team, places_of(match, team.pk)))
    if not obstacles:
        return
    places = LineUpPlace.objects.filter(line_up__match=match, line_up__team=team)
    places.filter(board__in=obstacles).delete()
    notify_of_empty_boards(match, team, obstacles.values(), acting)


def _make_boards(match: TeamMatch, acting: ActionContext) -> None:
    """Create the boards of the match as boards of its round.

    A player without an opponent gets the point without play; if both places are empty
    there is no board.
    """
    sides = [places_of(match, match.home_id), places_of(match, match.away_id)]
    players = {player for places in sides for player in places.values()}
    entries = _entered(match.section, players, acting)
    size = match.section.league.boards
    on_first = Colour(match.section.league.home_on_first)
    made = []
    for board in range(1, size + 1):
        seats = [entries[places[board]] for places in sides if board in places]
        if not seats:
            continue
        if len(seats) > 1 and home_colour(board, on_first) is Colour.BLACK:
            seats.reverse()
        pairing = Pairing(
            section=match.section,
            round=match.round,
            board=(match.number - 1) * size + board,
            white=seats[0],
            black=seats[1] if len(seats) > 1 else None,
            result=Result.NOT_PLAYED if len(seats) > 1 else Result.FULL_BYE,
            changed_by_id=acting.user_id,
            changed_at=acting.at,
        )
        made.append(pairing)
    Pairing.objects.bulk_create(made)
    match.begun_at = acting.at
    match.save(update_fields=["begun_at"])


def _entered(
    section: Section, players: set[int], acting: ActionContext
) -> dict[int, Entry]:
    """Return the players' entries; a player who plays here for the first time is
    entered. Two cards of one person have one entry.
    """
    aliases = aliases_now()
    person = aliases.persons(players)
    known = {aliases.person(entry.player_id): entry for entry in section.entries.all()}
    new = sorted(set(person.values()) - known.keys())
    if new:
        made = enter_players(section.pk, new, acting=acting)
        known |= {entry.player_id: entry for entry in made}
    return {player: known[person[player]] for player in players}
