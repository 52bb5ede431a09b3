"""The players of a file, each of them once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from ratings.files.spellings import (
    birth_year_of,
    fide_id_of,
    name_of,
    refuse_unsuitable,
)
from ratings.files.wording import Said, Wrong

LONGEST_NUMBER = 20
SEVERAL = -1


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """The facts by which a file identifies a player; empty or None where it has none.
    Gender and country do not identify anybody. `again` tells namesakes of one
    tournament apart whom nothing else does: from 1, with the start number in it
    (`again_of`).
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
"""Start numbers are smaller."""


def again_of(event: int, start_number: int) -> int:
    """`Person.again` of somebody in an event, by its place in the file."""
    return event * _NUMBERS + start_number


def start_number_of(again: int) -> int:
    """Return the start number in `Person.again`."""
    return again % _NUMBERS


@dataclass(slots=True)
class People:
    """Everybody whom a file names, numbered in the order in which they first appear."""

    this_year: int
    everybody: list[NamedPerson] = field(default_factory=list)
    places: dict[NamedPerson, int] = field(default_factory=dict)
    listed: dict[object, int] = field(default_factory=dict)
    """Those of a list of players by what they are known by: number, FIDE number, name
    with year of birth; SEVERAL where that is more than one's.
    """

    def list(self, person: NamedPerson) -> int:
        """Return the number of somebody whom a list of players names."""
        place = self._new(person)
        for key in _known_by(person):
            self.listed[key] = SEVERAL if key in self.listed else place
        return place

    def place_of(self, person: NamedPerson) -> int:
        """Return the number of somebody, from 0: that of the list's player where a
        number, or name and year, say so and nothing speaks against it.
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

    def find(self, said: Iterable[Any]) -> Mapping[Any, int]:
        """Return the numbers of those of whom rows of a table say enough
        (`game_rows.GameReader.find`).
        """
        found = {}
        for who in said:
            try:
                found[who] = self.place_of(person_of(who, self.this_year))
            except Wrong:
                continue
        return found

    def why(self, who: Any) -> Said:
        """Return why somebody is not found."""
        try:
            person_of(who, self.this_year)
        except Wrong as wrong:
            return wrong.said
        return Said(_NOBODY)


def person_of(who: Any, this_year: int) -> NamedPerson:
    """Read the player of a row: the number alone, or the columns of `game_rows.WHO`.
    What stands where a number is asked for is a name if it can be nothing else: many
    tables call the columns of the names only white and black. Raises Wrong.
    """
    number, fide_id, name, born = (who, "", "", "") if isinstance(who, str) else who
    number = " ".join(number.split())
    if not name and _is_name(number):
        number, name = "", number
    if len(number) > LONGEST_NUMBER:
        raise Wrong(_("the id is longer than %(most)d letters"), most=LONGEST_NUMBER)
    refuse_unsuitable(number)
    first, last = name_of(name) if name else ("", "")
    person = NamedPerson(
        number, fide_id_of(fide_id), first, last, birth_year_of(born, this_year)
    )
    if not (person.number or person.fide_id or person.last_name):
        raise Wrong(_NOBODY)
    return person


def _known_by(person: NamedPerson) -> Iterator[object]:
    if person.number:
        yield "number", person.number
    if person.fide_id:
        yield "fide", person.fide_id
    if person.last_name and person.birth_year:
        yield _name(person), person.birth_year


def _agree(one: NamedPerson, other: NamedPerson) -> bool:
    """Return whether no fact that both give differs."""
    said = (
        (one.number, other.number),
        (one.fide_id, other.fide_id),
        (one.birth_year, other.birth_year),
        (_name(one) if one.last_name else "", _name(other)),
    )
    return all(mine == theirs for mine, theirs in said if mine and theirs)


def _is_name(said: str) -> bool:
    return " " in said and not any(map(str.isdigit, said))


def _name(person: NamedPerson) -> str:
    return f"{person.first_name} {person.last_name}".strip().casefold()


_NOBODY = _("nothing says who it was")
