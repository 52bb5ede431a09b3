"""The names of columns in Swedish and Norwegian, and the product's own names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from federation.rules.names import in_one_form

_ALSO: dict[str, tuple[str, ...]] = {
    "date": ("datum", "speldatum", "dato", "spilledato"),
    "white": ("vit", "hvit"),
    "black": ("svart", "sort"),
    "score": ("resultat", "result"),
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
    "birth_year": ("födelseår", "year_of_birth", "född", "fødselsår", "født", "born"),
    "member_from": ("medlem_från", "medlem_fra"),
    "gender": ("kön", "kjønn"),
    "club": ("klubb", "förening", "forening"),
    "start_rating": ("startrating", "ingångstal"),
    "rating": ("ratingtal",),
    "class": ("klass", "klasse"),
    "change": ("ändring", "förändring", "endring"),
    "games": ("partier",),
    "valid_from": ("gäller_från", "gjelder_fra"),
}
"""The first word for a column is the one that the office writes in Swedish."""
_OF_REJECTS = {
    "line": ("rad", "linje"),
    "reason": ("skäl", "grunn"),
    "file": ("fil",),
}
"""Columns written before those of a refused row, which are not read."""
_COLOURS = {"white": ("vit", "vits", "hvit", "hvits"), "black": ("svart", "svarts")}
_OF_A_COLOUR = ("rating", "fide_id", "name", "birth_year")


def _of_colours() -> dict[str, tuple[str, ...]]:
    """Return names such as vit_rating and hvit_navn: a word for the colour, and one for
    the field.
    """
    return {
        f"{colour}_{fact}": tuple(
            f"{word}_{part}" for word in words for part in (fact, *_ALSO[fact])
        )
        for colour, words in _COLOURS.items()
        for fact in _OF_A_COLOUR
    }


OWN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        word: name
        for name, words in chain(
            _ALSO.items(), _of_colours().items(), _OF_REJECTS.items()
        )
        for word in words
    }
)
"""The product's name of a column by each of the other names that it may have."""
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
    """Return the name of one of the product's columns in a file for a reader of this
    language; `own_name` is the inverse.
    """
    return _SWEDISH.get(name, name) if language == "sv" else name


def own_name(written: str) -> str:
    """Return the product's name for a column of a header; if the column is not known,
    its own name in lower case with `_` for spaces.
    """
    name = in_one_form(written).lower().replace(" ", "_")
    return OWN_NAMES.get(name, name)


Naming = Callable[[Sequence[str]], tuple[str, ...]]
"""Returns the product's names for the columns of a header; an unknown column gets any
other name."""


def own_names(written: Sequence[str]) -> tuple[str, ...]:
    """Name each column by its own header."""
    return tuple(map(own_name, written))


@dataclass(frozen=True, slots=True)
class ChosenNames:
    """Names the chosen columns, by their places in the header. The others are named by
    their own header if `others_too`; else they are not read.
    """

    columns: Mapping[str, int]
    others_too: bool = False

    def __call__(self, written: Sequence[str]) -> tuple[str, ...]:
        """Return the names. If a column that is not read has the name of one that is,
        its place is added to the name.
        """
        chosen = {place: name for name, place in self.columns.items()}
        return tuple(
            chosen.get(place) or self._other(header, place)
            for place, header in enumerate(written)
        )

    def _other(self, written: str, place: int) -> str:
        name = own_name(written)
        not_read = self.columns if self.others_too else _OWN
        return f"{written.strip()} ({place + 1})" if name in not_read else name


def names_by_name(columns: Mapping[str, str]) -> Naming:
    """Return a naming for a header that calls our columns as `columns` says, a mapping
    from our names to the header's; it raises KeyError with a name that is not in it.
    """

    def name(written: Sequence[str]) -> tuple[str, ...]:
        places = {_plain(each): place for place, each in enumerate(written)}
        chosen = {own: places[_plain(columns[own])] for own in columns}
        return ChosenNames(chosen, others_too=True)(written)

    return name if columns else own_names


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
