"""Every rating system on the same games in memory, compared with a fast peer.

    pip install -r requirements-bench.txt
    python -m bench.replay_systems

A history of 60 periods is rated by each system's own `rate_step`, with a known rating
for every player at the beginning: by period for systems that rate by period, tournament
after tournament for the others. This is what the engine calls, with the default numbers
of an edition. All take turns, three times, and the median of each counts; evalica, the
peer, rates the same games. Renju gets a hundredth of the games: its rules do not work
on columns.
"""

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import evalica
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.engine_core import evalica_games, periods_of, plain_lines, timed
from ratings.rules.calendar import CalendarPeriod
from ratings.rules.outcomes import next_state
from ratings.rules.step import Decisions, Lines, Span, State
from ratings.rules.systems import system, systems

SEED = 2008
TOURNAMENT = 270
"""Games of a tournament with 60 players."""
RENJU_TOURNAMENT = 66
"""Games of a round robin with twelve players."""
NUMBERS = {"lask_1970": {"minutes": 120}}
"""Numbers that differ from those of the system's text."""
PARAMETERS = {
    name: found.Parameters.from_json(NUMBERS.get(name, {}))
    for name, found in systems().items()
}
TARGETS = {
    "ssf_2008": 5_000_000, "lask_1970": 5_000_000, "elo": 5_000_000,
    "glicko2": 1_000_000, "scrabble": 5_000_000, "renju": 50_000,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with the rows of its players among all players, and its games by
    place.
    """

    rows: np.ndarray
    lines: Lines
    span: Span


def begun(name: str, strength: np.ndarray) -> State:
    """Return a state in which every player has had a rating for a long time."""
    of = system(name)
    state = State.unknown(len(strength), of.memory, fractional=of.fractional)
    rating = np.round(strength).astype(state.rating.dtype)
    return replace(state, rating=rating)


def replay(
    name: str, strength: np.ndarray, steps: list[tuple[CalendarPeriod, Lines]]
) -> State:
    """Rate period after period, each starting from the state after the previous one."""
    of, parameters = system(name), PARAMETERS[name]
    state, nothing = begun(name, strength), Decisions.none(len(strength))
    for period, lines in steps:
        outcome = of.rate_step(lines, state, nothing, period.span, parameters)
        state = next_state(outcome, state)
    return state


def tournaments(
    steps: list[tuple[CalendarPeriod, Lines]], size: int, players: int
) -> list[Tournament]:
    """Return the games in successive tournaments of this size, each among `players`
    neighbours.
    """
    made = []
    rng = np.random.default_rng(SEED)
    for period, lines in steps:
        count = len(lines) // size
        for number in range(count):
            part = lines.take(np.arange(number * size, (number + 1) * size))
            white, black = round_robin(size, players, rng)
            first = int(lines.white.max()) - players
            rows = int(rng.integers(0, first)) + np.arange(players)
            day = period.span.first_day + number * 100 // max(count, 1)
            made.append(
                Tournament(
                    rows, replace(part, white=white, black=black), Span(day, day)
                )
            )
    return made


def round_robin(
    size: int, players: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return `size` random pairs of these players."""
    one, other = np.triu_indices(players, 1)
    chosen = rng.permutation(len(one))[:size]
    return one[chosen], other[chosen]


def replay_tournaments(
    name: str, rating: np.ndarray, events: list[Tournament]
) -> np.ndarray:
    """Rate tournament after tournament by the system's step, with its own players only."""
    of, parameters, rating = system(name), PARAMETERS[name], rating.copy()
    nothing = Decisions.none(len(events[0].rows))
    memory = np.full((len(rating), len(of.memory)), np.nan) if of.memory else None
    played = State.unknown(len(rating)).last_played
    adopts = np.zeros(len(rating), np.bool_)
    for event in events:
        rows = event.rows
        held = None if memory is None else memory[rows]
        watched = len(of.watched_days(event.span))
        state = State(
            rating[rows], played[rows], adopts[rows], held, {}, rating[rows],
            np.repeat(rating[rows][:, None], watched, 1) if watched else None,
        )  # fmt: skip
        outcome = of.rate_step(event.lines, state, nothing, event.span, parameters)
        rating[rows], played[rows] = outcome.after, outcome.last_played
        if memory is not None:
            memory[rows] = outcome.memory
    return rating


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3_000_000)
    parser.add_argument("--players", type=int, default=300_000)
    parser.add_argument("--periods", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def main() -> None:
    options = read_arguments()
    rng = np.random.default_rng(SEED)
    strength = np.clip(rng.normal(1500, 300, options.players), 700, 2800)
    size = options.games // options.periods
    steps = [
        (period, plain_lines(size, period, strength, rng))
        for period in periods_of(options.periods)
    ]
    steps = [
        (period, replace(lines, event=np.arange(len(lines)) // TOURNAMENT))
        for period, lines in steps
    ]
    events = tournaments(steps, TOURNAMENT, 60)
    few = tournaments(steps, RENJU_TOURNAMENT, 12)[: options.games // 6600]
    white, black, winners = evalica_games(steps)
    scrabble = np.round((strength - 1500) / 4 + 1000).astype(np.float32)
    levels = np.clip(np.round((strength - 600) / 100), 1, 20).astype(np.float32)
    of_tournaments = {"scrabble": (scrabble, events), "renju": (levels, few)}
    contestants: dict[str, tuple[int, Callable[[], object]]] = {}
    for name, found in systems().items():
        if found.unit == "period":
            act = partial(replay, name, strength, steps)
            contestants[name] = size * len(steps), act
        else:
            arguments = of_tournaments.get(name, (strength, events))
            act = partial(replay_tournaments, name, *arguments)
            contestants[name] = sum(len(event.lines) for event in arguments[1]), act
    contestants["evalica.elo"] = len(white), lambda: evalica.elo(white, black, winners)
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(options.rounds):
        for name, (_, act) in contestants.items():
            seconds[name].append(timed(act))
    report({name: (contestants[name][0], times) for name, times in seconds.items()})


def report(measured: dict[str, tuple[int, list[float]]]) -> None:
    """Print a table of speeds, each as a multiple of the peer's."""
    speed = {
        name: games / statistics.median(times)
        for name, (games, times) in measured.items()
    }
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, NumPy {np.__version__}\n"
    )
    print(f"{'':24}{'games':>12}{'median s':>10}{'games/s':>14}{'× peer':>8}  wanted")
    for name, (games, times) in measured.items():
        ratio = speed[name] / speed["evalica.elo"]
        wanted = TARGETS.get(name)
        print(
            f"{name:24}{games:>12,}{statistics.median(times):>10.3f}"
            f"{speed[name]:>14,.0f}{ratio:>8.1f}  {f'{wanted:,}' if wanted else ''}"
        )


if __name__ == "__main__":
    main()
