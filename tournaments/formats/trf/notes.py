"""What is unexpected in a tournament file, or left out when its section is imported."""

from collections.abc import Collection, Iterator
from datetime import date

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.findings import findings_of
from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.trf.announced import TournamentAnnouncement
from tournaments.formats.trf.left_out import left_out
from tournaments.formats.trf.own_lines import OwnLines
from tournaments.formats.trf.wishes import PairingWishes

_TIE_BREAKS = noted("it names a tie-break that is not known here, and is left out")
TOO_MUCH = noted("it says more than a tournament can, and is left out")


def notes_of(
    text: str,
    tournament: ReadTournament,
    wishes: PairingWishes,
    rounds: Collection[int],
    own: OwnLines,
    announced: TournamentAnnouncement,
) -> tuple[tuple[int, FileMessage], ...]:
    """Return lines with what is unexpected in them or left out of them; `rounds` are
    those with boards.
    """
    found = {
        *_findings(tournament, rounds),
        *_of_wishes(wishes, announced),
        *own.unread,
    }
    if own.tie_breaks is None:
        found |= {(line, FileMessage(_TIE_BREAKS)) for line in announced.unknown}
    by_withdrawal = bool(own.withdrawn)
    left = left_out(text, tournament, wishes, points_are_of_withdrawals=by_withdrawal)
    return tuple(sorted(found | {*left}))


def _findings(
    tournament: ReadTournament, rounds: Collection[int]
) -> Iterator[tuple[int, FileMessage]]:
    for finding in findings_of(tournament, rounds, _accept_any_day):
        for detail in finding.details:
            yield detail.line, detail.message


def _accept_any_day(_day: date) -> None:
    """Accept any day: the file need not keep to the days of the planned tournament."""


def _of_wishes(
    wishes: PairingWishes, announced: TournamentAnnouncement
) -> Iterator[tuple[int, FileMessage]]:
    for line in wishes.unread:
        yield line, FileMessage(noted("it has not the columns of its kind"))
    for line in wishes.too_much:
        yield line, FileMessage(TOO_MUCH)
    for line in () if announced.last_accelerated else wishes.accelerated:
        yield (
            line,
            FileMessage(
                noted("accelerated points are for pairing only, and are left out")
            ),
        )
