"""What somebody chose for the players of a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from federation.models import Club, Player
from ratings.enums import ClubChoice, MatchChoice
from ratings.imports.domain.players import known_clubs
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.choices import Chosen
from ratings.uploads.domain.clubs import ChosenClub

WORDS = {
    MatchChoice.NEW.value: MatchChoice.NEW,
    MatchChoice.LEAVE_OUT.value: MatchChoice.LEAVE_OUT,
    "undecided": MatchChoice.UNDECIDED,
}
CLUB_WORDS = {
    ClubChoice.NEW.value: ClubChoice.NEW,
    ClubChoice.LEAVE_OUT.value: ClubChoice.LEAVE_OUT,
    "undecided": ClubChoice.UNDECIDED,
}
CHOICE, NUMBER = "player-", "number-"
CLUB, NAME = "club-", "name-"
LONGEST = 18


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen, by place in the file; numbers that nobody has."""

    choices: dict[int, Chosen] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def read_choices(form: QueryDict, file: ImportFile) -> Choices:
    """Read the choices of the form: a typed player number takes precedence over a
    ticked one; a tick for an unknown player is ignored.
    """
    ticked, typed = _fields(form, CHOICE), _fields(form, NUMBER)
    players = _players(typed.values())
    read = Choices(
        unknown=[number for number in typed.values() if number not in players]
    )
    there = set(
        ImportPlayer.objects.filter(file=file, place__in={*ticked, *typed}).values_list(
            "place", flat=True
        )
    )
    ids = _ids(ticked.values(), Player)
    for place in there:
        number, tick = typed.get(place), ticked.get(place, "")
        if number in players:
            read.choices[place] = Chosen(MatchChoice.PLAYER, players[number])
        elif tick in WORDS:
            read.choices[place] = Chosen(WORDS[tick])
        elif tick in ids:
            read.choices[place] = Chosen(MatchChoice.PLAYER, ids[tick])
    return read


@dataclass(frozen=True, slots=True)
class ClubChoices:
    """What was chosen for clubs, by place in the file; names that none has."""

    choices: dict[int, ChosenClub] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def read_club_choices(form: QueryDict, file: ImportFile) -> ClubChoices:
    """A name that was typed beats what is ticked, as with players."""
    ticked, typed = _fields(form, CLUB), _fields(form, NAME)
    named = known_clubs() if typed else {}
    read = ClubChoices(
        unknown=[name for name in typed.values() if name.casefold() not in named]
    )
    clubs = ImportClub.objects.filter(file=file, place__in={*ticked, *typed})
    ids = _ids(ticked.values(), Club)
    for place in clubs.values_list("place", flat=True):
        name, tick = typed.get(place, "").casefold(), ticked.get(place, "")
        if name in named:
            read.choices[place] = ChosenClub(ClubChoice.CLUB, named[name])
        elif tick in CLUB_WORDS:
            read.choices[place] = ChosenClub(CLUB_WORDS[tick])
        elif tick in ids:
            read.choices[place] = ChosenClub(ClubChoice.CLUB, ids[tick])
    return read


def _fields(form: QueryDict, prefix: str) -> dict[int, str]:
    """What is filled in, by place."""
    found = {}
    for name, said in form.items():
        place = name.removeprefix(prefix)
        text = str(said).strip()
        if name.startswith(prefix) and text and _is_number(place):
            found[int(place)] = text
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10  # noqa: PLR2004


def _players(numbers: Iterable[str]) -> Mapping[str | None, int]:
    players = Player.objects.filter(national_id__in=list(numbers))
    return dict(players.values_list("national_id", "pk"))


def _ids(ticks: Iterable[str], of: type[Club] | type[Player]) -> dict[str, int]:
    """Ids of rows of the register, by how they were sent."""
    asked = {
        tick: int(tick)
        for tick in ticks
        if tick.isascii() and tick.isdecimal() and len(tick) <= LONGEST
    }
    known = set(of.objects.filter(pk__in=asked.values()).values_list("pk", flat=True))
    return {tick: pk for tick, pk in asked.items() if pk in known}
