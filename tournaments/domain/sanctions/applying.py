"""Applying for a tournament's sanction, and withdrawing the application."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext, written_by
from federation.enums import DISTRICT_ROLES
from federation.models import Role
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.letters import (
    notify_of_application,
    notify_of_withdrawal,
)
from tournaments.enums import NotEndorsed, SanctionState, SectionPoints
from tournaments.models import Sanction, SanctionSection, Section, Tournament
from tournaments.queries.reports import has_report
from tournaments.rules.sanctions.application import application_faults


@dataclass(frozen=True, slots=True)
class Application:
    """The organiser's application; `classes` by section id, for the sections with
    class movements.
    """

    kind: str
    arbiter: str
    prizes: str
    classes: Mapping[int, str] = field(default_factory=dict)


@transaction.atomic
def apply_for_sanction(
    tournament_id: int, application: Application, *, acting: ActionContext
) -> Sanction:
    """Apply for the sanction of a tournament, for the first time or again.

    Refusals: `sanction_minutes`, `sanction_no_class` or `sanction_points` if the
    tournament as it is planned cannot be sanctioned, `applied` while an application is
    under way.
    """
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    sanction = locked_sanction(tournament_id)
    if sanction is not None and sanction.is_under_way:
        raise TournamentRefusal("applied")
    classes = _known(tournament, application.classes)
    _refuse_impossible(tournament, classes)
    return _apply(tournament, sanction, application, classes, acting)


@transaction.atomic
def withdraw_application(tournament_id: int, *, acting: ActionContext) -> Sanction:
    """Withdraw an application, or a sanction that was given.

    What was applied for is kept, see `renew_application`. The district and the
    federation are notified if a sanction is withdrawn.

    Refusals: `state` once the tournament is over, and as `withdrawal_blocker` says.
    """
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    sanction = locked_sanction(tournament_id)
    blocker = withdrawal_blocker(sanction)
    if sanction is None or blocker:
        raise TournamentRefusal(blocker)
    was_given = sanction.state == SanctionState.SANCTIONED
    sanction.state = SanctionState.NONE
    write_sanction(sanction, acting)
    if was_given:
        sanction.tournament = tournament
        notify_of_withdrawal(sanction, acting)
    return sanction


def withdrawal_blocker(sanction: Sanction | None) -> str:
    """Return why an application cannot be withdrawn, "" if it can.

    `not_applied`; `paid` once the fee is; `sanction_used` if results were submitted
    under the sanction; and `sanction_started` once one of its sections has started:
    they are played for what was announced, and the fee is owed.
    """
    if sanction is None or not sanction.is_under_way:
        return "not_applied"
    if sanction.paid_at is not None:
        return "paid"
    if sanction.state != SanctionState.SANCTIONED:
        return ""
    if has_report(sanction.tournament_id):
        return "sanction_used"
    begun = sanction.sections.exclude(section__started_at=None)
    return "sanction_started" if begun.exists() else ""


@transaction.atomic
def renew_application(tournament_id: int, *, acting: ActionContext) -> Sanction:
    """Apply again with the same data after a withdrawal. Refusals: `not_taken_back`,
    and as `apply_for_sanction`.
    """
    lock_tournament(tournament_id, *EDITABLE_STATES)
    sanction = locked_sanction(tournament_id)
    if sanction is None or sanction.state != SanctionState.NONE:
        raise TournamentRefusal("not_taken_back")
    application = Application(
        sanction.kind,
        sanction.arbiter,
        sanction.prizes,
        dict(sanction.sections.values_list("section", "section_class")),
    )
    return apply_for_sanction(tournament_id, application, acting=acting)


def locked_sanction(tournament_id: int) -> Sanction | None:
    """Return the application, locked; the caller holds the tournament's lock."""
    rows = Sanction.objects.select_for_update().filter(tournament=tournament_id)
    return rows.first()


def write_sanction(sanction: Sanction, acting: ActionContext) -> None:
    """Write a sanction and increment its version; the caller holds its lock."""
    sanction.version += 1
    with written_by(acting.user_id):
        sanction.save()


def _known(
    tournament: Tournament, classes: Mapping[int, str]
) -> list[tuple[Section, str]]:
    """Return the tournament's own sections that are for a class."""
    return [
        (section, classes[section.pk])
        for section in tournament.sections.in_order()
        if classes.get(section.pk)
    ]


def _refuse_impossible(
    tournament: Tournament, classes: list[tuple[Section, str]]
) -> None:
    faults = application_faults(
        tournament.minutes,
        tournament.start_date,
        tournament.end_date,
        [named for _section, named in classes],
    )
    if faults:
        raise TournamentRefusal(f"sanction_{faults[0]}")
    if any(each.point_system != SectionPoints.USUAL for each, _named in classes):
        raise TournamentRefusal("sanction_points")


def _apply(
    tournament: Tournament,
    sanction: Sanction | None,
    application: Application,
    classes: list[tuple[Section, str]],
    acting: ActionContext,
) -> Sanction:
    applied = sanction or Sanction(version=0)
    applied.tournament = tournament
    applied.state = SanctionState.APPLIED
    applied.kind = application.kind
    applied.arbiter, applied.prizes = application.arbiter, application.prizes
    applied.start_date, applied.end_date = tournament.start_date, tournament.end_date
    applied.minutes = tournament.minutes
    applied.applied_by_id, applied.applied_at = acting.person_id, acting.at
    applied.not_endorsed = _not_endorsed(tournament, acting)
    applied.endorsed_by = applied.endorsed_at = None
    applied.decided_by = applied.decided_at = None
    applied.reason = applied.internal_reason = ""
    applied.fee_each = applied.invoice_date = None
    applied.full_clean(exclude=["tournament"])
    write_sanction(applied, acting)
    with written_by(acting.user_id):
        _write_sections(applied, classes)
    count_change(tournament)
    notify_of_application(applied, acting)
    return applied


def _write_sections(sanction: Sanction, classes: list[tuple[Section, str]]) -> None:
    sanction.sections.all().delete()
    for section, named in classes:
        SanctionSection.objects.create(
            sanction=sanction, section=section, section_class=named
        )
        section.gives_titles = True
        section.save(update_fields=["gives_titles"])


def _not_endorsed(tournament: Tournament, acting: ActionContext) -> str:
    """Return why no district endorses it: the district itself applies, or no other
    account than the applicant's holds an office there.
    """
    if tournament.organiser_id is None:
        return NotEndorsed.OWN
    officers = district_officers(tournament, timezone.localdate(acting.at))
    return "" if officers - {acting.user_id} else NotEndorsed.NO_OFFICER


def district_officers(tournament: Tournament, day: date) -> set[int]:
    """Return the ids of the accounts with an office in the tournament's district."""
    held = Role.objects.on(day).filter(
        kind__in=DISTRICT_ROLES,
        district_id=tournament.district_id,
        user__is_active=True,
    )
    return set(held.values_list("user_id", flat=True))
