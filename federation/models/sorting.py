"""Sort keys for names in Swedish order, and names folded for searching, in the
database.

Swedish order without ICU: the three letters after z are mapped to the three characters
after z in ASCII, so that the C collation sorts them, the same on every server. For
searching, accents are removed.
"""

import unicodedata

from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Cast, Concat, Lower

_ACCENTED = {
    "a": "áàâãāąă",
    "c": "çćčċĉ",
    "d": "đðď",
    "e": "éèêëēęėěĕ",
    "g": "ğģġĝ",
    "h": "ħĥ",
    "i": "íìîïīįıĩĭ",
    "j": "ĵ",
    "k": "ķ",
    "l": "łľļĺ",
    "n": "ñńňņ",
    "o": "óòôõōőŏ",
    "r": "řŕŗ",
    "s": "śšșßşŝ",
    "t": "țţťŧ",
    "u": "úùûūůųűũŭ",
    "w": "ŵ",
    "y": "ýÿüŷ",
    "z": "źžż",
}
_AFTER_Z = {"{": "å", "|": "äæ", "}": "öø"}
_AS_TYPED = {"a": "åäæ", "o": "öø", "u": "ü"}


def _table(*folds: dict[str, str]) -> tuple[str, str]:
    pairs = {
        accented: plain
        for fold in folds
        for plain, group in fold.items()
        for accented in group
    }
    return "".join(pairs), "".join(pairs.values())


_ORDER = _table(_ACCENTED, _AFTER_Z)
_FOLD = _table(_ACCENTED, _AS_TYPED)
_FOLD_LETTERS = str.maketrans(*_FOLD)


class Translate(Func):
    """PostgreSQL's `translate(text, from, to)`."""

    function = "TRANSLATE"
    arity = 3

    def __init__(self, *expressions: object) -> None:
        super().__init__(*expressions, output_field=TextField())


def sort_key(*names: str) -> Translate:
    return _translated(Lower(_joined(*names)), _ORDER)


def sorted_as(expression: object) -> Translate:
    """Return the sort key of any text expression, as that of the stored names."""
    return _translated(Lower(expression), _ORDER)


def folded(*names: str) -> Translate:
    return _translated(Lower(_joined(*names)), _FOLD)


def folded_as(expression: object) -> Translate:
    """Return any text expression, folded as the stored names are."""
    return _translated(Lower(expression), _FOLD)


def folded_text(text: str) -> Translate:
    """Return a search text, folded as the stored names are."""
    return _translated(Lower(Value(_composed(text), TextField())), _FOLD)


def _translated(text: object, table: tuple[str, str]) -> Translate:
    return Translate(text, *(Value(letters, TextField()) for letters in table))


def _joined(*names: str) -> object:
    first, *others = (Cast(F(name), TextField()) for name in names)
    joined: object = first
    for other in others:
        joined = Concat(joined, Value(" ", TextField()), other)
    return joined


def fold(text: str) -> str:
    """Return what `folded_text` gives for a text, computed without the database."""
    # In lower case the Turkish İ is i to the database, and i with a dot to Python.
    return _composed(text).replace("İ", "i").lower().translate(_FOLD_LETTERS)


def _composed(text: str) -> str:
    """Return the text with each accented letter as one character, as names are stored."""
    return unicodedata.normalize("NFC", text)
