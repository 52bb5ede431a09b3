"""What the checks find, and how games and people are written in it."""

import re
from dataclasses import dataclass

from federation.enums import Visibility
from tournaments.domain.games import PlannedGame
from tournaments.enums import ERRORS, FindingKind
from tournaments.models import Entry
from tournaments.queries.wording import BOARD_TEXTS

BOARD = re.compile(r"\b\d+\.\d+\b")


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One thing found: the section's name, and what, in words that need no
    language: round.board, names as everybody may see them, result, day.

    `tournament`: another one that it is about, `match`: the team match, `unpaired`: the
    section and the round without boards, for a page to link to.
    """

    section: str
    text: str
    tournament: int | None = None
    match: int | None = None
    unpaired: tuple[int, int] | None = None

    @property
    def whole(self) -> str:
        """Both, for a reader who does not see the section separately."""
        return f"{self.section}: {self.text}" if self.section else self.text


@dataclass(frozen=True, slots=True)
class Finding:
    """Everything found of one kind."""

    kind: FindingKind
    rows: tuple[FindingRow, ...]

    @property
    def blocks(self) -> bool:
        """An error; otherwise it needs an answer."""
        return self.kind in ERRORS


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found, errors first, in the order of `FindingKind`."""

    all: tuple[Finding, ...]

    @property
    def names_boards(self) -> bool:
        """Whether some row names a board, as round.board."""
        rows = (row for finding in self.all for row in finding.rows)
        return any(BOARD.search(row.text) for row in rows)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What blocks the submission."""
        return tuple(finding for finding in self.all if finding.blocks)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What needs an answer, one for each kind."""
        return tuple(finding for finding in self.all if not finding.blocks)


def game_row(
    game: PlannedGame, more: str = "", *, tournament: int | None = None
) -> FindingRow:
    """Return a row about one game, with what else is to be said of it in brackets."""
    where = f"{game.pairing.round}.{game.pairing.board}"
    names = f"{called(game.white)} – {called(game.black)}"
    printed = str(BOARD_TEXTS[game.result])
    text = " ".join(filter(None, (where, names, printed, more and f"({more})")))
    return FindingRow(game.section.name, text, tournament)


def name_and_year(entry: Entry) -> str:
    """Return the name with the birth year, where everybody may see it."""
    is_told = entry.player.birth_year and is_public(entry)
    return f"{called(entry)}, {entry.player.birth_year}" if is_told else called(entry)


def called(entry: Entry) -> str:
    """Return the name as everybody may see it, with the pairing number where it is not
    shown in full.
    """
    if is_public(entry):
        return entry.player.full_name
    return f"{entry.player.public_name} ({entry.pairing_number})"


def is_public(entry: Entry) -> bool:
    """Return whether everybody may see the name: else a namesake would find it out."""
    return entry.player.visibility == Visibility.PUBLIC
