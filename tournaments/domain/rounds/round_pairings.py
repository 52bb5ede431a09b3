"""Storing how a round was paired: the system's proposal, what was changed and why, and
since when the boards are public.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import Bye, SectionFormat, SectionPairing, TournamentState
from tournaments.formats.dutch.engine import EngineError
from tournaments.models import Absence, RoundPairing, Section
from tournaments.queries.rounds.round_pairing import (
    RoundToPair,
    missing_before,
    pair,
    round_to_pair,
)
from tournaments.queries.section_results import read_section_results
from tournaments.rules.pairing.paired import NoPairingError, PairedRound
from tournaments.rules.pairing.written import as_data, from_data

FARTHEST = timedelta(days=366)
"""How long before its publication a round can be paired."""

Seat = tuple[int, int | None]
"""The entries with White and with Black; None as Black is a bye."""


@dataclass(frozen=True, slots=True)
class RoundPublication:
    """When the boards become public: at once, at a later moment, or not yet (a draft,
    which only the organiser sees).
    """

    at: datetime | None = None
    is_draft: bool = False


AT_ONCE = RoundPublication()


@dataclass(frozen=True, slots=True)
class ProposalSeen:
    """The system that the writer used, and what it proposed to them."""

    system: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class HowPaired:
    """How the writer made the boards: from a proposal or by hand, why they differ from
    the proposal, and when they become public.
    """

    proposed: ProposalSeen | None = None
    change_reason: str = ""
    publication: RoundPublication = AT_ONCE


TYPED = HowPaired()


@dataclass(frozen=True, slots=True)
class RoundWritten:
    """The boards as they are to be written."""

    section: Section
    round: int
    seats: Sequence[Seat]


def seats_of(paired: PairedRound) -> tuple[Seat, ...]:
    """Return the boards of a proposal from the first on, the bye last."""
    boards: list[Seat] = [(board.white, board.black) for board in paired.boards]
    return tuple([*boards, (paired.bye.player, None)] if paired.bye else boards)


@dataclass(frozen=True, slots=True)
class RoundProposal:
    """What a system proposes, and the input from which it does."""

    to_pair: RoundToPair
    paired: PairedRound


def propose_again(
    section_id: int, number: int, seen: ProposalSeen | None
) -> RoundProposal | None:
    """Pair the round again, as the writer saw it; None if they used no system.

    It is done before the tournament is locked: an engine may take seconds.

    Refusals: `proposal_moved` if the system would now propose another round than the
    writer saw, `gone`, `cannot_be_paired` and `engine_failed`.
    """
    if seen is None:
        return None
    section = Section.objects.filter(pk=section_id).first()
    if section is None:
        raise TournamentRefusal("gone")
    results = read_section_results(section)
    if missing_before(results, number):
        raise TournamentRefusal("proposal_moved")
    to_pair = round_to_pair(results, number, seen.system)
    try:
        paired = pair(to_pair)
    except NoPairingError as error:
        raise TournamentRefusal("cannot_be_paired") from error
    except EngineError as error:
        raise TournamentRefusal("engine_failed") from error
    if seats_of(paired) != seen.seats:
        raise TournamentRefusal("proposal_moved")
    return RoundProposal(to_pair, paired)


def record_round_pairing(
    written: RoundWritten,
    how: HowPaired,
    proposal: RoundProposal | None,
    acting: ActionContext,
) -> RoundPairing:
    """Store how the round was paired; the caller holds the lock.

    A round that is public does not become a draft again.

    Refusals: `proposal_moved` if the input of the proposal has changed since,
    `reason_needed` if the boards of a section with a pairing system are not those
    proposed and no reason is given, `publish_moment` for a moment that is past or too
    far ahead, and `left_in_draft` as `publish_round`.
    """
    record = RoundPairing.objects.filter(
        section=written.section, round=written.round
    ).first() or RoundPairing(section=written.section, round=written.round)
    if proposal is not None:
        _refuse_moved(written, proposal.to_pair)
        record.system, record.proposal = (
            proposal.to_pair.system,
            as_data(proposal.paired),
        )
    record.system = record.system or SectionPairing.BY_HAND
    _set_reason(record, written, how.change_reason.strip())
    if not how.publication.is_draft:
        _refuse_left(record, written.seats, acting.at)
    _publish(record, how.publication, acting.at)
    record.changed_by_id, record.changed_at = acting.user_id, acting.at
    record.save()
    return record


def record_emptying(
    section: Section, round_number: int, reason: str, acting: ActionContext
) -> None:
    """Delete the record of a round whose boards are removed. If a section with a
    pairing system had published them, the record stays with the reason alone.

    Refusal: `emptying_reason` if that reason is missing.
    """
    record = section.round_pairings.filter(round=round_number).first()
    if record is None:
        return
    has_system = section.pairing_system != SectionPairing.BY_HAND
    if not has_system or not record.is_seen_at(acting.at):
        record.delete()
        return
    if not reason.strip():
        raise TournamentRefusal("emptying_reason")
    record.proposal, record.change_reason = None, reason.strip()
    record.changed_by_id, record.changed_at = acting.user_id, acting.at
    record.save()


def _refuse_moved(written: RoundWritten, to_pair: RoundToPair) -> None:
    results = read_section_results(written.section)
    if round_to_pair(results, written.round, to_pair.system) != to_pair:
        raise TournamentRefusal("proposal_moved")


def _set_reason(record: RoundPairing, written: RoundWritten, reason: str) -> None:
    proposal = record.proposal and set(seats_of(from_data(record.proposal)))
    is_changed = set(written.seats) != proposal
    has_system = written.section.pairing_system != SectionPairing.BY_HAND
    if has_system and is_changed and not reason:
        raise TournamentRefusal("reason_needed")
    record.change_reason = reason if is_changed else ""


def _refuse_left(record: RoundPairing, seats: Iterable[Seat], now: datetime) -> None:
    """Refuse a player who has left, unless the boards are public already."""
    if record.is_seen_at(now):
        return
    seated = {entry_id for seat in seats for entry_id in seat}
    left = [
        f"{entry.pairing_number}. {entry.player.public_name}"
        for entry in record.section.entries.in_order().select_related("player")
        if entry.pk in seated and entry.has_left(record.round)
    ]
    if left:
        raise TournamentRefusal("left_in_draft", players=", ".join(left))


def _publish(
    record: RoundPairing, publication: RoundPublication, now: datetime
) -> None:
    if record.is_seen_at(now):
        return
    if publication.at is not None and not now < publication.at < now + FARTHEST:
        raise TournamentRefusal("publish_moment")
    record.published_at = None if publication.is_draft else publication.at or now


@transaction.atomic
def publish_round(
    section_id: int, round_number: int, *, acting: ActionContext
) -> RoundPairing:
    """Make the boards of a draft public. Refusals: `round` if the round is not paired,
    and `left_in_draft` if a player in it has left before the round.
    """
    section = lock_section(section_id, TournamentState.RUNNING)
    record = section.round_pairings.filter(round=round_number).first()
    if record is None:
        raise TournamentRefusal("round", rounds=section.rounds)
    boards = section.pairings.filter(round=round_number)
    _refuse_left(record, boards.values_list("white_id", "black_id"), acting.at)
    _publish(record, AT_ONCE, acting.at)
    record.save(update_fields=["published_at"])
    count_change(section.tournament)
    return record


@transaction.atomic
def record_absences(
    section_id: int,
    round_number: int,
    absent: Mapping[int, str],
    *,
    acting: ActionContext,
    seen: Mapping[int, str] | None = None,
) -> None:
    """Record the players (entry ids) who miss the round, each with the bye they get.

    With `seen`, the absences of the round that the writer saw, only differences are
    written, so that absences that others recorded in the meantime stay; without it no
    other player misses the round.

    A player who is paired already stays so until the round is paired again. Refusals:
    `not_started` in a round robin, `by_teams`, `round`, `gone`, `bye`.
    """
    section = lock_section(section_id, TournamentState.RUNNING)
    if section.format != SectionFormat.BOARDS:
        raise TournamentRefusal("not_started")
    if section.is_played_by_teams:
        raise TournamentRefusal("by_teams")
    if not 1 <= round_number <= section.rounds:
        raise TournamentRefusal("round", rounds=section.rounds)
    if not absent.keys() <= set(section.entries.values_list("pk", flat=True)):
        raise TournamentRefusal("gone")
    if not set(absent.values()) <= set(Bye.values):
        raise TournamentRefusal("bye")
    rows = Absence.objects.filter(entry__section=section, round=round_number)
    before = dict(rows.values_list("entry", "bye")) if seen is None else seen
    rows.filter(entry__in=before.keys() - absent.keys()).delete()
    Absence.objects.bulk_create(
        (
            Absence(
                entry_id=entry_id,
                round=round_number,
                bye=bye,
                recorded_by_id=acting.user_id,
                recorded_at=acting.at,
            )
            for entry_id, bye in absent.items()
            if before.get(entry_id) != bye
        ),
        update_conflicts=True,
        unique_fields=["entry", "round"],
        update_fields=["bye", "recorded_by", "recorded_at"],
    )
    count_change(section.tournament)
