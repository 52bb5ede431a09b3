"""The renju calculator, with requests and answers as plain data for JSON."""

from fractions import Fraction
from typing import TypeAlias

from ratings.rules.renju.checks import WIN
from ratings.rules.renju.input import read_needs, read_tournament
from ratings.rules.renju.levels import LEVELS, level_text, needs_board
from ratings.rules.renju.needs import LevelNorm, find_needs
from ratings.rules.renju.records import Cycle, RatedPlayer
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.tournament import rate_tournament

Json: TypeAlias = dict[str, object]


def calculate(data: object) -> Json:
    """Return a tournament's norms and rankings, levels in English, scores in points.

    Takes `players` and `games`, and `sanctioned` (default: true):
    - a player has an `id` (text or whole number) and a `level` such as `3 kyu`, null
      for a new player; if applicable `at_three_months` and `at_end` (P0 and P2 of
      2 §4), `first_tournament` (3 §4) and `decided`, the committee's entry ranking
    - a game has `a`, `b` and the `score` of `a`, 0, 0.5 or 1, null while there is no
      result; if applicable `counts`, false for a game that does not count as finished
      (3 §3), and `key`, which must be unique among the games

    Returns `players`, in the order given, each with `mean` as an exact ratio, `games`,
    `score`, the norms `keep` and `obtain` of every level, `by_norms`, `holds`,
    `obtained`, `confirmed`, `needs_board` and `steps`; and `cycle`: null, or the
    players in it with their levels in each round, in which case no player is rated.

    Raises BadTournament; besides the codes there: not_an_object, not_a_list, missing,
    unknown_field, not_an_id, not_true_or_false.
    """
    read = read_tournament(data)
    rated = rate_tournament(read.players, read.games, sanctioned=read.sanctioned)
    return {
        "players": [_player(player) for player in rated.players],
        "cycle": _cycle(rated.cycle) if rated.cycle else None,
    }


def calculate_needs(data: object) -> Json:
    """Compute the scores that a player needs, levels in English, norms in points.

    Takes `level` (null for a new player), `opponents`, a list of levels with one for
    each game, and `first_tournament` (default: false). Returns `games`, `mean`, `keep`,
    `obtain` of the levels within reach, and `hindrances`.

    Raises BadTournament with the codes of `calculate`, and no_games.
    """
    read = read_needs(data)
    needs = find_needs(
        read.level, read.opponents, first_tournament=read.first_tournament
    )
    return {
        "games": needs.games,
        "mean": _ratio(needs.mean),
        "keep": _points(needs.keep),
        "obtain": [_norm(norm) for norm in needs.obtain],
        "hindrances": [_step(step) for step in needs.obstacles],
    }


def _player(player: RatedPlayer) -> Json:
    return {
        "id": player.id,
        "level": _level(player.before),
        "entry": _level(player.entry),
        "games": player.games,
        "score": _points(player.score),
        "mean": _ratio(player.mean),
        "keep": _points(player.keep),
        "obtain": [_norm(norm) for norm in map(LevelNorm, LEVELS, player.obtain)],
        "by_norms": _level(player.by_norms),
        "holds": player.holds,
        "obtained": _level(player.level),
        "confirmed": player.confirmed,
        "needs_board": player.level is not None and needs_board(player.level),
        "steps": [_step(step) for step in player.steps],
    }


def _cycle(cycle: Cycle) -> Json:
    return {
        "players": list(cycle.players),
        "rounds": [[level_text(level) for level in levels] for levels in cycle.rounds],
    }


def _step(step: RuleStep) -> Json:
    return {
        "paragraph": step.paragraph,
        "code": step.code,
        "level": _level(step.level),
        "count": step.count,
    }


def _norm(norm: LevelNorm) -> Json:
    return {"level": level_text(norm.level), "points": _points(norm.norm)}


def _level(level: int | None) -> str | None:
    return None if level is None else level_text(level)


def _points(half_points: int | None) -> float | None:
    return None if half_points is None else half_points / WIN


def _ratio(mean: Fraction | None) -> Json | None:
    if mean is None:
        return None
    return {"numerator": mean.numerator, "denominator": mean.denominator}
