"""What a tournament file says was announced: the pairing system (092, 192), the colour
drawn first (152), accelerated rounds (250), and tie-breaks (202, 212).
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from ratings.imports.formats.trf.reading import ReadTournament, lines_of
from tournaments.enums import SectionFormat, SectionPairing
from tournaments.formats.sections_read import BoardRead
from tournaments.formats.trf.wishes import PairingWishes
from tournaments.rules.pairing.acceleration import virtual_half_points
from tournaments.rules.results import Colour
from tournaments.rules.tiebreaks.registry import TIE_BREAKS, UnknownTieBreakError
from tournaments.rules.tiebreaks.typed_lists import read_list
from tournaments.rules.tiebreaks.unplayed import TieBreakEdition

_DUTCH = "FIDE_DUTCH_2026"
_ROBINS = MappingProxyType(
    {
        SectionFormat.ROUND_ROBIN: "BERGER_ROUNDROBIN",
        SectionFormat.DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN",
    }
)
_IN_WORDS = MappingProxyType(
    {
        SectionPairing.MONRAD: "Swiss: Monrad (SSF 14 A)",
        SectionPairing.NORDIC: "Swiss: Nordic (SSF 14 B)",
    }
)
"""Contents of line 092: line 192 has one code for all Swiss systems but FIDE's."""
_FIDE_CODE = re.compile(
    r"(DE|PS|KS|BH|FB|SB|AOB|ARO|TPR|PTP|APRO|APPO|WIN|WON|BPG|BWG|REP|STD|TPN|RTNG)"
    r"(/[CM][12])?"
)
_BY_LOT = "lots"
"""Not a tie-break of FIDE's: it has no code."""
_EDITIONS = (
    (date(2023, 9, 1), TieBreakEdition.VIRTUAL),
    (date(2026, 3, 1), TieBreakEdition.DUMMY),
)
"""The first day on which each edition is no longer valid."""


@dataclass(frozen=True, slots=True)
class TournamentAnnouncement:
    """What was announced; None or empty if the file does not say. `last_accelerated` is
    the last starting number of the upper group of accelerated rounds; `unknown` are the
    numbers of lines about tie-breaks that cannot be read.
    """

    system: SectionPairing | None = None
    first_colour: Colour | None = None
    last_accelerated: int | None = None
    tie_breaks: tuple[str, ...] | None = None
    unknown: tuple[int, ...] = ()


def kind_lines(section_format: str, system: str) -> tuple[str, str]:
    """Return the contents of lines 092 and 192 for a section; most have no line 092."""
    if section_format != SectionFormat.BOARDS:
        return "", _ROBINS[SectionFormat(section_format)]
    if system == SectionPairing.DUTCH_2026:
        return "", _DUTCH
    return _IN_WORDS.get(SectionPairing(system), ""), "CUSTOM_SWISS"


def fide_tie_breaks(codes: Sequence[str]) -> tuple[str, ...]:
    """Return a section's tie-breaks in FIDE's codes, without lots; empty if one of them
    has no code.
    """
    found = [TIE_BREAKS[code] for code in codes if code != _BY_LOT]
    have_codes = all(
        "FIDE" in each.paragraph and _FIDE_CODE.fullmatch(each.acronym)
        for each in found
    )
    return tuple(each.acronym for each in found) if have_codes else ()


def read_announced(
    text: str,
    tournament: ReadTournament,
    wishes: PairingWishes,
    boards: Iterable[BoardRead],
    planned: int,
) -> TournamentAnnouncement:
    """Return what was announced. `planned` is the number of rounds announced, which
    decides which rounds are accelerated.
    """
    system = _system(text)
    first_colour = wishes.first_colour
    if first_colour is None and system == SectionPairing.DUTCH_2026:
        first_colour = _colour_of_first_round(tournament, boards)
    tie_breaks, unknown = _tie_breaks(text, tournament.start)
    is_dutch = system == SectionPairing.DUTCH_2026
    return TournamentAnnouncement(
        system,
        first_colour,
        _last_accelerated(tournament, wishes, planned) if is_dutch else None,
        tie_breaks,
        unknown,
    )


def _system(text: str) -> SectionPairing | None:
    kinds = [line[4:].strip() for line in lines_of(text) if line[:3] in ("092", "192")]
    if any(kind.upper() in (_DUTCH, f"{_DUTCH}_BAKU") for kind in kinds):
        return SectionPairing.DUTCH_2026
    found = (system for system, words in _IN_WORDS.items() if words in kinds)
    return next(found, None)


def _colour_of_first_round(
    tournament: ReadTournament, boards: Iterable[BoardRead]
) -> Colour | None:
    """Return the colour drawn first, as the first round shows it: odd numbers have it
    (C.04.3 E 5). If numbers are missing, those after them move up.
    """
    first = [each for each in boards if each.round == 1 and each.black is not None]
    if not first:
        return None
    board = min(first, key=lambda each: min(each.white, each.black or each.white))
    number = min(board.white, board.black or board.white)
    colour = Colour.WHITE if number == board.white else Colour.BLACK
    place = sum(each <= number for each in tournament.players)
    return colour if place % 2 else colour.other


def _last_accelerated(
    tournament: ReadTournament, wishes: PairingWishes, planned: int
) -> int | None:
    """Return the last number of the upper group if the virtual points are exactly those
    of the Baku method; None otherwise.
    """
    players = tournament.players
    ahead = {seat: halves for seat, halves in wishes.virtual_points.items() if halves}
    last = max((number for number, _round in ahead), default=0)
    if not last or last > max(players):
        return None
    ahead = {seat: halves for seat, halves in ahead.items() if seat[0] in players}
    by_baku = {
        (number, each): halves
        for number in players
        for each in range(1, tournament.announced + 1)
        if number <= last and (halves := virtual_half_points(each, planned))
    }
    return last if ahead == by_baku else None


def _tie_breaks(
    text: str, start: date | None
) -> tuple[tuple[str, ...] | None, tuple[int, ...]]:
    """Return the tie-breaks of the first line 202 or 212 that can be read, and the
    numbers of those that cannot.
    """
    found, unknown = None, []
    for number, line in enumerate(lines_of(text), start=1):
        if line[:3] not in ("202", "212"):
            continue
        acronyms = [each for each in re.split(r"[,\s]+", line[4:].upper()) if each]
        try:
            codes = tuple(_code(each, start) for each in acronyms if each != "PTS")
        except UnknownTieBreakError:
            codes = ()
        if not codes or len({*codes}) < len(codes):
            unknown.append(number)
        else:
            found = found or codes
    return found, tuple(unknown)


def _code(acronym: str, start: date | None) -> str:
    """Return the code of a tie-break by the rule about unplayed rounds that was valid
    on the first day.
    """
    if start:
        for until, edition in _EDITIONS:
            if start < until:
                with suppress(UnknownTieBreakError):
                    return read_list(f"{acronym}@{edition.value}")[0]
    if not _FIDE_CODE.fullmatch(acronym):
        raise UnknownTieBreakError(acronym)
    return read_list(acronym)[0]
