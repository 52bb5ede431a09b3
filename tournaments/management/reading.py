"""Read tournament files (TRF) for the commands; faults end the command."""

from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError

from ratings.files.wording import InvalidField
from ratings.imports.formats.trf.reading import ReadTournament, decoded, read_lines
from tournaments.formats.trf.field import faults_of
from tournaments.formats.trf.points import OddPointsError
from tournaments.formats.trf.wishes import PairingWishes, read_wishes

NO_FEDERATION = "NRS"
"""The format's own placeholder: no player is looked up by number, so any federation
will do.
"""


class TournamentFile:
    """The text of a file; `purpose` is what it is read for, such as `paired`."""

    def __init__(self, path: Path, purpose: str) -> None:
        self._purpose = purpose
        try:
            self.text, _sure = decoded(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path.name}: {error}") from error

    def tournament(self) -> ReadTournament:
        """Return the players with their games."""
        try:
            tournament = read_lines(self.text, NO_FEDERATION)
        except InvalidField as error:
            raise CommandError(str(error)) from error
        self._refuse(
            f"line {line}: {message}" for line, message in faults_of(tournament)
        )
        if not tournament.players:
            raise CommandError("no tournament file: there is no line 001 of a player")
        return tournament

    def wishes(self, number: int) -> PairingWishes:
        """Return the file's requests for the pairing of round `number`."""
        wishes = read_wishes(self.text, number)
        self._refuse(
            f"line {line}: it has not the columns of its kind" for line in wishes.unread
        )
        self._refuse(f"line {line}: it says too much" for line in wishes.too_much)
        return wishes

    def _refuse(self, faults: Iterable[str]) -> None:
        lines = list(faults)
        if lines:
            heading = f"The file cannot be {self._purpose} from."
            raise CommandError("\n".join([heading, *lines]))


def points_refused(odd: OddPointsError) -> str:
    """Return why the points of a file cannot be used."""
    return f"line {odd.line}: its points are no halves"
