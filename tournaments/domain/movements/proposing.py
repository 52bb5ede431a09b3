"""Class movements that the rules propose from a section's results."""

import json
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Q

from federation.enums import PlayerClass
from tournaments.domain.locking import lock_section
from tournaments.domain.movements.reconsidering import note_outcome
from tournaments.enums import MovementState, TournamentState
from tournaments.models import ClassMovement, Entry, Section
from tournaments.queries.reports import counting_report, counts_as_final, newest_report
from tournaments.queries.sanctions.shown import has_class_movements
from tournaments.queries.section_results import SectionResults, read_section_results
from tournaments.rules.classes.entries import Participant, prepare_section
from tournaments.rules.classes.movements import judge_entries
from tournaments.rules.classes.proposals import Proposal
from tournaments.rules.classes.ranks import ClassRank, Rating
from tournaments.rules.classes.sections import Competition


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
    return {proposal.entry: proposal for proposal in judge_entries(prepared)}


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
