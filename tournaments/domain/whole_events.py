"""Tournaments that are rated as a whole: the mean of each section, and what has to be
known before the results are submitted (LASK text, points 11 and 12).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ratings.enums import RatingMethod
from ratings.rules.lask.monrad import find_opponents_mean
from ratings.rules.played import pairs_without_game
from tournaments.domain.report_material import PlannedGame, ReportMaterial
from tournaments.models import Entry
from tournaments.queries.section_results import SectionResults
from tournaments.rules.points import USUAL
from tournaments.rules.scores import count_section

ENTRY_BITS = 31
BOARDLESS = 1 << 2 * ENTRY_BITS
"""Added to keys above every board's key: a pair without a board has a key made of its
entries.
"""


def opponents_means(material: ReportMaterial) -> dict[int, int]:
    """Return the mean that replaces every opponent's number, by entry id.

    Empty for a tournament that is rated game by game. Sections without a mean rating
    are left out: the engine computes the mean of a concentrated section in which all
    are rated.

    In a Monrad tournament the mean follows from the section's mean and the opponents'
    scores; games that were not played do not count.
    """
    method = material.tournament.method
    if method == RatingMethod.GAMES:
        return {}
    means: dict[int, int] = {}
    for results in material.sections:
        mean = results.section.mean_rating
        if mean is None:
            continue
        if method == RatingMethod.MONRAD:
            means |= _by_scores(material, results, mean)
        else:
            means |= {entry.pk: mean for entry in results.entries}
    return means


def sections_without_mean(
    material: ReportMaterial,
) -> Iterator[tuple[SectionResults, Entry | None]]:
    """Yield the sections that need a mean and have none, with each player without a
    rating because of whom it is needed; with None in a Monrad tournament, which always
    needs one.
    """
    for results in _whole(material):
        if results.section.mean_rating is not None:
            continue
        if material.tournament.method == RatingMethod.MONRAD:
            yield results, None
            continue
        for entry in _unrated(material, results):
            yield results, entry


def sections_with_unused_mean(material: ReportMaterial) -> Iterator[SectionResults]:
    """Yield concentrated sections that have a mean although all in them are rated: then
    it is computed, and the given one is not used (point 11).
    """
    if material.tournament.method == RatingMethod.CONCENTRATED:
        for results in _whole(material):
            given = results.section.mean_rating is not None
            if (
                given
                and results.is_round_robin
                and not list(_unrated(material, results))
            ):
                yield results


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A pair of players of a section who have no rated game with each other.

    `key` identifies them among the lines of the tournament; without a board, `round`
    and `board` are 0 and the day is the tournament's first.
    """

    key: int
    day: date
    round: int
    board: int
    white: Entry
    black: Entry


def empty_boards(material: ReportMaterial) -> Iterator[EmptyBoard]:
    """Yield the pairs without a rated game with each other, in concentrated sections
    whose mean the engine computes.

    The mean is that of the whole section (point 11), including a player who withdrew,
    stayed away or has a result that is not rated.
    """
    if material.tournament.method != RatingMethod.CONCENTRATED:
        return
    for results in material.sections:
        if results.is_round_robin and results.section.mean_rating is None:
            yield from _empty_boards(material, results)


def _empty_boards(
    material: ReportMaterial, results: SectionResults
) -> Iterator[EmptyBoard]:
    met = {
        frozenset((game.white.pk, game.black.pk))
        for game in material.lines
        if game.section == results.section
    }
    boards = {
        frozenset((game.white.pk, game.black.pk)): game
        for game in material.games
        if game.section == results.section
    }
    for one, other in pairs_without_game(results.entry, met):
        game = boards.get(frozenset((one, other)))
        if game is None:
            key = BOARDLESS | one << ENTRY_BITS | other
            first_day = material.tournament.start_date
            two = results.entry[one], results.entry[other]
            yield EmptyBoard(key, first_day, 0, 0, *two)
        else:
            board = game.pairing
            yield EmptyBoard(board.pk, game.day, board.round, board.board, *game.sides)


def mean_replaces_opponents(material: ReportMaterial, game: PlannedGame) -> bool:
    """Return whether a mean replaces the numbers of the game's players, which are then
    not needed.
    """
    is_whole = material.tournament.method != RatingMethod.GAMES
    return is_whole and game.section.mean_rating is not None


def _whole(material: ReportMaterial) -> tuple[SectionResults, ...]:
    is_whole = material.tournament.method != RatingMethod.GAMES
    return material.sections if is_whole else ()


def _unrated(material: ReportMaterial, results: SectionResults) -> Iterator[Entry]:
    """Yield the entries without a number; all entries in a section in which not all
    meet, as its mean cannot be computed from any player's own games.
    """
    day = material.tournament.start_date
    known = material.bases([day])[day].known
    for entry in results.entries:
        is_rated = entry.player_id in known or entry.outside_rating is not None
        if not (is_rated and results.is_round_robin):
            yield entry


def _by_scores(
    material: ReportMaterial, results: SectionResults, mean: int
) -> dict[int, int]:
    # By 1–½–0, whatever the section's point system: the rating is the same.
    scores = count_section(replace(results.in_rules, points=USUAL)).scores
    quality: dict[int, int] = {}
    games: dict[int, int] = {}
    for game in material.lines:
        if game.section == results.section and game.result.is_played:
            for own, other in (game.sides, game.sides[::-1]):
                gained = scores[other.pk].half_points
                quality[own.pk] = quality.get(own.pk, 0) + gained
                games[own.pk] = games.get(own.pk, 0) + 1
    rounds = results.section.rounds
    return {
        entry: find_opponents_mean(mean, points, rounds, games[entry]).rating
        for entry, points in quality.items()
    }
