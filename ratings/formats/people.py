"""Players as a file says who they are, each of them once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from ratings.formats.spellings import birth_year_of, fide_id_of, name_of
from ratings.formats.wording import Said, Wrong

LONGEST_NUMBER = 20


@dataclass(frozen=True, slots=True)
class Person:
    """What a file says of somebody; what is empty or None it does not say. Gender and
    country are no part of who it is.
    """

    number: str = ""
    fide_id: int | None = None
    first_name: str = ""
    last_name: str = ""
    birth_year: int | None = None
    gender: str = field(default="", compare=False)
    country: str = field(default="", compare=False)


@dataclass(slots=True)
class People:
    """Everybody whom a file names, numbered in the order in which they first appear."""

    this_year: int
    everybody: list[Person] = field(default_factory=list)
    places: dict[Person, int] = field(default_factory=dict)

    @classmethod
    def of(cls, this_year: int, everybody: Iterable[Person]) -> "People":
        """As they were when reading stopped."""
        people = cls(this_year)
        for person in everybody:
            people.place_of(person)
        return people

    def place_of(self, person: Person) -> int:
        """The number of somebody, from 0."""
        place = self.places.setdefault(person, len(self.everybody))
        if place == len(self.everybody):
            self.everybody.append(person)
        return place

    def find(self, said: Iterable[Any]) -> Mapping[Any, int]:
        """The numbers of those of whom rows of a table say enough
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
        """Why somebody is not found."""
        try:
            person_of(who, self.this_year)
        except Wrong as wrong:
            return wrong.said
        return Said(_NOBODY)


def person_of(who: Any, this_year: int) -> Person:
    """Reads what a row says of a player: the number alone, or what stands in the
    columns of `game_rows.WHO`. Raises Wrong.
    """
    number, fide_id, name, born = (who, "", "", "") if isinstance(who, str) else who
    number = " ".join(number.split())
    if len(number) > LONGEST_NUMBER:
        raise Wrong(_("the id is longer than %(most)d letters"), most=LONGEST_NUMBER)
    first, last = name_of(name) if name else ("", "")
    person = Person(
        number, fide_id_of(fide_id), first, last, birth_year_of(born, this_year)
    )
    if not (person.number or person.fide_id or person.last_name):
        raise Wrong(_NOBODY)
    return person


_NOBODY = _("nothing says who it was")
