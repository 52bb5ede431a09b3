"""A calculator for any rating system: what some games change for one player, by the
system's own working (`System.explain_player`). It is used for every system that has no
calculator of its own.

    {"own": 1500, "games": [{"opponent": 1600, "score": 1}]}
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ratings.rules.explained import ExplainedGame, ExplainedStep
from ratings.rules.parameters import BadParameters, read_whole
from ratings.rules.plain_json import Json, points
from ratings.rules.protocol import System
from ratings.rules.reading import REQUEST, Readers, Reading, as_is, read_score
from ratings.rules.step import CannotCompute, Decisions, Lines, Span, State

HIGHEST_RATING = 9999
LONG_GAME = 24 * 60
"""Minutes: enough for any system that requires long games."""


def read_rating(value: object) -> int:
    """Return a rating in whole points; ValueError with the codes of `read_whole`."""
    return read_whole(value, 0, HIGHEST_RATING)


GAME: Readers = {"opponent": read_rating, "score": read_score}
PARTS: Readers = {"own": read_rating, "games": as_is}


@dataclass(frozen=True, slots=True)
class GamesCalculator:
    """The calculator of a system under its default parameters."""

    system: System[Any]

    def answer_json(self, data: object) -> Json:
        """Answer a request; raises BadParameters with every invalid part, or with
        no_answer if the system cannot rate the games.
        """
        own, games = _read(data)
        opponents = [game["opponent"] for game in games]
        state = State.unknown(
            len(games) + 1, self.system.memory, fractional=self.system.fractional
        )
        state.rating[:] = [own, *opponents]
        lines = _lines([game["score"] for game in games])
        # The tournament or the period is finished: all its games count.
        decisions, span = Decisions.none(len(games) + 1), Span(0, 0)
        arguments = (
            lines,
            state,
            decisions,
            span,
            self.system.Parameters.from_json({}),
        )
        try:
            step = self.system.explain_player(*arguments, 0)
        except CannotCompute as fault:
            raise BadParameters({REQUEST: "no_answer"}) from fault
        return _answer(own, opponents, step)


def _read(data: object) -> tuple[int, list[dict[str, Any]]]:
    reading = Reading()
    parts = reading.parts(REQUEST, data, PARTS)
    rows = reading.rows("games", parts["games"]) if "games" in parts else ()
    games = [reading.parts(path, game, GAME) for path, game in rows]
    if reading.errors:
        raise BadParameters(reading.errors)
    return parts["own"], games


def _lines(scores: Sequence[int]) -> Lines:
    size = len(scores)
    yes, no = np.ones(size, np.bool_), np.zeros(size, np.bool_)
    nothing, unknown = np.zeros(size, np.int16), np.full(size, np.nan, np.float32)
    return Lines(
        white=np.zeros(size, np.intp),
        black=np.arange(1, size + 1),
        score=np.array(scores, np.int8),
        played=yes,
        minutes=np.full(size, LONG_GAME, np.int16),
        white_member=yes,
        black_member=yes,
        white_outside=unknown,
        black_outside=unknown,
        white_adopts=no,
        black_adopts=no,
        white_birth_year=nothing,
        black_birth_year=nothing,
        day=np.zeros(size, np.int32),
        event=np.zeros(size, np.int64),
    )


def _answer(own: int, opponents: Sequence[int], step: ExplainedStep) -> Json:
    return {
        "own": own,
        "games": [_game(opponents[game.row], game) for game in step.games],
        "score": points(step.score),
        "change": step.change,
        "new_rating": step.after,
    }


def _game(opponent: int, game: ExplainedGame) -> Json:
    return {
        "opponent": opponent,
        "score": points(game.score),
        "rated": game.rated,
        "change": game.change,
        "paragraphs": list(game.paragraphs),
    }
