"""Gather the games of a file, with their players in the register, for posting."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as noted
from numpy.typing import NDArray

from federation.models import Player
from ratings.enums import FileFindingKind, FindingAnswer, MatchChoice
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.imports.domain.batches import GatheredGames, RefusedRowsHandler
from ratings.imports.domain.rounds import USUAL_ROUND
from ratings.imports.formats.event_games import GamesOnDisk
from ratings.imports.formats.game_columns import COLOURS, WHO, Games, game_fields
from ratings.imports.formats.sources import NOT_SAID, DayBounds
from ratings.models import ImportEvent, ImportFile, ImportFinding, ImportPlayer
from ratings.uploads.domain.answers import WAITS, Answers, answers_of
from ratings.uploads.domain.opening import bounds_of
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.queries.findings import later_namesakes
from ratings.uploads.queries.rosters import waiting_for_clubs

AT_ONCE = 250_000
"""Games of one transaction: enough that the ledger's indexes are built after the rows,
and few enough that the progress of posting can be seen."""
USUAL_MINUTES = 120
"""Assumed for games without a time control in the figures of a review, until their
thinking time has been answered; nothing is posted before."""
NOBODY = -1
_FACTS = ("number", "fide_id", "first_name", "last_name", "birth_year")
_UNDECIDED = noted("nobody has decided who ‘%(said)s’ is")
_NO_CLUB = noted("nobody has decided about the club of ‘%(said)s’")
_LEFT_OUT = noted("‘%(said)s’ was left out")
_SELF = FileMessage(
    noted("both players are taken to be the same player in the register")
)


@dataclass(frozen=True, slots=True)
class PlayersOfFile:
    """The players of a file. `ids`: their ids in the register by place in the file,
    NOBODY for a player who is undecided or left out; players who are still to be
    registered have ids that are not in use.
    """

    ids: NDArray[np.int32]
    facts: dict[int, tuple[Any, ...]]
    """What the file says of each player, by place."""
    undecided: NDArray[np.bool_]
    places: dict[int, int]
    """The place of each player who is posted; the first one if there are several."""
    waits_for_club: NDArray[np.bool_]

    def name(self, place: int) -> str:
        """Return the player's name as written in the file."""
        number, fide_id, first, last, _born = self.facts[place]
        return f"{first} {last}".strip() or number or str(fide_id)


def players_of_file(file: ImportFile) -> PlayersOfFile:
    """Return the players of a file by the current choices."""
    newest = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    ids = np.full(file.people, NOBODY, np.int32)
    undecided = np.zeros(file.people, np.bool_)
    waits = np.zeros(file.people, np.bool_)
    waits[list(_waiting_for_clubs(file))] = True
    facts = {}
    rows = ImportPlayer.objects.filter(file=file)
    for place, choice, player_id, *values in rows.values_list(
        "place", "choice", "player_id", *_FACTS
    ).iterator():
        facts[place] = tuple(values)
        undecided[place] = choice == MatchChoice.UNDECIDED
        if choice == MatchChoice.SAME:
            undecided[place] = False
        elif choice == MatchChoice.PLAYER:
            ids[place] = player_id
        elif choice == MatchChoice.NEW and not waits[place]:
            ids[place] = newest + 1 + place
    for place, first in merged_namesakes(file).items():
        ids[place], undecided[place] = ids[first], undecided[first]
    backwards = range(len(ids) - 1, -1, -1)
    places = dict(zip(ids[::-1].tolist(), backwards, strict=True))
    return PlayersOfFile(ids, facts, undecided, places, waits)


def merged_namesakes(file: ImportFile) -> dict[int, int]:
    """Return the namesakes who, by an answer, are one person: the place of the first of
    them by the place of each other one.
    """
    joined = ImportFinding.objects.filter(
        file=file, kind=FileFindingKind.NAMESAKES, answer=FindingAnswer.MENDED
    )
    places = {
        place: first
        for players in joined.values_list("players", flat=True)
        for place, first in later_namesakes(file.pk, players).items()
    }
    still = ImportPlayer.objects.filter(
        file=file, place__in=places, choice=MatchChoice.SAME
    )
    return {place: places[place] for place in still.values_list("place", flat=True)}


def _waiting_for_clubs(file: ImportFile) -> "QuerySet[ImportPlayer, int]":
    return waiting_for_clubs(file).values_list("place", flat=True)


@dataclass(frozen=True, slots=True)
class RowWriter:
    """How games are written as rows of the file again, and what they need for it."""

    header: Sequence[str]
    headers: Mapping[str, Sequence[str]]
    """The headers of tables in a zip, by file."""
    events: Sequence[str]
    members: Sequence[str]
    cast: PlayersOfFile
    bounds: DayBounds
    answers: Answers
    minutes: int = USUAL_MINUTES
    """Thinking time of games for which the file gives no time control."""

    @classmethod
    def of(cls, file: ImportFile, cast: PlayersOfFile, today: date) -> "RowWriter":
        """Read the names of the file's events, and the answers about them."""
        events = ImportEvent.objects.filter(file=file).order_by("place")
        names = list(events.values_list("name", "member"))
        called, members = [name for name, _m in names], [m for _name, m in names]
        minutes = file.minutes or USUAL_MINUTES
        bounds, answers = bounds_of(file.pool_id, today), answers_of(file)
        return cls(
            file.header, file.headers, called, members, cast, bounds, answers, minutes
        )

    def row_of(self, game: Any) -> tuple[str, ...]:
        """Return the row of a game whose players are ids of the register."""
        places = {colour: self.cast.places[int(game[colour])] for colour in COLOURS}
        return self.row_with(game, places)

    def row_with(self, game: Any, places: dict[str, int]) -> tuple[str, ...]:
        """Return the row of a game whose players have these places in the file."""
        written = game_fields(game, self.events[int(game["event"])])
        header = self.headers.get(self.member_of(game), self.header)
        for colour, place in places.items():
            number, fide_id, first, last, born = self.cast.facts[place]
            name = f"{last}, {first}" if first else last
            facts = (number, fide_id, name, born)
            for end, field in zip(WHO, facts, strict=True):
                written[colour + end] = str(field or "")
            if f"{colour}_name" not in header:
                written[colour] = number or name
        return tuple(written.get(name, "") for name in header)

    def member_of(self, game: Any) -> str:
        """Return the file in the archive that contains a game."""
        return self.members[int(game["event"])]


def gather(
    file_id: int,
    spool: GamesOnDisk,
    script: RowWriter,
    on_refused: RefusedRowsHandler,
    *,
    waiting_too: bool,
) -> int:
    """Fill a spool with the games whose players are known and whose events have no open
    question, with the usual values for data that the file lacks. Report the other games
    as refused, those that wait for a decision only if `waiting_too`. Return how many
    wait.
    """
    waiting = 0
    for games in parts_of(file_id):
        script.answers.apply_days(games)
        ids = {colour: script.cast.ids[games[colour]] for colour in COLOURS}
        waits, kept = script.answers.wait(games), np.ones(len(games), np.bool_)
        for chosen, why in _left_out(script, games, ids):
            out = chosen & kept & ~waits
            on_refused(list(_refused(script, games[out], why)))
            kept &= ~out
        unknown = (ids["white"] == NOBODY) | (ids["black"] == NOBODY)
        if waiting_too:
            on_refused(list(_refused(script, games[waits], lambda _game: WAITS)))
            who = _why_waiting(script.cast)
            on_refused(list(_refused(script, games[unknown & kept & ~waits], who)))
        waits |= unknown & kept
        waiting += int(waits.sum())
        spool.add(_filled(games, ids, script.minutes)[kept & ~waits])
    return waiting


Why = Callable[[Any], FileMessage]


def _left_out(
    script: RowWriter, games: Games, ids: dict[str, NDArray[np.int32]]
) -> Iterator[tuple[NDArray[np.bool_], Why]]:
    """Yield games that cannot be posted, whatever is decided later, and why."""
    for chosen, reason in script.answers.refused(games):
        yield chosen, lambda _game, reason=reason: reason  # type: ignore[misc]
    bounds, days = script.bounds, games["day"]
    outside = (days < bounds.first_day) | (days > min(bounds.last_day, bounds.ends_on))
    yield outside, lambda game: bounds.outside(int(game["day"])) or WAITS
    same = ids["white"] == ids["black"]
    yield same & (ids["white"] != NOBODY), lambda _game: _SELF


def gathered_games(spool: GamesOnDisk, script: RowWriter) -> GatheredGames:
    """Return the spooled games as `post_all` posts them."""
    return GatheredGames(spool, script.events, script.row_of, script.member_of)


def _filled(games: Games, ids: dict[str, NDArray[np.int32]], minutes: int) -> Games:
    for colour in COLOURS:
        games[colour] = ids[colour]
    for name, usual in (("minutes", minutes), ("round", USUAL_ROUND)):
        games[name] = np.where(games[name] == NOT_SAID, usual, games[name])
    return games


def _refused(script: RowWriter, games: Games, why: Why) -> Iterator[RefusedRow]:
    for game in games:
        places = {colour: int(game[colour]) for colour in COLOURS}
        row = script.row_with(game, places)
        yield RefusedRow(int(game["line"]), why(game), row, script.member_of(game))


def _why_waiting(cast: PlayersOfFile) -> Why:
    def why(game: Any) -> FileMessage:
        colour, place = next(
            (colour, int(game[colour]))
            for colour in COLOURS
            if cast.ids[int(game[colour])] == NOBODY
        )
        text = _UNDECIDED if cast.undecided[place] else _LEFT_OUT
        text = _NO_CLUB if cast.waits_for_club[place] else text
        return FileMessage(text, column=colour, said=cast.name(place))

    return why
