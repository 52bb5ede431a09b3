"""A list of tie-breaks as somebody types it, by short names."""

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
"""All short names; where SSF or NSF and FIDE have one in common, FIDE's is meant."""


def read_list(text: str) -> tuple[str, ...]:
    """Return the codes of a list as typed: short names or codes with commas between
    them.

    A year after a short name says which rule holds for unplayed rounds, BH@2009; the
    newest does otherwise. Raises UnknownTieBreakError.
    """
    return tuple(_code(name.strip()) for name in text.split(",") if name.strip())


def typed_list(codes: Sequence[str]) -> str:
    """Return a list as `read_list` takes it, with short names where they say as much."""
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
