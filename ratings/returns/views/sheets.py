"""A player's ledger of a LASK season: the ranking protocol, to read and to print."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.engine.domain.explaining import CarriedPoints
from ratings.engine.domain.seasons import (
    PlayersPeriod,
    SeasonOfPool,
    explain_season,
    season_of_year,
    seasons_of,
)
from ratings.pages.views.pool_context import PoolContext, open_pool_context
from ratings.people.queries.names import Person, read_people
from ratings.people.views.shown_player import shown_player
from ratings.players.queries.decision_notes import DecisionNote, decision_notes
from ratings.players.queries.explanations import GameFacts, Origin, game_facts
from ratings.players.views.ledger import opponents_of, origins_of
from ratings.pools.queries.snapshots import one_snapshot
from ratings.rules.explained import ExplainedGame
from ratings.rules.lask.ledger import (
    LedgerGame,
    LedgerPoints,
    LedgerRow,
    LedgerSheet,
    RowKind,
    write_ledger,
)
from ratings.rules.lask.season import ledger_keeper
from ratings.rules.step import CannotCompute

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ProtocolSheet:
    """The protocol: its lines, and the decisions that it depends on."""

    rows: tuple[LedgerRow, ...]
    notes: tuple[DecisionNote, ...]
    agrees: bool
    """Whether every new base is the rating after the period before."""


@shared("pool")
@require_safe
def sheet(request: OfficeRequest, player_id: int, year: int) -> HttpResponse:
    """Show the changes of a player's rating from one September to the next."""
    with one_snapshot():
        pool_context = open_pool_context(request)
        who = shown_player(request, player_id)
        seasons = seasons_of(pool_context.pool.pk)
        season = season_of_year(seasons, year)
        if season is None:
            raise Http404(_("There is no ranking protocol of that season."))
        context = _context(request, pool_context, who, season)
    years = dict.fromkeys(each.year for each in seasons)
    context |= {
        "player": who,
        "pool_context": pool_context,
        "season": season.season,
        "years": [each for each in reversed(years) if each != year],
        "keeper": ledger_keeper(request.today, season.parameters),
        "is_fresh": pool_context.pool.is_computed,
    }
    return render(request, "ratings/returns/sheet.html", context)


def _context(
    request: OfficeRequest, pool_context: PoolContext, who: Person, season: SeasonOfPool
) -> dict[str, Any]:
    number = pool_context.pool.computed
    try:
        periods = explain_season(pool_context.pool.pk, who.pk, season, number)
    except CannotCompute:
        return {"cannot": True}
    held = tuple(each for each in periods if each.explanation.step.before is not None)
    if not held:
        return {"sheet": None}
    days = held[0].step.start_date, held[-1].step.end_date
    notes = decision_notes(
        pool_context.pool.pk, who.pk, days, number, reader=request.actor
    )
    return {"sheet": _sheet(request, held, season, notes)}


def _sheet(
    request: OfficeRequest,
    periods: tuple[PlayersPeriod, ...],
    season: SeasonOfPool,
    notes: list[DecisionNote],
) -> ProtocolSheet:
    explanations = [each.explanation for each in periods]
    met = {pk for each in explanations for pk in opponents_of(each).values()}
    known = read_people(met, request.actor, request.today)
    origins = {key for each in explanations for key in origins_of(each).values()}
    facts = game_facts(origins)
    rows, agrees = _rows(periods, season, facts, known)
    return ProtocolSheet(rows, tuple(notes), agrees)


def _rows(
    periods: tuple[PlayersPeriod, ...],
    season: SeasonOfPool,
    facts: Mapping[Origin, GameFacts],
    known: Mapping[int, Person],
) -> tuple[tuple[LedgerRow, ...], bool]:
    """Return the lines, and whether every base is the rating after the period before
    or what that was converted to.
    """
    rows: list[LedgerRow] = []
    agrees = True
    for stretch in _stretches(periods, season.conversions):
        written = _stretch_rows(stretch, facts, known)
        agrees &= _agrees(written, stretch)
        # The stretch begins with the base that ended the one before.
        base = written[0]
        points = base.running - rows.pop().running if rows else 0
        if points and base.day in season.conversions:
            rows.append(_converted(base, points))
        elif points:
            agrees = False
        rows += written
    return tuple(rows), agrees


def _stretches(
    periods: tuple[PlayersPeriod, ...], conversions: frozenset[date]
) -> list[tuple[PlayersPeriod, ...]]:
    """Divide the periods where an edition changes the numbers or converts ratings."""
    stretches = [periods[:1]]
    for before, period in pairwise(periods):
        changes = period.step.parameters != before.step.parameters
        if changes or period.step.start_date in conversions:
            stretches.append(())
        stretches[-1] += (period,)
    return stretches


def _stretch_rows(
    periods: tuple[PlayersPeriod, ...],
    facts: Mapping[Origin, GameFacts],
    known: Mapping[int, Person],
) -> tuple[LedgerRow, ...]:
    last = periods[-1].step
    return write_ledger(
        LedgerSheet(
            base=int(periods[0].explanation.step.before or 0),
            first_day=periods[0].step.start_date,
            last_day=last.end_date + DAY if last.closed else last.end_date,
            games=[game for each in periods for game in _games(each, facts, known)],
            points=[more for each in periods for more in _points(each)],
        ),
        last.parameters,
    )


def _converted(base: LedgerRow, points: int) -> LedgerRow:
    return LedgerRow(
        kind=RowKind.POINTS,
        day=base.day,
        running=base.running,
        event=_("Converted"),
        change=points,
    )


def _games(
    period: PlayersPeriod,
    facts: Mapping[Origin, GameFacts],
    known: Mapping[int, Person],
) -> Iterator[LedgerGame]:
    origins = origins_of(period.explanation)
    opponents = opponents_of(period.explanation)
    for game in period.explanation.step.games:
        if game.rated:
            played = facts[origins[game.row]]
            opponent = known.get(opponents[game.row])
            yield _game(game, played, opponent, _booked(played.played_date, period))


def _game(
    game: ExplainedGame, played: GameFacts, opponent: Person | None, day: date
) -> LedgerGame:
    is_named = opponent is not None and opponent.name
    return LedgerGame(
        day=day,
        event=played.event,
        opponent=opponent.name if opponent and is_named else _("Hidden player"),
        opponent_rating=int(game.opponent_base or 0),
        half_points=game.score,
    )


def _booked(day: date, period: PlayersPeriod) -> date:
    """Return the day, or the nearest one of the period: a tournament may count as a
    whole in the period in which it began.
    """
    return min(max(day, period.step.start_date), period.step.end_date)


def _points(period: PlayersPeriod) -> Iterator[LedgerPoints]:
    """Yield the points in the next base that come from elsewhere than games; none
    before the period is closed.
    """
    if not period.step.closed:
        return
    step, day = period.explanation.step, period.step.end_date + DAY
    carried = period.explanation.carried
    added = [
        (_("Deduction for too few games (6)"), step.deduction),
        (_("Bonus of the summer (11a)"), step.bonus),
        (_("Decided points"), step.adjustment - sum(each.points for each in carried)),
        *((_counted_late(each), each.points) for each in carried),
    ]
    if step.assessed is not None and step.raw is not None:
        added.append((_("Rating set after assessment"), step.assessed - step.raw))
    for event, points in added:
        if points:
            yield LedgerPoints(day, event, int(points))


def _counted_late(carried: CarriedPoints) -> str:
    return _("Counted late for %(first)s – %(last)s, whose list stays as it is") % {
        "first": date_format(carried.start_date),
        "last": date_format(carried.end_date),
    }


def _agrees(rows: tuple[LedgerRow, ...], periods: tuple[PlayersPeriod, ...]) -> bool:
    bases = [row.running for row in rows if row.kind == RowKind.BASE]
    steps = [each.explanation.step for each in periods]
    before = [step.before for step in steps]
    after = [steps[-1].after] if periods[-1].step.closed else []
    return bases == [*before, *after]
