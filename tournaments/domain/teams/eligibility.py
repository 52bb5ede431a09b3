"""Who may play for a team in a match, checked when a line-up is given and when the
match begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.db.models import F

from federation.models import Membership
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_now
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import LineUpPlace, Round, Team, TeamMatch


def day_of(match: TeamMatch) -> date:
    """Return the day of the match's round."""
    return Round.objects.values_list("date", flat=True).get(
        section=match.section_id, number=match.round
    )


def places_of(match: TeamMatch, team_id: int) -> dict[int, int]:
    """Return the players of a team's line-up by board."""
    places = LineUpPlace.objects.filter(line_up__match=match, line_up__team=team_id)
    return dict(places.order_by("board").values_list("board", "player"))


def teams_to_line_up_again(match: TeamMatch) -> tuple[Team, ...]:
    """Return the teams whose line-up has a player who can no longer play."""
    return tuple(
        team
        for team in (match.home, match.away)
        if any(line_up_obstacles(match, team, places_of(match, team.pk)))
    )


def line_up_obstacles(
    match: TeamMatch, team: Team, places: Mapping[int, int]
) -> Iterator[tuple[int, TournamentRefusal]]:
    """Yield the boards on which a player cannot play for the team in the match, and
    why.

    `line_up_twice`, `line_up_club` (not a member of the club on the day),
    `line_up_withdrawn` (from the section) or `line_up_elsewhere` (in another line-up on
    that day). All cards of a person count as the person.
    """
    aliases = aliases_now()
    person = aliases.persons(places.values())
    cards = aliases.cards(person.values())
    own = _members(team, day_of(match), cards, aliases)
    withdrawn = _withdrawn(match, cards, aliases)
    busy = _elsewhere(match, team, cards, aliases)
    first: dict[int, int] = {}
    for board, player in sorted(places.items()):
        who = person[player]
        if who in first:
            yield board, TournamentRefusal("line_up_twice", one=first[who], other=board)
        elif who not in own:
            yield (
                board,
                TournamentRefusal("line_up_club", board=board, club=team.club.name),
            )
        elif who in withdrawn:
            yield board, TournamentRefusal("line_up_withdrawn", board=board)
        elif who in busy:
            # The other team is not named: its line-up may still be secret.
            yield board, TournamentRefusal("line_up_elsewhere", board=board)
        first.setdefault(who, board)


def _members(
    team: Team, day: date, cards: Sequence[int], aliases: PlayerAliases
) -> set[int]:
    rows = Membership.objects.on(day).of_club(team.club_id).filter(player__in=cards)
    return set(aliases.persons(rows.values_list("player", flat=True)).values())


def _withdrawn(
    match: TeamMatch, cards: Sequence[int], aliases: PlayerAliases
) -> set[int]:
    rows = match.section.entries.filter(
        player__in=cards, withdrawn_after__lt=match.round
    )
    return set(aliases.persons(rows.values_list("player", flat=True)).values())


def _elsewhere(
    match: TeamMatch, team: Team, cards: Sequence[int], aliases: PlayerAliases
) -> set[int]:
    """Return the players in another line-up on the day of the match, in any league
    whose tournament is not cancelled; matches that are not played are left out.
    """
    rows = (
        LineUpPlace.objects.filter(
            player__in=cards,
            line_up__match__in=TeamMatch.objects.played(),
            line_up__match__section__round_days__date=day_of(match),
            line_up__match__section__round_days__number=F("line_up__match__round"),
        )
        .exclude(line_up__match__section__tournament__state=TournamentState.CANCELLED)
        .exclude(line_up__match=match.pk, line_up__team=team.pk)
    )
    return set(aliases.persons(rows.values_list("player", flat=True)).values())
