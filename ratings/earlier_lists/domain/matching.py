"""Match the lines of published lists to players. Nothing is guessed: a line has a
number of the register, a FIDE number, or the name and year of birth of exactly one
person.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as noted

from federation.models import Player
from ratings.earlier_lists.formats.list_rows import ListedRow
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_now

_Name = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A line with its player."""

    row: ListedRow
    player_id: int


@dataclass(frozen=True, slots=True)
class _Register:
    """The players of the register who may match."""

    by_number: Mapping[str, Player]
    by_fide_id: Mapping[int | None, Player]
    by_name: Mapping[_Name, Sequence[Player]]
    aliases: PlayerAliases


def match_lines(rows: Sequence[ListedRow]) -> tuple[list[MatchedRow], list[RefusedRow]]:
    """Return the lines of known players, each once on a list, and the reasons why
    others are refused.
    """
    register = _read(rows)
    matched: list[MatchedRow] = []
    refused: list[RefusedRow] = []
    seen_lines: Counter[tuple[int, int]] = Counter()
    for row in rows:
        found = _player(row, register)
        if isinstance(found, Player):
            player_id = register.aliases.person(found.pk)
            seen_lines[row.valid_from, player_id] += 1
            if seen_lines[row.valid_from, player_id] == 1:
                matched.append(MatchedRow(row, player_id))
                continue
            found = FileMessage(noted("this player is already on the list"))
        refused.append(RefusedRow(row.line, found, row.row))
    return matched, refused


def _read(rows: Sequence[ListedRow]) -> _Register:
    numbers = {row.number for row in rows if row.number}
    fide_ids = {row.fide_id for row in rows if row.fide_id}
    nameless = [row for row in rows if not row.number and not row.fide_id]
    alike = Player.objects.filter(
        last_name__in={row.last_name for row in nameless},
        birth_year__in={row.birth_year for row in nameless if row.birth_year},
        merged_into=None,
    )
    by_name: dict[_Name, list[Player]] = {}
    for player in alike:
        key = (player.last_name, player.first_name.casefold(), player.birth_year or 0)
        by_name.setdefault(key, []).append(player)
    with_number = Player.objects.filter(national_id__in=numbers)
    with_fide_id = Player.objects.filter(fide_id__in=fide_ids)
    return _Register(
        {player.national_id: player for player in with_number},
        {player.fide_id: player for player in with_fide_id},
        by_name,
        aliases_now(),
    )


def _player(row: ListedRow, register: _Register) -> Player | FileMessage:
    if not row.number and not row.fide_id:
        return _by_name(row, register)
    by_number = register.by_number.get(row.number)
    by_fide_id = register.by_fide_id.get(row.fide_id)
    found = [player for player in (by_number, by_fide_id) if player is not None]
    persons = {register.aliases.person(player.pk) for player in found}
    if not found or (row.number and by_number is None):
        number = row.number or str(row.fide_id)
        return FileMessage(
            noted("nobody in the register has the number %(number)s"), number=number
        )
    if len(persons) > 1:
        return FileMessage(
            noted("the number and the FIDE number belong to two different people")
        )
    if not _agrees(row, found[0]):
        return FileMessage(
            noted("according to the register the number is somebody else’s")
        )
    return found[0]


def _by_name(row: ListedRow, register: _Register) -> Player | FileMessage:
    if not row.birth_year:
        return FileMessage(
            noted("a name without a number needs the year of birth beside it")
        )
    key = (row.last_name, row.first_name.casefold(), row.birth_year)
    found = register.by_name.get(key, ())
    if not found:
        return FileMessage(
            noted("nobody in the register has this name and year of birth")
        )
    if len(found) > 1:
        return FileMessage(
            noted("several in the register have this name and year of birth")
        )
    return found[0]


def _agrees(row: ListedRow, player: Player) -> bool:
    """Return whether name and year agree with the number's player, where the line has
    them. People change one of their names, but hardly ever all.
    """
    if row.birth_year and player.birth_year and row.birth_year != player.birth_year:
        return False
    names = _words((row.first_name, row.last_name))
    return not names or bool(names & _words((player.first_name, player.last_name)))


def _words(names: Iterable[str]) -> set[str]:
    return set(" ".join(names).casefold().split())
