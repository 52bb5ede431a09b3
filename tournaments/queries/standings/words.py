"""The words for rule sets of tie-breaks, and the players' names of tie-breaks."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from federation.formats.regulations import paragraph_text
from tournaments.rules.tiebreaks.rule_sets import OWN_LIST

Words = str | Promise

RULE_SET_GROUPS: Sequence[tuple[Words, Sequence[tuple[str, Words]]]] = (
    (
        _("Swedish federation"),
        (
            ("ssf_2008", _("SSF 2008, §\u00a010: Berger or progressive score")),
            ("ssf_2008_note", _("SSF 2008, §\u00a010, note: quality points")),
            ("ssf_2025", _("SSF 2025/26")),
        ),
    ),
    (_("Norwegian federation"), (("nsf_2017", _("NSF 2017")),)),
    (
        _("FIDE"),
        (
            ("fide_2009", _("FIDE until August 2023")),
            ("fide_2024", _("FIDE, September 2023 to February 2026")),
            ("fide_2026", _("FIDE from March 2026")),
        ),
    ),
    (
        _("As in the Swedish member system"),
        (
            ("member_system_1", _("member system: SSF-Berger")),
            ("member_system_2", _("member system: Buchholz")),
            ("member_system_3", _("member system: SSF Buchholz")),
            ("member_system_4", _("member system: Median-Buchholz")),
            ("member_system_5", _("member system: progressive score")),
            ("member_system_6", _("member system: Allsvenskan (board points only)")),
            ("member_system_7", _("member system: FIDE Buchholz 2024")),
        ),
    ),
)
RULE_SET_NAMES: Mapping[str, Words] = MappingProxyType(
    {name: words for _group, sets in RULE_SET_GROUPS for name, words in sets}
    | {OWN_LIST: _("a list of your own")}
)
_FAMILIES: Mapping[str, Words] = MappingProxyType(
    {
        "BERGER": _("SSF-Berger"),
        "PS": _("Progressive score"),
        "PS/C1": _("Progressive score without round 1"),
        "PS/C2": _("Progressive score without rounds 1 and 2"),
        "QP": _("Quality points"),
        "DE": _("Direct encounter"),
        "LOTS": _("Drawing of lots"),
        "WIN": _("Wins"),
        "WON": _("Games won"),
        "BPG": _("Games with Black"),
        "BWG": _("Wins with Black"),
        "REP": _("Rounds elected to play"),
        "STD": _("Standard points"),
        "BH": _("Buchholz"),
        "BH/C1": _("Buchholz Cut-1"),
        "BH/C2": _("Buchholz Cut-2"),
        "BH/M1": _("Median-Buchholz"),
        "BH/M2": _("Median-Buchholz 2"),
        "AOB": _("Average Buchholz of opponents"),
        "FB": _("Fore-Buchholz"),
        "FB/C1": _("Fore-Buchholz Cut-1"),
        "FB/C2": _("Fore-Buchholz Cut-2"),
        "FB/M1": _("Median-Fore-Buchholz"),
        "FB/M2": _("Median-Fore-Buchholz 2"),
        "SB": _("Sonneborn-Berger"),
        "SB/C1": _("Sonneborn-Berger Cut-1"),
        "SB/C2": _("Sonneborn-Berger Cut-2"),
        "KS": _("Koya"),
        "ARO": _("Average rating of opponents"),
        "ARO/C1": _("Average rating of opponents without the lowest"),
        "ARO/H1": _("Average rating of opponents without the highest"),
        "ARO/M1": _("Average rating of opponents without both ends"),
        "TPR": _("Performance"),
        "PTP": _("Perfect performance"),
        "APRO": _("Average performance of opponents"),
        "APPO": _("Average perfect performance of opponents"),
        "RTNG": _("Rating"),
        "TPN": _("Pairing number"),
    }
)
"""By the short name."""


def tie_break_name(acronym: str) -> Words:
    """Return the name that players know."""
    return _FAMILIES[acronym]


def paragraph_in_words(paragraph: str) -> str:
    """Return the paragraph of a tie-break, with its note in the reader's language."""
    note = pgettext("to a paragraph", "note")
    return paragraph_text(paragraph.replace(" note", f" {note}"))
