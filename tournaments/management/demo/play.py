"""Play four years of an invented federation, from the first day until today."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from random import Random

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Period, Pool
from ratings.rules.calendar import FIVE_PERIODS, period_of
from tournaments.management.demo.calendar import plans_of
from tournaments.management.demo.classes import enter_classes, judge, settle_classes
from tournaments.management.demo.clock import acting, evening, sign_in
from tournaments.management.demo.history import import_results, import_start_ratings
from tournaments.management.demo.other_games import (
    announce_renju,
    play_and_send,
    renju,
    scrabble,
)
from tournaments.management.demo.people import HOME, make_people
from tournaments.management.demo.requests import create_requests
from tournaments.management.demo.sanctions import apply_for_sanctions
from tournaments.management.demo.setting import (
    DemoSetting,
    TournamentPlan,
    accept,
    play,
    submit,
)
from tournaments.management.demo.today import create_open_work

DAY = timedelta(days=1)
YEARS = 4
Progress = Callable[[str], None]
RunAlongside = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""A context manager that performs an act while its block runs, or after it."""


@contextmanager
def one_after_the_other(act: Callable[[], None]) -> Iterator[None]:
    yield
    act()


def play_demo(
    *,
    today: date,
    seed: int,
    progress: Progress,
    years: int = YEARS,
    run_alongside: RunAlongside = one_after_the_other,
) -> None:
    """Fill an empty database. The same day and seed give the same federation, apart
    from primary keys. The demo begins on 1 January, `years` years ago. The other games
    are played at the same time as chess if `run_alongside` does so: in pools of their
    own and with their own random numbers.
    """
    random = Random(seed)
    origin = date(today.year - years, 1, 1)
    pool = Pool.objects.get(code="chess-long")
    progress("districts, clubs, 800 players")
    with transaction.atomic():
        setting = DemoSetting(make_people(random, origin, today), random, pool, origin)
    others = replace(setting, random=Random(seed + 1))
    with run_alongside(partial(_play_other_games, others, today, progress)):
        _play_chess(setting, today, progress)


@transaction.atomic
def _play_chess(setting: DemoSetting, today: date, progress: Progress) -> None:
    progress("ratings from the old books")
    _begin(setting)
    first_day = date(today.year - 1, 7, 1)
    for _period, plans in groupby(_plans(setting, today), key=_first_day_of_period):
        _play_period(setting, list(plans), first_day, today, progress)
    _turn_periods(setting, today)
    progress("today's desks")
    create_open_work(setting, today)
    setting.compute(evening(today, 6))
    number_live_list(setting.pool.pk, today=today)
    create_requests(setting, today)
    apply_for_sanctions(setting, today)


def _plans(setting: DemoSetting, today: date) -> list[TournamentPlan]:
    """Return all tournaments, in the order in which they end."""
    plans = [
        plan
        for year in range(setting.origin.year, today.year + 1)
        for plan in plans_of(setting.cast, setting.random, year)
        if setting.origin <= plan.start < today
    ]
    return sorted(plans, key=lambda plan: (plan.end, plan.name))


def _play_period(
    setting: DemoSetting,
    plans: list[TournamentPlan],
    first_day: date,
    today: date,
    progress: Progress,
) -> None:
    """Play the tournaments that end in one period. Results from before `first_day` are
    imported from a file; the home club's championship is always played, because users
    can sign in as its secretary.
    """
    by_file = [
        plan
        for plan in plans
        if plan.end < first_day and not (plan.gives_titles and plan.club == HOME)
    ]
    if by_file:
        progress(f"results until {by_file[-1].end}")
        _turn_periods(setting, min(plan.start for plan in by_file))
        import_results(setting, by_file, by_file[-1].end)
    for plan in plans:
        if plan not in by_file:
            _turn_periods(setting, plan.start)
            _perform(setting, plan, today, progress)


def _first_day_of_period(plan: TournamentPlan) -> date:
    return period_of(plan.end, FIVE_PERIODS).first_date


@transaction.atomic
def _play_other_games(setting: DemoSetting, today: date, progress: Progress) -> None:
    by_letter, letters = renju(setting, today)
    for other, plans in (scrabble(setting, today), (by_letter, letters)):
        for plan in plans:
            _turn_periods(other, plan.start)
            progress(plan.name)
            play_and_send(other, plan, today)
        _turn_periods(other, today)
        number_live_list(other.pool.pk, today=today)
    announce_renju(by_letter, letters, today)


def _begin(setting: DemoSetting) -> None:
    """Adopt an edition with five periods a year, and import start ratings and classes."""
    day = setting.origin
    adopt_draft(
        EditionDraft(
            pool_id=setting.pool.pk,
            from_date=day,
            system="ssf_2008",
            parameters={"period_starts": [list(start) for start in FIVE_PERIODS]},
        ),
        acting=acting(setting.cast.users["admin"].pk, day),
    )
    import_start_ratings(setting, day)
    enter_classes(setting.cast, day)


def _perform(
    setting: DemoSetting, plan: TournamentPlan, today: date, progress: Progress
) -> None:
    progress(plan.name)
    until = today - DAY
    tournament = play(setting, plan, until=until)
    if plan.end >= until:
        return
    submitted_on = min(plan.end + DAY * setting.random.randint(1, 3), until)
    report = submit(setting, plan, tournament, submitted_on)
    accept(setting, report, min(submitted_on + DAY, today))
    sign_in(None)
    judge(tournament)
    # The newest proposals are left for the committee to decide.
    if plan.gives_titles and plan.end < today - 90 * DAY:
        settle_classes(setting, tournament, submitted_on + 5 * DAY)


def _turn_periods(setting: DemoSetting, day: date) -> None:
    """Open the period of the day and approve periods that ended well before it; the
    last one that ended is left for the demo's officer.
    """
    at = evening(day, 6)
    sign_in(None)
    if open_period_of_today(setting.pool, today=day, acting=ActionContext(None, at)):
        setting.compute(at)
    ended = Period.objects.filter(pool=setting.pool, lists=None).order_by("end_date")
    for period in list(ended.filter(end_date__lt=day))[:-1]:
        _approve(setting, period, day)


def _approve(setting: DemoSetting, period: Period, day: date) -> None:
    on = min(day, period.end_date + 10 * DAY)
    context = setting.officer(on)
    try:
        approval = approve_list(
            period.pk, seen=proposal_seen(period), comment="", today=day, acting=context
        )
    except ApprovalNotPossible:
        return
    publish_list(approval.pk, at=context.at)
