"""The results of the norms for each participant, and whether they apply."""

from dataclasses import dataclass

from ratings.rules.renju.conditions import player_obstacles
from ratings.rules.renju.newcomers import RenjuEntries, rough_estimate
from ratings.rules.renju.norms import keep_norm, obtain_norms
from ratings.rules.renju.ranked import apply_norms
from ratings.rules.renju.records import InputPlayer
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.table import NormTally, ResultTable, tally_new, tally_ranked

LEAST_OF_NEW = 1
"""A new player's norm is at least half a point (4 §2)."""


@dataclass(frozen=True, slots=True)
class TournamentSetting:
    """What is common to all participants of a tournament."""

    table: ResultTable
    entries: RenjuEntries
    """Settled entry rankings, without a cycle."""
    obstacles: tuple[RuleStep, ...]
    """Why the tournament changes no ranking."""
    most_points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The norms of one participant; the fields are those of `RatedPlayer`."""

    entry: int | None
    tally: NormTally
    obtain: tuple[int, ...]
    keep: int | None
    by_norms: int | None
    steps: tuple[RuleStep, ...]
    obstacles: tuple[RuleStep, ...]
    """Why the norms do not apply; empty if they do."""


def find_verdict(player: InputPlayer, row: int, setting: TournamentSetting) -> Verdict:
    """Return the norms of the participant in that row."""
    if not setting.table.meetings[row]:
        return _without_games(player, setting)
    if player.level is None:
        return _on_new(player, row, setting)
    return _on_ranked(player, player.level, row, setting)


def _on_ranked(
    player: InputPlayer, own: int, row: int, setting: TournamentSetting
) -> Verdict:
    table = setting.table
    tally = tally_ranked(own, table.meetings[row], setting.entries.levels)
    by_norms, steps = apply_norms(
        own,
        tally,
        most_points=table.points[row] == setting.most_points,
        first_tournament=player.first_tournament,
    )
    if tally.moved:
        steps = (RuleStep("counted_as_three_away", count=tally.moved), *steps)
    return Verdict(
        entry=own,
        tally=tally,
        obtain=obtain_norms(tally.games, tally.total),
        keep=keep_norm(own, tally.games, tally.total),
        by_norms=by_norms,
        steps=steps,
        obstacles=setting.obstacles + player_obstacles(tally.games, tally.near),
    )


def _on_new(player: InputPlayer, row: int, setting: TournamentSetting) -> Verdict:
    levels = setting.entries.levels
    tally = tally_new(setting.table.meetings[row], levels)
    norms = obtain_norms(tally.games, tally.total)
    return Verdict(
        entry=levels[row],
        tally=tally,
        obtain=tuple([max(LEAST_OF_NEW, norm) for norm in norms]),
        keep=None,
        by_norms=levels[row],
        steps=_steps_of_new(player, row, tally, setting.entries),
        obstacles=setting.obstacles,
    )


def _steps_of_new(
    player: InputPlayer, row: int, tally: NormTally, entries: RenjuEntries
) -> tuple[RuleStep, ...]:
    if player.decided is not None:
        return (RuleStep("decided", player.decided),)
    newcomer = entries.newcomers[row]
    estimate = rough_estimate(newcomer)
    steps = (
        RuleStep("rough_estimate", estimate, newcomer.ranked_games),
        RuleStep("settled", entries.levels[row], entries.rounds),
    )
    if tally.score:
        return steps
    return (*steps, RuleStep("nothing_scored", entries.levels[row]))


def _without_games(player: InputPlayer, setting: TournamentSetting) -> Verdict:
    """Return the verdict without a finished game: the player is rated only by
    decision.
    """
    steps: tuple[RuleStep, ...] = ()
    obstacles = setting.obstacles
    if player.level is not None:
        obstacles += player_obstacles(0, 0)
    elif player.decided is not None:
        steps = (RuleStep("decided", player.decided),)
    else:
        obstacles += (RuleStep("no_finished_game"),)
    return Verdict(
        entry=player.level or player.decided,
        tally=NormTally(0, 0, 0),
        obtain=(),
        keep=None,
        by_norms=player.decided,
        steps=steps,
        obstacles=obstacles,
    )
