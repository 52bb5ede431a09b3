"""The federations' lists of tie-breaks, each by its name with its year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from tournaments.rules.sections import TournamentKind


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The lists of one text, in codes of the registry; None if the text has no list for
    such a section.
    """

    name: str
    paragraph: str
    swiss: tuple[str, ...] | None
    berger: tuple[str, ...] | None

    def codes(self, kind: TournamentKind) -> tuple[str, ...] | None:
        """Return the list for a section of this kind."""
        return self.berger if kind is TournamentKind.BERGER else self.swiss


def _fide(year: int) -> tuple[str, ...]:
    return (
        f"buchholz_cut1_{year}",
        f"buchholz_{year}",
        f"sonneborn_berger_{year}",
        "direct_encounter_fide",
        "wins",
        "black_games",
        "lots",
    )


def _fide_berger(year: int) -> tuple[str, ...]:
    return (
        "direct_encounter_fide",
        "rounds_won",
        f"sonneborn_berger_{year}",
        "koya",
        "lots",
    )


SSF_2008 = RuleSet(
    "ssf_2008",
    "SSF §10.3",
    swiss=("progressive", "lots"),
    berger=("berger_elimination", "lots"),
)
SSF_2008_NOTE = RuleSet(
    "ssf_2008_note",
    "SSF §10 note",
    swiss=("quality", "wins", "direct_encounter", "lots"),
    berger=("quality", "wins", "direct_encounter", "lots"),
)
SSF_2025 = RuleSet(
    "ssf_2025",
    "SSF 2025/26",
    swiss=("buchholz_cut1_2024", "wins", "black_games", "lots"),
    berger=("direct_encounter", "sonneborn_berger_2024", "wins", "black_games"),
)
_OTHERS = (
    RuleSet(
        "nsf_2017",
        "NSF 2017",
        swiss=(
            "median_buchholz_nsf",
            "buchholz_cut1_2009",
            "buchholz_2009",
            "average_rating_nsf",
        ),
        berger=None,
    ),
    RuleSet("fide_2009", "FIDE C.02 13", _fide(2009), _fide_berger(2009)),
    RuleSet("fide_2024", "FIDE C.07 (2024)", _fide(2024), _fide_berger(2024)),
    RuleSet("fide_2026", "FIDE C.07 (2026)", _fide(2026), _fide_berger(2026)),
    RuleSet("member_system_1", "1", ("berger_elimination",), ("berger_elimination",)),
    RuleSet("member_system_2", "2", ("buchholz_2009",), ("buchholz_2009",)),
    RuleSet(
        "member_system_3",
        "3",
        ("buchholz_2009", "average_rating_nsf"),
        ("buchholz_2009", "average_rating_nsf"),
    ),
    RuleSet(
        "member_system_4", "4", ("median_buchholz_2009",), ("median_buchholz_2009",)
    ),
    RuleSet("member_system_5", "5", ("progressive",), ("progressive",)),
    RuleSet("member_system_6", "6", (), ()),
    RuleSet("member_system_7", "7", ("buchholz_cut1_2024",), ("buchholz_cut1_2024",)),
)
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {each.name: each for each in (SSF_2008, SSF_2008_NOTE, SSF_2025, *_OTHERS)}
)
"""By name. A section stores the list, whose codes contain their year."""

OWN_LIST = "own"
"""The name of a list that is in no rule set, and of an empty one."""

FIRST_DAY_OF_SSF_2025 = date(2025, 7, 1)


def standard_rules(start: date) -> RuleSet:
    """Return SSF's own rules for a tournament that starts on a day."""
    return SSF_2025 if start >= FIRST_DAY_OF_SSF_2025 else SSF_2008


def name_of_list(codes: Sequence[str], kind: TournamentKind) -> str:
    """Return the name of the rule set with just this list, or OWN_LIST."""
    named = (each.name for each in RULE_SETS.values() if each.codes(kind))
    return next(
        (name for name in named if RULE_SETS[name].codes(kind) == tuple(codes)),
        OWN_LIST,
    )
