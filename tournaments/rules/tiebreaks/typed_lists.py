"""A list of tie-breaks typed by short names."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from tournaments.rules.tiebreaks.registry import TIE_BREAKS, UnknownTieBreakError
from tournaments.rules.tiebreaks.unplayed import TieBreakEdition

_NEWEST = max(TieBreakEdition).value
_BY_ACRONYM: Mapping[str, str] = MappingProxyType(
    {
        each.acronym: each.code
        for each in sorted(
            TIE_BREAKS.values(), key=lambda each: "FIDE" in each.paragraph
        )
    }
)
ACRONYMS = tuple(sorted({each.acronym for each in TIE_BREAKS.values()}))
"""All short names; one that SSF or NSF share with FIDE means FIDE's."""


def read_list(text: str) -> tuple[str, ...]:
    """Return the codes of a list as typed: short names or codes, separated by commas.

    A year after a short name says which rule is used for unplayed rounds (BH@2009);
    without one it is the newest. Raises UnknownTieBreakError.
    """
    return tuple(_code(name.strip()) for name in text.split(",") if name.strip())


def typed_list(codes: Sequence[str]) -> str:
    """Return a list as `read_list` reads it, with unambiguous short names."""
    return ", ".join(_typed(code) for code in codes)


def _typed(code: str) -> str:
    acronym, year = TIE_BREAKS[code].acronym, code.rpartition("_")[2]
    for name in (acronym, f"{acronym}@{year}"):
        with suppress(UnknownTieBreakError):
            if _code(name) == code:
                return name
    return code


def _code(name: str) -> str:
    if name.lower() in TIE_BREAKS:
        return name.lower()
    acronym, _, year = name.upper().partition("@")
    edition = f"_{year or _NEWEST}"
    for code, each in TIE_BREAKS.items():
        if each.acronym == acronym and code.endswith(edition):
            return code
    if acronym in _BY_ACRONYM and not year:
        return _BY_ACRONYM[acronym]
    raise UnknownTieBreakError(name)
