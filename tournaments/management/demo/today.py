"""A tournament in every state, around the day of the seeding."""

from dataclasses import replace
from datetime import date, timedelta

from ratings.ledger.domain.reports import hold_report, return_report
from ratings.models import RatingList
from tournaments.domain.phone.codes import PhoneCodeDraft, give_phone_code
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import enter_result
from tournaments.domain.submitting import correct_results
from tournaments.enums import (
    PhoneCodeKind,
    SectionFormat,
    SectionPairing,
    TournamentState,
)
from tournaments.management.demo.calendar import LONG, SWISS_TIE_BREAKS
from tournaments.management.demo.clock import acting, evening
from tournaments.management.demo.congress import open_congress
from tournaments.management.demo.league import play_league
from tournaments.management.demo.people import HOME, DemoPlayer
from tournaments.management.demo.setting import (
    DRAW,
    WIN,
    DemoSetting,
    TournamentPlan,
    accept,
    announce,
    play,
    submit,
)
from tournaments.models import Pairing, Tournament

DAY = timedelta(days=1)
PHONE_CODE = "SCHAK-23456"


def create_open_work(setting: DemoSetting, today: date) -> None:
    """Create everything that a user who signs in today finds on their desk."""
    weekend = [today - 4 * DAY, today - 4 * DAY, today - 3 * DAY, today - 3 * DAY]
    _create_in_preparation(setting, today)
    open_congress(setting, today)
    _create_in_progress(setting, today)
    _create_not_submitted(setting, weekend)
    _create_waiting(setting, weekend)
    _create_held(setting, weekend)
    _create_returned(setting, weekend)
    _create_interim(setting, today)
    _create_cancelled(setting, today)
    _corrected_after_approval(setting, today)
    play_league(setting, today)


def _plan(
    setting: DemoSetting, name: str, club: str, days: list[date], size: int
) -> TournamentPlan:
    members = [
        each
        for each in setting.cast.members(setting.cast.clubs[club])
        if each.plays_on(days[0], days[-1])
    ]
    return _open(name, club, days, setting.random.sample(members, size))


def _open(
    name: str, club: str, days: list[date], people: list[DemoPlayer]
) -> TournamentPlan:
    strongest_first = tuple(sorted(people, key=lambda each: -each.strength))
    return TournamentPlan(
        name,
        club,
        days[0],
        tuple(days),
        *LONG,
        (("Öppen grupp", strongest_first),),
        format=SectionFormat.BOARDS,
        tie_breaks=SWISS_TIE_BREAKS,
    )


def _create_in_preparation(setting: DemoSetting, today: date) -> None:
    days = [today + (14 + 7 * number) * DAY for number in range(5)]
    announce(setting, _plan(setting, "Springarens adventsturnering", HOME, days, 12))


def _create_in_progress(setting: DemoSetting, today: date) -> None:
    """Play tournaments into their third round, which is paired and not played, each
    with a different pairing system.
    """
    days = [today + 7 * number * DAY for number in (-2, -1, 0, 1, 2)]
    for name, club, size, system in (
        ("Springarens torsdagsserie", HOME, 17, SectionPairing.MONRAD),
        ("Ronnebys höstserie", "Ronneby", 12, SectionPairing.NORDIC),
        ("Älvstrandens schweizer", "Älvstranden", 14, SectionPairing.DUTCH_2026),
    ):
        plan = replace(
            _plan(setting, name, club, days, size),
            pairing_system=system,
            paired_ahead=7 * DAY,
        )
        tournament = play(setting, plan, until=today - DAY)
        if club == HOME:
            _give_out_codes(setting, tournament, today)


def _give_out_codes(setting: DemoSetting, tournament: Tournament, today: date) -> None:
    """Give out phone codes; the README quotes the first."""
    section = tournament.sections.get()
    secretary = setting.cast.secretaries[setting.cast.clubs[HOME].pk]
    until = evening(today + 300 * DAY)
    for draft, plain in (
        (PhoneCodeDraft("Medhjälpare", until), PHONE_CODE),
        (PhoneCodeDraft("Bord 1–3", until, 1, 3), ""),
        (PhoneCodeDraft("Vice tävlingsledare", until, kind=PhoneCodeKind.DEPUTY), ""),
    ):
        give_phone_code(
            section.pk, draft, acting=acting(secretary.pk, today - DAY), plain=plain
        )


def _create_not_submitted(setting: DemoSetting, weekend: list[date]) -> None:
    play(setting, _plan(setting, "Springarens novemberhelg", HOME, weekend, 14))


def _create_waiting(setting: DemoSetting, weekend: list[date]) -> None:
    """Create two reports in the inbox: one plain, one with answered warnings."""
    plain = _plan(setting, "Rokadträffen", "Ronneby", weekend, 12)
    submit(setting, plain, play(setting, plain), weekend[-1] + DAY)
    guests = setting.cast.guests[:2]
    former = [each for each in setting.cast.people if each.left][:2]
    members = _plan(setting, "", "Älvstranden", weekend, 14).sections[0][1]
    mixed = _open(
        "Älvstrandens öppna", "Älvstranden", weekend, [*members, *guests, *former]
    )
    submit(setting, mixed, play(setting, mixed), weekend[-1] + DAY)


def _create_held(setting: DemoSetting, weekend: list[date]) -> None:
    plan = _plan(setting, "Malmfältsmötet", "Malmfälten", weekend, 10)
    report = submit(setting, plan, play(setting, plan), weekend[-1] + DAY)
    hold_report(
        report.pk,
        "Två deltagare tycks ha fått varandras resultat i rond 3. Vi väntar på"
        " arrangörens svar.",
        acting=setting.officer(weekend[-1] + 2 * DAY),
        public_reason="Ett resultat kontrolleras.",
    )


def _create_returned(setting: DemoSetting, weekend: list[date]) -> None:
    plan = _plan(setting, "Springarens veteranhelg", HOME, weekend, 10)
    report = submit(setting, plan, play(setting, plan), weekend[-1] + DAY)
    return_report(
        report.pk,
        "Partiet på bord 2 i rond 4 är en walkover enligt protokollet men inlagt"
        " som spelat. Rätta och sänd in på nytt.",
        acting=setting.officer(weekend[-1] + 2 * DAY),
    )


def _create_interim(setting: DemoSetting, today: date) -> None:
    """Submit what has been played of the home club's current championship."""
    going_on = Tournament.objects.filter(
        pool=setting.pool,
        organiser=setting.cast.clubs[HOME],
        state=TournamentState.RUNNING,
        start_date__lt=today - 30 * DAY,
    )
    if running := going_on.order_by("pk").first():
        plan = TournamentPlan(
            "", HOME, running.start_date, (running.end_date,), *LONG, ()
        )
        report = submit(setting, plan, running, today - 2 * DAY, is_final=False)
        accept(setting, report, today - DAY)


def _create_cancelled(setting: DemoSetting, today: date) -> None:
    days = [today + 3 * DAY, today + 4 * DAY]
    tournament = announce(
        setting, _plan(setting, "Höstblixten i Ystad", "Ystad Öster", days, 8)
    )
    secretary = setting.cast.secretaries[setting.cast.clubs["Ystad Öster"].pk]
    cancel_tournament(tournament.pk, acting=acting(secretary.pk, today - 5 * DAY))


def _corrected_after_approval(setting: DemoSetting, today: date) -> None:
    """Correct a result of an approved period, so that a revised list awaits approval."""
    newest = RatingList.objects.filter(pool=setting.pool).newest_first().first()
    if newest is None or newest.period is None:
        return
    tournament = (
        Tournament.objects.filter(
            pool=setting.pool,
            state=TournamentState.FINISHED,
            end_date__lte=newest.period.end_date,
            minutes__gte=120,
        )
        .order_by("-end_date", "pk")
        .first()
    )
    if tournament is None or tournament.organiser is None:
        return
    club = tournament.organiser.short_name
    plan = TournamentPlan(
        "", club, tournament.start_date, (tournament.end_date,), *LONG, ()
    )
    acting = setting.act(plan, today - 6 * DAY)
    correct_results(tournament.pk, acting=acting)
    board = Pairing.objects.filter(section__tournament=tournament, result=WIN).earliest(
        "round", "board", "pk"
    )
    enter_result(board.pk, DRAW, board.version, acting=acting)
    report = submit(setting, plan, tournament, today - 6 * DAY)
    accept(setting, report, today - 5 * DAY)
