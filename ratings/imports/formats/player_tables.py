"""An open list of players, read in parts like a table of games."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper

import numpy as np

from ratings.files.column_names import Naming, own_names
from ratings.files.text_tables import Chunk, RefusedRow, names_of, open_table
from ratings.imports.formats.game_columns import GAMES
from ratings.imports.formats.people import NamedPerson
from ratings.imports.formats.player_rows import (
    OPTIONAL,
    REQUIRED,
    ImportedPlayer,
    PlayerSpellings,
    read_players,
)
from ratings.imports.formats.sources import (
    ListedPlayer,
    OpenTable,
    ReadPart,
    ReadSoFar,
    place_in,
)

LEFT_OPEN = ("birth_year", "club", "start_rating")
"""Columns whose missing values are counted."""


def lists_players(header: str) -> bool:
    """Return whether a first line has the columns of a list of players."""
    return set(REQUIRED) <= names_of(header, {*REQUIRED, *OPTIONAL})


@dataclass(slots=True)
class PlayersTable(OpenTable):
    """An open list of players; `member` is its file in a zip."""

    met: ReadSoFar
    spelled: PlayerSpellings
    member: str = ""

    @classmethod
    def opened(
        cls,
        text: TextIOWrapper,
        met: ReadSoFar,
        spelled: PlayerSpellings,
        member: str = "",
        naming: Naming = own_names,
    ) -> "PlayersTable":
        """Read the header. Raises NotATable."""
        table = open_table(text, required=REQUIRED, optional=OPTIONAL, naming=naming)
        return cls(text, table, met, spelled, member)

    def _part(self, chunks: Iterator[Chunk]) -> ReadPart:
        listed: dict[int, ListedPlayer] = {}
        refused: list[RefusedRow] = []
        left_open = dict.fromkeys(LEFT_OPEN, 0)
        rows = 0
        for chunk in chunks:
            players, refusals = read_players(chunk, self.table.places, self.spelled)
            rows += len(players) + len(refusals)
            players, twice = self.met.first_lines.once(players, self.header)
            refused += sorted([*refusals, *twice], key=lambda each: each.line)
            for each in players:
                listed[self.met.people.list(_person(each))] = self._listed(each)
                for name in LEFT_OPEN:
                    left_open[name] += getattr(each, name) in (None, "")
        counts = {f"no_{name}": count for name, count in left_open.items() if count}
        at = place_in(self.text)
        return ReadPart(np.empty(0, GAMES), refused, rows, at, counts, listed)

    def _listed(self, player: ImportedPlayer) -> ListedPlayer:
        club = self.met.clubs.place_of(player.club)
        return ListedPlayer(player.line, club, player.start_rating, self.member)


def _person(player: ImportedPlayer) -> NamedPerson:
    return NamedPerson(
        player.number,
        player.fide_id,
        player.first_name,
        player.last_name,
        player.birth_year,
        player.gender,
    )
