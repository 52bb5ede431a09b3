"""A second implementation of SSF's rating of 2008 for whole histories: one player and
one game at a time, over years.

Written only from the regulation's text, deliberately without ratings.rules.
"""

from datetime import date, timedelta
from fractions import Fraction
from math import floor

from tests.ratings.readings.book import Book, periods
from tests.ratings.readings.lask import compensation

PERIOD_STARTS = [(1, 1), (5, 1), (9, 1)]
HALF = Fraction(1, 2)


def whole(number):
    """Point 4: half points are rounded up when the new period begins."""
    return floor(number + HALF)


def worth(own, other, half_points):
    """Points 3 and 4: the points of one game."""
    k = compensation(own - other)
    change = 16 * (half_points - 1) + (k if own < other else -k)
    return change * HALF if own >= 2200 else Fraction(change)


def start(born, year):
    """Point 9: beginners from about 15 years 1300, younger ones 1000."""
    return 1000 if born and year - born < 15 else 1300


def bonus(running):
    """Below 1200: by the rating that the player brings to the game."""
    if running < 1000:
        return 20
    return 10 if running < 1200 else 0


def years_later(day: date, years):
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 2, 28)


def years_lost(last_played: date | None, first: date, following: date):
    """Point 10: the years, at most three, that are full after one period start and not
    after the next.
    """
    if last_played is None:
        return 0
    full = [years_later(last_played, years) for years in (1, 2, 3)]
    return sum(first < day <= following for day in full)


class Ledger:
    """One player's period: the running rating, line by line."""

    def __init__(self, base, *, adopts):
        self.base, self.adopts = base, adopts
        self.change, self.bonus = Fraction(0), 0
        self.games = self.score = 0

    def needs(self):
        """Point 6 and Below 1200: the minutes that a game must last to be rated."""
        return 60 if self.adopts and self.base < 1200 else 120

    def enter(self, opponent, half_points):
        if self.adopts:
            self.bonus += bonus(self.base + self.change + self.bonus)
        self.change += worth(self.base, opponent, half_points)
        self.games += 1
        self.score += half_points


def rate(book: Book):
    """Return every member's rating after each period, and what it is made of."""
    standing = {member: book.starts.get(member) for member in range(book.members)}
    played: dict[int, date] = {}
    for first, last in periods(book.first, book.last, PERIOD_STARTS):
        base = {
            player: standing[player]
            if standing[player] is not None
            else start(book.born.get(player, 0), first.year)
            for player in standing
        }
        counts_as = {each: book.guest(each) for each in book.everybody} | base
        following, rows = last + timedelta(days=1), {}
        for player, before in list(standing.items()):
            ledger = Ledger(base[player], adopts=player in book.adopts)
            ends = book.ends(player, first, last)
            for end in ends:
                played[player] = max(end.game.day, played.get(player, end.game.day))
                if end.game.minutes >= ledger.needs():
                    ledger.enter(counts_as[end.opponent], end.half_points)
            lost = 0
            if before is not None:
                lost = -50 * years_lost(played.get(player), first, following)
            if before is not None or ledger.games:
                after = whole(base[player] + ledger.change + ledger.bonus + lost)
                recorded = ends or lost
                if player in book.adopts and player in played and recorded:
                    after = max(after, 800)
                standing[player] = after
            rows[player] = (
                standing[player], ledger.change, ledger.bonus, lost,
                ledger.games, ledger.score,
            )  # fmt: skip
        yield first, last, rows
