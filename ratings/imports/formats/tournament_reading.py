"""Read one tournament's file into records of games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from django.utils.translation import gettext_noop as noted

from ratings.enums import FileFindingKind
from ratings.files.spellings import NO_RATING
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.event_names import LONGEST_EVENT
from ratings.imports.formats.findings import FileFinding, FindingDetail
from ratings.imports.formats.game_columns import NO_DAY
from ratings.imports.formats.people import NamedPerson, again_of
from ratings.imports.formats.sources import DayBounds, ReadSoFar
from ratings.imports.formats.trf.findings import (
    are_distinguished,
    findings_of,
    namesake_detail,
    namesakes,
)
from ratings.imports.formats.trf.games import TrfGame, games_of, ratings_from_outside
from ratings.imports.formats.trf.reading import (
    ReadTournament,
    decoded,
    looks_like_trf,
    name_with_year,
    read_tournament,
)
from ratings.rules.calendar import day_number


@dataclass(frozen=True, slots=True)
class TournamentFileContent:
    """A tournament's file; `content` is None if it is damaged. `at`: the bytes of the
    uploaded file that have been read with it.
    """

    name: str
    content: bytes | None
    at: int


@dataclass(slots=True)
class TournamentReading:
    """The games, refused lines and findings of a file; `event` is its event's place
    among those of all files.
    """

    file: TournamentFileContent
    met: ReadSoFar
    bounds: DayBounds
    home: str
    event: int = -1
    refusals: list[RefusedRow] = field(default_factory=list)
    games: list[tuple[Any, ...]] = field(default_factory=list)
    findings: list[FileFinding] = field(default_factory=list)
    defaulted: dict[str, int] = field(default_factory=dict)
    _again: dict[int, int] = field(default_factory=dict)

    def read(self) -> "TournamentReading":
        """Read the file; lines that cannot be read are refused with the reason."""
        try:
            text, is_certain = self._text()
            self.defaulted["encoding"] = int(not is_certain)
            self._take(read_tournament(text, self.home, self.met.people.this_year))
        except InvalidField as wrong:
            self._refuse(1, wrong.message)
        return self

    def _text(self) -> tuple[str, bool]:
        if self.file.content is None:
            raise InvalidField(noted("the file is damaged"))
        text, is_certain = decoded(self.file.content)
        if "\0" in text:
            raise InvalidField(noted("the file is not text: it contains null bytes"))
        if not looks_like_trf(text):
            raise InvalidField(
                noted("not a tournament file: it has no player line (001)")
            )
        return text, is_certain

    def _take(self, tournament: ReadTournament) -> None:
        for line, reason in tournament.faults:
            self._refuse(line, reason)
        if not tournament.players:
            raise InvalidField(noted("none of the lines 001 could be read"))
        if not tournament.name:
            tournament.name = self._named_after_file()
        found = list(games_of(tournament))
        games = [each for each in found if isinstance(each, TrfGame)]
        for each in found:
            if not isinstance(each, TrfGame):
                self._refuse(*each)
        self._set_event(tournament)
        self._find(tournament, games)
        # FIDE ratings are no use in a pool where games are rated by levels.
        has_numbers = self.bounds.ratings.numbers
        outside = ratings_from_outside(tournament, self.home) if has_numbers else {}
        for game in games:
            self._add_game(tournament, game, outside)
        self.defaulted["born"] = tournament.odd_years
        own = sum(each.day is not None for each in games)
        self.defaulted["day"] = len(games) - own if tournament.start else 0

    def _named_after_file(self) -> str:
        name = " ".join(PurePosixPath(self.file.name).stem.split())[:LONGEST_EVENT]
        reason = FileMessage(
            noted(
                "there is no line 012 with the tournament's name: ‘%(name)s’ is taken"
            ),
            name=name,
        )
        self.findings.append(
            FileFinding(FileFindingKind.NOTES, (FindingDetail(1, reason),))
        )
        return name

    def _set_event(self, tournament: ReadTournament) -> None:
        """Set the event's number. Raises InvalidField if another file already has the event."""
        met = self.met
        before = len(met.events.names)
        name = name_with_year(tournament.name, _began(tournament))
        number = met.events[name]
        if number < before:
            raise InvalidField(
                noted("the event ‘%(event)s’ is already in the file %(file)s"),
                event=name,
                file=met.members[number],
            )
        met.members.append(self.file.name)
        self.event = number

    def _find(self, tournament: ReadTournament, games: Collection[TrfGame]) -> None:
        name = self.met.events.names[self.event]
        names = {"plain": " ".join(tournament.name.split()), "read": name}

        def outside(day: date) -> FileMessage | None:
            return self.bounds.outside(day_number(day))

        rounds = {each.round for each in games}
        for each in findings_of(tournament, rounds, outside):
            self.findings.append(replace(each, names=names))
        playing = {rank for each in games for rank in (each.white, each.black)}
        for ranks in namesakes(tournament, playing):
            self._again |= {rank: again_of(self.event, rank) for rank in ranks}
            if are_distinguished(tournament, ranks):
                continue
            places = [self._place(tournament, rank) for rank in ranks]
            detail = namesake_detail(tournament, ranks)
            self.findings.append(
                FileFinding(FileFindingKind.NAMESAKES, (detail,), players=places)
            )

    def _place(self, tournament: ReadTournament, rank: int) -> int:
        person: NamedPerson = tournament.person(rank)
        again = self._again.get(rank, 0)
        return self.met.people.place_of(replace(person, again=again))

    def _add_game(
        self, tournament: ReadTournament, game: TrfGame, outside: Mapping[int, int]
    ) -> None:
        day = game.day or tournament.start
        white, black = (
            self._place(tournament, rank) for rank in (game.white, game.black)
        )
        self.games.append((
            self.event, game.line, NO_DAY if day is None else day_number(day),
            white, black, game.round, tournament.minutes,
            outside.get(game.white, NO_RATING), outside.get(game.black, NO_RATING),
            game.score, game.played, 0,
        ))  # fmt: skip

    def _refuse(self, line: int, reason: FileMessage) -> None:
        self.refusals.append(RefusedRow(line, reason, (), self.file.name))


def _began(tournament: ReadTournament) -> date | None:
    """Return the first day, or else the earliest day of a round."""
    return tournament.start or min(tournament.days.values(), default=None)
