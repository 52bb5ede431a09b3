"""A second implementation of LASK's ledger of 1970: one player and one game at a time.

Written only from the regulation's text, deliberately without ratings.rules.
"""

from datetime import date
from fractions import Fraction
from math import floor

from tests.ratings.readings.book import Book, Event, periods

BASE_DATES = [(9, 1), (11, 1), (1, 1), (3, 1), (6, 1)]
# Table 3, and table 5: the smallest difference of each compensation.
LEAST = [0, 11, 34, 57, 80, 103, 127, 152, 179, 208, 237, 271, 309, 353, 410, 500]
DEDUCTIONS = {0: 27, 1: 20, 2: 14, 3: 9, 4: 5, 5: 2}
LONG = 60 * 3


def compensation(difference):
    return max(k for k, least in enumerate(LEAST) if abs(difference) >= least)


def worth(own, other, half_points):
    """Rankingregel 1: the points of one game."""
    for_result = {2: 16, 1: 0, 0: -16}[half_points]
    k = compensation(own - other)
    return for_result + k if own < other else for_result - k


def section_mean(event: Event, base):
    """Point 11: the mean of the whole section; halves are rounded up."""
    numbers = [Fraction(base[player]) for player in event.players]
    return floor(sum(numbers) / len(numbers) + Fraction(1, 2))


def worth_of_section(own, mean, results):
    """Formula 1: (points won - points lost) x 16 +- K x games."""
    won = Fraction(sum(results), 2)
    lost = len(results) - won
    k = compensation(own - mean)
    for_strength = k if own < mean else -k
    return (won - lost) * 16 + for_strength * len(results)


def of_period(book: Book, player, base, first, last):
    """Return the points of a period's games, their number and the half points."""
    ends = [end for end in book.ends(player, first, last) if end.game.minutes >= LONG]
    change = Fraction(0)
    for event in book.events:
        mine = [end for end in ends if end.event is event]
        if mine and event.whole:
            mean = section_mean(event, base)
            results = [end.half_points for end in mine]
            change += worth_of_section(base[player], mean, results)
            continue
        for end in mine:
            change += worth(base[player], base[end.opponent], end.half_points)
    return change, len(ends), sum(end.half_points for end in ends)


def season_of(last: date):
    """1 September to 31 May before the base date of 1 June."""
    return date(last.year - 1, 9, 1), date(last.year, 5, 31)


def deduction(book: Book, player, last: date):
    """Rule 6: in the base of 1 June."""
    if (last.month, last.day) != (5, 31):
        return 0
    entered = [
        end for end in book.ends(player, *season_of(last)) if end.game.minutes >= LONG
    ]
    return -DEDUCTIONS.get(len(entered), 0)


def bonus(book: Book, player, last: date):
    """Rule 11a: in the base of 1 September."""
    if (last.month, last.day) != (8, 31):
        return 0
    summer = book.ends(player, date(last.year, 6, 1), last)
    took_part = [end for end in summer if end.event.large and end.game.minutes >= LONG]
    return 16 if took_part else 0


def rate(book: Book):
    """Return every player's number after each period, and what it is made of."""
    standing = {player: book.guest(player) for player in book.everybody}
    standing |= book.starts
    for first, last in periods(book.first, book.last, BASE_DATES):
        base, rows = dict(standing), {}
        for player in range(book.members):
            change, games, score = of_period(book, player, base, first, last)
            extra = bonus(book, player, last)
            lost = deduction(book, player, last)
            standing[player] = base[player] + int(change) + extra + lost
            rows[player] = (standing[player], int(change), extra, lost, games, score)
        yield first, last, rows
