"""Import the players of a history into the register, with their start ratings in a pool.

An import adds and never overwrites: data that differs from the register is reported.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from federation.models import Player
from ratings.files.text_files import TextFile
from ratings.files.text_tables import RefusedRow, TextTable, open_table
from ratings.imports.domain.files import first_day_of, spellings_of
from ratings.imports.domain.players import (
    clubs_called,
    differences_sentence,
    enter_players,
    register_differences,
    registered_by_number,
)
from ratings.imports.domain.reports import lock_imports
from ratings.imports.domain.starts import decide_starts
from ratings.imports.formats.player_rows import (
    OPTIONAL,
    REQUIRED,
    FirstLines,
    ImportedPlayer,
    PlayerSpellings,
    read_players,
)
from ratings.pools.domain.postings import notify_after_commit

AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class ImportedPlayers:
    """The result of an import: players registered, those in the register already with
    the same data, and refused ones; clubs created; start ratings decided; columns that
    were not read.
    """

    entered: int = 0
    known: int = 0
    refused: int = 0
    clubs: int = 0
    starts: int = 0
    unread: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """0: all players are in the register; 1: none is; 2: some are not."""
        if not self.entered + self.known:
            return 1
        return 2 if self.refused else 0


def open_players(text: Iterable[str]) -> TextTable:
    """Return the table of a file of players; raises NotATable."""
    return open_table(text, required=REQUIRED, optional=OPTIONAL)


@alone(Matter.COMMAND)
def import_players(
    pool_id: int,
    file: TextFile,
    *,
    today: date,
    acting: ActionContext,
    on_refused: Callable[[Sequence[RefusedRow]], None],
) -> ImportedPlayers:
    """Register the players of a file who are not in the register yet, `AT_ONCE` rows in
    a transaction, and report the rows that are left out.

    If the file gives a club, they are members of it from the pool's first day on; a
    missing club is created. A start rating becomes a decision that applies from the
    pool's first day on, for players without a decided one. Raises NotATable.
    """
    done = ImportedPlayers()
    with file.open() as text:
        table = open_players(text)
        spelled = PlayerSpellings(today.year, spellings_of(pool_id))
        file_import = _FileImport(pool_id, first_day_of(pool_id), acting, file, table)
        for chunk in table.chunks(AT_ONCE):
            players, refusals = read_players(chunk, table.places, spelled)
            players, twice = file_import.first_lines.once(players, table.header)
            counted, differing = _enter(file_import, players)
            refused = sorted(
                [*refusals, *twice, *differing], key=lambda each: each.line
            )
            if refused:
                on_refused(refused)
            done = _sum(done, replace(counted, refused=len(refused)))
    if done.starts:
        notify_after_commit(pool_id)
    return replace(done, unread=table.unread)


def _sum(one: ImportedPlayers, other: ImportedPlayers) -> ImportedPlayers:
    return ImportedPlayers(
        one.entered + other.entered,
        one.known + other.known,
        one.refused + other.refused,
        one.clubs + other.clubs,
        one.starts + other.starts,
    )


@dataclass(slots=True)
class _FileImport:
    """Data common to all rows of one file, and the first line of each number."""

    pool_id: int
    first_day: date
    acting: ActionContext
    file: TextFile
    table: TextTable
    first_lines: FirstLines = field(default_factory=FirstLines)

    def refusal(self, player: ImportedPlayer, reason: str) -> RefusedRow:
        return RefusedRow(player.line, reason, player.row(self.table.header))


@transaction.atomic
def _enter(
    file_import: _FileImport, players: Sequence[ImportedPlayer]
) -> tuple[ImportedPlayers, list[RefusedRow]]:
    lock_imports(file_import.pool_id)
    known = registered_by_number(file_import.pool_id, players)
    differing = {
        each.number: differences_sentence(each, found)
        for each in players
        if each.number in known
        and (found := register_differences(each, known[each.number]))
    }
    new = [each for each in players if each.number not in known]
    differing |= _with_taken_numbers(new)
    new = [each for each in new if each.number not in differing]
    clubs, made = clubs_called(each.club for each in new)
    ids = {number: registered.pk for number, registered in known.items()}
    ids |= enter_players(new, clubs, file_import.first_day)
    in_order = [each for each in players if each.number not in differing]
    starts = {
        ids[each.number]: each.start_rating
        for each in in_order
        if each.start_rating is not None
        and (each.number not in known or known[each.number].start is None)
    }
    if starts:
        source = file_import.file
        decide_starts(
            file_import.pool_id,
            source,
            file_import.first_day,
            starts,
            acting=file_import.acting,
        )
    refusals = [
        file_import.refusal(each, differing[each.number])
        for each in players
        if each.number in differing
    ]
    counted = ImportedPlayers(
        len(new), len(in_order) - len(new), clubs=made, starts=len(starts)
    )
    return counted, refusals


def _with_taken_numbers(players: Sequence[ImportedPlayer]) -> dict[str, str]:
    """Return by number why new players cannot be registered: another player has the same
    FIDE number.
    """
    numbers = [each.fide_id for each in players if each.fide_id]
    taken = Player.objects.filter(fide_id__in=numbers)
    holders = dict(taken.values_list("fide_id", "national_id"))
    return {
        each.number: f"FIDE id {each.fide_id} is that of id {holders[each.fide_id]}"
        for each in players
        if each.fide_id in holders
    }
