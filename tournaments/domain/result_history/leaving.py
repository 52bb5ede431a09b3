"""Games of a round robin after a player has left: the rules settle them."""

from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import ROUND_ROBINS
from tournaments.models import Pairing
from tournaments.rules.results import Colour, Result


def refuse_after_leaving(pairing: Pairing, wanted: Result) -> None:
    """Refuse with `has_left_before` a result that says that a player played in a round
    after leaving: the rules settle that game. One that the board contains already may
    be corrected.
    """
    if pairing.section.format not in ROUND_ROBINS:
        return
    if not wanted.is_finished or Result(pairing.result).is_played:
        return
    for colour, entry in (
        (Colour.WHITE, pairing.white),
        (Colour.BLACK, pairing.black),
    ):
        if entry and entry.has_left(pairing.round) and not wanted.is_missed_by(colour):
            raise TournamentRefusal(
                "has_left_before",
                number=entry.pairing_number,
                left=entry.withdrawn_after,
                round=pairing.round,
            )
