"""The time to pair a round, in successive rounds of tournaments that the systems pair
themselves, and the Berger table of a large section.

    python -m bench.pairing

If `py4swiss` is installed (`requirements-bench.txt`), it is timed for comparison with
the Dutch system on the same file; its rules are those before 2026.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tournaments.formats.dutch.engine import pair_dutch
from tournaments.formats.dutch.file import write_dutch_file
from tournaments.rules.berger import schedule_round_robin
from tournaments.rules.pairing.dutch import dutch_field
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.paired import PairedRound
from tournaments.rules.pairing.systems import SYSTEMS
from tournaments.rules.results import Colour, Result
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

SEED, ROUND, RUNS = 1970, 7, 3
RESULTS = [Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN]
Pair = Callable[[Section, int], PairedRound]


def main() -> None:
    for name in SYSTEMS:
        for size in (1000, 2000):
            section = _section_played(_pure(name), size)
            seconds = _median(partial(_pure(name), section, ROUND))
            print(f"{name}, {size} players: {seconds:.3f} s")
    for size in (50, 200, 1000):
        section = _section_played(_pure("monrad"), size)
        ours, peer = _median(partial(_dutch, section)), _seconds_of_py4swiss(section)
        beside = f", py4swiss {peer:.2f} s" if peer else ""
        print(f"dutch, {size} players: {ours:.2f} s{beside}")
    seconds = _median(partial(schedule_round_robin, 100))
    print(f"Berger, 100 players: {seconds * 1000:.1f} ms")


def _pure(name: str) -> Pair:
    def pair(section: Section, number: int) -> PairedRound:
        return SYSTEMS[name](field_before_round(section, number))

    return pair


def _dutch(section: Section) -> PairedRound:
    return pair_dutch(dutch_field(section, ROUND, Colour.WHITE), seconds=300)


def _seconds_of_py4swiss(section: Section) -> float | None:
    """Return the seconds of py4swiss's whole process for the same round; None if it is
    not installed.
    """
    peer = shutil.which("py4swiss", path=Path(sys.executable).parent)
    if peer is None:
        return None
    text = write_dutch_file(dutch_field(section, ROUND, Colour.WHITE))
    for ours, theirs in (("142", "XXR"), ("152 W", "XXC white1")):
        text = text.replace(f"\n{ours}", f"\n{theirs}")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "round.trf"
        file.write_text(text.replace("192 FIDE_DUTCH_2026\n", ""))
        ask = [peer, "-t", file, "-p", Path(folder) / "pairs.txt"]
        return _median(partial(subprocess.run, ask, check=True))


def _median(act: Callable[[], object]) -> float:
    times = []
    for _run in range(RUNS):
        begun = perf_counter()
        act()
        times.append(perf_counter() - begun)
    return median(times)


def _section_played(pair: Pair, size: int) -> Section:
    random = Random(SEED)  # noqa: S311
    entries = tuple(Entry(number, number) for number in range(1, size + 1))
    boards: list[Board] = []
    for number in range(1, ROUND):
        section = Section(TournamentKind.SWISS, 9, entries, tuple(boards))
        paired = pair(section, number)
        boards += [
            Board(number, board.white, board.black, random.choice(RESULTS))
            for board in paired.boards
        ]
    return Section(TournamentKind.SWISS, 9, entries, tuple(boards))


if __name__ == "__main__":
    main()
