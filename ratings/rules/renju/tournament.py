"""A whole correspondence tournament (Renju articles 2 to 4)."""

from collections.abc import Sequence

from ratings.rules.renju.checks import check_tournament
from ratings.rules.renju.conditions import tournament_obstacles
from ratings.rules.renju.levels import LOWEST, needs_board
from ratings.rules.renju.newcomers import find_entries
from ratings.rules.renju.ranked import Ruled, after_changes
from ratings.rules.renju.records import (
    InputGame,
    InputPlayer,
    RatedPlayer,
    RatedTournament,
)
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.table import find_table
from ratings.rules.renju.verdicts import TournamentSetting, Verdict, find_verdict


def rate_tournament(
    players: Sequence[InputPlayer],
    games: Sequence[InputGame],
    *,
    sanctioned: bool = True,
    finished: bool = True,
) -> RatedTournament:
    """Find entry rankings, norms and new rankings of a tournament's participants.

    `players` are all participants, also those who have finished no game; a pair may
    meet any number of times. Before all games have a result, or while the tournament
    is not `finished`, the result contains the norms for the games finished so far, and
    no ranking changes.

    Raises BadTournament, which names every invalid field. If the entry rankings of new
    players never settle, the result is the cycle and no player is rated.
    """
    check_tournament(players, games)
    table = find_table(players, games)
    entries = find_entries(players, table)
    if entries.cycle:
        return RatedTournament((), entries.cycle)
    obstacles = tournament_obstacles(
        len(players), table.unfinished, sanctioned=sanctioned, finished=finished
    )
    setting = TournamentSetting(table, entries, obstacles, table.most_points)
    rated = [_rate(player, row, setting) for row, player in enumerate(players)]
    return RatedTournament(tuple(rated))


def leave_unchanged(
    players: Sequence[InputPlayer],
    games: Sequence[InputGame],
    obstacles: tuple[RuleStep, ...],
) -> tuple[RatedPlayer, ...]:
    """Return all players unchanged, for a tournament that changes no ranking and has no
    entry rankings, so that norms cannot be computed.
    """
    meetings = find_table(players, games).meetings
    return tuple(
        RatedPlayer(
            id=player.id,
            before=player.level,
            entry=player.level,
            games=len(mine),
            score=sum(score for _, score in mine),
            total=0,
            obtain=(),
            keep=None,
            by_norms=None,
            holds=False,
            level=_present(player),
            confirmed=False,
            steps=obstacles,
        )
        for player, mine in zip(players, meetings, strict=True)
    )


def _rate(player: InputPlayer, row: int, setting: TournamentSetting) -> RatedPlayer:
    verdict = find_verdict(player, row, setting)
    level, steps = _conclude(player, verdict)
    return RatedPlayer(
        id=player.id,
        before=player.level,
        entry=verdict.entry,
        games=verdict.tally.games,
        score=verdict.tally.score,
        total=verdict.tally.total,
        obtain=verdict.obtain,
        keep=verdict.keep,
        by_norms=verdict.by_norms,
        holds=not verdict.obstacles,
        level=level,
        confirmed=_is_confirmed(player, verdict, level),
        steps=verdict.steps + steps,
    )


def _conclude(
    player: InputPlayer, verdict: Verdict
) -> tuple[int | None, tuple[RuleStep, ...]]:
    """Return the ranking after the tournament; unchanged if the norms do not apply."""
    present = _present(player)
    if verdict.obstacles or verdict.by_norms is None or verdict.entry is None:
        return present, verdict.obstacles
    level, steps = _after_tournament(player, verdict.entry, verdict.by_norms)
    if needs_board(level) and level > (present or 0):
        return _left_to_board(player, present, level, steps)
    return level, steps


def _present(player: InputPlayer) -> int | None:
    return player.at_end or player.at_three_months or player.level


def _left_to_board(
    player: InputPlayer, present: int | None, level: int, steps: tuple[RuleStep, ...]
) -> Ruled:
    """Return a rise, which is preliminary until the board has decided, and after that
    the board's decision; at least the level that the player had (1 §5).
    """
    decided = dict(player.board).get(level)
    if decided is None:
        return level, (*steps, RuleStep("board", level))
    final = max(decided, present or LOWEST)
    return final, (*steps, RuleStep("decided_by_board", final))


def _after_tournament(player: InputPlayer, entry: int, obtained: int) -> Ruled:
    p0 = player.at_three_months or entry
    p2 = player.at_end or p0
    if p0 != entry or p2 != entry:
        return after_changes(p0, obtained, p2)
    if player.level is None:
        return entry, (RuleStep("entry_is_final", entry),)
    return obtained, ()


def _is_confirmed(player: InputPlayer, verdict: Verdict, level: int | None) -> bool:
    """Return whether the level's obtain-norm is met, or the level is a new player's
    first (2 §5).
    """
    if verdict.obstacles or level is None:
        return False
    if player.level is None and level == verdict.entry:
        return True
    return bool(verdict.obtain) and verdict.obtain[level - 1] <= verdict.tally.score
