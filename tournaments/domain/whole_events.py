"""Tournaments that are rated as a whole: what each section's mean is, and what of it
has to be known before the results are sent in (LASK text, points 11 and 12).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ratings.enums import RatingMethod
from ratings.rules.lask.methods import pairs_without_game
from ratings.rules.lask.monrad import find_opponents_mean
from tournaments.domain.games import PlannedGame, ReportMaterial
from tournaments.models import Entry
from tournaments.queries.sheets import SectionSheet
from tournaments.rules.points import USUAL
from tournaments.rules.scores import count_section

ENTRY_BITS = 31
BOARDLESS = 1 << 2 * ENTRY_BITS
"""Above every board's key: two who have no board are named by their entries."""


def opponents_means(gathered: ReportMaterial) -> dict[int, int]:
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


def sections_without_mean(
    gathered: ReportMaterial,
) -> Iterator[tuple[SectionSheet, Entry | None]]:
    """Yield sections that need a mean and have none: with everybody who is not rated
    where that is why, with nobody in a Monrad tournament, which always needs one.
    """
    for sheet in _whole(gathered):
        if sheet.section.mean_rating is not None:
            continue
        if gathered.tournament.method == RatingMethod.MONRAD:
            yield sheet, None
            continue
        for entry in _unrated(gathered, sheet):
            yield sheet, entry


def sections_with_idle_mean(gathered: ReportMaterial) -> Iterator[SectionSheet]:
    """Concentrated sections that have a mean though all in them are rated: then it is
    computed, and nothing else is taken (point 11).
    """
    if gathered.tournament.method == RatingMethod.CONCENTRATED:
        for sheet in _whole(gathered):
            given = sheet.section.mean_rating is not None
            if given and sheet.is_round_robin and not list(_unrated(gathered, sheet)):
                yield sheet


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """Two of a section who have no game that is rated. `key` names them among the
    lines of the tournament; without a board, `round` and `board` are 0 and the day is
    the tournament's first.
    """

    key: int
    day: date
    round: int
    board: int
    white: Entry
    black: Entry


def empty_boards(gathered: ReportMaterial) -> Iterator[EmptyBoard]:
    """Yield everybody who meets nobody in a game that is rated, in concentrated
    sections whose mean the engine computes: it is that of the whole section (point 11),
    of whoever withdrew, stayed away or has a result that is not rated too.
    """
    if gathered.tournament.method != RatingMethod.CONCENTRATED:
        return
    for sheet in gathered.sheets:
        if sheet.is_round_robin and sheet.section.mean_rating is None:
            yield from _empty_boards(gathered, sheet)


def _empty_boards(
    gathered: ReportMaterial, sheet: SectionSheet
) -> Iterator[EmptyBoard]:
    met = {
        frozenset((game.white.pk, game.black.pk))
        for game in gathered.lines
        if game.section == sheet.section
    }
    boards = {
        frozenset((game.white.pk, game.black.pk)): game
        for game in gathered.games
        if game.section == sheet.section
    }
    for one, other in pairs_without_game(sheet.entry, met):
        game = boards.get(frozenset((one, other)))
        if game is None:
            key = BOARDLESS | one << ENTRY_BITS | other
            first_day = gathered.tournament.start_date
            two = sheet.entry[one], sheet.entry[other]
            yield EmptyBoard(key, first_day, 0, 0, *two)
        else:
            board = game.pairing
            yield EmptyBoard(board.pk, game.day, board.round, board.board, *game.sides)


def stands_for_opponent(gathered: ReportMaterial, game: PlannedGame) -> bool:
    """Return whether a mean replaces the numbers of the game's players, which then are
    not asked for.
    """
    is_whole = gathered.tournament.method != RatingMethod.GAMES
    return is_whole and game.section.mean_rating is not None


def _whole(gathered: ReportMaterial) -> tuple[SectionSheet, ...]:
    is_whole = gathered.tournament.method != RatingMethod.GAMES
    return gathered.sheets if is_whole else ()


def _unrated(gathered: ReportMaterial, sheet: SectionSheet) -> Iterator[Entry]:
    """Return who plays without a number; everybody in a section in which not all meet,
    as its mean cannot be computed from anybody's own games.
    """
    day = gathered.tournament.start_date
    known = gathered.bases([day])[day].known
    for entry in sheet.entries:
        is_rated = entry.player_id in known or entry.outside_rating is not None
        if not (is_rated and sheet.is_round_robin):
            yield entry


def _by_scores(
    gathered: ReportMaterial, sheet: SectionSheet, mean: int
) -> dict[int, int]:
    # By 1–½–0, whatever the section counts by: it is rated the same.
    scores = count_section(replace(sheet.in_rules, points=USUAL)).scores
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
