"""The registry of tie-breaks: what a section can announce, in any order."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tournaments.rules import tiebreaks_ssf as ssf
from tournaments.rules.sections import PairingSystem
from tournaments.rules.tiebreak_values import TieBreak, Unit


class UnknownTieBreakError(ValueError):
    """An announced tie-break is not in the registry."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"no tie-break {code!r}")


_SSF = (
    TieBreak(
        "berger_elimination", "SSF §10.3a", Unit.HALF_POINTS, ssf.strike_lowest_groups
    ),
    TieBreak("progressive", "SSF §10.3b", Unit.HALF_POINTS, ssf.sum_progressively),
    TieBreak("quality", "SSF §10 note, 1", Unit.HALF_POINTS, ssf.sum_quality_points),
    TieBreak("wins", "SSF §10 note, 2", Unit.GAMES, ssf.count_wins),
    TieBreak(
        "direct_encounter",
        "SSF §10 note, 3",
        Unit.HALF_POINTS,
        ssf.compare_encounters,
        relative=True,
    ),
    TieBreak("lots", "SSF §10.3a; note, 4", Unit.LOT, ssf.compare_lots, relative=True),
)

TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {tie_break.code: tie_break for tie_break in _SSF}
)
"""Every tie-break by its code; the codes are stored with a section."""

STANDARD_TIE_BREAKS: Mapping[PairingSystem, tuple[str, ...]] = MappingProxyType(
    {
        PairingSystem.BERGER: ("berger_elimination", "lots"),
        PairingSystem.SWISS: ("progressive", "lots"),
    }
)
"""SSF §10.3: what holds where nothing else is announced."""

CUSTOMARY_TIE_BREAKS = ("quality", "wins", "direct_encounter", "lots")
"""SSF §10 note: the customary alternative."""


def find_tie_breaks(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    """The announced tie-breaks in their order. Raises UnknownTieBreakError."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise UnknownTieBreakError(code)
    return tuple(TIE_BREAKS[code] for code in codes)
