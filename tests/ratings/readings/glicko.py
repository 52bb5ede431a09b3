"""A second implementation of Glicko-2: Glickman's paper of 2022, one player at a time.

Written only from the paper, deliberately without ratings.rules. Periods are
months; a new deviation is at most that of an unrated player.
"""

from math import exp, log, pi, sqrt

from tests.ratings.readings.book import MONTHS, Book, periods

UNRATED = (1500.0, 350.0, 0.06)
TAU, EPSILON, SCALE = 0.5, 0.000001, 173.7178


def g(phi):
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def expected(mu, mu_j, phi_j):
    return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)))


def new_volatility(phi, sigma, v, delta):
    """Step 5."""
    a = log(sigma**2)

    def f(x):
        first = exp(x) * (delta**2 - phi**2 - v - exp(x))
        return first / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def after_games(own, games):
    """Steps 2 to 8 for a player with games: (opponent's rating and RD, score)."""
    rating, rd, sigma = own
    mu, phi = (rating - 1500) / SCALE, rd / SCALE
    others = [((r - 1500) / SCALE, d / SCALE, s) for r, d, s in games]
    seen = [
        (g(phi_j), expected(mu, mu_j, phi_j), score) for mu_j, phi_j, score in others
    ]
    v = 1 / sum(weight**2 * e * (1 - e) for weight, e, _ in seen)
    gained = sum(weight * (score - e) for weight, e, score in seen)
    sigma = new_volatility(phi, sigma, v, v * gained)
    phi_star = sqrt(phi**2 + sigma**2)
    phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    mu += phi**2 * gained
    return SCALE * mu + 1500, min(SCALE * phi, 350.0), sigma


def after_nothing(own):
    """Step 6 for a player without a game."""
    rating, rd, sigma = own
    return rating, min(SCALE * sqrt((rd / SCALE) ** 2 + sigma**2), 350.0), sigma


def rate(book: Book):
    """Return the values of every player with games after each month."""
    records = {player: (float(r), *UNRATED[1:]) for player, r in book.starts.items()}
    for first, last in periods(book.first, book.last, MONTHS):
        before, rows = dict(records), {}
        for player in range(book.members):
            ends = book.ends(player, first, last)
            if not ends:
                if player in before:
                    records[player] = after_nothing(before[player])
                continue
            games = [
                (*faced(book, before, end.opponent), end.half_points / 2)
                for end in ends
            ]
            records[player] = after_games(before.get(player, UNRATED), games)
            rows[player] = records[player]
        yield first, last, rows


def faced(book: Book, before, opponent):
    """Return rating and RD of an opponent; a guest counts as unrated."""
    guest = book.guest(opponent)
    if guest is not None:
        return float(guest), 350.0
    return before.get(opponent, UNRATED)[:2]
