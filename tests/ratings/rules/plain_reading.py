"""A second, slow implementation of the SSF rating rules: one player, one game at a
time.

Written only from the text, in whole half points and with calendar dates, and
deliberately without code of ratings.rules. Periods are those of 1 January, 1 May and
1 September.
"""

import math
from datetime import date, timedelta
from typing import NamedTuple

TABLE = [
    (0, 0), (11, 1), (34, 2), (57, 3), (80, 4), (103, 5), (127, 6), (152, 7),
    (179, 8), (208, 9), (237, 10), (271, 11), (309, 12), (353, 13), (410, 14),
    (500, 15),
]  # fmt: skip


class Row(NamedTuple):
    before: float | None
    start_from: str | None
    change: float
    bonus: float
    deduction: float
    after: float | None
    games: int
    score: int
    last_played: date | None
    adopts: bool
    touched: bool


def known(number):
    return None if math.isnan(number) else number


def half_up(number):
    return math.floor(number + 0.5)


def ends(games, player):
    """Return a player's played games: own side, the other side, own half points."""
    for row, game in enumerate(games):
        if not game.played:
            continue
        if game.white.player == player:
            yield row, game, game.white, game.black, game.score
        if game.black.player == player:
            yield row, game, game.black, game.white, 2 - game.score


def by_age(side, step):
    if side.born and step.first.year - side.born < 15:
        return 1000
    return 1300


def from_line(side, step):
    """Points 7 and 9: the rating that a line gives for an unrated player."""
    if known(side.outside) is not None:
        return half_up(side.outside), "outside"
    if side.member:
        return by_age(side, step), "default"
    return None, None


def at_hand(person):
    """Return the rating of the pool, or else a decided start rating."""
    if known(person.rating) is not None:
        return person.rating, "rating"
    if known(person.start) is not None:
        return half_up(person.start), "decision"
    return None, None


def base_of(step, player):
    base, origin = at_hand(step.people[player])
    if base is not None:
        return base, origin
    for _, _, own, _, _ in ends(step.games, player):
        if own.member:
            return from_line(own, step)
    return None, None


def opponent_number(step, side):
    number, _ = at_hand(step.people[side.player])
    return from_line(side, step)[0] if number is None else number


def half_points(base, opponent, score):
    """Points 3 and 4: the change, in half points."""
    k = max(k for low, k in TABLE if low <= abs(base - opponent))
    result = {2: 16, 1: 0, 0: -16}[score]
    change = result - k if base > opponent else result + k
    return change if base >= 2200 else 2 * change


def is_rated(game, own, base):
    """Point 6."""
    enough = 60 if own.adopts and base is not None and base < 1200 else 120
    return own.member and game.minutes >= enough


def bonus_of(running):
    """Below 1200; the running rating in half points."""
    if running < 2 * 1000:
        return 20
    return 10 if running < 2 * 1200 else 0


def next_start(day):
    """The first period start on or after a day."""
    while (day.month, day.day) not in ((1, 1), (5, 1), (9, 1)):
        day += timedelta(days=1)
    return day


def years_later(day, years):
    if (day.month, day.day) == (2, 29) and (day.year + years) % 4:
        return date(day.year + years, 2, 28)
    return date(day.year + years, day.month, day.day)


def years_booked(step, last_played):
    """Point 10: how many full years are booked where the next period starts."""
    booked_at = step.last + timedelta(days=1)
    full = [years_later(last_played, years) for years in (1, 2, 3)]
    return sum(next_start(day) == booked_at for day in full)


class Walk(NamedTuple):
    change: float
    bonus: float
    games: int
    score: int


def walk(step, player, base):
    """Rate all rated games of a player in sequence; sums in half points."""
    running, change, bonus, games, points = 2 * (base or 0), 0, 0, 0, 0
    for _, game, own, other, score in ends(step.games, player):
        if not is_rated(game, own, base):
            continue
        won = half_points(base, opponent_number(step, other), score)
        gets_bonus = own.adopts and not step.people[player].bonus_withheld
        extra = bonus_of(running) if gets_bonus else 0
        running += won + 2 * extra
        change, bonus = change + won, bonus + extra
        games, points = games + 1, points + score
    return Walk(change / 2, bonus, games, points)


def new_rating(person, base, gained, adopts):
    """Points 4 and 5: assessed, or the sum of all; half points rounded up; the floor
    last.
    """
    raw = None if base is None else base + gained + person.adjustment
    if known(person.assessed) is not None:
        raw = person.assessed
    if raw is None:
        return None
    return max(half_up(raw), 800) if adopts else half_up(raw)


def is_decided_about(person):
    begins = known(person.rating) is None and known(person.start) is not None
    return begins or person.adjustment or known(person.assessed) is not None


def rate(step, player):
    person, mine = step.people[player], list(ends(step.games, player))
    base, origin = base_of(step, player)
    walked = walk(step, player, base)
    if not walked.games and origin in ("outside", "default"):
        base = origin = None
    days = [game.day for _, game, *_ in mine]
    last_played = max([*days, person.last_played or date.min])
    last_played = None if last_played == date.min else last_played
    adopts = mine[-1][2].adopts if mine else person.adopts
    lost = 0
    if known(person.rating) is not None and last_played:
        lost = -50 * years_booked(step, last_played)
    moved = (last_played, adopts) != (person.last_played, person.adopts)
    touched = bool(walked.games or lost or moved or is_decided_about(person))
    gained = walked.change + walked.bonus + lost
    after = new_rating(person, base, gained, adopts and touched)
    return Row(
        base, origin, walked.change, walked.bonus, lost, after, walked.games,
        walked.score, last_played, adopts, touched,
    )  # fmt: skip


def unknown_opponents(step):
    """Point 7: the rows of rated sides whose opponent has no rating."""
    rows = {
        row
        for player in range(len(step.people))
        for row, game, own, other, _ in ends(step.games, player)
        if is_rated(game, own, base_of(step, player)[0])
        and opponent_number(step, other) is None
    }
    return tuple(sorted(rows))


def rate_all(step):
    return [rate(step, player) for player in range(len(step.people))]
