"""Additional checks for a tournament that is rated as a whole."""

from collections.abc import Iterator

from ratings.enums import RatingMethod
from tournaments.domain.checks.findings import FindingRow, name_and_year
from tournaments.domain.report_material import ReportMaterial
from tournaments.domain.whole_events import (
    sections_with_unused_mean,
    sections_without_mean,
)


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
