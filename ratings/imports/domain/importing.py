"""Import a federation's results into the ledger from a file with one game a line.

The file is read once into a spool on disk; rows that are invalid by themselves are
refused. Then its events are posted, each as a report of its own, some hundred thousand
games in a transaction: only whole events are in the ledger after a crash, and another
import of the same file adds the others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import connection

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from ratings.files.column_names import names_by_name
from ratings.files.text_files import NotATable, TextFile
from ratings.files.text_tables import TextTable, open_table
from ratings.files.wording import FileMessage
from ratings.imports.domain.batches import (
    GatheredGames,
    Imported,
    PostingOptions,
    Refusals,
    RefusedRowsHandler,
    post_all,
)
from ratings.imports.domain.files import (
    first_day_of,
    last_day_of,
    reason_of,
    spellings_of,
)
from ratings.imports.domain.lines import read_register
from ratings.imports.domain.reports import ImportContext
from ratings.imports.formats.event_games import GamesOnDisk
from ratings.imports.formats.game_columns import OPTIONAL, REQUIRED, TIMES
from ratings.imports.formats.game_rows import GameReader, refuse_two_times
from ratings.imports.formats.sources import NOT_SAID
from ratings.pools.domain.postings import notify_after_commit
from ratings.rules.calendar import day_number


@dataclass(frozen=True, slots=True)
class GamesToImport:
    """A file of games for a pool. With `replaces`, an event that was imported before
    with other games, or has been withdrawn since, gets a next version; else its rows
    are refused. A `dry_run` writes nothing. `minutes`: thinking time of games for which
    the file gives none; without it, such games are refused. `columns`: the header's
    name of a column, by our own name. `two_in_a_round`: a player may have more than one
    game in a round; else such events are left out.
    """

    pool_id: int
    file: TextFile
    minutes: int | None = None
    dry_run: bool = False
    replaces: bool = False
    two_in_a_round: bool = False
    columns: Mapping[str, str] = field(default_factory=dict)


def open_games(text: Iterable[str], columns: Mapping[str, str]) -> TextTable:
    """Return the table of a file of games; raises NotATable."""
    try:
        table = open_table(
            text, required=REQUIRED, optional=OPTIONAL, naming=names_by_name(columns)
        )
    except KeyError as error:
        raise NotATable(
            "The file has no column ‘%(name)s’.", name=error.args[0]
        ) from error
    refuse_two_times(table)
    return table


@alone(Matter.COMMAND)
def import_games(
    to_import: GamesToImport,
    *,
    today: date,
    acting: ActionContext,
    on_refused: RefusedRowsHandler,
) -> Imported:
    """Post the games of a file and report the rows that are left out, some at a time.

    Each event's report is stored whole or not at all; workers are notified once, at the
    end. Raises NotATable if the file lacks columns, or the pool has no edition.
    """
    count = Refusals(on_refused)
    with to_import.file.open() as text, GamesOnDisk() as spool:
        table = open_games(text, to_import.columns)
        reader = _reader(to_import, table, today)
        for chunk in table.chunks():
            games, refusals = reader.read(chunk)
            spool.add(games)
            count.record(refusals)
        reason, register = reason_of(to_import.file), read_register()
        posted = ImportContext(to_import.pool_id, acting, today, reason, register)
        gathered = GatheredGames(
            spool, reader.events.names, lambda game: reader.row_of(game, table.header)
        )
        options = PostingOptions(
            posted,
            to_import.dry_run,
            to_import.replaces,
            _DIFFERS,
            _WITHDRAWN,
            twice="" if to_import.two_in_a_round else _TWICE,
        )
        done = post_all(gathered, options, count)
    if done.games and not to_import.dry_run:
        notify_after_commit(to_import.pool_id)
    return replace(done, refused=count.rows, unread=table.unread)


def _reader(to_import: GamesToImport, table: TextTable, today: date) -> GameReader:
    pool_id = to_import.pool_id
    if to_import.minutes is None and not table.places.keys() & TIMES:
        raise NotATable(
            "The file has no column with a time control (minutes or time_control), and"
            " a pool rates only games of its own thinking times. Give the minutes of"
            " each player for these games: --minutes 120."
        )
    return GameReader(
        places=table.places,
        find=_players,
        usual_minutes=to_import.minutes,
        usual_round=NOT_SAID,
        first_day=day_number(first_day_of(pool_id)),
        last_day=day_number(today),
        ends_on=day_number(last_day_of(pool_id)),
        ratings=spellings_of(pool_id),
    )


def _players(numbers: Iterable[str]) -> Mapping[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT national_id, id FROM federation_player WHERE national_id = ANY(%s)",
            [list(numbers)],
        )
        return dict(cursor.fetchall())


_DIFFERS = FileMessage(
    "the event was imported before with other games; --replace puts all those of this"
    " file in their place"
)
_TWICE = (
    "the event is left out, since a player has more than one game in a round (line"
    " %(line)d); --two-in-a-round takes them all"
)
_WITHDRAWN = FileMessage(
    "the event was imported before and has been withdrawn since;"
    " --replace posts it again"
)
