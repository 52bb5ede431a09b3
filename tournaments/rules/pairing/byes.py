"""The player who rests in a round of an odd number of players (SSF §14 A 2 and B 4)."""

from collections.abc import Sequence

from tournaments.rules.pairing.field import PairingPlayer
from tournaments.rules.pairing.meetings import ForbiddenPairs
from tournaments.rules.pairing.paired import (
    NoPairingError,
    PairedBye,
    PassedOver,
    WhyNot,
)


def choose_bye(
    number: int, in_order: Sequence[PairingPlayer], meetings: ForbiddenPairs
) -> PairedBye | None:
    """Return the lowest placed player without an earlier bye, None if the number is
    even.

    If the others could not be paired it is the next lowest. Raises NoPairingError if no
    choice leaves a round that can be paired, or if no player may get the bye.
    """
    all_players = {player.id for player in in_order}
    if len(in_order) % 2 == 0:
        if not meetings.can_be_paired(all_players):
            raise _no_pairing(number, all_players, meetings)
        return None
    passed_over = []
    for player in reversed(in_order):
        if player.byes:
            had = PassedOver(player.id, WhyNot.HAD_BYE, player.byes[0])
            passed_over.append(had)
        elif meetings.can_be_paired(all_players - {player.id}):
            return PairedBye(player.id, tuple(passed_over))
        else:
            passed_over.append(PassedOver(player.id, WhyNot.REST_CANNOT_BE_PAIRED))
    if all(player.byes for player in in_order):
        raise NoPairingError(number, is_bye_missing=True)
    raise _no_pairing(number, all_players, meetings)


def _no_pairing(
    number: int, players: set[int], meetings: ForbiddenPairs
) -> NoPairingError:
    blocked = _blocked(players, meetings)
    is_kept_apart = meetings.keeps_apart(blocked or players)
    return NoPairingError(number, blocked, is_kept_apart=is_kept_apart)


def _blocked(players: set[int], meetings: ForbiddenPairs) -> list[int]:
    """Return the players who may meet no one at all."""
    return sorted(
        one
        for one in players
        if not any(meetings.may_meet(one, other) for other in players - {one})
    )
