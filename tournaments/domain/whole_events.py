"""Tournaments that are rated as a whole: what each section's mean is, and what of it
has to be known before the results are sent in (LASK text, points 11 and 12).
"""

from collections.abc import Iterator

from ratings.enums import RatingMethod
from ratings.rules.lask.monrad import find_opponents_mean
from tournaments.domain.games import Gathered, PlannedGame
from tournaments.models import Entry
from tournaments.queries.sheets import Sheet


def opponents_means(gathered: Gathered) -> dict[int, int]:
    """Return the mean that replaces every opponent's number, by entry id; empty where
    the engine computes it itself (game by game, or for a concentrated section with all
    its ratings).

    In a Monrad tournament that follows from the section's mean and the opponents'
    scores; somebody's games that were not played count for nothing.
    """
    method = gathered.tournament.method
    if method == RatingMethod.GAMES:
        return {}
    means: dict[int, int] = {}
    for sheet in gathered.sheets:
        mean = sheet.section.mean_rating
        if mean is None:
            continue
        if method == RatingMethod.MONRAD:
            means |= _by_scores(gathered, sheet, mean)
        else:
            means |= {entry.pk: mean for entry in sheet.entries}
    return means


def sections_without_mean(gathered: Gathered) -> Iterator[tuple[Sheet, Entry | None]]:
    """Sections that need a mean and have none: with everybody who is not rated where
    that is why, with nobody in a Monrad tournament, which always needs one.
    """
    for sheet in _whole(gathered):
        if sheet.section.mean_rating is not None:
            continue
        if gathered.tournament.method == RatingMethod.MONRAD:
            yield sheet, None
            continue
        for entry in _unrated(gathered, sheet):
            yield sheet, entry


def sections_with_idle_mean(gathered: Gathered) -> Iterator[Sheet]:
    """Concentrated sections that have a mean though all in them are rated: then it is
    computed, and nothing else is taken (point 11).
    """
    if gathered.tournament.method == RatingMethod.CONCENTRATED:
        for sheet in _whole(gathered):
            given = sheet.section.mean_rating is not None
            if given and sheet.is_round_robin and not list(_unrated(gathered, sheet)):
                yield sheet


def stands_for_opponent(gathered: Gathered, game: PlannedGame) -> bool:
    """Whether a mean replaces the numbers of the game's players, which then are not
    asked for.
    """
    is_whole = gathered.tournament.method != RatingMethod.GAMES
    return is_whole and game.section.mean_rating is not None


def _whole(gathered: Gathered) -> tuple[Sheet, ...]:
    is_whole = gathered.tournament.method != RatingMethod.GAMES
    return gathered.sheets if is_whole else ()


def _unrated(gathered: Gathered, sheet: Sheet) -> Iterator[Entry]:
    """Return who plays without a number; everybody in a section in which not all meet,
    as its mean cannot be computed from anybody's own games.
    """
    day = gathered.tournament.start_date
    known = gathered.bases([day])[day].known
    for entry in sheet.entries:
        is_rated = entry.player_id in known or entry.outside_rating is not None
        if not (is_rated and sheet.is_round_robin):
            yield entry


def _by_scores(gathered: Gathered, sheet: Sheet, mean: int) -> dict[int, int]:
    scores = sheet.counted.scores
    quality: dict[int, int] = {}
    games: dict[int, int] = {}
    for game in gathered.lines:
        if game.section == sheet.section and game.result.is_played:
            for own, other in (game.sides, game.sides[::-1]):
                gained = scores[other.pk].half_points
                quality[own.pk] = quality.get(own.pk, 0) + gained
                games[own.pk] = games.get(own.pk, 0) + 1
    rounds = sheet.section.rounds
    return {
        entry: find_opponents_mean(mean, points, rounds, games[entry]).rating
        for entry, points in quality.items()
    }
