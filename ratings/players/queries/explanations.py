"""The facts of an explanation besides the rules' own numbers: events, opponents, and
the stored numbers with which it has to agree.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, QuerySet

from ratings.models import Change, Game, ListEntry, ListStep
from ratings.players.queries.players import event_names
from ratings.rules.explained import ExplainedStep

Origin = tuple[int, int]
"""A game's report and its key in that report."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Where a game was played; `outside_kinds` by colour."""

    played_date: date
    round: int
    board: int
    minutes: int
    event: str
    report_id: int
    key: int
    source_kind: str
    source_number: int
    outside_kinds: dict[str, str]


@dataclass(frozen=True, slots=True)
class StoredStep:
    """The stored numbers of the step, with which the explanation has to agree. `parts`:
    change, bonus, deduction and adjustment; a list does not store them separately.
    """

    before: float | None
    after: float | None
    games: int
    score: int
    parts: dict[str, float] | None = None


def game_facts(origins: Iterable[Origin]) -> dict[Origin, GameFacts]:
    """Return the facts of the games by report and key."""
    wanted = set(origins)
    rows = Game.objects.filter(
        report_id__in={report for report, _key in wanted},
        key__in={key for _report, key in wanted},
    ).select_related("report")
    return {
        (game.report_id, game.key): GameFacts(
            played_date=game.played_date,
            round=game.round,
            board=game.board,
            minutes=game.minutes,
            event=game.report.name,
            report_id=game.report_id,
            key=game.key,
            source_kind=game.report.source_kind,
            source_number=game.report.source_number,
            outside_kinds={
                "white": game.white_outside_kind,
                "black": game.black_outside_kind,
            },
        )
        for game in rows
        if (game.report_id, game.key) in wanted
    }


def stored_change(
    pool_id: int, player_id: int, ended_on: date, report_id: int = 0
) -> StoredStep | None:
    """Return what is stored of the period that ends on that day, or of the tournament
    of that report.
    """
    step = {} if report_id else {"ended_on": ended_on, "started_on__lte": ended_on}
    rows = Change.objects.of_player(pool_id, player_id).filter(**step)
    return _stored(rows.filter(report_id=report_id).first())


def carried_over(pool_id: int, player_id: int, ended_on: date) -> StoredStep | None:
    """Return how the rating was converted after the last day of a period."""
    rows = Change.objects.of_player(pool_id, player_id)
    return _stored(rows.filter(ended_on=ended_on, started_on__gt=ended_on).first())


def kept_carried_over(list_id: int, player_id: int) -> StoredStep | None:
    """Return the same conversion as a published list has stored it."""
    kept = ListStep.objects.filter(list_id=list_id, player_id=player_id)
    return _stored(kept.filter(started_on__gt=F("ended_on")).first())


def stored_step(
    pool_id: int, list_id: int, player_id: int, report_id: int
) -> StoredStep | None:
    """Return what a list has stored of a step of its period; report 0 is the period
    itself.
    """
    kept = ListStep.objects.filter(
        pool_id=pool_id, list_id=list_id, player_id=player_id, report_id=report_id
    )
    return _stored(kept.filter(started_on__lte=F("ended_on")).first())


def _stored(row: Change | ListStep | None) -> StoredStep | None:
    if row is None:
        return None
    return StoredStep(
        before=row.before,
        after=row.after,
        games=row.games,
        score=row.score,
        parts={
            "change": row.change,
            "bonus": row.bonus,
            "deduction": row.deduction,
            "adjustment": row.adjustment,
        },
    )


@dataclass(frozen=True, slots=True)
class EventStep:
    """An event that was rated as a whole, as one step of a player's period."""

    report_id: int
    event: str
    started_on: date
    ended_on: date
    before: float | None
    games: int
    score: int
    after: float | None


_EVENT = ("report_id", "started_on", "ended_on", "before", "games", "score", "after")


def event_steps(
    pool_id: int, player_id: int, first: date, last: date
) -> list[EventStep]:
    """Return the player's events that ended in a period, in the order in which they
    count.
    """
    rows = Change.objects.of_player(pool_id, player_id)
    return _event_steps(rows.filter(ended_on__range=(first, last)))


def kept_event_steps(list_id: int, player_id: int) -> list[EventStep]:
    """Return the same events as a published list has stored them."""
    return _event_steps(ListStep.objects.filter(list_id=list_id, player_id=player_id))


def _event_steps(rows: QuerySet[Any]) -> list[EventStep]:
    events = rows.filter(report_id__gt=0)
    found = list(events.order_by("ended_on", "started_on", "report_id").values(*_EVENT))
    names = event_names(row["report_id"] for row in found)
    return [EventStep(event=names.get(row["report_id"], ""), **row) for row in found]


def stored_entry(pool_id: int, list_id: int, player_id: int) -> StoredStep | None:
    row = ListEntry.objects.filter(
        pool_id=pool_id, list_id=list_id, player_id=player_id
    ).first()
    if row is None:
        return None
    return StoredStep(
        before=row.base, after=row.rating, games=row.games or 0, score=row.score or 0
    )


def disagreements(step: ExplainedStep, stored: StoredStep | None) -> tuple[str, ...]:
    """Return the names of the numbers in which the explanation differs from what is
    stored, or which do not add up; empty when every number agrees.
    """
    against = _stored_differs(step, stored) if stored else _should_be_stored(step)
    return (*against, *(["sum"] if not _adds_up(step) else []))


def _stored_differs(step: ExplainedStep, stored: StoredStep) -> list[str]:
    reached = {
        "before": step.before,
        "after": step.after,
        "games": step.rated_games,
        "score": step.score,
    }
    if stored.parts is None:
        # On a list, the base of a newcomer without a start rating is the new rating.
        reached["before"] = step.after if step.before is None else step.before
    kept = {name: getattr(stored, name) for name in reached}
    wrong = [name for name, value in reached.items() if kept[name] != value]
    return wrong + [
        name
        for name, value in (stored.parts or {}).items()
        if getattr(step, name) != value
    ]


def _should_be_stored(step: ExplainedStep) -> list[str]:
    """Return `after` if the step changed something: only a step without effect may be
    missing from what is stored.
    """
    return [] if step.rated_games == 0 and step.after == step.before else ["after"]


def _adds_up(step: ExplainedStep) -> bool:
    rated = [game for game in step.games if game.rated]
    parts = (
        abs(sum(game.change for game in rated) - step.change) <= step.rounds_by,
        sum(game.bonus for game in rated) + step.period_bonus == step.bonus,
        len(rated) == step.rated_games,
    )
    if step.raw is None or step.assessed is not None or step.before is None:
        return all(parts)
    total = step.before + step.change + step.bonus + step.deduction + step.adjustment
    if step.meanwhile and (step.rounded or 0) + step.meanwhile != step.after:
        return False
    return all(parts) and abs(total - step.raw) <= step.rounds_by
