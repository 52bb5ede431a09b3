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
from tournaments.management.demo.stage import (
    Stage,
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
        stage = Stage(make_people(random, origin, today), random, pool, origin)
    others = replace(stage, random=Random(seed + 1))
    with run_alongside(partial(_play_other_games, others, today, progress)):
        _play_chess(stage, today, progress)


@transaction.atomic
def _play_chess(stage: Stage, today: date, progress: Progress) -> None:
    progress("ratings from the old books")
    _begin(stage)
    first_day = date(today.year - 1, 7, 1)
    for _period, plans in groupby(_plans(stage, today), key=_first_day_of_period):
        _play_period(stage, list(plans), first_day, today, progress)
    _turn_periods(stage, today)
    progress("today's desks")
    create_open_work(stage, today)
    stage.compute(evening(today, 6))
    number_live_list(stage.pool.pk, today=today)
    create_requests(stage, today)
    apply_for_sanctions(stage, today)


def _plans(stage: Stage, today: date) -> list[TournamentPlan]:
    """Return all tournaments, in the order in which they end."""
    plans = [
        plan
        for year in range(stage.origin.year, today.year + 1)
        for plan in plans_of(stage.cast, stage.random, year)
        if stage.origin <= plan.start < today
    ]
    return sorted(plans, key=lambda plan: (plan.end, plan.name))


def _play_period(
    stage: Stage,
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
        _turn_periods(stage, min(plan.start for plan in by_file))
        import_results(stage, by_file, by_file[-1].end)
    for plan in plans:
        if plan not in by_file:
            _turn_periods(stage, plan.start)
            _perform(stage, plan, today, progress)


def _first_day_of_period(plan: TournamentPlan) -> date:
    return period_of(plan.end, FIVE_PERIODS).first_date


@transaction.atomic
def _play_other_games(stage: Stage, today: date, progress: Progress) -> None:
    by_letter, letters = renju(stage, today)
    for other, plans in (scrabble(stage, today), (by_letter, letters)):
        for plan in plans:
            _turn_periods(other, plan.start)
            progress(plan.name)
            play_and_send(other, plan, today)
        _turn_periods(other, today)
        number_live_list(other.pool.pk, today=today)
    announce_renju(by_letter, letters, today)


def _begin(stage: Stage) -> None:
    """Adopt an edition with five periods a year, and import start ratings and classes."""
    day = stage.origin
    adopt_draft(
        EditionDraft(
            pool_id=stage.pool.pk,
            from_date=day,
            system="ssf_2008",
            parameters={"period_starts": [list(start) for start in FIVE_PERIODS]},
        ),
        acting=acting(stage.cast.users["admin"].pk, day),
    )
    import_start_ratings(stage, day)
    enter_classes(stage.cast, day)


def _perform(
    stage: Stage, plan: TournamentPlan, today: date, progress: Progress
) -> None:
    progress(plan.name)
    until = today - DAY
    tournament = play(stage, plan, until=until)
    if plan.end >= until:
        return
    submitted_on = min(plan.end + DAY * stage.random.randint(1, 3), until)
    report = submit(stage, plan, tournament, submitted_on)
    accept(stage, report, min(submitted_on + DAY, today))
    sign_in(None)
    judge(tournament)
    # The newest proposals are left for the committee to decide.
    if plan.gives_titles and plan.end < today - 90 * DAY:
        settle_classes(stage, tournament, submitted_on + 5 * DAY)


def _turn_periods(stage: Stage, day: date) -> None:
    """Open the period of the day and approve periods that ended well before it; the
    last one that ended is left for the demo's officer.
    """
    at = evening(day, 6)
    sign_in(None)
    if open_period_of_today(stage.pool, today=day, acting=ActionContext(None, at)):
        stage.compute(at)
    ended = Period.objects.filter(pool=stage.pool, lists=None).order_by("end_date")
    for period in list(ended.filter(end_date__lt=day))[:-1]:
        _approve(stage, period, day)


def _approve(stage: Stage, period: Period, day: date) -> None:
    on = min(day, period.end_date + 10 * DAY)
    context = stage.officer(on)
    try:
        approval = approve_list(
            period.pk, seen=proposal_seen(period), comment="", today=day, acting=context
        )
    except ApprovalNotPossible:
        return
    publish_list(approval.pk, at=context.at)
