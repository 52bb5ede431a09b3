"""A second implementation of renju's correspondence ranking: one player, one paragraph.

Written only from the text, deliberately without ratings.rules. Tournaments
are finished; levels fall at the end of the month in which five years are full.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import floor

from tests.ratings.readings.book import MONTHS, Book, End, Event, periods

LOWEST, HIGHEST = 1, 20
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
UNIT = Fraction(15, 100)


class NeverSettles(Exception):
    """Article 4 §2 never settles on an entry ranking."""


@dataclass
class CardFacts:
    """A player's level, and the day from which the five years of 2 §5 are counted."""

    level: int
    since: date


def half_points(points: Fraction):
    """2 §2f: to the nearest half point, an exact quarter upwards; in half points."""
    return floor(points * 2 + HALF)


def norm(share: Fraction, level, mean, games):
    """2 §2e, rounded."""
    return half_points((share + UNIT * (level - mean)) * games)


def mean_of(levels):
    return Fraction(sum(levels), len(levels))


def clamped(own, other):
    """2 §2c."""
    return max(own - 3, min(own + 3, other))


def rough(book: Book, ends: list[End], levels):
    """4 §2: R0."""
    known = [end for end in ends if end.opponent in levels]
    if not known:
        return LOWEST
    share = Fraction(sum(end.half_points for end in known), 2 * len(known))
    index = mean_of([levels[end.opponent] for end in known]) + (share - HALF) / UNIT
    return max(LOWEST, min(HIGHEST, floor(index + HALF)))


def entry_after(ends: list[End], levels):
    """4 §2: R1 of one new player."""
    scored = sum(end.half_points for end in ends)
    mean = mean_of([levels[end.opponent] for end in ends])
    met = [
        level
        for level in range(LOWEST, HIGHEST + 1)
        if scored >= max(1, norm(HALF, level, mean, len(ends)))
    ]
    return max(met, default=LOWEST)


def entries(book: Book, ends_of, ranked):
    """Article 4: the entry rankings of all new players."""
    new = [player for player, ends in ends_of.items() if player not in ranked and ends]
    found = {player: rough(book, ends_of[player], ranked) for player in new}
    seen = []
    while found not in seen:
        seen.append(found)
        levels = ranked | found
        found = {player: entry_after(ends_of[player], levels) for player in new}
    if found != seen[-1]:
        raise NeverSettles
    return found


def obtained(own, ends: list[End], levels, *, top, first_time):
    """2 §2-§3 and 3 §4: P1, and whether the norm of the current level was met; None if
    the conditions of 3 §2 are not met.
    """
    near = [end for end in ends if levels[end.opponent] >= own - 3]
    if len(ends) < 7 or len(near) < 5:
        return None
    scored = sum(end.half_points for end in ends)
    mean = mean_of([clamped(own, levels[end.opponent]) for end in ends])
    most = HIGHEST if first_time else min(HIGHEST, own + 2)
    for level in range(most, own, -1):
        if scored >= norm(HALF, level, mean, len(ends)):
            return level
    if top or scored >= norm(QUARTER, own, mean, len(ends)):
        return own
    return max(LOWEST, own - 1)


def after_changes(p0, p1, p2):
    """2 §4."""
    if p1 >= p0:
        return max(p1, p2)
    return max(LOWEST, p2 - 1) if p2 >= p0 else p2


def confirms(level, own, ends: list[End], levels):
    """2 §5: whether the norm to obtain this level was met."""
    scored = sum(end.half_points for end in ends)
    mean = mean_of([clamped(own, levels[end.opponent]) for end in ends])
    return scored >= norm(HALF, level, mean, len(ends))


def points_of(event: Event):
    """Return all points of the tournament, including those without a game."""
    totals = dict.fromkeys(event.players, 0)
    for game in event.games:
        totals[game.white] += game.score
        totals[game.black] += 2 - game.score
    return totals


def months_later(day: date, months):
    month = day.month - 1 + months
    year, month = day.year + month // 12, month % 12 + 1
    last = (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    return date(year, month, min(day.day, last))


def years_later(day: date, years):
    return months_later(day, 12 * years)


def finished(event: Event, player):
    """3 §3: the games played, or still running three months after the start."""
    return [
        End(game.black, game.score, game, event)
        if game.white == player
        else End(game.white, 2 - game.score, game, event)
        for game in event.games
        if player in game[:2]
        and (game.played or game.day >= months_later(event.first, 3))
    ]


class Office:
    """All players' levels, now and on any day."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.cards: dict[int, CardFacts] = {}
        self.experienced: set[int] = set()
        self.log: list[tuple[date, int, int]] = []

    def write(self, ended: date, player, level, since) -> None:
        self.cards[player] = CardFacts(level, since)
        self.log.append((ended, player, level))

    def on(self, day: date):
        """Return the levels by the events that ended before a day."""
        return {player: level for ended, player, level in self.log if ended < day}

    def rate_month(self, last: date):
        """2 §5: lower by a unit the levels whose five years are full."""
        for player, card in list(self.cards.items()):
            level, since = card.level, card.since
            while level > LOWEST and years_later(since, 5) <= last:
                since, level = years_later(since, 5), level - 1
            if level != card.level:
                self.write(last, player, level, since)

    def rate_event(self, event: Event):
        """Articles 2 to 4 for a finished tournament."""
        ends_of = {player: finished(event, player) for player in event.players}
        ranked = {
            player: level
            for player, level in self.on(event.first).items()
            if player in ends_of
        }
        for player in ends_of:
            if (guest := self.book.guest(player)) is not None:
                ranked[player] = guest
        if len(ends_of) >= 5:
            self.book_event(event, ends_of, ranked)
        # 3 §4 is about a first tournament, whether the player is rated or not.
        self.experienced |= set(ends_of)

    def book_event(self, event: Event, ends_of, ranked):
        new = entries(self.book, ends_of, ranked)
        levels = ranked | new
        totals = points_of(event)
        later = self.on(months_later(event.first, 3))
        for player, ends in ends_of.items():
            if player >= self.book.members or player not in levels:
                continue
            own = levels[player]
            now = self.cards[player].level if player in self.cards else own
            p1 = own  # A new player's entry ranking is the final one (4 §3).
            if player not in new:
                top = totals[player] == max(totals.values())
                first_time = player not in self.experienced
                p1 = obtained(own, ends, levels, top=top, first_time=first_time)
            if p1 is None:
                level, met = now, False
            else:
                level = after_changes(later.get(player, own), p1, now)
                met = confirms(level, own, ends, levels)
            self.book_level(
                event.last, player, level, met=level == own if player in new else met
            )

    def book_level(self, day: date, player, level, *, met):
        """Store a level; a confirmed or fallen level restarts the five years."""
        card = self.cards.get(player, CardFacts(level, day))
        anew = met or level < card.level
        self.write(day, player, level, max(card.since, day) if anew else card.since)


def rate(book: Book):
    """Return every player's level after each tournament and month, in the order in
    which they end.
    """
    office = Office(book)
    # A level set by the office counts as confirmed on the last day of its month.
    _, confirmed = next(periods(book.first, book.last, MONTHS))
    for player, level in book.starts.items():
        office.write(book.first - timedelta(days=1), player, level, confirmed)
    steps = [(event.last, event.first, event) for event in book.events]
    steps += [
        (last, first, None) for first, last in periods(book.first, book.last, MONTHS)
    ]
    for last, _, event in sorted(steps, key=lambda step: step[:2]):
        if event is None:
            office.rate_month(last)
        else:
            office.rate_event(event)
        yield event, last, {p: card.level for p, card in office.cards.items()}
