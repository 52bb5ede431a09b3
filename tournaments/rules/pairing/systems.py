"""The federation's pairing systems, and avoiding pairs in all of them."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from tournaments.rules.pairing.field import Field
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.pairing.nordic import pair_nordic
from tournaments.rules.pairing.paired import NoPairingError, PairedRound

SYSTEMS: MappingProxyType[str, Callable[[Field], PairedRound]] = MappingProxyType(
    {"monrad": pair_monrad, "nordic": pair_nordic}
)


def pair_round(system: str, field: Field) -> PairedRound:
    """Return the next round by a system of `SYSTEMS`.

    Raises NoPairingError, and KeyError for an unknown system.
    """
    paired = avoid_pairs_if_possible(SYSTEMS[system], field)
    return replace(paired, scores=field.scores)


def avoid_pairs_if_possible(
    pair: Callable[[Field], PairedRound], field: Field
) -> PairedRound:
    """Pair the round without the avoided pairs if possible, otherwise as if there were
    none.

    Raises NoPairingError.
    """
    if not field.avoided:
        return pair(field)
    try:
        return pair(field.strictly_kept_apart)
    except NoPairingError:
        paired = pair(field.without_avoided)
    met = [
        (board.white, board.black)
        for board in paired.boards
        if frozenset((board.white, board.black)) in field.avoided
    ]
    return replace(paired, meetings_allowed=tuple(met))
