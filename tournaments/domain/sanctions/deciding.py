"""Deciding on applications: the district endorses or returns one; the federation
sanctions, returns or refuses it.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import is_one_of
from tournaments.domain.locking import lock_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.applying import locked_sanction, write_sanction
from tournaments.domain.sanctions.invoice_dates import set_invoice_date
from tournaments.domain.sanctions.letters import notify_of_answer, notify_of_endorsement
from tournaments.enums import SanctionState
from tournaments.models import Sanction, SanctionTerms, Section
from tournaments.queries.deadlines import NOT_CANCELLED


@dataclass(frozen=True, slots=True)
class SanctionAnswer:
    """The reasons of an answer: for the organiser, and for the district and the
    federation only.

    `seen` is the version of the application that was on the page.
    """

    seen: int
    reason: str = ""
    internal_reason: str = ""


@transaction.atomic
def endorse_application(
    tournament_id: int, answer: SanctionAnswer, *, acting: ActionContext
) -> Sanction:
    """Endorse an application for the district: it goes on to the federation.

    Refusals: `application_moved` if it is no longer what the officer saw,
    `own_application` for the applicant.
    """
    sanction = _lock_sanction_to_answer(tournament_id, answer)
    _refuse_not_waiting(sanction, of_district=True)
    _refuse_own(sanction, acting)
    sanction.endorsed_by_id = acting.person_id
    sanction.endorsed_at = acting.at
    _write_outcome(sanction, SanctionState.ENDORSED, answer, acting)
    notify_of_endorsement(sanction, acting)
    return sanction


@transaction.atomic
def return_application(
    tournament_id: int,
    answer: SanctionAnswer,
    *,
    of_district: bool,
    acting: ActionContext,
) -> Sanction:
    """Return an application to the organiser, to be changed and submitted again.

    Refusals: `sanction_reason` without a reason, and `application_moved`.
    """
    sanction = _lock_sanction_to_answer(tournament_id, answer)
    _refuse_not_waiting(sanction, of_district=of_district)
    return _return_or_refuse(sanction, SanctionState.RETURNED, answer, acting)


@transaction.atomic
def refuse_application(
    tournament_id: int, answer: SanctionAnswer, *, acting: ActionContext
) -> Sanction:
    """Refuse the sanction, for the federation. Refusals: `sanction_reason` without a
    reason, and `application_moved`.
    """
    sanction = _lock_sanction_to_answer(tournament_id, answer)
    _refuse_not_waiting(sanction, of_district=False)
    return _return_or_refuse(sanction, SanctionState.REFUSED, answer, acting)


@transaction.atomic
def sanction_tournament(
    tournament_id: int, answer: SanctionAnswer, *, acting: ActionContext
) -> Sanction:
    """Sanction the tournament, for the federation, at the fee of the terms valid on its
    first day.

    Refusals: `application_moved`, and `own_application` for the applicant and the
    endorser.
    """
    sanction = _lock_sanction_to_answer(tournament_id, answer)
    _refuse_not_waiting(sanction, of_district=False)
    _refuse_own(sanction, acting)
    terms = SanctionTerms.objects.on(sanction.start_date)
    sanction.fee_each = terms.fee_each if terms else None
    set_invoice_date(sanction, acting)
    _sign(sanction, acting)
    _write_outcome(sanction, SanctionState.SANCTIONED, answer, acting)
    _judge_sections_again(sanction)
    notify_of_answer(sanction, acting)
    return sanction


def _judge_sections_again(sanction: Sanction) -> None:
    """Make the workers judge the results that were submitted before the sanction."""
    sections = Section.objects.filter(tournament=sanction.tournament_id, posted__gt=0)
    sections.update(posted=F("posted") + 1)


def _lock_sanction_to_answer(tournament_id: int, answer: SanctionAnswer) -> Sanction:
    lock_tournament(tournament_id, *NOT_CANCELLED)
    sanction = locked_sanction(tournament_id)
    # In the meantime it may have been withdrawn, or answered by another officer.
    if sanction is None or sanction.version != answer.seen:
        raise TournamentRefusal("application_moved")
    return sanction


def _refuse_not_waiting(sanction: Sanction, *, of_district: bool) -> None:
    waits = (
        sanction.waits_for_district if of_district else sanction.waits_for_federation
    )
    if not waits:
        raise TournamentRefusal("application_moved")


def is_own_application(sanction: Sanction, user_id: int) -> bool:
    """Return whether the user applied for the sanction or endorsed it, with any account
    of theirs.
    """
    behind = (sanction.applied_by_id, sanction.endorsed_by_id)
    return is_one_of(user_id, [each for each in behind if each is not None])


def _refuse_own(sanction: Sanction, acting: ActionContext) -> None:
    if is_own_application(sanction, acting.person_id):
        raise TournamentRefusal("own_application")


def _return_or_refuse(
    sanction: Sanction,
    outcome: SanctionState,
    answer: SanctionAnswer,
    acting: ActionContext,
) -> Sanction:
    if not answer.reason.strip():
        raise TournamentRefusal("sanction_reason")
    _sign(sanction, acting)
    _write_outcome(sanction, outcome, answer, acting)
    notify_of_answer(sanction, acting)
    return sanction


def _sign(sanction: Sanction, acting: ActionContext) -> None:
    sanction.decided_by_id = acting.person_id
    sanction.decided_at = acting.at


def _write_outcome(
    sanction: Sanction,
    outcome: SanctionState,
    answer: SanctionAnswer,
    acting: ActionContext,
) -> None:
    sanction.state = outcome
    sanction.reason = answer.reason.strip()
    sanction.internal_reason = answer.internal_reason.strip()
    write_sanction(sanction, acting)
