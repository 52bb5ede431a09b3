"""What differs between versions of a report, game by game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from federation.formats.figures import rating_text
from federation.permissions import Actor
from ratings.enums import RatingMethod
from ratings.models import Game, Report
from ratings.people.queries.names import Person, read_people
from ratings.rules.played import EMPTY_LINE_SCORE


class VersionDifference(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


COMPARED = {
    "score": (_("result"), ("score",)),
    "players": (_("players"), ("white_id", "black_id")),
    "day": (_("day"), ("played_date",)),
    "place": (_("round or board"), ("round", "board")),
    "played": (_("played or not"), ("played",)),
    "minutes": (_("thinking time"), ("minutes",)),
    "length": (_("length of the match"), ("length",)),
    "period": (_("period"), ("base_on", "booked_on")),
    "event": (_("first day of the event"), ("event_start_date",)),
    "facts": (
        _("membership, year of birth, outside rating or the district's rules"),
        (
            "white_member",
            "black_member",
            "white_outside",
            "black_outside",
            "white_outside_kind",
            "black_outside_kind",
            "white_adopts",
            "black_adopts",
            "white_birth_year",
            "black_birth_year",
        ),
    ),
}
"""What may differ in a game: its words, and the columns of the ledger."""


PLAYED = {2: "1–0", 1: "½–½", 0: "0–1"}
NOT_PLAYED = {2: "+ –", 1: "– –", 0: "– +"}


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A line of a report as it is displayed."""

    game: Game
    white: Person
    black: Person
    is_empty: bool = False
    """Whether it is not a game but two players of a section that is rated on its mean.
    """
    section: str = ""
    """The section's name; empty where the report is of one section."""

    @property
    def result(self) -> str:
        return (PLAYED if self.game.played else NOT_PLAYED)[self.game.score]

    @property
    def notes(self) -> list[str]:
        """What distinguishes the line from an ordinary game between two members."""
        game = self.game
        sides = (
            (self.white, game.white_member, game.white_outside, "white"),
            (self.black, game.black_member, game.black_outside, "black"),
        )
        why = (
            _("no game that is rated") if self.is_empty else _("not played: not rated")
        )
        notes = [] if game.played else [str(why)]
        for player, is_member, outside, colour in sides:
            if is_member:
                continue
            if outside is not None:
                kind = getattr(game, f"get_{colour}_outside_kind_display")()
                notes.append(f"{player.name}: {kind} {rating_text(outside)}")
            else:
                notes.append(_("%(player)s: from outside") % {"player": player.name})
        return notes


@dataclass(frozen=True, slots=True)
class GameDifference:
    """A game that differs between two versions; `parts`: keys of COMPARED."""

    kind: VersionDifference
    old: ShownGame | None
    new: ShownGame | None
    parts: tuple[str, ...] = ()

    @property
    def shown(self) -> ShownGame | None:
        """The game as it is, or as it was before it was removed."""
        return self.new or self.old

    @property
    def players_differ(self) -> bool:
        return "players" in self.parts

    @property
    def place_differs(self) -> bool:
        return "place" in self.parts or "day" in self.parts

    @property
    def parts_in_words(self) -> list[str]:
        return [str(COMPARED[what][0]) for what in self.parts]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games that differ between two versions, in order of play, those removed last;
    `same` is the number of the others.
    """

    against: Report
    differences: tuple[GameDifference, ...]
    same: int

    def count(self, kind: VersionDifference) -> int:
        return sum(each.kind == kind for each in self.differences)

    @property
    def added(self) -> int:
        return self.count(VersionDifference.ADDED)

    @property
    def removed(self) -> int:
        return self.count(VersionDifference.REMOVED)

    @property
    def changed(self) -> int:
        return self.count(VersionDifference.CHANGED)


def games_of(
    report: Report,
    actor: Actor,
    today: date,
    sections: Mapping[int, str] | None = None,
) -> list[ShownGame]:
    """Return the report's lines, with the players as this reader may see them;
    `sections`: the names of the sections by the keys of their games.
    """
    lines = list(report.lines.order_by("round", "board", "played_date", "key"))
    ids = {pk for line in lines for pk in (line.white_id, line.black_id)}
    named = read_people(ids, actor, today)
    is_concentrated = report.method == RatingMethod.CONCENTRATED
    return [
        ShownGame(
            line,
            named[line.white_id],
            named[line.black_id],
            is_empty=is_concentrated
            and not line.played
            and line.score == EMPTY_LINE_SCORE,
            section=(sections or {}).get(line.key, ""),
        )
        for line in lines
    ]


def compare(
    games: Iterable[ShownGame], before: Iterable[ShownGame], against: Report
) -> Comparison:
    """Compare the games of a version with those of another version of the report; empty
    lines are left out.
    """
    new, old = (
        {each.game.key: each for each in shown if not each.is_empty}
        for shown in (games, before)
    )
    found = tuple(_differences(old, new))
    changed = sum(each.kind == VersionDifference.CHANGED for each in found)
    return Comparison(against, found, same=len(old.keys() & new.keys()) - changed)


def _differences(
    old: dict[int, ShownGame], new: dict[int, ShownGame]
) -> Iterable[GameDifference]:
    for key, game in new.items():
        before = old.get(key)
        if before is None:
            yield GameDifference(VersionDifference.ADDED, None, game)
        elif parts := _parts(before.game, game.game):
            yield GameDifference(VersionDifference.CHANGED, before, game, parts)
    for key, game in old.items():
        if key not in new:
            yield GameDifference(VersionDifference.REMOVED, game, None)


def _parts(old: Game, new: Game) -> tuple[str, ...]:
    """Return what differs; if the players differ, their facts are not mentioned."""
    parts = [
        what
        for what, (_words, columns) in COMPARED.items()
        if any(getattr(old, name) != getattr(new, name) for name in columns)
    ]
    if "players" in parts and "facts" in parts:
        parts.remove("facts")
    return tuple(parts)
