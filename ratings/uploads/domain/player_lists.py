"""What imported player lists say of the players on a page, compared with the register."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.models import Player
from ratings.enums import MatchChoice
from ratings.imports.domain.players import (
    RegisterDifference,
    RegisteredPlayer,
    register_differences,
    with_register_data,
)
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.rosters import imported


@dataclass(frozen=True, slots=True)
class ListFacts:
    """A row of a player list: its line, club and start rating, and how it differs from
    the player of the register whom it is matched to.
    """

    line: int
    club: str
    start: int | None
    differences: Sequence[RegisterDifference]


def with_list_facts(
    file: ImportFile, some: Sequence[ImportPlayer]
) -> list[ListFacts | None]:
    """Return what the lists say of each player; None for players on no list."""
    if not file.listed:
        return [None] * len(some)
    places = {each.club_place for each in some if each.club_place is not None}
    named = ImportClub.objects.filter(file=file, place__in=places)
    clubs: dict[int | None, str] = dict(named.values_list("place", "name"))
    ids = [each.player_id for each in some if each.player_id]
    found = with_register_data(file.pool_id, Player.objects.filter(pk__in=ids))
    registered = {player.pk: facts for player, facts in found}
    return [_facts(each, clubs, registered) for each in some]


def _facts(
    row: ImportPlayer,
    clubs: Mapping[int | None, str],
    registered: Mapping[int, RegisteredPlayer],
) -> ListFacts | None:
    if row.line is None:
        return None
    player, held = imported(row, clubs), None
    if row.choice == MatchChoice.PLAYER:
        held = registered.get(row.player_id or 0)
    found = register_differences(player, held) if held else []
    return ListFacts(row.line, player.club, row.start_rating, found)
