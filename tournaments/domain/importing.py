"""Importing a whole tournament that was run elsewhere, from its file."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.file_players import ChosenPlayer, enter_players_of_file
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_section
from tournaments.domain.planning.sections import standard_tie_breaks
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.result_history.changes import BoardBefore, Sending, change_of
from tournaments.domain.rounds.keeping_apart import keep_apart
from tournaments.domain.starting import MOST_ROUNDS, start_section
from tournaments.enums import (
    ROUND_ROBINS,
    Acceleration,
    FirstColour,
    ResultWay,
    SectionFormat,
    SectionPairing,
    SectionPoints,
)
from tournaments.formats.sections_read import BoardRead, SectionRead
from tournaments.models import Entry, Pairing, ResultChange, RoundPairing, Section
from tournaments.queries.section_results import POINTS
from tournaments.rules.berger import rounds_needed

FROM_FILE = "tournament file"


@transaction.atomic
def import_section(
    section_id: int,
    read: SectionRead,
    chosen: Mapping[int, ChosenPlayer],
    *,
    acting: ActionContext,
    why_apart: str = FROM_FILE,
) -> Section:
    """Enter the players of the file in the order of their starting numbers, start the
    section, and write its boards with results and byes: all of it or nothing.

    `chosen` is by starting number; `why_apart` is stored as the reason of pairs who
    never meet. The rounds get the days of the file if all are within the tournament and
    in order, otherwise those of `default_dates`. Refusals: `not_empty` for a section
    with players, `file_points` if it can have no such points, `nobody_chosen` unless
    all players of the file are chosen, `too_many` (rounds), and as `start_section`;
    raises PlayerRefusedError for a player who cannot be entered.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at or section.entries.exists():
        raise TournamentRefusal("not_empty")
    if chosen.keys() != read.players.keys():
        raise TournamentRefusal("nobody_chosen")
    _set_form(section, read)
    entries = enter_players_of_file(section, chosen, acting)
    started = start_section(
        section_id, acting=acting, round_dates=days_of(section, read)
    )
    _announce(started, read)
    _withdraw(started, read, entries)
    _write_boards(started, read, entries, acting)
    _keep_apart(started, read, entries, why_apart, acting)
    count_change(started.tournament)
    return started


def _announce(section: Section, read: SectionRead) -> None:
    """Store the planned rounds and the last accelerated number, without gaps."""
    if section.acceleration == Acceleration.BAKU:
        last = read.last_accelerated or 0
        section.last_accelerated = sum(number <= last for number in read.players)
    if read.planned and section.format == SectionFormat.BOARDS:
        section.planned_rounds, section.rounds_reason = read.planned
    section.save(update_fields=["last_accelerated", "planned_rounds", "rounds_reason"])


def _withdraw(
    section: Section, read: SectionRead, entries: Mapping[int, Entry]
) -> None:
    for number, after in read.withdrawn.items():
        entries[number].withdrawn_after = min(after, section.rounds)
        entries[number].save(update_fields=["withdrawn_after"])


def _keep_apart(
    section: Section,
    read: SectionRead,
    entries: Mapping[int, Entry],
    reason: str,
    acting: ActionContext,
) -> None:
    if section.format == SectionFormat.BOARDS:
        for one, other in read.never_meet:
            keep_apart(
                section.pk,
                (entries[one].pk, entries[other].pk),
                is_strict=True,
                reason=reason,
                acting=acting,
            )


def days_of(section: Section, read: SectionRead) -> list[date] | None:
    """Return the days of all rounds by the file; None if one is missing, is outside the
    tournament or before that of the previous round.
    """
    days = [read.days.get(number) for number in range(1, section.rounds + 1)]
    known = [day for day in days if day is not None]
    first, last = section.tournament.start_date, section.tournament.end_date
    fits = all(first <= day <= last for day in known) and known == sorted(known)
    return known if fits and len(known) == len(days) else None


def rounds_to_import(section: Section, read: SectionRead) -> int:
    """Return how many rounds the section gets: those of the file, or as many as were
    planned if a half-played file does not say how many remain.
    """
    rounds = max(read.rounds, 1)
    is_open = read.is_half_played and not read.says_rounds
    if is_open and section.format == SectionFormat.BOARDS:
        return max(rounds, section.rounds)
    return rounds


def _set_form(section: Section, read: SectionRead) -> None:
    if read.rounds > MOST_ROUNDS:
        raise TournamentRefusal("too_many", rounds=read.rounds, most=MOST_ROUNDS)
    rounds = rounds_to_import(section, read)
    start = section.tournament.start_date
    is_standard = section.tie_breaks == [*standard_tie_breaks(section.format, start)]
    section.format = _format(section, read)
    if is_standard:
        section.tie_breaks = [*standard_tie_breaks(section.format, start)]
    if read.tie_breaks is not None:
        section.tie_breaks = [*read.tie_breaks]
    section.rounds = rounds
    section.point_system = _point_system(section, read)
    _set_pairing_system(section, read)
    section.save(
        update_fields=[
            "format", "rounds", "pairing_system", "first_colour", "acceleration",
            "point_system", "tie_breaks",
        ]
    )  # fmt: skip


def _set_pairing_system(section: Section, read: SectionRead) -> None:
    """Set the pairing system that the file names, with everything that its next round
    depends on; by hand if it names none.
    """
    section.pairing_system = SectionPairing.BY_HAND
    section.acceleration, section.first_colour = Acceleration.NONE, ""
    if section.format != SectionFormat.BOARDS:
        return
    section.pairing_system = read.system or SectionPairing.BY_HAND
    section.first_colour = FirstColour(read.first_colour) if read.first_colour else ""
    is_usual = section.point_system == SectionPoints.USUAL
    if read.last_accelerated and is_usual:
        section.acceleration = Acceleration.BAKU


def _point_system(section: Section, read: SectionRead) -> str:
    if read.points is None:
        return section.point_system
    found = [name for name in SectionPoints if POINTS[name] == read.points]
    if not found or (section.gives_titles and found != [SectionPoints.USUAL]):
        raise TournamentRefusal("file_points")
    return found[0]


def _format(section: Section, read: SectionRead) -> str:
    """Return the form of a section: a round robin, as the file says or else as planned,
    only if its boards are those of all players against each other, once or twice.
    """
    is_planned = section.format in ROUND_ROBINS
    is_robin = is_planned if read.is_round_robin is None else read.is_round_robin
    size = len(read.players)
    met = [frozenset({b.white, b.black}) for b in read.boards if b.black is not None]
    cycles, rest = divmod(read.rounds, rounds_needed(size, 1)) if size > 1 else (0, 1)
    is_whole = not rest and len(met) == cycles * size * (size - 1) // 2
    if is_robin and is_whole and len(set(met)) * cycles == len(met):
        robins = {1: SectionFormat.ROUND_ROBIN, 2: SectionFormat.DOUBLE_ROUND_ROBIN}
        return robins.get(cycles, SectionFormat.BOARDS)
    return SectionFormat.BOARDS


def _write_boards(
    section: Section,
    read: SectionRead,
    entries: Mapping[int, Entry],
    acting: ActionContext,
) -> None:
    """Replace the boards of the Berger tables by those of the file."""
    section.pairings.all().delete()
    written = [board for board in read.boards if not _is_rest(section, board)]
    in_round: dict[int, int] = {}
    pairings = []
    for board in written:
        in_round[board.round] = in_round.get(board.round, 0) + 1
        pairings.append(
            Pairing(
                section=section,
                round=board.round,
                board=in_round[board.round],
                white=entries[board.white],
                black=None if board.black is None else entries[board.black],
                result=board.result,
                finished_date=_finished_on(board),
                version=bool(board.result and board.black),
                changed_by_id=acting.user_id,
                changed_at=acting.at,
            )
        )
    Pairing.objects.bulk_create(pairings)
    unplayed, sending = BoardBefore("", None), Sending(ResultWay.FILE)
    ResultChange.objects.bulk_create(
        change_of(each, unplayed, sending, acting) for each in pairings if each.version
    )
    if section.format == SectionFormat.BOARDS:
        RoundPairing.objects.bulk_create(
            RoundPairing(
                section=section,
                round=number,
                system=SectionPairing.BY_HAND,
                published_at=acting.at,
                changed_by_id=acting.user_id,
                changed_at=acting.at,
            )
            for number in in_round
        )


def _finished_on(board: BoardRead) -> date | None:
    """Return the day of a game that is played or waits; other boards have none."""
    result = board.result
    is_game = board.black is not None and (result.is_played or not result.is_finished)
    return board.finished if is_game else None


def _is_rest(section: Section, board: BoardRead) -> bool:
    """Return whether the board only says that a player of a round robin rests, which is
    no bye.
    """
    return board.black is None and section.format != SectionFormat.BOARDS
