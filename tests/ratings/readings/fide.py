"""A second implementation of FIDE's rules of October 2025: months, with first ratings.

Written only from FIDE Handbook B.02, 7 and 8, deliberately without ratings.rules.
One player and one game at a time.
"""

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import floor

from tests.ratings.readings.book import MONTHS, Book, End, Event, periods

# 8.1.2: the smallest difference of each hundredth from 50 on.
LEAST = [
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138,
    146, 154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291,
    303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
]  # fmt: skip
# 8.1.1: dp for p = 0.50, 0.51 … 1.00.
DP = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296,
    309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
]  # fmt: skip
FLOOR, MOST_AT_FIRST, HYPOTHETICAL = 1400, 2200, 1800
HALF = Fraction(1, 2)


@dataclass
class CardFacts:
    """FIDE's record of a player."""

    rating: int | None = None
    highest: int = 0
    career: int = 0
    had_an_event: bool = False
    waiting: list[tuple[date, list[tuple[int, int]]]] = field(default_factory=list)
    """For an unrated player: of each event the month's first day, and the opponents'
    ratings with the half points against them.
    """


def expected(own, other):
    """8.3.1 and 8.1.2."""
    difference = abs(own - other)
    if own < 2650:
        difference = min(difference, 400)
    better = Fraction(
        max(n for n, least in enumerate(LEAST) if difference >= least) + 50, 100
    )
    return better if own >= other else 1 - better


def coefficient(card: CardFacts, born, year, games):
    """8.3.3."""
    if card.highest >= 2400:
        k = 10
    elif (born and year - born <= 18 and card.highest < 2300) or card.career < 30:
        k = 40
    else:
        k = 20
    while k * games > 700:
        k -= 1
    return k


def away_from_zero(number: Fraction):
    """8.3.4."""
    rounded = floor(abs(number) + HALF)
    return rounded if number >= 0 else -rounded


def first_rating(results):
    """8.2.2 and 8.2.3, or None if it is not published."""
    if len(results) < 5:
        return None
    opponents = [rating for rating, _ in results] + [HYPOTHETICAL, HYPOTHETICAL]
    scored = Fraction(sum(half for _, half in results), 2) + 1
    p = floor(scored / len(opponents) * 100 + HALF)
    dp = DP[p - 50] if p >= 50 else -DP[50 - p]
    found = floor(Fraction(sum(opponents), len(opponents)) + dp + HALF)
    return min(found, MOST_AT_FIRST) if found >= FLOOR else None


def events_of(ends: list[End]) -> list[list[End]]:
    """Return the games of each event, the event that began first in front."""
    found: list[tuple[Event, list[End]]] = []
    for end in ends:
        for event, mine in found:
            if event is end.event:
                mine.append(end)
                break
        else:
            found.append((end.event, [end]))
    return [mine for _, mine in found]


def months_between(earlier: date, later: date):
    return (later.year - earlier.year) * 12 + later.month - earlier.month


def month_of_rated(card: CardFacts, born, first: date, results):
    """8.3: the change of a month, rounded once."""
    k = coefficient(card, born, first.year, len(results))
    won = [Fraction(half, 2) - expected(card.rating, r) for r, half in results]
    return away_from_zero(k * sum(won, Fraction(0)))


def month_of_unrated(card: CardFacts, first: date, events):
    """7.1.4 and 8.2.1; the first rating, if there is one."""
    for results in events:
        lost_all = not any(half for _, half in results)
        if card.had_an_event or not lost_all:
            card.waiting.append((first, results))
        card.had_an_event = True
    pooled = [
        each
        for month, results in card.waiting
        if months_between(month, first) < 26
        for each in results
    ]
    card.rating = first_rating(pooled) if events else None
    if card.rating is not None:
        # Disregarded or too old games have never been rated (8.3.3).
        card.waiting, card.career = [], card.career + len(pooled)


def rate(book: Book):
    """Return every player's rating after each month: None for unrated players."""
    cards = {player: CardFacts() for player in range(book.members)}
    for player, rating in book.starts.items():
        cards[player].rating = cards[player].highest = rating
    for first, last in periods(book.first, book.last, MONTHS):
        before = {player: card.rating for player, card in cards.items()}
        before |= {
            player: book.guest(player) for player in book.everybody[len(cards) :]
        }
        rows = {}
        for player, card in cards.items():
            events = [
                [(before[end.opponent], end.half_points) for end in ends]
                for ends in events_of(
                    [
                        end
                        for end in book.ends(player, first, last)
                        if before[end.opponent] is not None
                    ]
                )
            ]
            results = [each for event in events for each in event]
            rows[player] = rate_month(
                card, book.born.get(player), first, events, results
            )
        yield first, last, rows


def rate_month(card: CardFacts, born, first: date, events, results):
    """Return rating, change and number of rated games of a month."""
    change, games = None, 0
    if card.rating is None:
        month_of_unrated(card, first, events)
    else:
        change, games = month_of_rated(card, born, first, results), len(results)
        card.rating += change
        card.career += games
        if card.rating < FLOOR:
            # 7.2.1: afterwards treated like any other unrated player.
            card.rating, card.had_an_event = None, False
    card.highest = max(card.highest, card.rating or 0)
    return card.rating, change, games
