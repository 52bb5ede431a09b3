"""Read the choices for the players and clubs of a page from its form."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.http import QueryDict

from federation.models import Club, Player
from federation.models.sorting import folded, folded_text
from federation.queries.duplicates import likely_duplicates
from ratings.enums import ClubChoice, MatchChoice
from ratings.imports.domain.players import known_clubs
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice
from ratings.uploads.domain.clubs import ChosenClub
from ratings.uploads.queries.imports import TypedPlayer

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
ASKED = "asked-"
CLUB, NAME = "club-", "name-"
LONGEST = 18
MOST_MEANT = 8
"""Players who are shown for an ambiguous text, at most."""


@dataclass(frozen=True, slots=True)
class PlayerChoices:
    """The choices by place in the file, and typed texts that are ambiguous or unknown."""

    choices: dict[int, PlayerChoice] = field(default_factory=dict)
    unclear: dict[int, TypedPlayer] = field(default_factory=dict)


def read_choices(form: QueryDict, file: ImportFile) -> PlayerChoices:
    """Read the choices of the form: a typed player number or name takes precedence over
    a tick; a tick for an unknown player is ignored.
    """
    ticked, typed = _fields(form, CHOICE), _fields(form, NUMBER)
    players = _players(typed.values())
    read = PlayerChoices()
    places = set(
        ImportPlayer.objects.filter(file=file, place__in={*ticked, *typed}).values_list(
            "place", flat=True
        )
    )
    ids = _ids(ticked.values(), Player)
    asked_texts = _fields(form, ASKED)
    for place in places:
        text, tick = typed.get(place, ""), ticked.get(place, "")
        if tick and text == asked_texts.get(place):
            # The page asked what this text means: the tick is the answer.
            text = ""
        meant = players.get(text, ())
        if len(meant) == 1:
            read.choices[place] = PlayerChoice(MatchChoice.PLAYER, meant[0])
        elif text:
            read.unclear[place] = TypedPlayer(text, tick, meant or _similar(text))
        elif tick in WORDS:
            read.choices[place] = PlayerChoice(WORDS[tick])
        elif tick in ids:
            read.choices[place] = PlayerChoice(MatchChoice.PLAYER, ids[tick])
    return read


@dataclass(frozen=True, slots=True)
class ClubChoices:
    """The choices for clubs by place in the file, and typed names that no club has."""

    choices: dict[int, ChosenClub] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def read_club_choices(form: QueryDict, file: ImportFile) -> ClubChoices:
    """Read the choices for clubs; a typed name takes precedence over a tick."""
    ticked, typed = _fields(form, CLUB), _fields(form, NAME)
    named = known_clubs() if typed else {}
    read = ClubChoices(
        unknown=[name for name in typed.values() if name.casefold() not in named]
    )
    clubs = ImportClub.objects.filter(file=file, place__in={*ticked, *typed})
    ids = _ids(ticked.values(), Club)
    for place in clubs.values_list("place", flat=True):
        name, tick = typed.get(place, "").casefold(), ticked.get(place, "")
        if name and name not in named:
            continue
        if name in named:
            read.choices[place] = ChosenClub(ClubChoice.CLUB, named[name])
        elif tick in CLUB_WORDS:
            read.choices[place] = ChosenClub(CLUB_WORDS[tick])
        elif tick in ids:
            read.choices[place] = ChosenClub(ClubChoice.CLUB, ids[tick])
    return read


def _fields(form: QueryDict, prefix: str) -> dict[int, str]:
    """Return the fields with this prefix that are filled in, by place."""
    found = {}
    for name, value in form.items():
        place = name.removeprefix(prefix)
        text = str(value).strip()
        if name.startswith(prefix) and text and _is_number(place):
            found[int(place)] = text
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10  # noqa: PLR2004


def _players(typed: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the players whom each text means: the one with this number, else all with
    exactly this name.
    """
    texts = set(typed)
    numbers = Player.objects.filter(national_id__in=texts)
    found: dict[str, tuple[int, ...]] = {
        str(number): (pk,) for number, pk in numbers.values_list("national_id", "pk")
    }
    unmerged = Player.objects.unmerged().annotate(
        folded_name=folded("first_name", "last_name")
    )
    for text in texts - set(found):
        name = folded_text(_forename_first(text))
        # The first condition is redundant, but can use an index.
        named = unmerged.filter(search_text__contains=name, folded_name=name)
        found[text] = tuple(
            named.order_by("pk").values_list("pk", flat=True)[:MOST_MEANT]
        )
    return found


def _similar(text: str) -> tuple[int, ...]:
    """Return the players whose names are most similar to the text, else those whose names
    contain it: a last name alone is not similar to any whole name.
    """
    name = _forename_first(text)
    likely = likely_duplicates("", name, None, limit=MOST_MEANT)
    if likely or not name:
        return tuple(each.player.pk for each in likely)
    part = Player.objects.unmerged().filter(search_text__contains=folded_text(name))
    ids = part.order_by("sort_key", "pk").values_list("pk", flat=True)
    return tuple(ids[:MOST_MEANT])


def _forename_first(text: str) -> str:
    last, comma, first = text.partition(",")
    return f"{first.strip()} {last.strip()}" if comma else " ".join(text.split())


def _ids(ticks: Iterable[str], of: type[Club] | type[Player]) -> dict[str, int]:
    """Return the ticked ids that exist in the register, by the text that was sent."""
    numbers = {
        tick: int(tick)
        for tick in ticks
        if tick.isascii() and tick.isdecimal() and len(tick) <= LONGEST
    }
    known = set(of.objects.filter(pk__in=numbers.values()).values_list("pk", flat=True))
    return {tick: pk for tick, pk in numbers.items() if pk in known}
