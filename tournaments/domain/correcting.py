"""Correcting a board by decision of the rating office.

Standings and rating change at once, since the results are submitted again in the same
transaction.
"""

from django.db import transaction
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import carries_out
from ratings.enums import COUNTING, ReportState
from ratings.ledger.domain.sources import Correction, SourceRefused
from ratings.models import Report
from tournaments.domain.locking import (
    count_change,
    lock_pairing,
    lock_tournament,
    set_state,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.result_history.changes import Sending, board_before, change_of
from tournaments.domain.submitting import is_as_sent, submit_results
from tournaments.enums import FindingKind, ResultWay, TournamentState
from tournaments.models import Entry, Pairing
from tournaments.queries.reports import newest_report
from tournaments.rules.results import Result

RUNNING, FINISHED = TournamentState.RUNNING, TournamentState.FINISHED
RESULTS = {
    (True, 2): Result.WHITE_WIN,
    (True, 1): Result.DRAW,
    (True, 0): Result.BLACK_WIN,
    (False, 2): Result.FORFEIT_WHITE,
    (False, 0): Result.FORFEIT_BLACK,
}
"""A board's result by whether it was played and by White's half points."""
WRITTEN = [
    "white", "black", "result", "finished_date", "version", "changed_by", "changed_at",
]  # fmt: skip


def lock_source(tournament_id: int) -> None:
    """Lock the tournament of a report. Raises SourceRefused `gone`."""
    try:
        lock_tournament(tournament_id)
    except TournamentRefusal as refused:
        raise SourceRefused(refused.code) from refused


def correct_source(correction: Correction, acting: ActionContext) -> Report:
    """Call `correct_board` for the ledger: a refusal becomes SourceRefused."""
    try:
        return correct_board(correction, acting=acting)
    except TournamentRefusal as refused:
        raise SourceRefused(refused.code) from refused


@transaction.atomic
@carries_out(Matter.CORRECTION)
def correct_board(correction: Correction, *, acting: ActionContext) -> Report:
    """Change a board of a submitted tournament if necessary, and submit the results
    again as before: the whole tournament, or the results so far.

    Warnings of the checks get the same answers as before, new ones the decision's
    reason. The new version waits to be accepted if the organiser has entered anything
    since an interim report.

    Refusals: `newest_withdrawn` or `held` if the newest report does not count,
    `being_corrected` while the organiser has the results open for correction,
    `not_entered` for a player who is not in the section, `result` for one that no board
    can have, and as `submit_results`.
    """
    tournament = lock_tournament(correction.source_number, RUNNING, FINISHED)
    report = newest_report(tournament.pk)
    if report is None or report.state == ReportState.WITHDRAWN:
        raise TournamentRefusal("newest_withdrawn")
    if report.state not in COUNTING:
        raise TournamentRefusal("held")
    if tournament.state == RUNNING and report.is_final:
        raise TournamentRefusal("being_corrected")
    today = timezone.localdate(acting.at)
    accepted = correction.accepted and is_as_sent(tournament, report, today)
    with written_by(acting.user_id):
        if report.is_final:
            set_state(tournament, RUNNING)
        if correction.facets:
            _write(lock_pairing(correction.key, RUNNING), correction, acting)
        return submit_results(
            tournament.pk,
            answers=_answers(report, correction.reason),
            is_final=report.is_final,
            acting=acting,
            accepted=accepted,
            reason=correction.reason,
        )


def _write(pairing: Pairing, correction: Correction, acting: ActionContext) -> None:
    before = board_before(pairing)
    if "players" in correction.facets:
        pairing.white = _entry(pairing, correction.white_id)
        pairing.black = _entry(pairing, correction.black_id)
    if "result" in correction.facets:
        pairing.result = _result(correction)
    if "day" in correction.facets:
        pairing.finished_date = correction.played_date
    pairing.version += 1
    pairing.changed_by_id = acting.user_id
    pairing.changed_at = acting.at
    pairing.save(update_fields=WRITTEN)
    if board_before(pairing) != before:
        change_of(pairing, before, Sending(ResultWay.OFFICE), acting).save()
    count_change(pairing.section.tournament)


def _entry(pairing: Pairing, player_id: int) -> Entry:
    entry = Entry.objects.filter(section=pairing.section_id, player=player_id).first()
    if entry is None:
        raise TournamentRefusal("not_entered")
    return entry


def _result(correction: Correction) -> Result:
    found = RESULTS.get((correction.played, correction.score))
    if found is None:
        raise TournamentRefusal("result", result="")
    return found


def _answers(report: Report, reason: str) -> dict[str, str]:
    given = dict(report.warnings.values_list("kind", "answer"))
    return {kind.value: given.get(kind.value, reason) for kind in FindingKind}
