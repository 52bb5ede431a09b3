"""Submitting results to the ledger, recalling them, and opening them for correction."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import closes, starts
from ratings.enums import COUNTING, ReportState
from ratings.ledger.domain.drafts import (
    AnsweredWarning,
    DraftSide,
    GameLine,
    ReportDraft,
)
from ratings.ledger.domain.posting import NothingPlayed, digest_of, post_report
from ratings.ledger.domain.reports import recall_report
from ratings.ledger.domain.sources import newest_locked
from ratings.models import Report
from ratings.models.reports import Source
from ratings.pools.domain.pools import PoolEnded
from ratings.rules.played import EMPTY_LINE_SCORE
from tournaments.domain.checks.all_checks import check_material
from tournaments.domain.checks.findings import Findings
from tournaments.domain.locking import lock_tournament, set_state
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.report_material import (
    PlannedGame,
    ReportMaterial,
    read_report_material,
)
from tournaments.domain.whole_events import EmptyBoard, empty_boards, opponents_means
from tournaments.enums import TournamentState
from tournaments.models import Entry, Tournament
from tournaments.queries.reports import SOURCE_KIND, newest_report

RUNNING, FINISHED = TournamentState.RUNNING, TournamentState.FINISHED
RECALLABLE = (ReportState.SUBMITTED, ReportState.HELD)


@transaction.atomic
@starts(Matter.REPORT)
def submit_results(
    tournament_id: int,
    *,
    answers: Mapping[str, str],
    is_final: bool,
    acting: ActionContext,
    accepted: bool = False,
    reason: str = "",
) -> Report:
    """Post all results so far as the tournament's next report; it counts at once.

    `answers` has a text for each kind of warning. A final report finishes the
    tournament; an interim one leaves it running, and is refused (`state`) for a
    finished one. The checks are made again under the lock. `accepted` and `reason` as
    for `post_report`.

    Refusals: `errors` or `unanswered`, `submitted` if the final report is submitted
    already, `held` if the office holds the last one (recall it first), `nothing_rated`
    if the office has taken all its games out of the rating, `pool_ended` if it would be
    booked after the pool's last day.
    """
    states = (RUNNING, FINISHED) if is_final else (RUNNING,)
    tournament = _lock_with_report(tournament_id, *states)
    blocker = submission_blocker(tournament)
    if blocker:
        raise TournamentRefusal(blocker)
    today = timezone.localdate(acting.at)
    material = read_report_material(tournament)
    findings = check_material(material, is_final=is_final, today=today)
    warnings = _answered(findings, answers)
    with written_by(acting.user_id):
        if is_final:
            set_state(tournament, FINISHED)
            tournament.sections.update(posted=F("posted") + 1)
        # The pool's posting number is taken in here: it must be the last step.
        draft = _draft(material, warnings, today, is_final=is_final)
        try:
            return post_report(draft, acting=acting, accepted=accepted, reason=reason)
        except NothingPlayed:
            raise TournamentRefusal("nothing_rated") from None
        except PoolEnded as refused:
            raise TournamentRefusal("pool_ended", day=refused.ended) from None


@transaction.atomic
@closes(Matter.REPORT)
def recall_results(tournament_id: int, *, acting: ActionContext) -> Report:
    """Withdraw the newest report, until the office has accepted it; the tournament is
    open again. Refusals: `nothing_submitted` or `accepted`.
    """
    tournament = _lock_with_report(tournament_id, RUNNING, FINISHED)
    report = _newest(tournament)
    if report.state not in RECALLABLE:
        raise TournamentRefusal("accepted", state=report.state)
    with written_by(acting.user_id):
        set_state(tournament, RUNNING)
        return recall_report(report.pk, acting=acting, by_source_adapter=True)


@transaction.atomic
def correct_results(tournament_id: int, *, acting: ActionContext) -> Tournament:
    """Open a finished tournament, so that its results can be corrected.

    What was accepted counts until the next version is submitted. A report that still
    waits has to be recalled first; refusals: `submitted` or `held`.
    """
    tournament = _lock_with_report(tournament_id, FINISHED)
    report = newest_report(tournament_id)
    if report and report.state in RECALLABLE:
        raise TournamentRefusal(
            "held" if report.state == ReportState.HELD else "submitted"
        )
    with written_by(acting.user_id):
        set_state(tournament, RUNNING)
    return tournament


def submission_blocker(tournament: Tournament) -> str:
    """Return why the next report cannot be submitted: `held`, `submitted`, or "" if it
    can.
    """
    report = newest_report(tournament.pk)
    if report is None:
        return ""
    if report.state == ReportState.HELD:
        return "held"
    is_in = tournament.state == FINISHED and report.state in COUNTING
    return "submitted" if is_in else ""


def is_as_sent(tournament: Tournament, report: Report, today: date) -> bool:
    """Return whether nothing has been entered since the report. After an interim one
    the tournament goes on, and nobody has accepted what was entered since; after a
    final one nothing can be entered.
    """
    if report.is_final:
        return True
    draft = _draft(read_report_material(tournament), (), today, is_final=False)
    return digest_of(draft.lines) == report.digest


def can_be_recalled(tournament_id: int) -> bool:
    """Return whether the newest report still waits for the office."""
    report = newest_report(tournament_id)
    return report is not None and report.state in RECALLABLE


def _lock_with_report(tournament_id: int, *states: TournamentState) -> Tournament:
    """Return the tournament, locked with its newest report.

    The lock waits for an officer who is changing the report's state or deciding about
    one of its games, and then sees the change.
    """
    tournament = lock_tournament(tournament_id, *states)
    newest_locked(Source(tournament.pool_id, SOURCE_KIND, tournament.pk))
    return tournament


def _newest(tournament: Tournament) -> Report:
    report = newest_report(tournament.pk)
    if report is None:
        raise TournamentRefusal("nothing_submitted")
    return report


def _answered(
    findings: Findings, answers: Mapping[str, str]
) -> tuple[AnsweredWarning, ...]:
    if findings.errors:
        raise TournamentRefusal("errors")
    given = {kind: text.strip() for kind, text in answers.items()}
    if not all(given.get(finding.kind) for finding in findings.warnings):
        raise TournamentRefusal("unanswered")
    return tuple(
        AnsweredWarning(
            finding.kind.value,
            tuple(row.whole for row in finding.rows),
            given[finding.kind],
        )
        for finding in findings.warnings
    )


def _draft(
    material: ReportMaterial,
    warnings: tuple[AnsweredWarning, ...],
    today: date,
    *,
    is_final: bool,
) -> ReportDraft:
    tournament, means = material.tournament, opponents_means(material)
    return ReportDraft(
        pool_id=tournament.pool_id,
        source_kind=SOURCE_KIND,
        source_number=tournament.pk,
        name=tournament.name,
        organiser_id=tournament.organiser_id,
        district_id=tournament.district_id,
        start_date=tournament.start_date,
        end_date=tournament.end_date,
        is_final=is_final,
        lines=[
            *(_line(material, game, today, means) for game in material.lines),
            *(_empty_line(material, board) for board in empty_boards(material)),
        ],
        warnings=warnings,
        method=tournament.method,
        is_large=tournament.is_large,
    )


def _line(
    material: ReportMaterial, game: PlannedGame, today: date, means: Mapping[int, int]
) -> GameLine:
    # A forfeit may be in the future; it must not open a period before its time.
    counted_on = min(material.counted_on(game), today)
    return GameLine(
        key=game.pairing.pk,
        played_date=game.day,
        base_on=counted_on,
        booked_on=counted_on,
        round=game.pairing.round,
        board=game.pairing.board,
        white=_side(material, game.white, game.day),
        black=_side(material, game.black, game.day),
        score=game.result.white_half_points,
        played=game.result.is_played,
        minutes=material.tournament.minutes,
        length=material.tournament.match_length,
        white_mean=means.get(game.white.pk),
        black_mean=means.get(game.black.pk),
    )


def _empty_line(material: ReportMaterial, board: EmptyBoard) -> GameLine:
    # An event that is rated as a whole counts in the period in which it began.
    counted_on = material.tournament.start_date
    return GameLine(
        key=board.key,
        played_date=board.day,
        base_on=counted_on,
        booked_on=counted_on,
        round=board.round,
        board=board.board,
        white=_side(material, board.white, board.day),
        black=_side(material, board.black, board.day),
        score=EMPTY_LINE_SCORE,
        played=False,
        minutes=material.tournament.minutes,
    )


def _side(material: ReportMaterial, entry: Entry, day: date) -> DraftSide:
    register = material.register
    return DraftSide(
        player_id=entry.player_id,
        is_member=register.is_member(entry.player_id, day),
        birth_year=entry.player.birth_year or 0,
        adopts=register.adopts(entry.player_id, day),
        outside=entry.outside_rating,
        outside_kind=entry.outside_kind,
    )
