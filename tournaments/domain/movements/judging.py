"""Class movements: proposed from a section's results, decided by the committee."""

import json
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Q

from federation.domain.authorship import ActionContext, written_by
from federation.domain.reasons import NO_REASONS, Reasons
from federation.enums import PlayerClass
from tournaments.domain.locking import lock_section, lock_tournament
from tournaments.domain.movements.class_lines import (
    refuse_unaccepted,
    write_lines,
)
from tournaments.domain.movements.reconsidering import note_outcome
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import MovementState, TournamentState
from tournaments.models import ClassMovement, Entry, MovementBatch, Section
from tournaments.queries.reports import (
    counting_report,
    counts_as_final,
    newest_report,
)
from tournaments.queries.sanctions.shown import has_class_movements
from tournaments.queries.section_results import SectionResults, read_section_results
from tournaments.rules.classes.entries import Participant, prepare_section
from tournaments.rules.classes.movements import judge_section as judge
from tournaments.rules.classes.proposals import Proposal
from tournaments.rules.classes.ranks import ClassRank, Rating
from tournaments.rules.classes.sections import Competition

DECIDED = [
    "batch",
    "to_class",
    "state",
    "reason",
    "public_reason",
    "decided_by",
    "decided_at",
    "line",
]


@transaction.atomic
def judge_section(section_id: int) -> int:
    """Update a section's proposals to its submitted results; return how many were
    written or deleted.

    Proposals exist while a final report of the tournament counts. Decided ones stay as
    they were decided, and are marked if the rules now give something else; a proposal
    that has not changed keeps its number. Nothing changes while the boards are not
    those of the report that counts: while the tournament is open for correction, and
    after a correction was stopped, even if that had been judged already. Running it
    again changes nothing.
    """
    section = lock_section(section_id)
    # A report posted after this line increments `posted` under the same lock.
    written = 0 if _has_other_boards(section) else _judge_again(section)
    section.judged = section.posted
    section.save(update_fields=["judged"])
    return written


@transaction.atomic
def confirm_movements(
    ids: Collection[int], *, acting: ActionContext
) -> list[ClassMovement]:
    """Confirm proposals; each that changes a class adds a line to the class register,
    from the tournament's last day.

    Return those confirmed; a proposal that another user decided, or that was judged
    again in the meantime, is left out.

    Refusals: `no_class` for one that the rules leave to the committee (see
    `decide_class`), `not_accepted` while the office has not accepted the tournament's
    final report.
    """
    movements = _locked(ids)
    for movement in movements:
        if not movement.to_class:
            raise TournamentRefusal("no_class", entry=movement.entry)
    _settle(movements, MovementState.CONFIRMED, NO_REASONS, acting)
    return movements


@transaction.atomic
def decide_class(
    movement_id: int,
    to_class: str,
    reason: str,
    *,
    public_reason: str = "",
    acting: ActionContext,
) -> ClassMovement:
    """Store the committee's decision on a movement that the rules leave open, with a
    reason.

    Refusals: `decided`, `reason`, `no_class` or `not_accepted`.
    """
    (movement,) = _locked([movement_id]) or (None,)
    if movement is None:
        raise TournamentRefusal("decided")
    if to_class not in PlayerClass.values:
        raise TournamentRefusal("no_class", entry=movement.entry)
    movement.to_class = to_class
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    _settle([movement], MovementState.CONFIRMED, reasons, acting)
    return movement


@transaction.atomic
def reject_movements(
    ids: Collection[int],
    reason: str,
    *,
    public_reason: str = "",
    acting: ActionContext,
) -> list[ClassMovement]:
    """Reject proposals for the committee, with a reason: the classes stay.

    Return those rejected; a proposal that was decided or judged again in the meantime
    is left out. Refusal: `reason`.
    """
    movements = _locked(ids, accepted_only=False)
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    _settle(movements, MovementState.REJECTED, reasons, acting)
    return movements


def reject_movement(
    movement_id: int, reason: str, *, public_reason: str = "", acting: ActionContext
) -> ClassMovement:
    """Reject one proposal, as a batch of one. Refusals: `decided` or `reason`."""
    done = reject_movements(
        [movement_id], reason, public_reason=public_reason, acting=acting
    )
    if not done:
        raise TournamentRefusal("decided")
    return done[0]


def _has_other_boards(section: Section) -> bool:
    """Return whether the boards are not those of the final report that counts."""
    counting = counting_report(section.tournament_id)
    if not counts_as_final(counting):
        return False
    is_sent = section.tournament.state == TournamentState.FINISHED
    return not is_sent or counting != newest_report(section.tournament_id)


def _judge_again(section: Section) -> int:
    proposals = _proposals(section)
    existing = {movement.entry_id: movement for movement in section.movements.all()}
    written = 0
    for entry_id, movement in existing.items():
        proposal = proposals.get(entry_id)
        if movement.state != MovementState.PROPOSED:
            same = _same_ground(movement, proposal)
            written += note_outcome(movement, proposal, is_same_ground=same)
        elif not _is_same(movement, proposal):
            movement.delete()
            written += 1
    proposed = [
        _movement(section, proposal)
        for entry_id, proposal in proposals.items()
        if entry_id not in existing or existing[entry_id].pk is None
    ]
    ClassMovement.objects.bulk_create(proposed)
    return written + len(proposed)


def _proposals(section: Section) -> dict[int, Proposal]:
    if not section.gives_titles or not section.started_at:
        return {}
    if not counts_as_final(counting_report(section.tournament_id)):
        return {}
    if not has_class_movements(section.pk, section.tournament):
        return {}
    results = read_section_results(section)
    prepared = prepare_section(
        results.counted,
        results.standings,
        [_participant(entry) for entry in results.entries],
        Competition.SANCTIONED,
        masters_in_tournament=_masters(section, results),
    )
    return {proposal.entry: proposal for proposal in judge(prepared)}


def _participant(entry: Entry) -> Participant:
    return Participant(
        id=entry.pk,
        player_class=_class(entry.class_at_start),
        rating=_exact(entry),
        class_for_life=entry.class_for_life,
        starts_in=_class(entry.starts_in),
    )


def _class(name: str) -> ClassRank | None:
    return ClassRank(name) if name else None


def _exact(entry: Entry) -> Rating | None:
    rating = entry.rating if entry.rating is not None else entry.outside_rating
    return None if rating is None else Fraction(rating)


def _masters(section: Section, results: SectionResults) -> int:
    """Count the players who are or start as M in sections with class movements (Bilaga 1 g)."""
    others = Entry.objects.filter(
        section__tournament=section.tournament_id, section__gives_titles=True
    ).exclude(section=section)
    masters = Q(class_at_start=PlayerClass.M) | Q(starts_in=PlayerClass.M)
    here = (PlayerClass.M in (e.class_at_start, e.starts_in) for e in results.entries)
    return others.filter(masters).count() + sum(here)


def _movement(section: Section, proposal: Proposal) -> ClassMovement:
    return ClassMovement(
        section=section,
        entry_id=proposal.entry,
        kind=proposal.movement.value,
        from_class=proposal.from_class or "",
        to_class=proposal.to_class or "",
        ruled_class=proposal.to_class or "",
        reasoning=_reasoning(proposal),
    )


def _reasoning(proposal: Proposal) -> dict[str, Any]:
    as_stored: dict[str, Any] = json.loads(json.dumps(proposal.reasoning.to_data()))
    return as_stored


def _is_same(movement: ClassMovement, proposal: Proposal | None) -> bool:
    if proposal is None:
        return False
    return (
        movement.kind == proposal.movement
        and movement.from_class == (proposal.from_class or "")
        and movement.to_class == (proposal.to_class or "")
        and _same_ground(movement, proposal)
    )


def _same_ground(movement: ClassMovement, proposal: Proposal | None) -> bool:
    return proposal is not None and movement.reasoning == _reasoning(proposal)


def _locked(ids: Collection[int], *, accepted_only: bool = True) -> list[ClassMovement]:
    """Lock the tournaments of these movements and return the movements that are still
    proposed.
    """
    of = ClassMovement.objects.filter(pk__in=ids)
    tournaments = of.values_list("section__tournament_id", flat=True)
    for tournament_id in sorted(set(tournaments)):
        lock_tournament(tournament_id)
        if accepted_only:
            refuse_unaccepted(tournament_id)
    return list(
        of.proposed()
        .select_related("entry__player", "section__tournament")
        .order_by("pk")
    )


def _settle(
    movements: list[ClassMovement],
    outcome: MovementState,
    reasons: Reasons,
    acting: ActionContext,
) -> None:
    """Store one outcome of these movements, as a batch that can be undone; each
    confirmed one that changes a class adds a line to the class register.
    """
    if not movements:
        return
    with written_by(acting.user_id):
        batch = MovementBatch.objects.create(
            outcome=outcome,
            size=len(movements),
            settled_by_id=acting.person_id,
            settled_at=acting.at,
        )
        for movement in movements:
            movement.batch = batch
            movement.state = outcome
            movement.reason, movement.public_reason = reasons.internal, reasons.public
            movement.decided_by_id = acting.user_id
            movement.decided_at = acting.at
        if outcome == MovementState.CONFIRMED:
            moved = (each for each in movements if each.to_class != each.from_class)
            write_lines(moved, acting)
        ClassMovement.objects.rewrite(movements, DECIDED)
