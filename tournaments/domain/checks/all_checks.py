"""The checks before a submission: errors block it, warnings must be answered."""

from datetime import date

from tournaments.domain.checks import completeness, days, people
from tournaments.domain.checks.findings import Finding, FindingRow, Findings
from tournaments.domain.checks.improbable import improbable_results
from tournaments.domain.checks.reported import reported_twice
from tournaments.domain.checks.thinking_time import too_short
from tournaments.domain.report_material import ReportMaterial
from tournaments.enums import FindingKind


def check_material(
    material: ReportMaterial, *, is_final: bool, today: date
) -> Findings:
    """Check a tournament's results as they would be submitted today.

    Sections that have not started, missing results and unconfirmed matches are reported
    only for a final report.
    """
    pairs, players = improbable_results(material)
    found: dict[FindingKind, list[FindingRow]] = {
        FindingKind.NOT_STARTED: list(completeness.sections_not_started(material))
        if is_final
        else [],
        FindingKind.NOTHING_PLAYED: list(completeness.nothing_played(material)),
        FindingKind.MISSING: list(completeness.missing_results(material))
        if is_final
        else [],
        FindingKind.UNCONFIRMED: list(completeness.unconfirmed(material))
        if is_final
        else [],
        FindingKind.TWO_IN_ROUND: list(completeness.two_in_round(material)),
        FindingKind.DATE_OUTSIDE: list(days.outside_days(material)),
        FindingKind.DATE_IN_FUTURE: list(days.games_to_come(material, today)),
        FindingKind.POOL_ENDED: list(days.games_after_pool(material)),
        FindingKind.OUTSIDE_UNRATED: list(people.outside_unrated(material)),
        FindingKind.MEMBER_UNRATED: list(people.members_unrated(material)),
        FindingKind.FIDE_WITHOUT_NUMBER: list(people.fide_without_number(material)),
        FindingKind.WHOLE_INTERIM: []
        if is_final
        else list(completeness.sent_before_the_end(material)),
        FindingKind.NO_MEAN: list(completeness.without_mean(material)),
        FindingKind.MEAN_GIVEN: list(completeness.with_unused_mean(material)),
        FindingKind.SUSPENDED: list(people.suspended(material)),
        FindingKind.NON_MEMBER: list(people.non_members(material)),
        FindingKind.PLAYER_TWICE: list(people.entered_twice(material)),
        FindingKind.NEAR_NAMESAKE: list(people.resembling_members(material)),
        FindingKind.IMPLAUSIBLE: pairs,
        FindingKind.FAR_FROM_EXPECTED: players,
        FindingKind.TOO_SHORT: list(too_short(material)),
        FindingKind.DAYS_FALL: list(days.rounds_out_of_order(material)),
        FindingKind.FULL_DAY: list(days.full_days(material)),
        FindingKind.REPORTED_TWICE: list(reported_twice(material)),
    }
    return Findings(
        tuple(Finding(kind, tuple(rows)) for kind, rows in found.items() if rows)
    )
