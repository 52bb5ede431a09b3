"""Cancelling a tournament, and resuming it."""

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from ratings.enums import ReportState
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requesters
from tournaments.domain.locking import EDITABLE_STATES, lock_tournament, set_state
from tournaments.domain.planning.tournaments import write_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import EntryRequest, Tournament
from tournaments.models.entry_requests import EntryRequestQuerySet
from tournaments.queries.reports import has_counting_report, newest_report


@transaction.atomic
def cancel_tournament(tournament_id: int, *, acting: ActionContext) -> Tournament:
    """Cancel the tournament; nothing of it is deleted, see `take_up_again`.

    Players who entered themselves are notified. Refuses as `cancel_blocker` says.
    """
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    blocker = cancel_blocker(tournament)
    if blocker:
        raise TournamentRefusal(blocker)
    with written_by(acting.user_id):
        set_state(tournament, TournamentState.CANCELLED)
    notify_requesters(_entry_requests(tournament), EntryNotice.CALLED_OFF, at=acting.at)
    return tournament


@transaction.atomic
def take_up_again(tournament_id: int, *, acting: ActionContext) -> Tournament:
    """Resume a cancelled tournament where it was left: under way if a section has
    started, otherwise in preparation.

    Refusals: `state` for one that is not cancelled, and as `create_tournament` for one
    that could not be created today, such as `pool_ended`.
    """
    tournament = lock_tournament(tournament_id, TournamentState.CANCELLED)
    has_started = tournament.sections.exclude(started_at=None).exists()
    tournament.state = TournamentState.RUNNING if has_started else TournamentState.DRAFT
    write_tournament(tournament, acting)
    notify_requesters(_entry_requests(tournament), EntryNotice.TAKEN_UP, at=acting.at)
    return tournament


def _entry_requests(tournament: Tournament) -> EntryRequestQuerySet:
    return EntryRequest.objects.filter(section__tournament=tournament)


def cancel_blocker(tournament: Tournament) -> str:
    """Return why the tournament cannot be cancelled, "" if it can.

    `state`, `counting` while results count, `held` while the office holds results that
    might count.
    """
    if tournament.state not in EDITABLE_STATES:
        return "state"
    if has_counting_report(tournament.pk):
        return "counting"
    report = newest_report(tournament.pk)
    return "held" if report and report.state == ReportState.HELD else ""
