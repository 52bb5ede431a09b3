"""Bringing the players of a history into the register, with the ratings that they
begin with in a pool.

An import adds and never overwrites: what the register says otherwise is told.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import connection, transaction

from ratings.domain.imported_files import (
    cause_of,
    first_day_of,
    reason_of,
    spellings_of,
)
from ratings.domain.imported_players import (
    clubs_called,
    differences,
    enter_players,
    standing_in_register,
)
from ratings.domain.imported_reports import lock_imports
from ratings.domain.numbering import Hand, post_together, tell_after_commit
from ratings.enums import Act, DecisionKind
from ratings.formats.player_rows import (
    OPTIONAL,
    REQUIRED,
    ImportedPlayer,
    read_players,
)
from ratings.formats.tables import Refusal, Table, open_table
from ratings.formats.text_files import TextFile

AT_ONCE = 5000
_DECISIONS = """
INSERT INTO ratings_decision (pool_id, kind, player_id, on_date, points, reason,
  made_at, confirmed_at)
SELECT %(pool)s, %(kind)s, player, %(day)s, points, %(reason)s, %(at)s, %(at)s
FROM unnest(%(players)s::bigint[], %(points)s::int[]) AS each (player, points)
RETURNING id
"""
_SPANS = """
UPDATE ratings_decision SET span = int8range(number, NULL)
FROM unnest(%s::bigint[], %s::bigint[]) AS each (decision, number)
WHERE ratings_decision.id = decision
"""


@dataclass(frozen=True, slots=True)
class ImportedPlayers:
    """What an import did: players entered, found as the file has them, and refused;
    clubs made; start ratings decided; columns that nobody reads.
    """

    entered: int = 0
    known: int = 0
    refused: int = 0
    clubs: int = 0
    starts: int = 0
    unread: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """0: everybody is in; 1: nobody is; 2: some are not."""
        if not self.entered + self.known:
            return 1
        return 2 if self.refused else 0


def open_players(text: Iterable[str]) -> Table:
    """The table of a file of players; raises NotATable."""
    return open_table(text, required=REQUIRED, optional=OPTIONAL)


def import_players(
    pool_id: int,
    file: TextFile,
    *,
    today: date,
    hand: Hand,
    on_refused: Callable[[Sequence[Refusal]], None],
) -> ImportedPlayers:
    """Enters whoever is not in the register yet and tells whom it leaves out, some
    thousand rows in a transaction.

    Members from the pool's first day on, where the file names a club; a club that
    does not exist is made. A start rating is a decision that holds from the pool's
    first step, for whoever has none decided there. Raises NotATable.
    """
    done = ImportedPlayers()
    with file.open() as text:
        table = open_players(text)
        intake = _Intake(pool_id, first_day_of(pool_id), hand, file, table)
        ratings = spellings_of(pool_id)
        for chunk in table.chunks(AT_ONCE):
            players, refusals = read_players(chunk, table.places, today.year, ratings)
            players, twice = intake.once(players)
            counted, differing = _enter(intake, players)
            refused = sorted(
                [*refusals, *twice, *differing], key=lambda each: each.line
            )
            if refused:
                on_refused(refused)
            done = _sum(done, replace(counted, refused=len(refused)))
    if done.starts:
        tell_after_commit(pool_id)
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
class _Intake:
    """What holds for all rows of one file, and the lines on which numbers stood."""

    pool_id: int
    first_day: date
    hand: Hand
    file: TextFile
    table: Table
    lines: dict[str, int] = field(default_factory=dict)

    def once(
        self, players: Iterable[ImportedPlayer]
    ) -> tuple[list[ImportedPlayer], list[Refusal]]:
        """Those whose number stands for the first time, and the others."""
        first, again = [], []
        for each in players:
            if self.lines.setdefault(each.number, each.line) == each.line:
                first.append(each)
            else:
                line = self.lines[each.number]
                reason = f"id {each.number} stands on line {line} already"
                again.append(self.refusal(each, reason))
        return first, again

    def refusal(self, player: ImportedPlayer, reason: str) -> Refusal:
        name = ", ".join(filter(None, (player.last_name, player.first_name)))
        written = {
            "id": player.number,
            "name": name,
            "birth_year": str(player.birth_year or ""),
            "gender": player.gender,
            "club": player.club,
            "start_rating": ""
            if player.start_rating is None
            else str(player.start_rating),
        }
        header = self.table.header
        return Refusal(player.line, reason, tuple(written.get(n, "") for n in header))


@transaction.atomic
def _enter(
    intake: _Intake, players: Sequence[ImportedPlayer]
) -> tuple[ImportedPlayers, list[Refusal]]:
    lock_imports(intake.pool_id)
    known = standing_in_register(intake.pool_id, players)
    differing = {
        each.number: found
        for each in players
        if each.number in known and (found := differences(each, known[each.number]))
    }
    new = [each for each in players if each.number not in known]
    clubs, made = clubs_called(new)
    ids = {number: standing.pk for number, standing in known.items()}
    ids |= enter_players(new, clubs, intake.first_day)
    in_order = [each for each in players if each.number not in differing]
    starts = {
        ids[each.number]: each.start_rating
        for each in in_order
        if each.start_rating is not None
        and (each.number not in known or known[each.number].start is None)
    }
    if starts:
        _post_starts(intake, starts)
    refusals = [
        intake.refusal(each, differing[each.number])
        for each in players
        if each.number in differing
    ]
    counted = ImportedPlayers(
        len(new), len(in_order) - len(new), clubs=made, starts=len(starts)
    )
    return counted, refusals


def _post_starts(intake: _Intake, said: dict[int, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _DECISIONS,
            {
                "pool": intake.pool_id,
                "kind": DecisionKind.START,
                "day": intake.first_day,
                "reason": cause_of(intake.file),
                "at": intake.hand.at,
                "players": list(said),
                "points": list(said.values()),
            },
        )
        decisions = [row[0] for row in cursor.fetchall()]

    def effect(numbers: range) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_SPANS, [decisions, list(numbers)])

    post_together(
        intake.pool_id,
        Act.DECIDE,
        intake.hand,
        decisions,
        effect,
        reason=reason_of(intake.file),
    )
