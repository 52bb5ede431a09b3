"""The distinct players of a file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as noted

from ratings.files.spellings import (
    birth_year_of,
    fide_id_of,
    name_of,
    refuse_unsuitable,
    refuse_walkover,
)
from ratings.files.wording import FileMessage, InvalidField

LONGEST_NUMBER = 20
SEVERAL = -1


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """The data by which a file identifies a player; empty or None if it has none.
    Gender and country do not identify a player. `again` distinguishes namesakes of one
    tournament whom nothing else distinguishes: from 1, made of event and start number
    (`again_of`); else 0.
    """

    number: str = ""
    fide_id: int | None = None
    first_name: str = ""
    last_name: str = ""
    birth_year: int | None = None
    gender: str = field(default="", compare=False)
    country: str = field(default="", compare=False)
    again: int = 0


_NUMBERS = 10_000
"""A factor larger than any start number."""


def again_of(event: int, start_number: int) -> int:
    """Return `NamedPerson.again` of a player in an event, by the event's place."""
    return event * _NUMBERS + start_number


def start_number_of(again: int) -> int:
    """Return the start number in `NamedPerson.again`."""
    return again % _NUMBERS


@dataclass(slots=True)
class People:
    """All players of a file, numbered in the order in which they first appear."""

    this_year: int
    everybody: list[NamedPerson] = field(default_factory=list)
    places: dict[NamedPerson, int] = field(default_factory=dict)
    listed: dict[object, int] = field(default_factory=dict)
    """Players on a player list by what identifies them: number, FIDE number, or name
    with year of birth; SEVERAL if more than one player has it.
    """

    def list(self, person: NamedPerson) -> int:
        """Add a player of a player list; return the player's place."""
        place = self._new(person)
        for key in _known_by(person):
            self.listed[key] = SEVERAL if key in self.listed else place
        return place

    def place_of(self, person: NamedPerson) -> int:
        """Return a player's place, from 0: that of a player on a list if a number, or
        name and year, are the same and nothing contradicts.
        """
        for key in _known_by(person) if self.listed else ():
            place = self.listed.get(key, SEVERAL)
            if place != SEVERAL and _agree(person, self.everybody[place]):
                return place
        return self._new(person)

    def _new(self, person: NamedPerson) -> int:
        place = self.places.setdefault(person, len(self.everybody))
        if place == len(self.everybody):
            self.everybody.append(person)
        return place

    def find(self, players: Iterable[Any]) -> Mapping[Any, int]:
        """Return the places of the players whom rows of a table identify sufficiently
        (`game_rows.GameReader.find`).
        """
        found = {}
        for who in players:
            try:
                found[who] = self.place_of(person_of(who, self.this_year))
            except InvalidField:
                continue
        return found

    def why(self, who: Any) -> FileMessage:
        """Return why a player is not found."""
        try:
            person_of(who, self.this_year)
        except InvalidField as wrong:
            return wrong.message
        return FileMessage(_NOBODY)


def person_of(who: Any, this_year: int) -> NamedPerson:
    """Read the player of a row: the number alone, or the columns of `game_columns.WHO`.
    A text in the number's column is taken for a name if it cannot be a number: many
    tables call the columns of names just white and black. Raises InvalidField.
    """
    number, fide_id, name, born = (who, "", "", "") if isinstance(who, str) else who
    number = " ".join(number.split())
    if not name and _is_name(number):
        number, name = "", number
    if len(number) > LONGEST_NUMBER:
        raise InvalidField(
            noted("the id is longer than %(most)d letters"), most=LONGEST_NUMBER
        )
    refuse_unsuitable(number)
    if not (fide_id or (number and name)):
        refuse_walkover(name or number)
    first, last = name_of(name) if name else ("", "")
    person = NamedPerson(
        number, fide_id_of(fide_id), first, last, birth_year_of(born, this_year)
    )
    if not (person.number or person.fide_id or person.last_name):
        raise InvalidField(_NOBODY)
    return person


def _known_by(person: NamedPerson) -> Iterator[object]:
    if person.number:
        yield "number", person.number
    if person.fide_id:
        yield "fide", person.fide_id
    if person.last_name and person.birth_year:
        yield _name(person), person.birth_year


def _agree(one: NamedPerson, other: NamedPerson) -> bool:
    """Return whether the data that both have does not differ."""
    pairs = (
        (one.number, other.number),
        (one.fide_id, other.fide_id),
        (one.birth_year, other.birth_year),
        (_name(one) if one.last_name else "", _name(other)),
    )
    return all(first == second for first, second in pairs if first and second)


def _is_name(text: str) -> bool:
    has_two_parts = " " in text or "," in text
    return has_two_parts and not any(map(str.isdigit, text))


def _name(person: NamedPerson) -> str:
    return f"{person.first_name} {person.last_name}".strip().casefold()


_NOBODY = noted("nothing says who it was")
