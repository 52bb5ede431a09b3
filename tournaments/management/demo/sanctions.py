"""A tournament in every state of a sanction, with one fee paid and one unpaid."""

from datetime import date, timedelta
from decimal import Decimal

from tournaments.domain.sanctions.applying import Application, apply_for_sanction
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    refuse_application,
    return_application,
    sanction_tournament,
)
from tournaments.domain.sanctions.fees import TermsDraft, note_payment, set_terms
from tournaments.enums import SectionFormat
from tournaments.management.demo.calendar import LONG
from tournaments.management.demo.clock import acting
from tournaments.management.demo.people import HOME
from tournaments.management.demo.setting import (
    DemoSetting,
    TournamentPlan,
    accept,
    announce,
    play,
    submit,
)
from tournaments.models import Sanction, Tournament
from tournaments.queries.sanctions.invoices import invoice_of

DAY = timedelta(days=1)
FEE = Decimal(25)
BEGAN = timedelta(days=7)


def apply_for_sanctions(setting: DemoSetting, today: date) -> None:
    """Apply for sanctions. The terms apply to tournaments that begin from a week before
    today: those that the demo played before then move players between classes without a
    sanction.
    """
    first = today - BEGAN
    set_terms(
        TermsDraft(first, FEE, "Bankgiro 123-4567"),
        acting=acting(setting.cast.users["styrelse"].pk, first - 30 * DAY),
    )
    _create_waiting(setting, today)
    _create_answered(setting, today)
    _create_played(setting, today)


def _create_waiting(setting: DemoSetting, today: date) -> None:
    """Create a tournament without an application, one waiting for its district, and one
    waiting for the federation.
    """
    _planned(setting, "Springarens vårmästerskap", HOME, today + 60 * DAY)
    _applied(setting, "Springarens nyårsgrupper", HOME, today + 40 * DAY, today)
    _endorsed(setting, "Springarens vintergrupper", HOME, today + 50 * DAY, today)


def _create_answered(setting: DemoSetting, today: date) -> None:
    committee = acting(setting.cast.users["regelkommitte"].pk, today - DAY)
    returned = _endorsed(
        setting, "Springarens påskgrupper", HOME, today + 90 * DAY, today
    )
    return_application(
        returned.tournament_id,
        SanctionAnswer(
            returned.version,
            "Ange hur prispengarna fördelas om två spelare delar plats.",
            "Samma fråga som i fjol. Distriktet bör påminna klubben.",
        ),
        of_district=False,
        acting=committee,
    )
    refused = _endorsed(
        setting, "Springarens julgrupper", HOME, today + 30 * DAY, today
    )
    refuse_application(
        refused.tournament_id,
        SanctionAnswer(
            refused.version, "Två sanktionerade turneringar krockar samma helg."
        ),
        acting=committee,
    )
    given = _endorsed(
        setting, "Springarens fastegrupper", HOME, today + 70 * DAY, today
    )
    sanction_tournament(
        given.tournament_id, SanctionAnswer(given.version), acting=committee
    )


def _create_played(setting: DemoSetting, today: date) -> None:
    """Create two tournaments that are over and accepted: one paid, one not."""
    start = today - BEGAN
    for name, is_paid in (
        ("Springarens höstgrupper A", True),
        ("Springarens höstgrupper B", False),
    ):
        plan = _plan(setting, name, HOME, start)
        tournament = play(setting, plan)
        given = _sanctioned(setting, tournament, start - 20 * DAY)
        accept(
            setting,
            submit(setting, plan, tournament, plan.end + DAY),
            plan.end + 2 * DAY,
        )
        invoice = invoice_of(given)
        if is_paid and invoice is not None:
            note_payment(
                tournament.pk,
                invoice.total,
                acting=acting(setting.cast.users["styrelse"].pk, today - 2 * DAY),
            )


def _sanctioned(setting: DemoSetting, tournament: Tournament, day: date) -> Sanction:
    endorsed = _endorse(setting, _apply(setting, tournament, day), day)
    return sanction_tournament(
        tournament.pk,
        SanctionAnswer(endorsed.version),
        acting=acting(setting.cast.users["regelkommitte"].pk, day + 4 * DAY),
    )


def _endorsed(
    setting: DemoSetting, name: str, club: str, start: date, today: date
) -> Sanction:
    return _endorse(
        setting, _applied(setting, name, club, start, today), today - 6 * DAY
    )


def _endorse(setting: DemoSetting, applied: Sanction, day: date) -> Sanction:
    if not applied.waits_for_district:
        return applied
    return endorse_application(
        applied.tournament_id,
        SanctionAnswer(applied.version, "", "Vi känner arrangören väl."),
        acting=acting(setting.cast.users["distrikt"].pk, day + 2 * DAY),
    )


def _applied(
    setting: DemoSetting, name: str, club: str, start: date, today: date
) -> Sanction:
    return _apply(setting, _planned(setting, name, club, start), today - 6 * DAY)


def _apply(setting: DemoSetting, tournament: Tournament, day: date) -> Sanction:
    secretary = setting.cast.secretaries[tournament.organiser_id or 0]
    sections = tournament.sections.values_list("pk", flat=True)
    return apply_for_sanction(
        tournament.pk,
        Application(
            kind="other",
            arbiter="Berit Alm",
            prizes="Tre priser i varje grupp; ingen får två.",
            classes=dict.fromkeys(sections, "mixed"),
        ),
        acting=acting(secretary.pk, day),
    )


def _planned(setting: DemoSetting, name: str, club: str, start: date) -> Tournament:
    return announce(setting, _plan(setting, name, club, start))


def _plan(setting: DemoSetting, name: str, club: str, start: date) -> TournamentPlan:
    """Return a plan for eight players in a round robin over four days."""
    days = tuple(start + number // 2 * DAY for number in range(7))
    members = [
        each
        for each in setting.cast.members(setting.cast.clubs[club])
        if each.plays_on(days[0], days[-1])
    ]
    people = sorted(setting.random.sample(members, 8), key=lambda each: -each.strength)
    return TournamentPlan(
        name,
        club,
        start,
        days,
        *LONG,
        (("Grupp A", tuple(people)),),
        format=SectionFormat.ROUND_ROBIN,
        gives_titles=True,
    )
