"""The lines of a pasted list, with the players who may become members of a club."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from federation.models import Membership
from federation.permissions import Actor
from federation.queries.duplicates import KnownPlayer, known_by_id
from tournaments.formats.pasted_players import PastedPlayer
from tournaments.queries.player_lists.pasted_lines import match_pasted


@dataclass(frozen=True, slots=True)
class MemberFound:
    """A player who may be meant; `is_member` of the club already, or later."""

    known: KnownPlayer
    is_member: bool

    @property
    def may_join(self) -> bool:
        """Whether the reader may enter the membership, without asking anybody."""
        return self.known.is_kept and not self.is_member


@dataclass(frozen=True, slots=True)
class PastedMember:
    """A line with the players who may be meant, as a `MatchedLine`."""

    pasted: PastedPlayer
    players: tuple[MemberFound, ...]
    sure: MemberFound | None
    wrong_birth: str


def find_pasted_members(
    club_id: int, pasted: Sequence[PastedPlayer], actor: Actor, today: date
) -> list[PastedMember]:
    """Return each line with the players whom this reader may see; the number of queries
    does not depend on the number of lines.
    """
    matched, persons = match_pasted(pasted, actor, today)
    found = members_found(club_id, persons, actor, today)
    return [
        PastedMember(
            each.pasted,
            tuple(found[pk] for pk in each.players if pk in found),
            found.get(each.sure or 0),
            each.wrong_birth,
        )
        for each in matched
    ]


def members_found(
    club_id: int, ids: Iterable[int], actor: Actor, today: date
) -> dict[int, MemberFound]:
    """Return these players, of whom the caller knows that the reader may see them."""
    known = known_by_id(ids, actor, today)
    held = Membership.objects.of_club(club_id).reaching(today)
    members = set(held.filter(player__in=known).values_list("player_id", flat=True))
    return {pk: MemberFound(each, pk in members) for pk, each in known.items()}
