"""Findings of the checks about a section, by kind."""

from datetime import date

from tournaments.domain.checks.all_checks import check_material
from tournaments.domain.checks.findings import FindingRow
from tournaments.domain.report_material import read_report_material
from tournaments.models import Section

LATER = date(2026, 6, 15)


def found_rows(
    of: Section, *, is_final: bool = True, today: date = LATER
) -> dict[str, list[FindingRow]]:
    of.tournament.refresh_from_db()
    material = read_report_material(of.tournament)
    findings = check_material(material, is_final=is_final, today=today)
    return {each.kind: list(each.rows) for each in findings.all}


def found(
    of: Section, *, is_final: bool = True, today: date = LATER
) -> dict[str, list[str]]:
    rows = found_rows(of, is_final=is_final, today=today)
    return {kind: [row.text for row in each] for kind, each in rows.items()}
