"""A literal, exhaustive implementation of the pairing rules, for a few players only."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product

from tournaments.rules.pairing.field import Field, PairingPlayer

Pairs = list[tuple[int, int]]


def monrad(field: Field) -> tuple[Pairs, int | None] | None:
    """Return boards as (white, black) and the bye by SSF §14 A, with backtracking."""
    for players, bye in _with_and_without_bye(field):
        pairs = _going_back(players)
        if pairs is not None:
            return [_monrad_colours(*pair) for pair in pairs], bye
    return None


def _with_and_without_bye(
    field: Field,
) -> Iterator[tuple[list[PairingPlayer], int | None]]:
    order = sorted(field.players, key=lambda p: (-p.half_points, p.number))
    if len(order) % 2 == 0:
        yield order, None
        return
    for resting in reversed(order):
        if not resting.byes:
            yield [p for p in order if p is not resting], resting.id


def _going_back(
    players: Sequence[PairingPlayer],
) -> list[tuple[PairingPlayer, PairingPlayer]] | None:
    if not players:
        return []
    first = players[0]
    for other in players[1:]:
        if other.id not in first.met:
            rest = _going_back([p for p in players[1:] if p is not other])
            if rest is not None:
                return [(first, other), *rest]
    return None


def _monrad_colours(higher: PairingPlayer, lower: PairingPlayer) -> tuple[int, int]:
    if higher.whites + len(higher.byes) < lower.whites + len(lower.byes):
        return higher.id, lower.id
    return lower.id, higher.id


def nordic(field: Field) -> tuple[Pairs, int | None] | None:
    """Return boards as (white, black) and the bye by SSF §14 B."""
    for players, bye in _with_and_without_bye(field):
        if _going_back(players) is not None:
            pairs = _group_by_group(players)
            return [_nordic_colours(field.round, *pair) for pair in pairs], bye
    return None


def _group_by_group(
    players: Sequence[PairingPlayer],
) -> list[tuple[PairingPlayer, PairingPlayer]]:
    below = [
        (points, player)
        for points, group in groupby(players, key=lambda p: p.half_points)
        for player in group
    ]
    done: list[tuple[list[PairingPlayer], list]] = []
    while below:
        points = below[0][0]
        group = [player for own, player in below if own == points]
        below = below[len(group) :]
        if len(group) % 2:
            met_all = [
                all(player.id in other.met for other in group) for _, player in below
            ]
            chosen = met_all.index(False) if False in met_all else 0
            group.append(below.pop(chosen)[1])
        while (paired := against_the_lower_half(group)) is None:
            if below:
                group += [player for _, player in below[:2]]
                below = below[2:]
            else:
                group = done.pop()[0] + group
        done.append((group, paired))
    return [pair for _, paired in done for pair in paired]


def against_the_lower_half(group: Sequence[PairingPlayer]):
    """Pair the halves: change first the order of the lower half, then the halves."""
    half = len(group) // 2
    upper, lower = range(half), range(half, len(group))
    exchanges = [
        (down, up)
        for number in range(half + 1)
        for down, up in product(
            combinations(reversed(upper), number), combinations(lower, number)
        )
    ]

    def change(exchange):
        down = [half - place for place in exchange[0]]
        up = [place - half + 1 for place in exchange[1]]
        return len(down), sum(down) + sum(up), down, up

    for down, up in sorted(exchanges, key=change):
        above = [p for p in range(len(group)) if (p < half) != (p in (*down, *up))]
        under = [p for p in range(len(group)) if p not in above]
        for order in permutations(under):
            pairs = [(group[a], group[b]) for a, b in zip(above, order, strict=True)]
            if all(one.id not in other.met for one, other in pairs):
                return pairs
    return None


def _nordic_colours(
    number: int, one: PairingPlayer, other: PairingPlayer
) -> tuple[int, int]:
    if one.whites < other.whites:
        return one.id, other.id
    if other.whites < one.whites:
        return other.id, one.id
    stronger, weaker = sorted((one, other), key=lambda p: p.number)
    white, black = (weaker, stronger) if number % 2 else (stronger, weaker)
    return white.id, black.id
