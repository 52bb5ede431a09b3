"""Every tie-break that can be announced, by the code that sections store."""

from tournaments.rules.tiebreaks.registry import TIE_BREAKS

OF_ALL = {
    "berger_elimination": ("BERGER", "half_points", False),
    "progressive": ("PS", "half_points", False),
    "quality": ("QP", "half_points", False),
    "quality_2022": ("QP", "half_points", False),
    "wins": ("WON", "games", False),
    "direct_encounter": ("DE", "half_points", True),
    "lots": ("LOTS", "place", True),
    "median_buchholz_nsf": ("BH/M1", "half_points", False),
    "average_rating_nsf": ("ARO", "ten_thousandths", False),
    "average_rating_nsf_cut1": ("ARO/C1", "ten_thousandths", False),
    "average_rating_nsf_cut_high1": ("ARO/H1", "ten_thousandths", False),
    "average_rating_nsf_median": ("ARO/M1", "ten_thousandths", False),
    "pairing_number": ("TPN", "place", False),
    "direct_encounter_fide": ("DE", "place", True),
    "rounds_won": ("WIN", "games", False),
    "black_games": ("BPG", "games", False),
    "black_wins": ("BWG", "games", False),
    "progressive_fide": ("PS", "half_points", False),
    "progressive_fide_cut1": ("PS/C1", "half_points", False),
    "progressive_fide_cut2": ("PS/C2", "half_points", False),
    "rounds_elected": ("REP", "games", False),
    "standard_points": ("STD", "half_points", False),
    "koya": ("KS", "half_points", False),
    "rating": ("RTNG", "rating", False),
    "average_rating": ("ARO", "rating", False),
    "average_rating_cut1": ("ARO/C1", "rating", False),
    "performance": ("TPR", "rating", False),
    "perfect_performance": ("PTP", "rating", False),
    "average_performance": ("APRO", "rating", False),
    "average_perfect_performance": ("APPO", "rating", False),
}
OF_EACH_YEAR = {
    "buchholz": ("BH", "half_points"),
    "buchholz_cut1": ("BH/C1", "half_points"),
    "buchholz_cut2": ("BH/C2", "half_points"),
    "median_buchholz": ("BH/M1", "half_points"),
    "median_buchholz2": ("BH/M2", "half_points"),
    "sonneborn_berger": ("SB", "quarter_points"),
    "sonneborn_berger_cut1": ("SB/C1", "quarter_points"),
    "sonneborn_berger_cut2": ("SB/C2", "quarter_points"),
    "average_buchholz": ("AOB", "ten_thousandths"),
}
SINCE_2024 = {
    "fore_buchholz": ("FB", "half_points"),
    "fore_buchholz_cut1": ("FB/C1", "half_points"),
    "fore_buchholz_cut2": ("FB/C2", "half_points"),
    "median_fore_buchholz": ("FB/M1", "half_points"),
    "median_fore_buchholz2": ("FB/M2", "half_points"),
}


def test_each_code_has_its_short_name_and_its_unit():
    by_year = {
        f"{name}_{year}": (*facts, False)
        for year, those in (
            (2009, OF_EACH_YEAR),
            (2024, OF_EACH_YEAR | SINCE_2024),
            (2026, OF_EACH_YEAR | SINCE_2024),
        )
        for name, facts in those.items()
    }
    assert {
        code: (each.acronym, each.unit.value, each.relative)
        for code, each in TIE_BREAKS.items()
    } == OF_ALL | by_year
    assert [code for code, each in TIE_BREAKS.items() if each.code != code] == []
