"""Standings with eight tie-breaks for 1,000 players and 11 rounds: `python -m bench.tie_breaks`.

A tournament with unplayed games of every kind is ranked from its boards: counting,
record, values with their working, places. Prints the median and the slowest run.
"""

from random import Random
from statistics import median
from time import process_time

from tournaments.queries.rating_tables import rating_tables
from tournaments.rules.results import Colour, Result, half_points
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.standings import rank_section
from tournaments.rules.tiebreaks.counted import record_of

PLAYERS, ROUNDS, RUNS = 1000, 11, 15
LISTS = {
    "FIDE 2026": (
        "buchholz_cut1_2026",
        "buchholz_2026",
        "median_buchholz_2026",
        "sonneborn_berger_2026",
        "direct_encounter_fide",
        "progressive_fide",
        "wins",
        "average_rating",
    ),
    "NSF 2017 and SSF 2008": (
        "median_buchholz_nsf",
        "buchholz_cut1_2009",
        "buchholz_2009",
        "average_rating_nsf",
        "progressive",
        "quality",
        "direct_encounter",
        "lots",
    ),
    "performances": (
        "performance",
        "perfect_performance",
        "average_performance",
        "average_buchholz_2026",
        "fore_buchholz_2026",
        "koya",
        "rounds_elected",
        "black_games",
    ),
}
RESULTS = (
    *[Result.WHITE_WIN] * 8, *[Result.DRAW] * 6, *[Result.BLACK_WIN] * 8,
    Result.FORFEIT_WHITE, Result.FORFEIT_BLACK, Result.DOUBLE_FORFEIT,
)  # fmt: skip


def invented_section() -> Section:
    """Return a section in which neighbours by score meet, from a seed; a twentieth of
    the players is absent in each round.
    """
    draw = Random(1)  # noqa: S311
    scores = dict.fromkeys(range(1, PLAYERS + 1), 0)
    boards = []
    for number in range(1, ROUNDS + 1):
        here = [player for player in scores if draw.random() > 1 / 20]
        here.sort(key=lambda player: (-scores[player], draw.random()))
        if len(here) % 2:
            boards.append(Board(number, here.pop(), None, Result.BYE))
        for white, black in zip(here[::2], here[1::2], strict=True):
            result = draw.choice(RESULTS)
            boards.append(Board(number, white, black, result))
            scores[white] += result.white_half_points
            scores[black] += half_points(result, Colour.BLACK)
    entries = tuple(Entry(n, n) for n in scores)
    return Section(TournamentKind.SWISS, ROUNDS, entries, tuple(boards))


def main() -> None:
    """Measure each list of eight tie-breaks."""
    section = invented_section()
    draw = Random(2)  # noqa: S311
    ratings = {entry.id: draw.randint(1200, 2600) for entry in section.entries}
    tables = rating_tables()
    for name, codes in LISTS.items():
        times = []
        for _ in range(RUNS):
            start = process_time()
            counted = count_section(section)
            record = record_of(counted, ratings=ratings, rating_tables=tables)
            rank_section(counted, codes, record)
            times.append(1000 * (process_time() - start))
        print(f"{name}: {median(times):.0f} ms, slowest {max(times):.0f} ms")


if __name__ == "__main__":
    main()
