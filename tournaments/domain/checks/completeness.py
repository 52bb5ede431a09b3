"""Checks that all sections, results and mean ratings are there, and that no player plays
twice in a round.
"""

from collections import Counter
from collections.abc import Iterator

from ratings.enums import RatingMethod
from tournaments.domain.checks.findings import (
    FindingRow,
    game_row,
    name_and_year,
    public_name,
)
from tournaments.domain.report_material import ReportMaterial
from tournaments.domain.whole_events import (
    sections_with_unused_mean,
    sections_without_mean,
)
from tournaments.queries.section_results import SectionResults


def sections_not_started(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the sections that are not started."""
    for section in material.tournament.sections.filter(started_at=None).in_order():
        yield FindingRow("", section.name)


def nothing_played(material: ReportMaterial) -> Iterator[FindingRow]:
    """Report the tournament if it has no result."""
    if not material.lines:
        yield FindingRow("", material.tournament.name)


def missing_results(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the boards without a result and the rounds without boards."""
    for results in material.sections:
        awaited = {
            (counted.board.round, counted.board.white)
            for counted in results.counted.boards
            if counted.is_awaited
        }
        for game in material.games:
            seat = (game.pairing.round, game.pairing.white_id)
            if game.section == results.section and seat in awaited:
                yield game_row(game)
        if results.section.pk not in material.leagues:
            yield from _rounds_without_boards(results)


def unconfirmed(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the team matches that are not confirmed: their games are not submitted."""
    for match in material.open_matches:
        text = f"{match.round}. {match.home} – {match.away}"
        yield FindingRow(match.section.name, text, match=match.pk)


def _rounds_without_boards(results: SectionResults) -> Iterator[FindingRow]:
    paired = {pairing.round for pairing in results.pairings}
    for number in range(1, results.section.rounds + 1):
        if number not in paired and not results.is_round_robin:
            unpaired = results.section.pk, number
            yield FindingRow(results.section.name, f"{number}.", unpaired=unpaired)


def two_in_round(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the players who have two boards in a round."""
    for results in material.sections:
        seats = Counter(
            (pairing.round, entry_id)
            for pairing in results.pairings
            for entry_id in (pairing.white_id, pairing.black_id)
            if entry_id is not None
        )
        for (number, entry_id), times in sorted(seats.items()):
            if times > 1:
                name = public_name(results.entry[entry_id])
                yield FindingRow(results.section.name, f"{number}. {name}")


def sent_before_the_end(material: ReportMaterial) -> Iterator[FindingRow]:
    """Report the tournament if it is rated as a whole."""
    if material.tournament.method != RatingMethod.GAMES:
        yield FindingRow("", material.tournament.name)


def without_mean(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the sections that need a mean rating, and the players without a rating in
    them.
    """
    for results, entry in sections_without_mean(material):
        yield FindingRow(results.section.name, name_and_year(entry) if entry else "")


def with_unused_mean(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the sections whose mean rating is given although it is computed."""
    for results in sections_with_unused_mean(material):
        yield FindingRow(results.section.name, str(results.section.mean_rating))
