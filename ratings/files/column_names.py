"""The names of columns in Swedish and Norwegian, beside the product's own."""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

_ALSO: dict[str, tuple[str, ...]] = {
    "date": ("datum", "speldatum", "dato", "spilledato"),
    "white": ("vit", "hvit"),
    "black": ("svart", "sort"),
    "score": ("resultat",),
    "event": ("tävling", "turnering", "stevne", "konkurranse"),
    "round": ("rond", "omgång", "runde"),
    "time_control": ("betänketid", "betenkningstid"),
    "minutes": ("minuter", "minutter"),
    "forfeit": ("wo", "w.o", "w.o."),
    "id": ("spelarnummer", "spillernummer", "spiller_id", "spelar_id"),
    "fide_id": ("fide-id", "fide_nr", "fide-nr", "fidenummer", "fide-nummer"),
    "name": ("namn", "navn"),
    "birth_year": ("födelseår", "född", "fødselsår", "født"),
    "gender": ("kön", "kjønn"),
    "club": ("klubb", "förening", "forening"),
    "start_rating": ("startrating", "ingångstal"),
    "rating": ("ratingtal",),
    "class": ("klass", "klasse"),
    "change": ("ändring", "förändring", "endring"),
    "games": ("partier",),
    "valid_from": ("gäller_från", "gjelder_fra"),
}
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
        for name, words in chain(_ALSO.items(), _of_colours().items())
        for said in words
    }
)
"""The product's name of a column by each other name that it may have."""


def own_name(written: str) -> str:
    """The name of a column as a header writes it, in the product's words if it is
    known: lower case, with `_` for spaces.
    """
    name = "_".join(written.lower().split())
    return OWN_NAMES.get(name, name)
