"""A second implementation of Scrabble's rating of 2004: one player, one game at a time.

Written only from the text, deliberately without ratings.rules.
"""

from fractions import Fraction
from math import erf, floor, sqrt

from tests.ratings.readings.book import Book

NEW = 1000
HALF = Fraction(1, 2)


def chance(own, other):
    """Return Phi of a hundredth of the difference, looked up with four decimals; the
    lower rated player has the remainder.
    """
    if own < other:
        return 1 - chance(other, own)
    phi = (1 + erf((own - other) / 100 / sqrt(2))) / 2
    return Fraction(floor(Fraction(phi) * 10_000 + HALF), 10_000)


def points(own, opponents, half_points):
    """Return the change of a player's rating by a tournament, in whole points."""
    expected = sum(chance(own, other) for other in opponents)
    change = 10 * (Fraction(half_points, 2) - expected)
    return floor(own + change + HALF) - own


def rate(book: Book):
    """Return every player's rating after each tournament, in the order in which they
    end.
    """
    log = [(None, {**book.starts})]
    for event in sorted(book.events, key=lambda each: (each.last, each.first)):
        before = {}
        for ended, ratings in log:
            if ended is None or ended < event.first:
                before |= ratings
        now = {
            player: rating for _, ratings in log for player, rating in ratings.items()
        }
        after, rows = {}, {}
        for player in range(book.members):
            ends = [
                end
                for end in book.ends(player, event.first, event.last)
                if end.event is event
            ]
            if not ends:
                continue
            own = before.get(player, NEW)
            others = [
                book.guest(end.opponent) or before.get(end.opponent, NEW)
                for end in ends
            ]
            scored = sum(end.half_points for end in ends)
            moved = points(own, others, scored)
            after[player] = now.get(player, NEW) + moved
            rows[player] = (after[player], len(ends), scored)
        log.append((event.last, after))
        yield event, rows
