"""The facts of imported player lists about the players on a page, compared with the
register.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.models import Player
from ratings.enums import MatchChoice
from ratings.imports.domain.players import (
    RegisterDifference,
    RegisteredPlayer,
    differences,
    standing_of,
)
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.rosters import imported


@dataclass(frozen=True, slots=True)
class ListFacts:
    """A row of a player list: its line, club and start rating, and what the register
    says differently of the player whom it is matched to.
    """

    line: int
    club: str
    start: int | None
    differences: Sequence[RegisterDifference]


def with_list_facts(
    file: ImportFile, some: Sequence[ImportPlayer]
) -> list[ListFacts | None]:
    """Return the facts of the lists about each player; None for players on no list."""
    if not file.listed:
        return [None] * len(some)
    places = {each.club_place for each in some if each.club_place is not None}
    named = ImportClub.objects.filter(file=file, place__in=places)
    clubs: dict[int | None, str] = dict(named.values_list("place", "name"))
    ids = [each.player_id for each in some if each.player_id]
    found = standing_of(file.pool_id, Player.objects.filter(pk__in=ids))
    standing = {player.pk: stands for player, stands in found}
    return [_facts(each, clubs, standing) for each in some]


def _facts(
    row: ImportPlayer,
    clubs: Mapping[int | None, str],
    standing: Mapping[int, RegisteredPlayer],
) -> ListFacts | None:
    if row.line is None:
        return None
    said, held = imported(row, clubs), None
    if row.choice == MatchChoice.PLAYER:
        held = standing.get(row.player_id or 0)
    found = differences(said, held) if held else []
    return ListFacts(row.line, said.club, row.start_rating, found)
