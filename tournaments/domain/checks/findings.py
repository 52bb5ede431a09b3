"""What the checks find, and how games and players are written in it."""

import re
from dataclasses import dataclass

from federation.enums import Visibility
from tournaments.domain.report_material import PlannedGame
from tournaments.enums import ERRORS, FindingKind
from tournaments.models import Entry
from tournaments.queries.wording import BOARD_TEXTS

BOARD = re.compile(r"\b\d+\.\d+\b")


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One row of a finding: the section's name, and the text.

    The text needs no translation: round.board, names as the public sees them, result,
    day.

    For a page to link to: `tournament` is another tournament concerned, `match` the
    team match, `unpaired` the section and the round without boards.
    """

    section: str
    text: str
    tournament: int | None = None
    match: int | None = None
    unpaired: tuple[int, int] | None = None

    @property
    def whole(self) -> str:
        """The section and the text, for a page that does not show the section
        separately.
        """
        return f"{self.section}: {self.text}" if self.section else self.text


@dataclass(frozen=True, slots=True)
class Finding:
    """All rows of one kind of finding."""

    kind: FindingKind
    rows: tuple[FindingRow, ...]

    @property
    def blocks(self) -> bool:
        """Whether this is an error; otherwise it is a warning that must be answered."""
        return self.kind in ERRORS


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings, in the order of `FindingKind`."""

    all: tuple[Finding, ...]

    @property
    def names_boards(self) -> bool:
        """Whether some row names a board as round.board."""
        rows = (row for finding in self.all for row in finding.rows)
        return any(BOARD.search(row.text) for row in rows)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that block the submission."""
        return tuple(finding for finding in self.all if finding.blocks)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that must be answered, one for each kind."""
        return tuple(finding for finding in self.all if not finding.blocks)


def game_row(
    game: PlannedGame, more: str = "", *, tournament: int | None = None
) -> FindingRow:
    """Return a row about one game, with `more` in brackets."""
    where = f"{game.pairing.round}.{game.pairing.board}"
    names = f"{public_name(game.white)} – {public_name(game.black)}"
    printed = str(BOARD_TEXTS[game.result])
    text = " ".join(filter(None, (where, names, printed, more and f"({more})")))
    return FindingRow(game.section.name, text, tournament)


def name_and_year(entry: Entry) -> str:
    """Return `public_name`, with the birth year if the full name is public."""
    has_year = entry.player.birth_year and is_public(entry)
    return (
        f"{public_name(entry)}, {entry.player.birth_year}"
        if has_year
        else public_name(entry)
    )


def public_name(entry: Entry) -> str:
    """Return the name as the public sees it, with the pairing number if the name is not
    shown in full.
    """
    if is_public(entry):
        return entry.player.full_name
    return f"{entry.player.public_name} ({entry.pairing_number})"


def is_public(entry: Entry) -> bool:
    """Return whether the full name is public; otherwise no check may reveal it."""
    return entry.player.visibility == Visibility.PUBLIC
