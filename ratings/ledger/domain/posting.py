"""Posting results: the next report of a source, with its games copied permanently."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import NumericRange

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import carries_out, starts
from ratings.enums import COUNTING, PostingType, ReportState
from ratings.ledger.domain.corrections import (
    OVERRIDDEN,
    apply_corrections,
    close_settled_claims,
    correction_answer,
)
from ratings.ledger.domain.drafts import (
    AnsweredWarning,
    DraftSide,
    GameLine,
    ReportDraft,
    without_empty_lines,
)
from ratings.ledger.domain.editions import edition_in_force
from ratings.ledger.domain.periods import open_periods
from ratings.ledger.domain.sources import newest_locked
from ratings.models import Counting, Game, Report, ReportWarning
from ratings.models.reports import FromSource
from ratings.pools.domain.pools import refuse_ended
from ratings.pools.domain.postings import post
from ratings.signals import report_state_changed


class NothingPlayed(Exception):
    """A report needs at least one game."""


@transaction.atomic
@starts(Matter.REPORT)
@carries_out(Matter.CORRECTION)
def post_report(
    draft: ReportDraft,
    *,
    acting: ActionContext,
    accepted: bool = False,
    reason: str = "",
) -> Report:
    """Post the next version of a source's report. It counts at once, in place of the
    version before it. Corrections for the rating only that still hold are applied to
    it, and correction requests that it settles are closed.

    `accepted`: it is posted by an officer who has just decided on it together with
    another person; the journal stores `reason`. Two senders of one source are
    serialised by the lock on its newest report. Raises NothingPlayed, NoEdition for an
    event before the pool's first edition, or PoolEnded for games after its last day.
    """
    last = newest_locked(draft)
    sent = draft.digest or digest_of(draft.lines)
    lines, held_to = apply_corrections(draft)
    if not without_empty_lines(lines, draft.method):
        raise NothingPlayed
    draft = _booked(replace(draft, lines=lines, digest=sent))
    report = _new_version(draft, last, acting, accepted=accepted)
    Game.objects.bulk_create(_rows(draft, report), batch_size=2000)
    _write_warnings(report, [*draft.warnings, *_of_corrections(held_to)], acting)
    close_settled_claims(report, draft.lines, acting=acting, outcome=report)

    def effect(number: int) -> None:
        # The pool's row is locked now: a transaction that ends the pool has committed
        # already, or waits.
        refuse_ended(draft.pool_id, report.last_booked_date)
        open_periods(
            draft.pool_id, report.first_booked_date, report.last_booked_date, number
        )
        stop_counting(draft, number)
        start_counting(report, number)

    post(
        draft.pool_id, PostingType.SUBMIT, acting, report, effect=effect, reason=reason
    )
    announce(report)
    return report


def _booked(draft: ReportDraft) -> ReportDraft:
    """Set the days on which an event that is rated as a whole is booked: on its last
    day, with the ratings of its first. While the event is running, its last day is the
    last one played.
    """
    edition = edition_in_force(draft.pool_id, draft.start_date)
    if edition.system.unit != "tournament":
        return draft
    played = max(line.played_date for line in draft.lines)
    end = max(draft.end_date, played) if draft.is_final else played
    lines = [
        replace(line, base_on=draft.start_date, booked_on=end) for line in draft.lines
    ]
    return replace(draft, lines=lines)


def announce(report: Report) -> None:
    """Send the signal that the report changed, after the commit."""
    report_id, state = report.pk, report.state
    transaction.on_commit(
        lambda: report_state_changed.send_robust(
            sender=None, report_id=report_id, state=state
        )
    )


def start_counting(report: Report, number: int) -> None:
    """Let the report count from this posting on."""
    Counting.objects.create(
        pool_id=report.pool_id, report=report, span=NumericRange(number, None)
    )


def stop_counting(named: FromSource, number: int) -> None:
    """Stop every version of the source from counting, from this posting on."""
    open_spans = Counting.objects.filter(
        report__in=Report.objects.of_source(named), span__endswith=None
    )
    for counting in open_spans:
        counting.span = NumericRange(counting.span.lower, number)
        counting.save(update_fields=["span"])


def _of_corrections(games: Sequence[str]) -> list[AnsweredWarning]:
    if not games:
        return []
    return [AnsweredWarning(OVERRIDDEN, tuple(games), correction_answer())]


def _write_warnings(
    report: Report, warnings: Iterable[AnsweredWarning], acting: ActionContext
) -> None:
    """Store the warnings, those of one kind together; for an accepted report they are
    ticked.
    """
    by_kind: dict[str, AnsweredWarning] = {}
    for each in warnings:
        before = by_kind.get(each.kind)
        rows = (*before.rows, *each.rows) if before else each.rows
        by_kind[each.kind] = replace(each, rows=tuple(dict.fromkeys(rows)))
    ticked = report.state == ReportState.ACCEPTED
    ReportWarning.objects.bulk_create(
        ReportWarning(
            report=report,
            kind=each.kind,
            rows=list(each.rows),
            answer=each.answer,
            ticked_by_id=acting.user_id if ticked else None,
            ticked_at=acting.at if ticked else None,
        )
        for each in by_kind.values()
    )


def _new_version(
    draft: ReportDraft, last: Report | None, acting: ActionContext, *, accepted: bool
) -> Report:
    # The version that counts now may be older than the newest: while a correction is
    # held, the accepted version before it counts. The held one is superseded too, since
    # releasing it later would replace results that were submitted after it.
    Report.objects.of_source(draft).filter(
        state__in=COUNTING | {ReportState.HELD}
    ).update(state=ReportState.SUPERSEDED)
    booked = [line.booked_on for line in draft.lines]
    games = without_empty_lines(draft.lines, draft.method)
    judged: dict[str, Any] = (
        {
            "state": ReportState.ACCEPTED,
            "decided_by_id": acting.user_id,
            "decided_at": acting.at,
            "accepted_at": acting.at,
        }
        if accepted
        else {}
    )
    return Report.objects.create(
        **judged,
        pool_id=draft.pool_id,
        source_kind=draft.source_kind,
        source_number=draft.source_number,
        version=last.version + 1 if last else 1,
        name=draft.name,
        organiser_id=draft.organiser_id,
        district_id=draft.district_id,
        start_date=draft.start_date,
        end_date=draft.end_date,
        first_booked_date=min(booked),
        last_booked_date=max(booked),
        is_final=draft.is_final,
        sent_by_id=acting.user_id,
        sent_at=acting.at,
        games=len(games),
        players=len(_players(games)),
        digest=draft.digest,
        method=draft.method,
        is_large=draft.is_large,
    )


def _players(games: Iterable[GameLine]) -> set[int]:
    return {side.player_id for game in games for side in (game.white, game.black)}


def digest_of(lines: Sequence[GameLine]) -> str:
    """Return the digest of a report of these lines, as they were submitted."""
    text = "\n".join(map(repr, lines))
    lengths = [line.length for line in lines]
    if any(lengths):
        text += f"\n{lengths}"
    return hashlib.sha256(text.encode()).hexdigest()


def _rows(draft: ReportDraft, report: Report) -> list[Game]:
    return [
        Game(
            pool_id=draft.pool_id,
            report=report,
            event_start_date=draft.start_date,
            key=line.key,
            played_date=line.played_date,
            base_on=line.base_on,
            booked_on=line.booked_on,
            round=line.round,
            board=line.board,
            score=line.score,
            played=line.played,
            minutes=line.minutes,
            white_mean=line.white_mean,
            black_mean=line.black_mean,
            length=line.length,
            **_side("white", line.white),
            **_side("black", line.black),
        )
        for line in draft.lines
    ]


def _side(colour: str, side: DraftSide) -> dict[str, object]:
    return {
        f"{colour}_id": side.player_id,
        f"{colour}_member": side.is_member,
        f"{colour}_birth_year": side.birth_year,
        f"{colour}_adopts": side.adopts,
        f"{colour}_outside": side.outside,
        f"{colour}_outside_kind": side.outside_kind,
    }
