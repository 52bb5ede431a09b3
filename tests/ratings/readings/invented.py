"""Random books of results, with numbers near the limits of each system."""

from collections import Counter
from datetime import date, timedelta
from itertools import combinations
from random import Random

from tests.ratings.readings.book import Book, Event, Game

DAY = timedelta(days=1)


def day_between(random: Random, first: date, last: date) -> date:
    return first + random.randint(0, (last - first).days) * DAY


def score(random: Random, edge: int = 0) -> int:
    """Return White's half points: the greater the edge, the more often White wins."""
    return max(0, min(2, random.choice([0, 0, 1, 1, 2, 2]) + edge))


def pair(random: Random, book: Book) -> tuple[int, int]:
    """Return two opponents, one of them a member."""
    one = random.randrange(book.members)
    other = random.choice([each for each in book.everybody if each != one])
    return (one, other) if random.random() < 0.5 else (other, one)


def casual(random: Random, book: Book, first: date, last: date, most: int) -> Event:
    """Return an event of a few games between random players on some days."""
    games = [
        Game(
            *pair(random, book),
            score(random),
            day_between(random, first, last),
            played=random.random() < 0.9,
        )
        for _ in range(random.randint(1, most))
    ]
    return Event(sorted(games, key=lambda game: game.day))


def section(random: Random, players, first: date, last: date, absent=0.1) -> Event:
    """Return a round robin with occasional missing games."""
    games = [
        Game(
            *random.sample(two, 2),
            score(random),
            day_between(random, first, last),
            played=random.random() >= absent,
        )
        for two in combinations(players, 2)
    ]
    return Event(sorted(games, key=lambda game: game.day))


def lask(random: Random) -> Book:
    first, last = date(1971, 9, 1), date(1973, 8, 31)
    members = random.randint(3, 6)
    book = Book(
        members,
        [random.randint(1500, 2300) for _ in range(random.randint(0, 2))],
        {player: random.randint(1400, 2400) for player in range(members)},
        [],
        first,
        last,
    )
    for _ in range(random.randint(4, 14)):
        begin = day_between(random, first, last - 20 * DAY)
        event = casual(random, book, begin, begin + random.choice([0, 9, 20]) * DAY, 6)
        event.games = [
            game._replace(minutes=random.choice([180, 180, 180, 179]))
            for game in event.games
        ]
        event.large = random.random() < 0.4
        book.events.append(event)
    for _ in range(random.randint(0, 3)):
        players = random.sample(book.everybody, random.randint(3, len(book.everybody)))
        begin = day_between(random, first, last)
        event = section(random, players, begin, begin)
        # Unfinished boards, or those whose result is not rated, are no games.
        rated = [game for game in event.games if random.random() < 0.85]
        event.games, event.members = rated or event.games[:1], tuple(players)
        book.events.append(event)
        book.events[-1].whole = True
        book.events[-1].large = random.random() < 0.5
    return book


def ssf(random: Random) -> Book:
    first, last = date(2019, 1, 1), date(2023, 12, 31)
    members = random.randint(3, 6)
    book = Book(
        members,
        [random.choice([801, 1190, 1500, 2199, 2210]) for _ in range(2)],
        {
            player: random.choice([790, 805, 990, 1190, 1205, 1700, 2190, 2200, 2210])
            for player in range(random.randint(1, members))
        },
        [],
        first,
        last,
        {player: random.choice([0, 1960, 2005, 2010]) for player in range(members)},
        frozenset(player for player in range(members) if random.random() < 0.5),
    )
    for _ in range(random.randint(3, 14)):
        # Days on which a year is full near a period start, and 29 February, are likely.
        begin = random.choice(
            [
                day_between(random, first, last - 20 * DAY),
                date(2020, 2, 29),
                date(random.randint(2019, 2022), random.choice([1, 5, 9]), 1),
                date(random.randint(2019, 2022), random.choice([1, 5, 9]), 1) - DAY,
            ]
        )
        begin = max(begin, first)
        event = casual(random, book, begin, begin + random.choice([0, 9]) * DAY, 6)
        event.games = [
            game._replace(minutes=random.choice([120, 120, 119, 60, 59]))
            for game in event.games
        ]
        book.events.append(event)
    return book


def fide(random: Random) -> Book:
    first, last = date(2023, 1, 1), date(2025, 12, 31)
    members = random.randint(4, 7)
    rated = range(random.randint(1, members - 2))
    book = Book(
        members,
        [random.choice([1400, 1550, 1800, 2100, 2500, 2700]) for _ in range(3)],
        {
            player: random.choice([1400, 1400, 1405, 1405, 1700, 2290, 2390, 2650])
            for player in rated
        },
        [],
        first,
        last,
        {
            player: random.choice([1970, 2005, 2006, 2007, 2012])
            for player in range(members)
        },
    )
    taken: Counter[date] = Counter()
    for _ in range(random.randint(5, 22)):
        month = date(random.randint(2023, 2025), random.randint(1, 12), 1)
        # No two events begin on one day: which was the first is never in doubt.
        begin = month + min(24, 4 * taken[month]) * DAY
        taken[month] += 1
        days = [begin + number * DAY for number in range(random.randint(1, 3))]
        games = [game for day in days for game in one_of_fide(random, book, day)]
        book.events.append(Event(games))
    return book


def one_of_fide(random: Random, book: Book, day: date) -> list[Game]:
    """Return games of various players, or an event of one, usually unrated, player."""
    if random.random() < 0.4:
        return casual(random, book, day, day, 5).games
    one, edge = book.members - 1 - random.randint(0, 1), random.choice([-2, -1, 0, 1])
    others = [*book.starts, *book.everybody[book.members :]]
    return [
        Game(
            one,
            random.choice([each for each in others if each != one]),
            score(random, edge),
            day,
        )
        for _ in range(random.randint(1, 5))
    ]


def glicko(random: Random) -> Book:
    first, last = date(2025, 1, 1), date(2025, 9, 30)
    members = random.randint(2, 5)
    book = Book(
        members,
        [random.randint(1200, 2200)] if random.random() < 0.5 else [],
        {0: 1700} if random.random() < 0.5 else {},
        [],
        first,
        last,
    )
    for _ in range(random.randint(1, 10)):
        begin = day_between(random, first, last - 15 * DAY)
        book.events.append(casual(random, book, begin, begin + 15 * DAY, 6))
    return book


def scrabble(random: Random) -> Book:
    first, last = date(2025, 1, 1), date(2025, 12, 31)
    members = random.randint(3, 7)
    book = Book(
        members,
        [random.randint(700, 1400)] if random.random() < 0.5 else [],
        {player: random.randint(650, 1450) for player in range(members // 2)},
        [],
        first,
        last,
    )
    for _ in range(random.randint(1, 7)):
        begin = day_between(random, date(2025, 2, 1), date(2025, 11, 1))
        ends = begin + random.choice([1, 30, 60, 90]) * DAY
        book.events.append(casual(random, book, begin, min(ends, last), 14))
    return book


def renju(random: Random) -> Book:
    first, last = date(2012, 1, 1), date(2021, 12, 31)
    members = random.randint(9, 11)
    middle = random.choice([2, 8, 11, 18])
    book = Book(
        members,
        [max(1, min(20, middle + random.randint(-2, 2)))],
        {
            player: max(1, min(20, middle + random.randint(-3, 3)))
            for player in range(members - random.randint(0, 3))
        },
        [],
        first,
        last,
    )
    for _ in range(random.randint(1, 5)):
        players = random.sample(book.everybody, random.choice([4, 8, 9, 10]))
        begin = day_between(random, date(2012, 2, 1), date(2019, 12, 31))
        ends = begin + random.choice([80, 200, 400]) * DAY
        book.events.append(section(random, players, begin, ends))
    return book
