"""Levels on which the board of the federation has to decide finally: those that wait
for it, and its decisions.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import accounts_of_player, agrees, refuse_same_person
from federation.domain.refusal import Refusal
from ratings.board.domain.letters import notify_members, notify_secretaries
from ratings.board.queries.board import WaitingLevel, level_in_words, waiting_for_board
from ratings.decisions.domain.decisions import post_decision
from ratings.enums import DecisionKind
from ratings.models import BoardNotice, Decision, Period, Report


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """The decision of a member of the board about a player of an event: `level`, where
    the rules give `seen`. A reason is needed if the two differ.
    """

    player_id: int
    report_id: int
    seen: int
    level: int
    reason: str = ""
    public_reason: str = ""


class BoardCannotDecide(Refusal):
    """A refusal: the level no longer waits, or another one does (`moved`); the member
    submitted the results or accepted them (`four_eyes`) or is the player (`own`); the
    level is higher than the rules give or lower than what the player had (`level`); or
    another level than `seen` is decided without a reason (`reason`).
    """


@transaction.atomic
@agrees(Matter.LEVEL)
def decide_level(draft: BoardDraft, *, acting: ActionContext) -> Decision:
    """Decide a level finally, as the board: it counts from this posting on, for as long
    as the rules give the level about which it was decided. Raises BoardCannotDecide.
    """
    # If two members decide at once, the second sees the first one's decision.
    report = Report.objects.select_for_update().get(pk=draft.report_id)
    waiting = _find(report, draft)
    _check(waiting, draft, acting)
    decision = Decision.objects.create(
        pool_id=report.pool_id,
        kind=DecisionKind.BOARD,
        player_id=draft.player_id,
        on_date=waiting.ended_on,
        points=draft.level,
        by_rules=draft.seen,
        report=report,
        reason=draft.reason.strip(),
        public_reason=draft.public_reason.strip(),
        made_by_id=acting.person_id,
        made_at=acting.at,
    )
    level = level_in_words(waiting.system, draft.level)
    notify_secretaries(decision, level, acting=acting)
    post_decision(decision, acting)
    return decision


def lowest_of(waiting: WaitingLevel) -> int:
    """Return the lowest level on which the board may decide: what the player had, or
    for a player without a level the lowest that exists.
    """
    return 1 if waiting.had is None else int(waiting.had)


def waiting_in(period: Period) -> list[WaitingLevel]:
    """Return the levels that wait for the board, of events that ended in the period.
    Those of earlier periods are left out even if the pool carries corrections.
    """
    return waiting_for_board(
        [period.pool_id], first=period.start_date, last=period.end_date
    )


@transaction.atomic
def notify_board(*, at: datetime, pool_id: int | None = None) -> int:
    """Write to the members of the board about events with levels that now wait for
    them, once for each level and version, and return how many levels those were.
    """
    begun: dict[int, list[WaitingLevel]] = defaultdict(list)
    for each in waiting_for_board(None if pool_id is None else [pool_id]):
        _notice, is_new = BoardNotice.objects.get_or_create(
            report_id=each.report_id,
            player_id=each.player_id,
            level=int(each.level),
            defaults={"at": at},
        )
        if is_new:
            begun[each.report_id].append(each)
    for waiting in begun.values():
        notify_members(waiting, at=at)
    return sum(map(len, begun.values()))


def _find(report: Report, draft: BoardDraft) -> WaitingLevel:
    waiting = waiting_for_board(
        [report.pool_id], players=[draft.player_id], reports=[report.pk]
    )
    if not waiting or waiting[0].level != draft.seen:
        raise BoardCannotDecide("moved")
    return waiting[0]


def _check(waiting: WaitingLevel, draft: BoardDraft, acting: ActionContext) -> None:
    behind = [waiting.sent_by_id, waiting.accepted_by_id]
    refuse_same_person(Matter.LEVEL, behind, acting.user_id, BoardCannotDecide)
    if acting.user_id in accounts_of_player(draft.player_id):
        raise BoardCannotDecide("own")
    if not lowest_of(waiting) <= draft.level <= waiting.level:
        raise BoardCannotDecide("level")
    if draft.level != draft.seen and not draft.reason.strip():
        raise BoardCannotDecide("reason")
