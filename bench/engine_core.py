"""The SSF rules compared with the fastest peers, on the same games in memory.

    pip install -r requirements-bench.txt
    python bench/engine_core.py

Replays 10 million games of 1 million players in 60 periods with `rate_step`, and rates
the same games with evalica; elote, which is far slower, gets a tenth of them, once by
players' numbers as the others do and once as bouts between competitors looked up
beforehand; and a hundredth through its arena for a population known by identifiers. All
take turns, three times, and the median of each counts. A last row shows the rules with
everything that occurs in real lines: newcomers, guests, forfeits, short games,
districts that adopt the rules below 1200.
"""

import argparse
import gc
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from time import perf_counter

import evalica
import numpy as np
from elote import EloCompetitor, LambdaArena

sys.path.insert(0, str(Path(__file__).parents[1]))

from ratings.rules.calendar import THREE_PERIODS, CalendarPeriod, periods_between
from ratings.rules.outcomes import next_state
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import Decisions, Lines, State
from ratings.rules.systems import system

SEED = 2008
SSF = system("ssf_2008")
TARGETS = {"evalica.elo": 20, "elote": 80}


def periods_of(steps: int) -> tuple[CalendarPeriod, ...]:
    """Return the last `steps` periods before 2026, three a year."""
    first = date(2026 - -(-steps // len(THREE_PERIODS)), 1, 1)
    return periods_between(first, date(2025, 12, 31), THREE_PERIODS)[-steps:]


def plain_state(strength: np.ndarray) -> State:
    """Return a state in which everyone has the rating that suits their strength."""
    state = State.unknown(len(strength))
    return State(np.round(strength).astype(np.float32), state.last_played, state.adopts)


def pairs(
    games: int, players: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return pairs of players: a third of the players are active in a period, and meet
    their neighbours.
    """
    active = np.sort(rng.choice(players, players // 3, replace=False))
    place = rng.integers(0, len(active), games)
    step = rng.integers(1, 60, games)
    return active[place], active[(place + step) % len(active)]


def plain_lines(
    games: int, period: CalendarPeriod, strength: np.ndarray, rng: np.random.Generator
) -> Lines:
    """Return long games between members, with results by strength, a third of them
    drawn.
    """
    white, black = pairs(games, len(strength), rng)
    expected = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
    won = (rng.random(games) < expected).astype(np.int8) * 2
    score = np.where(rng.random(games) < 1 / 3, 1, won).astype(np.int8)
    days = rng.integers(period.span.first_day, period.span.last_day + 1, games)
    everybody, nothing = np.ones(games, np.bool_), np.full(games, np.nan)
    no_one_adopts, unknown = np.zeros(games, np.bool_), np.zeros(games, np.int16)
    return Lines(
        white=white,
        black=black,
        score=score,
        played=everybody,
        minutes=np.full(games, 120, np.int16),
        white_member=everybody,
        black_member=everybody,
        white_outside=nothing,
        black_outside=nothing,
        white_adopts=no_one_adopts,
        black_adopts=no_one_adopts,
        white_birth_year=unknown,
        black_birth_year=unknown,
        day=np.sort(days).astype(np.int32),
    )


def real_lines(plain: Lines, strength: np.ndarray, rng: np.random.Generator) -> Lines:
    """Return the same games with 3 % forfeits, 2 % guests, 10 % short games, and a
    third in adopting districts.
    """
    games, players = len(plain), len(strength)
    guest, adopts = rng.random(players) < 0.02, rng.random(players) < 1 / 3
    born = rng.integers(1935, 2015, players).astype(np.int16)
    outside = np.where(guest, np.round(strength), np.nan)
    return Lines(
        white=plain.white,
        black=plain.black,
        score=plain.score,
        played=rng.random(games) >= 0.03,
        minutes=np.where(rng.random(games) < 0.1, 60, 120).astype(np.int16),
        white_member=~guest[plain.white],
        black_member=~guest[plain.black],
        white_outside=outside[plain.white],
        black_outside=outside[plain.black],
        white_adopts=adopts[plain.white],
        black_adopts=adopts[plain.black],
        white_birth_year=born[plain.white],
        black_birth_year=born[plain.black],
        day=plain.day,
    )


def replay(state: State, steps: list[tuple[CalendarPeriod, Lines]]) -> State:
    """Rate every period, starting from the state after the previous one."""
    parameters = SsfParameters()
    nothing = Decisions.none(len(state.rating))
    for period, lines in steps:
        outcome = SSF.rate_step(lines, state, nothing, period.span, parameters)
        state = next_state(outcome, state)
    return state


def evalica_games(steps: list[tuple[CalendarPeriod, Lines]]) -> tuple[list, list, list]:
    """Return the games in the form that evalica reads."""
    winners = np.array([evalica.Winner.Y, evalica.Winner.Draw, evalica.Winner.X])
    white, black, score = (
        np.concatenate([getattr(lines, name) for _, lines in steps])
        for name in ("white", "black", "score")
    )
    return white.tolist(), black.tolist(), winners[score].tolist()


def by_row(steps: list[tuple[CalendarPeriod, Lines]]) -> Iterator[tuple[int, int, int]]:
    """Yield White, Black and score of each game."""
    for _, lines in steps:
        columns = lines.white.tolist(), lines.black.tolist(), lines.score.tolist()
        yield from zip(*columns, strict=True)


def rate_with_elote(games: list[tuple[EloCompetitor, EloCompetitor, int]]) -> None:
    """Play one bout after the other, with competitors looked up beforehand."""
    for white, black, score in games:
        if score == 2:
            white.beat(black)
        elif score == 1:
            white.tied(black)
        else:
            white.lost_to(black)


def rate_by_number(
    games: list[tuple[int, int, int]], competitors: list[EloCompetitor]
) -> None:
    """Play the games with players by number, as the others get them."""
    for white_number, black_number, score in games:
        white, black = competitors[white_number], competitors[black_number]
        if score == 2:
            white.beat(black)
        elif score == 1:
            white.tied(black)
        else:
            white.lost_to(black)


def rate_in_arena(games: list[tuple[int, int, float]]) -> None:
    """Play the games with elote's own arena of competitors."""
    arena = LambdaArena(lambda *_: None)
    for white, black, outcome in games:
        arena.matchup(white, black, outcome=outcome)


def timed(act: Callable[[], object]) -> float:
    """Return the seconds that the act takes; garbage is collected before, not during."""
    gc.collect()
    gc.disable()
    started = perf_counter()
    act()
    seconds = perf_counter() - started
    gc.enable()
    return seconds


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--periods", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    rng = np.random.default_rng(SEED)
    strength = np.clip(rng.normal(1500, 300, arguments.players), 700, 2800)
    size = arguments.games // arguments.periods
    plain = [
        (period, plain_lines(size, period, strength, rng))
        for period in periods_of(arguments.periods)
    ]
    real = [(period, real_lines(lines, strength, rng)) for period, lines in plain]
    known, unknown = plain_state(strength), State.unknown(arguments.players)
    white, black, winners = evalica_games(plain)
    competitors = [EloCompetitor(1500) for _ in range(arguments.players)]
    numbered = list(islice(by_row(plain), arguments.games // 10))
    at_hand = [(competitors[one], competitors[two], won) for one, two, won in numbered]
    by_id = [
        (one, other, won / 2)
        for one, other, won in islice(by_row(plain), arguments.games // 100)
    ]
    contestants: dict[str, tuple[int, Callable[[], object]]] = {
        "rate_step": (size * len(plain), lambda: replay(known, plain)),
        "evalica.elo": (len(white), lambda: evalica.elo(white, black, winners)),
        "elote": (len(numbered), lambda: rate_by_number(numbered, competitors)),
        "elote, at hand": (len(at_hand), lambda: rate_with_elote(at_hand)),
        "elote, arena": (len(by_id), lambda: rate_in_arena(by_id)),
        "rate_step, real lines": (size * len(real), lambda: replay(unknown, real)),
    }
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(arguments.rounds):
        for name, (_, act) in contestants.items():
            seconds[name].append(timed(act))
    report({name: (contestants[name][0], times) for name, times in seconds.items()})


def report(measured: dict[str, tuple[int, list[float]]]) -> None:
    """Print a table of speeds, and of how many times faster `rate_step` is."""
    speed = {
        name: games / statistics.median(times)
        for name, (games, times) in measured.items()
    }
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, NumPy {np.__version__}\n"
    )
    print(f"{'':24}{'games':>12}{'median s':>10}{'games/s':>14}{'ratio':>8}  target")
    for name, (games, times) in measured.items():
        ratio = speed["rate_step"] / speed[name]
        print(
            f"{name:24}{games:>12,}{statistics.median(times):>10.3f}"
            f"{speed[name]:>14,.0f}{ratio:>8.1f}  {TARGETS.get(name, '')}"
        )


if __name__ == "__main__":
    main()
