"""The lists of tie-breaks of federations, in the order of their texts."""

from datetime import date

import pytest

from tournaments.rules.sections import TournamentKind
from tournaments.rules.tiebreaks.registry import find_tie_breaks
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS, standard_rules


@pytest.mark.parametrize(
    ("name", "swiss", "berger"),
    [
        # SSF §10.3a and b.
        ("ssf_2008", "PS LOTS", "BERGER LOTS"),
        # SSF §10, the note below it.
        ("ssf_2008_note", "QP WON DE LOTS", "QP WON DE LOTS"),
        ("ssf_2025", "BH/C1 WON BPG LOTS", "DE SB WON BPG"),
        # NSF's rules of 2017 have no list for a round robin.
        ("nsf_2017", "BH/M1 BH/C1 BH ARO", None),
        ("fide_2009", "BH/C1 BH SB DE WON BPG LOTS", "DE WIN SB KS LOTS"),
        ("fide_2024", "BH/C1 BH SB DE WON BPG LOTS", "DE WIN SB KS LOTS"),
        ("fide_2026", "BH/C1 BH SB DE WON BPG LOTS", "DE WIN SB KS LOTS"),
        # SSF's member system.
        ("member_system_1", "BERGER", "BERGER"),
        ("member_system_2", "BH", "BH"),
        ("member_system_3", "BH ARO", "BH ARO"),
        ("member_system_4", "BH/M1", "BH/M1"),
        ("member_system_5", "PS", "PS"),
        ("member_system_6", "", ""),
        ("member_system_7", "BH/C1", "BH/C1"),
    ],
)
def test_rule_set_has_its_tie_breaks_in_the_order_of_the_text(name, swiss, berger):
    def acronyms(kind):
        codes = RULE_SETS[name].codes(kind)
        if codes is None:
            return None
        return " ".join(each.acronym for each in find_tie_breaks(codes))

    found = acronyms(TournamentKind.SWISS), acronyms(TournamentKind.BERGER)
    assert found == (swiss, berger)


@pytest.mark.parametrize("year", [2009, 2024, 2026])
def test_fide_list_treats_unplayed_rounds_by_its_own_year(year):
    rules = RULE_SETS[f"fide_{year}"]
    assert (*rules.swiss[:3], rules.berger[2]) == (
        f"buchholz_cut1_{year}",
        f"buchholz_{year}",
        f"sonneborn_berger_{year}",
        f"sonneborn_berger_{year}",
    )


def test_ssf_changed_its_tie_breaks_on_the_first_of_july_2025():
    before, after = date(2025, 6, 30), date(2025, 7, 1)
    assert standard_rules(before).name == "ssf_2008"
    assert standard_rules(after).name == "ssf_2025"
