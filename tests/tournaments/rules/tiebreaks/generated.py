"""Random tournaments with unplayed games of every kind, by a seed."""

from itertools import combinations
from random import Random

from tests.tournaments.rules.tiebreaks.records import record

GAMES = ((2, 0), (1, 1), (0, 2))
FORFEITS = ((2, 0), (0, 2), (0, 0))
BYES = (("full_bye", 2), ("half_bye", 1), ("absent", 0), ("absent", 0))


def swiss(seed, *, unrated=False, points=(2, 1)):
    """Return a tournament of 4 to 14 players over 3 to 11 rounds, paired at random,
    with requested byes, single and double forfeits, withdrawals and late entries.
    """
    draw = Random(seed)  # noqa: S311
    size, rounds = draw.randint(4, 14), draw.randint(3, 11)
    unplayed = draw.choice((0.05, 0.2, 0.5))
    comes = {n: draw.choice((1, 1, 1, 1, 2, 3)) for n in range(1, size + 1)}
    goes = {
        n: draw.choice((rounds, rounds, rounds, draw.randint(1, rounds))) for n in comes
    }
    cells = {n: [] for n in comes}
    for number in range(1, rounds + 1):
        present = [n for n in comes if comes[n] <= number <= goes[n]]
        _play_round(draw, cells, present, unplayed, points)
    return record(cells, rounds, ratings=_ratings(draw, size, unrated=unrated))


def _play_round(draw, cells, present, unplayed, points):
    away = {n for n in present if draw.random() < unplayed / 2}
    paired = [n for n in present if n not in away]
    draw.shuffle(paired)
    by_player = dict.fromkeys(cells, ("absent", 0))
    for n in sorted(away):
        kind, halves = draw.choice(BYES)
        by_player[n] = (kind, points_of(halves, points))
    if len(paired) % 2:
        by_player[paired.pop()] = ("allocated_bye", points[0])
    for white, black in zip(paired[::2], paired[1::2], strict=True):
        by_player |= _board(draw, white, black, draw.random() < unplayed / 2, points)
    for n, cell in by_player.items():
        cells[n].append(cell)


def points_of(halves, points):
    return {2: points[0], 1: points[1], 0: 0}[halves]


def _board(draw, white, black, forfeit, points):
    kind = "forfeit" if forfeit else "played"
    of_white, of_black = draw.choice(FORFEITS if forfeit else GAMES)
    return {
        white: (kind, points_of(of_white, points), black, "w"),
        black: (kind, points_of(of_black, points), white, "b"),
    }


def round_robin(seed):
    """Return a round robin of 3 to 9 players with forfeits; of an odd number with byes."""
    draw = Random(seed)  # noqa: S311
    size = draw.randint(3, 9)
    forfeits = draw.choice((0, 0.1, 0.4))
    cells = {n: [] for n in range(1, size + 1)}
    for round_pairs in _everybody(size):
        by_player = dict.fromkeys(cells, ("absent", 0))
        for white, black in round_pairs:
            by_player |= _board(draw, white, black, draw.random() < forfeits, (2, 1))
        for n, cell in by_player.items():
            cells[n].append(cell)
    rounds = size if size % 2 else size - 1
    return record(
        cells, rounds, is_round_robin=True, ratings=_ratings(draw, size, unrated=False)
    )


def _everybody(size):
    """Return rounds in which all meet each other, by the circle method."""
    even = size + size % 2
    circle = list(range(1, even + 1))
    rounds = []
    for _ in range(even - 1):
        pairs = list(
            zip(circle[: even // 2], circle[: even // 2 - 1 : -1], strict=True)
        )
        rounds.append([pair for pair in pairs if max(pair) <= size])
        circle.insert(1, circle.pop())
    assert sum(map(len, rounds)) == len(list(combinations(range(size), 2)))
    return rounds


def _ratings(draw, size, *, unrated):
    return {
        n: draw.randint(1400, 2700)
        for n in range(1, size + 1)
        if not unrated or draw.random() > 0.2
    }
