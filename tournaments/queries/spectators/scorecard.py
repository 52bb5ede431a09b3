"""One player's tournament: every round, and the next game."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from ratings.rules.event_performance import PerformanceGame
from tournaments.models import Pairing
from tournaments.queries.section_shown import (
    BoardShown,
    RoundShown,
    SectionShown,
    rating_of,
)
from tournaments.queries.standings.table import RowShown, ShownPlayer
from tournaments.queries.wording import BOARD_TEXTS, Words
from tournaments.rules.results import Colour, Result, cell_text, half_points

COLOUR_NAMES = {
    Colour.WHITE: _("White"),
    Colour.BLACK: _("Black"),
}


@dataclass(frozen=True, slots=True)
class GameShown:
    """A board of the player with the result that counts; without an opponent a bye."""

    round: int
    day: date | None
    board: BoardShown
    colour: Colour
    opponent: ShownPlayer | None

    @property
    def pairing(self) -> Pairing:
        return self.board.pairing

    @property
    def result(self) -> Result:
        return self.board.result

    @property
    def settled(self) -> Words:
        """How a withdrawal has settled it; empty for most boards."""
        return self.board.settled

    @property
    def colour_name(self) -> Words:
        return COLOUR_NAMES[self.colour] if self.opponent else ""

    @property
    def text(self) -> Words:
        """The player's own result: 1 ½ 0 + −."""
        if self.opponent is None or not self.result.is_finished:
            return BOARD_TEXTS[self.result]
        return cell_text(self.result, self.colour)

    @property
    def cell(self) -> Words:
        """The result column: without an opponent, what the bye is worth."""
        if self.opponent is None and self.result.is_finished:
            return cell_text(self.result, self.colour)
        return self.text

    @property
    def is_over_the_board(self) -> bool:
        """Whether it was played to the end."""
        return self.result.is_played and self.result.is_finished


@dataclass(frozen=True, slots=True)
class Scorecard:
    """`coming` is the next game to be played that the reader may see."""

    player: ShownPlayer
    row: RowShown
    games: tuple[GameShown, ...]
    coming: GameShown | None

    @property
    def met(self) -> list[PerformanceGame]:
        """The games over the board, with the ratings of the start."""
        return [
            PerformanceGame(
                own=rating_of(self.player.entry),
                opponent=rating_of(game.opponent.entry),
                score=half_points(game.result, game.colour),
            )
            for game in self.games
            if game.opponent and game.is_over_the_board
        ]


def scorecard_of(shown: SectionShown, entry_id: int) -> Scorecard:
    """Return the player's card in a section that has started."""
    row = next(row for row in shown.rows if row.player.entry.pk == entry_id)
    games = tuple(game for each in shown.rounds for game in _games(each, row.player))
    open_games = (
        game for game in games if game.opponent and game.board.counted.is_awaited
    )
    return Scorecard(row.player, row, games, next(open_games, None))


def _games(shown: RoundShown, player: ShownPlayer) -> Iterator[GameShown]:
    for board in (*shown.boards, *shown.granted):
        if player in (board.white, board.black):
            yield _game(shown, board, player)


def _game(shown: RoundShown, board: BoardShown, player: ShownPlayer) -> GameShown:
    is_white = board.white == player
    return GameShown(
        round=shown.number,
        day=board.pairing.finished_date or shown.day,
        board=board,
        colour=Colour.WHITE if is_white else Colour.BLACK,
        opponent=board.black if is_white else board.white,
    )
