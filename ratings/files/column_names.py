"""The names of columns in Swedish and Norwegian, beside the product's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

_ALSO: dict[str, tuple[str, ...]] = {
    "date": ("datum", "speldatum", "dato", "spilledato"),
    "white": ("vit", "hvit"),
    "black": ("svart", "sort"),
    "score": ("resultat",),
    "event": ("turnering", "tävling", "stevne", "konkurranse"),
    "round": ("rond", "omgång", "runde"),
    "time_control": ("betänketid", "betenkningstid"),
    "minutes": ("minuter", "minutter"),
    "length": ("längd", "matchlängd", "lengde", "kamplengde"),
    "forfeit": ("wo", "w.o", "w.o."),
    "id": ("spelarnummer", "player_number", "spillernummer", "spiller_id", "spelar_id"),
    "fide_id": (
        "fide-id",
        "fide_number",
        "fide_nr",
        "fide-nr",
        "fidenummer",
        "fide-nummer",
    ),
    "name": ("namn", "navn"),
    "first_name": ("förnamn", "fornavn"),
    "last_name": ("efternamn", "etternavn"),
    "birth_year": ("födelseår", "year_of_birth", "född", "fødselsår", "født"),
    "gender": ("kön", "kjønn"),
    "club": ("klubb", "förening", "forening"),
    "start_rating": ("startrating", "ingångstal"),
    "rating": ("ratingtal",),
    "class": ("klass", "klasse"),
    "change": ("ändring", "förändring", "endring"),
    "games": ("partier",),
    "valid_from": ("gäller_från", "gjelder_fra"),
}
"""The first of them is the one that the office writes in Swedish."""
_OF_REJECTS = {
    "line": ("rad", "linje"),
    "reason": ("skäl", "grunn"),
    "file": ("fil",),
}
"""Columns before those of a row that was left out, which nobody reads."""
_COLOURS = {"white": ("vit", "vits", "hvit", "hvits"), "black": ("svart", "svarts")}
_OF_A_COLOUR = ("rating", "fide_id", "name", "birth_year")


def _of_colours() -> dict[str, tuple[str, ...]]:
    """As vit_rating and hvit_navn: the words of a colour, and those of the fact."""
    return {
        f"{colour}_{fact}": tuple(
            f"{word}_{said}" for word in words for said in (fact, *_ALSO[fact])
        )
        for colour, words in _COLOURS.items()
        for fact in _OF_A_COLOUR
    }


OWN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        said: name
        for name, words in chain(
            _ALSO.items(), _of_colours().items(), _OF_REJECTS.items()
        )
        for said in words
    }
)
"""The product's name of a column by each other name that it may have."""
_OWN = frozenset(OWN_NAMES.values()) - _OF_REJECTS.keys()
_SWEDISH = {
    **{name: words[0] for name, words in chain(_ALSO.items(), _OF_REJECTS.items())},
    **{
        f"{colour}_{fact}": f"{words[0]}_{_ALSO[fact][0]}"
        for colour, words in _COLOURS.items()
        for fact in _OF_A_COLOUR
    },
}


def name_in(language: str, name: str) -> str:
    """Return what the office calls a column of its own in a file for a reader of this
    language; `own_name` reads it back.
    """
    return _SWEDISH.get(name, name) if language == "sv" else name


def own_name(written: str) -> str:
    """Return the name of a column as a header writes it, in the product's words if it
    is known: lower case, with `_` for spaces.
    """
    name = "_".join(written.lower().split())
    return OWN_NAMES.get(name, name)


Naming = Callable[[Sequence[str]], tuple[str, ...]]
"""Gives the columns of a header the product's own names, those it has none for any
other."""


def own_names(written: Sequence[str]) -> tuple[str, ...]:
    """Name each column as it says itself."""
    return tuple(map(own_name, written))


@dataclass(frozen=True, slots=True)
class ChosenNames:
    """Names the columns that somebody has chosen, by their places in the header; the
    others name themselves where `others_too`, and are not read otherwise.
    """

    columns: Mapping[str, int]
    others_too: bool = False

    def __call__(self, written: Sequence[str]) -> tuple[str, ...]:
        """Of a column that is not read, but calls itself so, the place is added to the
        name.
        """
        chosen = {place: name for name, place in self.columns.items()}
        return tuple(
            chosen.get(place) or self._other(said, place)
            for place, said in enumerate(written)
        )

    def _other(self, written: str, place: int) -> str:
        name = own_name(written)
        not_read = self.columns if self.others_too else _OWN
        return f"{written.strip()} ({place + 1})" if name in not_read else name


def names_by_name(columns: Mapping[str, str]) -> Naming:
    """Return names columns by what a header calls them; raises KeyError with a name
    that it does not have.
    """

    def name(written: Sequence[str]) -> tuple[str, ...]:
        places = {_plain(said): place for place, said in enumerate(written)}
        chosen = {own: places[_plain(columns[own])] for own in columns}
        return ChosenNames(chosen, others_too=True)(written)

    return name if columns else own_names


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
