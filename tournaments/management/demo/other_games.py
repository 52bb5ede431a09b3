"""Players of other games than chess: two years of Scrabble and of correspondence renju."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ratings.board.domain.board import BoardDraft, decide_level
from ratings.board.queries.board import waiting_for_board
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.enums import DecisionKind
from ratings.models import Pool
from tournaments.management.demo.clock import acting, weekday_from, weekly
from tournaments.management.demo.people import HOME, DemoPlayer
from tournaments.management.demo.setting import (
    DemoSetting,
    TournamentPlan,
    accept,
    announce,
    play,
    submit,
)

DAY = timedelta(days=1)
BOARD_MEETS = 180 * DAY
YEARS = 2
SCRABBLE = (30, "25 min, minuspoäng efter tiden")
BY_LETTER = (1440, "Sju dagar för varje drag")
LEVELS = (7, 8, 9, 10, 11, 11, 12, 12)
"""Initial levels of eight renju players as ranking indexes: 4 kyu to 2 dan."""
A_LEVEL = 110
"""Points of strength that a level is worth."""


def scrabble(
    setting: DemoSetting, today: date
) -> tuple[DemoSetting, list[TournamentPlan]]:
    """Return the Scrabble players' setting, and their four weekend tournaments a year
    until today.
    """
    known = [
        replace(each, strength=setting.random.gauss(1000, 130), growth=0)
        for each in _grown_up(setting, today)[:24]
    ]
    own = replace(setting, pool=Pool.objects.get(code="scrabble"), draws=0.01)
    return own, [
        TournamentPlan(
            f"{name} {day.year}",
            HOME,
            day,
            (*(day,) * 5, *(day + DAY,) * 4),
            *SCRABBLE,
            (("Öppen klass", tuple(setting.random.sample(known, 10))),),
        )
        for day, name in _weekends(_first_year(setting, today), today)
    ]


def _first_year(setting: DemoSetting, today: date) -> int:
    return max(setting.origin.year, today.year - YEARS)


def _weekends(first: int, today: date) -> Iterator[tuple[date, str]]:
    for year in range(first, today.year + 1):
        for month, name in (
            (2, "Vinterordet"),
            (5, "Vårordet"),
            (8, "Sommarordet"),
            (10, "Höstordet"),
        ):
            day = weekday_from(date(year, month, 8), 5)
            if day < today - 5 * DAY:
                yield day, name


def renju(
    setting: DemoSetting, today: date
) -> tuple[DemoSetting, list[TournamentPlan]]:
    """Return the renju players' setting, and the tournaments, which begin every half
    year.
    """
    known = [
        replace(each, strength=A_LEVEL * level, growth=0)
        for each, level in zip(
            _grown_up(setting, today)[30:44],
            (*LEVELS, 9, 8, 11, 10, 13, 14),
            strict=True,
        )
    ]
    own = replace(setting, pool=Pool.objects.get(code="renju"), draws=0.1)
    first = date(_first_year(setting, today), 2, 1)
    _enter_levels(own, known[:8], first)
    halves = [
        date(year, month, 1)
        for year in range(first.year, today.year + 1)
        for month in (2, 9)
    ]
    return own, [
        _by_letter(start, known[:8] if start == first else own.random.sample(known, 8))
        for start in halves
        if start < today - 30 * DAY
    ]


def announce_renju(
    setting: DemoSetting, plans: list[TournamentPlan], today: date
) -> None:
    """Announce the next tournament and open it for entries, so that the norms of its
    levels are known.
    """
    *_earlier, last = plans
    (_name, people), *_others = last.sections
    announce(setting, _by_letter(today + 20 * DAY, people))


def _by_letter(start: date, people: Sequence[DemoPlayer]) -> TournamentPlan:
    return TournamentPlan(
        f"Brevmästerskapet i renju, {start:%Y-%m}",
        HOME,
        start,
        tuple(weekly(start + 70 * DAY, 7, 18)),
        *BY_LETTER,
        (("Mästarklassen", tuple(people)),),
    )


def _grown_up(setting: DemoSetting, today: date) -> list[DemoPlayer]:
    first = date(_first_year(setting, today), 1, 1)
    return [
        each
        for each in setting.cast.people
        if each.plays_on(first, today)
        and (each.player.birth_year or today.year) < today.year - 25
    ]


def _enter_levels(setting: DemoSetting, known: list[DemoPlayer], day: date) -> None:
    officer, second = (
        setting.cast.users[name].pk for name in ("ratingansvarig", "ratingansvarig2")
    )
    for each, level in zip(known, LEVELS, strict=True):
        draft = DecisionDraft(
            setting.pool.pk,
            DecisionKind.START,
            each.player.pk,
            day,
            level,
            "Nivå ur förbundets tidigare rankinglista",
        )
        made = make_decision(draft, acting=acting(officer, day))
        confirm_decision(made.pk, acting=acting(second, day, 21))


def play_and_send(setting: DemoSetting, plan: TournamentPlan, today: date) -> None:
    """Submit and accept a tournament that has ended, or play one in progress until
    today. The board has not decided about the newest yet.
    """
    until = today - DAY
    tournament = play(setting, plan, until=until)
    if plan.end < until:
        sent = min(plan.end + 2 * DAY, until)
        accept(setting, submit(setting, plan, tournament, sent), min(sent + DAY, today))
        if plan.end < today - BOARD_MEETS:
            _let_the_board_decide(setting, sent + 3 * DAY)


def _let_the_board_decide(setting: DemoSetting, day: date) -> None:
    context = acting(setting.cast.users["styrelse"].pk, day)
    for each in waiting_for_board([setting.pool.pk]):
        level = int(each.level)
        draft = BoardDraft(each.player_id, each.report_id, seen=level, level=level)
        decide_level(draft, acting=context)
    setting.compute(context.at)
