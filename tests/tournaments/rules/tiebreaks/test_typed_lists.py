"""Lists of tie-breaks as users type them."""

import pytest

from tournaments.rules.tiebreaks.registry import TIE_BREAKS, UnknownTieBreakError
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS
from tournaments.rules.tiebreaks.typed_lists import ACRONYMS, read_list, typed_list


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("", ()),
        (" ,", ()),
        ("BH", ("buchholz_2026",)),
        ("bh/c1, SB ,won", ("buchholz_cut1_2026", "sonneborn_berger_2026", "wins")),
        ("BH@2009, BH@2024", ("buchholz_2009", "buchholz_2024")),
        ("buchholz_2009, Quality_2022", ("buchholz_2009", "quality_2022")),
        # SSF, NSF and FIDE have the same short name.
        ("DE", ("direct_encounter_fide",)),
        ("direct_encounter", ("direct_encounter",)),
        ("QP@2022, KS", ("quality_2022", "koya")),
    ],
)
def test_short_names_and_codes_are_read(typed, codes):
    assert read_list(typed) == codes


@pytest.mark.parametrize("name", ["XX", "BH@2010", "WON@2026", "@2026", "BH/C9"])
def test_unknown_name_is_refused(name):
    with pytest.raises(UnknownTieBreakError) as refused:
        read_list(f"BH, {name}")
    assert refused.value.code == name


@pytest.mark.parametrize(
    ("codes", "typed"),
    [
        (("buchholz_2026", "buchholz_2009", "wins"), "BH, BH@2009, WON"),
        (("direct_encounter_fide", "direct_encounter"), "DE, direct_encounter"),
        # Both are SSF's: the newer text applies.
        (("quality", "quality_2022"), "quality, QP"),
        ((), ""),
    ],
)
def test_list_is_shown_by_unambiguous_short_names(codes, typed):
    assert typed_list(codes) == typed


def test_every_tie_break_and_every_list_is_read_as_shown():
    for codes in (
        tuple(TIE_BREAKS),
        *(each.swiss or () for each in RULE_SETS.values()),
    ):
        assert read_list(typed_list(codes)) == codes


def test_every_short_name_belongs_to_a_tie_break():
    for name in ACRONYMS:
        [code] = read_list(name)
        assert TIE_BREAKS[code].acronym == name
