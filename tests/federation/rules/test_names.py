"""Characters that names may not contain, compared with their Unicode properties."""

import sys
import unicodedata

from federation.rules.names import in_one_form, unsuitable_character, without_unsuitable

# Visible format characters: signs of number and abbreviation in Arabic, Syriac and
# Kaithi, joiners of hieroglyphs and of shorthand, beams and ties of music.
SEEN = {
    *range(0x600, 0x606),
    0x6DD,
    0x70F,
    *range(0x890, 0x892),
    0x8E2,
    0x110BD,
    0x110CD,
    *range(0x13430, 0x13440),
    *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B),
}
# Unassigned as yet, among the invisible characters.
RESERVED = {0x2065, 0xE0000, *range(0xE0002, 0xE0020)}


def test_exactly_markup_and_invisible_characters_are_refused():
    unseen = {
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp")
    }
    refused = {
        code for code in range(sys.maxunicode + 1) if unsuitable_character(chr(code))
    }
    assert refused == unseen - SEEN | RESERVED | {ord("<"), ord(">")}


def test_unsuitable_character_is_made_readable_and_can_be_replaced():
    text = "a<b\u202ec\0d"
    assert unsuitable_character(text) == "<"
    assert unsuitable_character(text[2:]) == "U+202E"
    assert unsuitable_character(text[5:]) == "U+0000"
    assert unsuitable_character("Åsa") == ""
    assert without_unsuitable(text) == "a_b_c_d"
    assert without_unsuitable("Åsa") == "Åsa"


def test_name_has_single_spaces_and_each_accented_letter_as_one_character():
    assert in_one_form(" A\u030asa  O\u0308st\u00a0") == "Åsa Öst"
    assert in_one_form("Åsa-Lill O’Hara") == "Åsa-Lill O’Hara"
