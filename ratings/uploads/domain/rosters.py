"""Importing the reviewed rows of player lists into the register and the ledger, as the
command does (`importing_players`).
"""

from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as noted

from federation.domain.authorship import ActionContext, written_by
from federation.models import Player
from ratings.enums import ClubChoice, ImportState, MatchChoice, MatchedBy
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.imports.domain.files import first_day_of
from ratings.imports.domain.players import clubs_called, enter_players
from ratings.imports.domain.reports import lock_imports
from ratings.imports.domain.starts import decide_starts
from ratings.imports.formats.player_rows import ImportedPlayer
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.queries.rosters import (
    other_starts,
    rows_of,
    rows_to_import,
    same_players,
    with_starts,
)

AT_ONCE = 1000
"""Rows of one transaction."""
_OTHER_START = noted("start rating is %(held)s there; it stays")
_SAME = noted("taken to be the same player in the register as on line %(line)d")


def settle_rosters(file_id: int) -> None:
    """Create the new clubs of a file that is being posted and import the rows of its
    player lists, some at a time; if a worker dies, only whole parts are imported.
    """
    _make_clubs(file_id)
    while _settle_some(file_id):
        pass


def acting_for(file: ImportFile) -> ActionContext:
    """Return an action context with the person who posted the file and the time."""
    return ActionContext(file.posted_by_id, file.posted_at or file.uploaded_at)


def imported(row: ImportPlayer, clubs: Mapping[int | None, str]) -> ImportedPlayer:
    """Return a row as a player read from a file; `clubs` are names by place."""
    return ImportedPlayer(
        line=row.line or 0,
        number=row.number,
        first_name=row.first_name,
        last_name=row.last_name,
        birth_year=row.birth_year,
        gender=row.gender,
        club=clubs.get(row.club_place, ""),
        start_rating=row.start_rating,
        fide_id=row.fide_id,
    )


def faults_of_rosters(file: ImportFile) -> Iterator[RefusedRow]:
    """Yield rows that are not imported completely: a start rating that differs from the
    decided one, or a second line of the same player.
    """
    clubs = _names(file)
    for row in other_starts(file):
        held = row.held  # type: ignore[attr-defined]
        yield _refusal(file, row, clubs, FileMessage(_OTHER_START, held=held))
    first_places = same_players(file)
    lines = dict(
        rows_of(file)
        .filter(place__in=first_places.values())
        .values_list("place", "line")
    )
    for row in rows_of(file).filter(player__in=first_places).order_by("place"):
        first = first_places[row.player_id or 0]
        if row.place != first and row.choice == MatchChoice.PLAYER:
            yield _refusal(file, row, clubs, FileMessage(_SAME, line=lines[first]))


def _refusal(
    file: ImportFile,
    row: ImportPlayer,
    clubs: Mapping[int | None, str],
    why: FileMessage,
) -> RefusedRow:
    header = file.headers.get(row.member, file.header)
    cells = imported(row, clubs).row(header)
    return RefusedRow(row.line or 0, why, cells, row.member)


def _names(file: ImportFile) -> dict[int | None, str]:
    clubs = ImportClub.objects.filter(file=file)
    return dict(clubs.values_list("place", "name"))


@transaction.atomic
def _make_clubs(file_id: int) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    new = list(ImportClub.objects.filter(file=file, choice=ClubChoice.NEW))
    if not new or file.state != ImportState.POSTING:
        return
    with written_by(file.posted_by_id):
        clubs, _made = clubs_called(each.name for each in new)
    for each in new:
        each.choice, each.club_id = ClubChoice.CLUB, clubs[each.name.casefold()]
    ImportClub.objects.bulk_update(new, ["choice", "club"])


@transaction.atomic
def _settle_some(file_id: int) -> bool:
    """Import some rows of the file; return whether there may be more."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTING:
        return False
    lock_imports(file.pool_id)
    rows = with_starts(rows_to_import(file), file.pool_id).order_by("place")
    some = list(rows[:AT_ONCE])
    with written_by(file.posted_by_id):
        entered = _enter(file, some)
    settled = [row for row in some if row.choice == MatchChoice.PLAYER]
    starts = _starts(settled)
    if starts:
        first_day = first_day_of(file.pool_id)
        decide_starts(file.pool_id, file, first_day, starts, acting=acting_for(file))
    for row in settled:
        row.is_settled = True
    ImportPlayer.objects.bulk_update(
        some, ["choice", "matched_by", "player", "is_settled"]
    )
    ImportFile.objects.filter(pk=file_id).update(
        done=F("done") + len(some),
        posted_players=F("posted_players") + entered,
        posted_starts=F("posted_starts") + len(starts),
    )
    return bool(some)


def _enter(file: ImportFile, some: Sequence[ImportPlayer]) -> int:
    """Register the new players and return how many. A player whose number has been given
    to another one in the meantime becomes undecided again.
    """
    new = [row for row in some if row.choice == MatchChoice.NEW]
    taken = _taken(new)
    for row in new:
        if row.number in taken or row.fide_id in taken:
            row.choice, row.matched_by = MatchChoice.UNDECIDED, MatchedBy.CONFLICT
    new = [row for row in new if row.choice == MatchChoice.NEW]
    chosen = ImportClub.objects.filter(file=file, choice=ClubChoice.CLUB)
    pairs = chosen.values_list("place", "name", "club_id")
    names: dict[int | None, str] = {place: name for place, name, _club in pairs}
    clubs = {name.casefold(): club for _place, name, club in pairs if club}
    players = [imported(row, names) for row in new]
    ids = enter_players(players, clubs, first_day_of(file.pool_id))
    for row in new:
        row.choice, row.matched_by = MatchChoice.PLAYER, MatchedBy.ENTERED
        row.player_id = ids[row.number]
    return len(new)


def _taken(rows: Sequence[ImportPlayer]) -> set[object]:
    """Return the numbers and FIDE numbers of these rows that are used in the register."""
    numbers = Player.objects.filter(national_id__in=[row.number for row in rows])
    fide_ids = [row.fide_id for row in rows if row.fide_id]
    fide = Player.objects.filter(fide_id__in=fide_ids)
    return {
        *numbers.values_list("national_id", flat=True),
        *fide.values_list("fide_id", flat=True),
    }


def _starts(rows: Sequence[ImportPlayer]) -> dict[int, int]:
    """Return the start ratings to decide, by player; a player's first line counts."""
    starts: dict[int, int] = {}
    for row in rows:
        held = row.held  # type: ignore[attr-defined]
        if row.start_rating is not None and held is None and row.player_id:
            starts.setdefault(row.player_id, row.start_rating)
    return starts
