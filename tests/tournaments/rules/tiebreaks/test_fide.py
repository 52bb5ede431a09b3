"""FIDE's tie-breaks of 2024 and 2026 equal those of `gacrux`."""

import os
from dataclasses import replace

import pytest

from tests.tournaments.rules.tiebreaks import generated, oracle
from tournaments.queries.rating_tables import rating_tables
from tournaments.rules.points import PointSystem
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import Unit

SEED = int(os.environ.get("TIE_BREAK_SEED", "1"))
TOURNAMENTS = int(os.environ.get("TIE_BREAK_TOURNAMENTS", "25"))
"""Tournaments of each kind; thousands by the command in docs/testing.md."""

SWISS = {
    "buchholz_{}": "BH",
    "buchholz_cut1_{}": "BH/C1",
    "buchholz_cut2_{}": "BH/C2",
    "median_buchholz_{}": "BH/M1",
    "median_buchholz2_{}": "BH/M2",
    "sonneborn_berger_{}": "SB",
    "sonneborn_berger_cut1_{}": "SB/C1",
    "sonneborn_berger_cut2_{}": "SB/C2",
    "average_buchholz_{}": "AOB",
    "fore_buchholz_{}": "FB",
    "fore_buchholz_cut1_{}": "FB/C1",
    "fore_buchholz_cut2_{}": "FB/C2",
    "median_fore_buchholz_{}": "FB/M1",
    "median_fore_buchholz2_{}": "FB/M2",
}
EITHER = {
    "rounds_won": "WIN",
    "wins": "WON",
    "black_games": "BPG",
    "black_wins": "BWG",
    "progressive_fide": "PS",
    "progressive_fide_cut1": "PS/C1",
    "progressive_fide_cut2": "PS/C2",
    "rounds_elected": "REP",
    "standard_points": "STD",
    "koya": "KS",
    "rating": "RTNG",
    "average_rating": "ARO",
    "average_rating_cut1": "ARO/C1",
    "performance": "TPR",
    "perfect_performance": "PTP",
    "average_performance": "APRO",
    "average_perfect_performance": "APPO",
    "direct_encounter_fide": "DE",
}


def ours(found, code):
    """Return our values in whole points like `gacrux`; places within a tie from 1, 0 if
    still tied.
    """
    tie_break = TIE_BREAKS[code]
    if tie_break.relative:
        return places(found, tie_break)
    computed = tie_break.compute(found, found.entries)
    return {
        entry: value.key[0] / tie_break.unit.parts if value.key else None
        for entry, value in computed.items()
    }


def places(found, tie_break):
    levels = sorted(set(found.scores.values()))
    computed = {}
    for level in levels:
        tied = tuple(e for e in found.entries if found.scores[e] == level)
        computed |= tie_break.compute(found, tied)
    return {
        entry: -value.key[0] if value.key else 0 for entry, value in computed.items()
    }


def compare(found, edition, code, acronym):
    theirs = oracle.values(found, edition, acronym)
    expected = {
        entry: None if value is None else float(value)
        for entry, value in theirs.items()
    }
    assert ours(found, code.format(edition)) == expected


def seeds():
    return range(SEED * 1_000_000, SEED * 1_000_000 + TOURNAMENTS)


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize(("code", "acronym"), [*SWISS.items(), *EITHER.items()])
def test_tie_breaks_of_swiss_tournaments_equal_gacrux(code, acronym, edition):
    for seed in seeds():
        found = replace(generated.swiss(seed), rating_tables=rating_tables())
        compare(found, edition, code, acronym)


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize(
    ("code", "acronym"), [*EITHER.items(), ("sonneborn_berger_{}", "SB")]
)
def test_tie_breaks_of_round_robins_equal_gacrux(code, acronym, edition):
    for seed in seeds():
        found = replace(generated.round_robin(seed), rating_tables=rating_tables())
        compare(found, edition, code, acronym)


@pytest.mark.parametrize(
    "code", ["average_rating", "performance", "perfect_performance"]
)
def test_tie_breaks_with_unrated_players_equal_gacrux(code):
    for seed in seeds():
        found = replace(
            generated.swiss(seed, unrated=True), rating_tables=rating_tables()
        )
        compare(found, 2026, code, TIE_BREAKS[code].acronym)


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize(("code", "acronym"), SWISS.items())
def test_tie_breaks_with_three_points_for_a_win_equal_gacrux(code, acronym, edition):
    for seed in seeds():
        found = replace(
            generated.swiss(seed, points=(6, 2)), points=PointSystem(win=6, draw=2)
        )
        compare(found, edition, code, acronym)


def test_every_tie_break_of_fide_is_compared():
    compared = {
        code.format(year) for code in {**SWISS, **EITHER} for year in (2024, 2026)
    }
    of_fide = {
        code
        for code, each in TIE_BREAKS.items()
        if "FIDE C.07" in each.paragraph and each.unit is not Unit.TEN_THOUSANDTHS
    }
    assert of_fide <= compared
