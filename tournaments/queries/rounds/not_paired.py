"""Players who have no part in a round, and why, to be shown below its boards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.queries.rounds.round_pairing import absent_in
from tournaments.queries.section_shown import RoundShown, SectionShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.queries.wording import Words


@dataclass(frozen=True, slots=True)
class NotPaired:
    player: ShownPlayer
    why: Words


def not_paired(shown: SectionShown, current: RoundShown) -> Sequence[NotPaired]:
    """Return the players who have withdrawn, and those who said beforehand that they
    miss the round and get no points for it, by number.

    Byes that give points are listed with the boards.
    """
    boards = (*current.boards, *current.granted)
    seated = {each for board in boards for each in (board.white, board.black)}
    unseated = [player for player in shown.players if player not in seated]
    if not current.boards or not unseated:
        return ()
    absent = absent_in(shown.section, current.number)
    reasons = ((player, _why(player, current.number, absent)) for player in unseated)
    return tuple(NotPaired(player, why) for player, why in reasons if why)


def _why(player: ShownPlayer, number: int, absent: Collection[int]) -> str:
    if player.entry.has_left(number):
        after = {"round": player.entry.withdrawn_after}
        return _("withdrew after round %(round)s") % after
    return _("absent, no point") if player.entry.pk in absent else ""
