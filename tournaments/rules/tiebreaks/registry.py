"""The registry of tie-breaks that a section can announce, in any order.

Sums over opponents exist once for each of the three rules about unplayed rounds; the
year in the code says which.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from tournaments.rules.tiebreaks import (
    counts,
    encounters,
    lots,
    opponents,
    ratings,
    ssf,
)
from tournaments.rules.tiebreaks.opponents import Cut
from tournaments.rules.tiebreaks.unplayed import TieBreakEdition
from tournaments.rules.tiebreaks.values import TieBreak, Unit


class UnknownTieBreakError(ValueError):
    """An announced tie-break is not in the registry."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"no tie-break {code!r}")


_HALVES = Unit.HALF_POINTS
_SSF = (
    TieBreak(
        "berger_elimination", "BERGER", "SSF §10.3a", _HALVES, ssf.strike_lowest_groups
    ),
    TieBreak("progressive", "PS", "SSF §10.3b", _HALVES, ssf.sum_progressively),
    TieBreak("quality", "QP", "SSF §10 note, 1", _HALVES, ssf.sum_quality_points),
    TieBreak(
        "quality_2022",
        "QP",
        "SSF §10 note, 1 (2022)",
        _HALVES,
        ssf.sum_quality_points_of_2022,
    ),
    TieBreak(
        "wins",
        "WON",
        "SSF §10 note, 2; FIDE C.07 7.2",
        Unit.GAMES,
        partial(counts.count_rounds, counts=counts.is_won),
    ),
    TieBreak(
        "direct_encounter",
        "DE",
        "SSF §10 note, 3; NSF",
        _HALVES,
        ssf.compare_encounters,
        relative=True,
    ),
    TieBreak(
        "lots",
        "LOTS",
        "SSF §10.3a; note, 4",
        Unit.PLACE,
        lots.compare_lots,
        relative=True,
    ),
)
_NSF = (
    TieBreak(
        "median_buchholz_nsf",
        "BH/M1",
        "NSF 2017",
        _HALVES,
        opponents.sum_scores_from_seven_rounds,
    ),
    TieBreak(
        "average_rating_nsf",
        "ARO",
        "NSF 2017",
        Unit.TEN_THOUSANDTHS,
        ratings.divide_ratings,
    ),
    TieBreak(
        "average_rating_nsf_cut1",
        "ARO/C1",
        "NSF 2017",
        Unit.TEN_THOUSANDTHS,
        partial(ratings.divide_ratings, cut=Cut(1)),
    ),
    TieBreak(
        "average_rating_nsf_cut_high1",
        "ARO/H1",
        "NSF 2017",
        Unit.TEN_THOUSANDTHS,
        partial(ratings.divide_ratings, cut=Cut(0, 1)),
    ),
    TieBreak(
        "average_rating_nsf_median",
        "ARO/M1",
        "NSF 2017",
        Unit.TEN_THOUSANDTHS,
        partial(ratings.divide_ratings, cut=Cut(1, 1)),
    ),
    TieBreak("pairing_number", "TPN", "NSF 2017", Unit.PLACE, counts.compare_numbers),
)
_FIDE = (
    TieBreak(
        "direct_encounter_fide",
        "DE",
        "FIDE C.07 6",
        Unit.PLACE,
        encounters.rank_encounters,
        relative=True,
    ),
    TieBreak(
        "rounds_won",
        "WIN",
        "FIDE C.07 7.1",
        Unit.GAMES,
        partial(counts.count_rounds, counts=counts.is_full_point),
    ),
    TieBreak(
        "black_games",
        "BPG",
        "FIDE C.07 7.3",
        Unit.GAMES,
        partial(counts.count_rounds, counts=counts.is_black),
    ),
    TieBreak(
        "black_wins",
        "BWG",
        "FIDE C.07 7.4",
        Unit.GAMES,
        partial(counts.count_rounds, counts=counts.is_won_with_black),
    ),
    TieBreak(
        "progressive_fide",
        "PS",
        "FIDE C.07 7.5; NSF",
        _HALVES,
        counts.sum_running_scores,
    ),
    TieBreak(
        "progressive_fide_cut1",
        "PS/C1",
        "FIDE C.07 7.5, 14",
        _HALVES,
        partial(counts.sum_running_scores, cut=1),
    ),
    TieBreak(
        "progressive_fide_cut2",
        "PS/C2",
        "FIDE C.07 7.5, 14",
        _HALVES,
        partial(counts.sum_running_scores, cut=2),
    ),
    TieBreak(
        "rounds_elected",
        "REP",
        "FIDE C.07 7.6",
        Unit.GAMES,
        partial(counts.count_rounds, counts=counts.is_elected),
    ),
    TieBreak(
        "standard_points",
        "STD",
        "FIDE C.07 7.7",
        _HALVES,
        counts.sum_standard_points,
    ),
    TieBreak("koya", "KS", "FIDE C.07 9.2; NSF", _HALVES, opponents.sum_against_strong),
    TieBreak("rating", "RTNG", "FIDE C.07 10", Unit.RATING, counts.compare_ratings),
    TieBreak(
        "average_rating", "ARO", "FIDE C.07 10.1", Unit.RATING, ratings.average_ratings
    ),
    TieBreak(
        "average_rating_cut1",
        "ARO/C1",
        "FIDE C.07 10.1, 14",
        Unit.RATING,
        partial(ratings.average_ratings, cut=Cut(1)),
    ),
    TieBreak(
        "performance", "TPR", "FIDE C.07 10.2", Unit.RATING, ratings.rate_performances
    ),
    TieBreak(
        "perfect_performance",
        "PTP",
        "FIDE C.07 10.3",
        Unit.RATING,
        ratings.rate_perfectly,
    ),
    TieBreak(
        "average_performance",
        "APRO",
        "FIDE C.07 10.4",
        Unit.RATING,
        ratings.average_performances,
    ),
    TieBreak(
        "average_perfect_performance",
        "APPO",
        "FIDE C.07 10.5",
        Unit.RATING,
        ratings.average_perfect_performances,
    ),
)
_CUTS = {
    "buchholz": ("BH", Cut()),
    "buchholz_cut1": ("BH/C1", Cut(1)),
    "buchholz_cut2": ("BH/C2", Cut(2)),
    "median_buchholz": ("BH/M1", Cut(1, 1)),
    "median_buchholz2": ("BH/M2", Cut(2, 2)),
}
_TEXTS = {
    TieBreakEdition.VIRTUAL: "NSF 2017; FIDE C.02 13.15 (2009–2023)",
    TieBreakEdition.DUMMY: "FIDE C.07 {}, 16 (2024)",
    TieBreakEdition.CAPPED_DUMMY: "FIDE C.07 {}, 16 (2026)",
}


def _by_edition() -> Iterator[TieBreak]:
    for edition, text in _TEXTS.items():
        for name, (acronym, cut) in _CUTS.items():
            yield TieBreak(
                f"{name}_{edition.value}",
                acronym,
                text.format("8.1"),
                _HALVES,
                partial(opponents.sum_scores, edition=edition, cut=cut),
            )
        for name, acronym, cut in (
            ("sonneborn_berger", "SB", Cut()),
            ("sonneborn_berger_cut1", "SB/C1", Cut(1)),
            ("sonneborn_berger_cut2", "SB/C2", Cut(2)),
        ):
            yield TieBreak(
                f"{name}_{edition.value}",
                acronym,
                text.format("9.1"),
                Unit.QUARTER_POINTS,
                partial(opponents.sum_scores_won, edition=edition, cut=cut),
            )
        yield TieBreak(
            f"average_buchholz_{edition.value}",
            "AOB",
            text.format("8.2"),
            Unit.TEN_THOUSANDTHS,
            partial(opponents.average_scores, edition=edition),
        )
        if edition is not TieBreakEdition.VIRTUAL:
            for name, (acronym, cut) in _CUTS.items():
                yield TieBreak(
                    f"{name.replace('buchholz', 'fore_buchholz')}_{edition.value}",
                    acronym.replace("BH", "FB"),
                    text.format("8.3"),
                    _HALVES,
                    partial(opponents.sum_scores, edition=edition, cut=cut, fore=True),
                )


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {each.code: each for each in (*_SSF, *_NSF, *_FIDE, *_by_edition())}
)
"""Every tie-break by its code; the codes are stored with a section."""


def find_tie_breaks(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    """Return the announced tie-breaks in their order. Raises UnknownTieBreakError."""
    for code in codes:
        if code not in TIE_BREAKS:
            raise UnknownTieBreakError(code)
    return tuple(TIE_BREAKS[code] for code in codes)
