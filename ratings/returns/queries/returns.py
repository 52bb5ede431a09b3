"""The clubs' annual returns, for those who send them and those who receive them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor, Permission
from ratings.models import ClubReturn, ReturnLine
from ratings.models.returns import ClubReturnQuerySet
from ratings.people.queries.names import Person, read_people
from ratings.rules.lask import annual_return


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A player in a return; the person is None if not in the register."""

    person: Person | None
    before: int
    games: int
    deduction: int
    rating: int
    original: int | None


def returns_seen_by(actor: Actor) -> ClubReturnQuerySet:
    """Return the returns that the reader may see: an officer those of every club, a
    club's officers their own; the newest season first, in the clubs' order.
    """
    rows = ClubReturn.objects.select_related("club", "pool")
    if not actor.everywhere(Permission.RECEIVE_RETURNS):
        rows = rows.filter(club__in=actor.club_ids(Permission.SEND_RETURNS))
    return rows.order_by("-season", "club__sort_key", "pk")


def returns_to_send(actor: Actor) -> list[ClubReturn]:
    """Return the returns that the actor's clubs have to send, the most urgent first."""
    clubs = actor.club_ids(Permission.SEND_RETURNS)
    if not clubs:
        return []
    rows = ClubReturn.objects.to_send().filter(club__in=clubs)
    return list(rows.select_related("club", "pool").order_by("due_date", "pk"))


def returns_to_receive() -> int:
    return ClubReturn.objects.to_receive().count()


def late_returns(today: date) -> int:
    """Return how many returns are overdue."""
    return ClubReturn.objects.overdue(today).count()


def return_as_sent(club_return: ClubReturn) -> annual_return.ClubReturn:
    """Return a return as it was sent, in the rules' form."""
    lines = club_return.lines.order_by("-before", "player_id")
    return annual_return.ClubReturn(
        lines=tuple(_as_rules(line) for line in lines),
        total_deduction=club_return.total_deduction or 0,
        games=club_return.games or 0,
        points=club_return.points or 0,
    )


def shown_lines(
    lines: Iterable[annual_return.ReturnLine], actor: Actor, today: date
) -> list[ShownLine]:
    """Return the lines with the people as this reader may see them."""
    lines = list(lines)
    known = read_people((int(line.player) for line in lines), actor, today)
    return [_shown(line, known) for line in lines]


def _as_rules(line: ReturnLine) -> annual_return.ReturnLine:
    return annual_return.ReturnLine(
        player=str(line.player_id),
        before=line.before,
        games=line.games,
        deduction=line.deduction,
        rating=line.rating,
        original=line.original,
    )


def _shown(line: annual_return.ReturnLine, known: Mapping[int, Person]) -> ShownLine:
    return ShownLine(
        known.get(int(line.player)),
        line.before,
        line.games,
        line.deduction,
        line.rating,
        line.original,
    )
