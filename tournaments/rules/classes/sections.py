"""A section for the class rules: its players, and what kind it is (SSF §5–6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.classes.ranks import ClassRank, Rating, first_classes
from tournaments.rules.sections import TournamentKind

FEWEST_ENTRIES = 8
MOST_LOWER = 1
MOST_MASTERS = 1


class Competition(StrEnum):
    """The competition of the section; the congress competitions by name (§5)."""

    SANCTIONED = "sanctioned"
    CONGRESS_CLASS = "congress_class"
    CLASS_IV = "class_iv"
    SM_GROUP = "sm_group"
    MASTARELIT = "mastarelit"
    MASTARKLASS = "mastarklass"
    JSM_GROUP = "jsm_group"
    JUNIOR_QUALIFIER = "junior_qualifier"
    KADETT_SM = "kadett_sm"
    MINIOR_SM = "minior_sm"
    VETERAN_SM = "veteran_sm"
    VETERAN_GENERAL = "veteran_general"
    WITHOUT_TITLES = "without_titles"


class SectionProblem(StrEnum):
    """Why a section cannot be judged as it is.

    It does not meet SSF §6 or Bilaga 1 g, or it depends on a choice of class (§7.1)
    that is not recorded.
    """

    CLASS_NOT_CHOSEN = "class_not_chosen"
    TOO_FEW_ENTRIES = "too_few_entries"
    TOO_MANY_MASTERS = "too_many_masters"


@dataclass(frozen=True, slots=True)
class ClassGame:
    """A finished board of a player, including forfeits; a bye has no opponent.

    `awarded`: settled because a player withdrew (§11.1a).
    """

    opponent: int | None
    half_points: int
    awarded: bool = False


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A player of the section with what was recorded when it started.

    `player_class` is that of the class register, None on a first start. `starts_in` is
    another class to be judged as: by dispensation (§7.5), by vacancy (§7.6), or chosen
    on a first start (§7.1). `rating` is the one by which the tournament is rated,
    including an estimate. `places` are the first and last place of a placing, None
    without one. `annulled`: withdrawn from a Berger section with less than half played
    (§11.1a); then `games` still has all of them.
    """

    id: int
    player_class: ClassRank | None
    rating: Rating | None
    games: tuple[ClassGame, ...]
    places: tuple[int, int] | None
    class_for_life: bool = False
    starts_in: ClassRank | None = None
    withdrawn: bool = False
    annulled: bool = False

    @property
    def judged_as(self) -> ClassRank | None:
        """The class whose rules apply; None if the player has yet to choose.

        A class for life is M whatever the register says. A player is never judged below
        their own class: it may have risen since another was noted.
        """
        if self.class_for_life:
            return ClassRank.MASTER
        known = [each for each in (self.starts_in, self.player_class) if each]
        chosen = min(known, key=lambda each: each.level, default=None)
        options = (chosen,) if chosen else first_classes(self.rating)
        return options[0] if len(options) == 1 else None


@dataclass(frozen=True, slots=True)
class ClassSection:
    """A section ready to be judged.

    `scheduled_rounds`: announced rounds of a Swiss section, games scheduled for each
    player of a Berger section. `cycles` as in a Berger section. `section_class` is the
    announced class of a congress section, if it does not follow from the players.
    `masters_in_tournament` counts M players in all its sections (Bilaga 1 g); with None
    those of this section are counted.
    """

    competition: Competition
    kind: TournamentKind
    scheduled_rounds: int
    entries: tuple[ClassEntry, ...]
    is_complete: bool
    cycles: int = 1
    section_class: ClassRank | None = None
    masters_in_tournament: int | None = None


@dataclass(frozen=True, slots=True)
class Composition:
    """The composition of a section by SSF §6.

    `pure_class` is the class of a pure section, None for a mixed one.
    """

    pure_class: ClassRank | None
    problems: tuple[SectionProblem, ...]


@dataclass(frozen=True, slots=True)
class ClassDeparture:
    """How a section differs from the class that it was announced for: the entries of a
    higher class, and those of a lower one if there is more than one.

    Both are empty if only the kind differs: announced as mixed, it is pure.
    """

    higher: tuple[int, ...]
    lower: tuple[int, ...]


def departure_from(
    announced: ClassRank | None, entries: Sequence[ClassEntry]
) -> ClassDeparture | None:
    """Compare the entries with the class announced, None for a mixed section (SSF §6).

    Return None if nothing differs. Players who have yet to choose a class are left out;
    a section announced as mixed may still become so as long as it has too few entries.
    """
    known = [(each.id, own) for each in entries if (own := each.judged_as)]
    if announced is None:
        is_pure = not _is_mixed([own for _id, own in known])
        enough = len(known) >= FEWEST_ENTRIES
        return ClassDeparture((), ()) if is_pure and enough else None
    higher = tuple(pk for pk, own in known if own.is_above(announced))
    lower = tuple(pk for pk, own in known if announced.is_above(own))
    too_many = lower if len(lower) > MOST_LOWER else ()
    return ClassDeparture(higher, too_many) if higher or too_many else None


def compose_section(section: ClassSection) -> Composition:
    """Return whether the section is pure or mixed, and why it cannot be judged (SSF §6;
    Bilaga 1 g).

    Pure: one class, with at most one player of a lower class. The numbers of players
    matter in a sanctioned section only.
    """
    known = [
        entry.judged_as for entry in section.entries if entry.judged_as is not None
    ]
    is_mixed = _is_mixed(known)
    # More players can never make a mixed section pure, but may make a pure one mixed:
    # then a missing choice affects all players.
    unchosen = len(known) < len(section.entries) and not is_mixed
    return Composition(
        pure_class=None if is_mixed else _highest(known),
        problems=tuple(_find_problems(section, known, unchosen=unchosen)),
    )


def _highest(classes: Sequence[ClassRank]) -> ClassRank | None:
    return min(classes, key=lambda own: own.level, default=None)


def _is_mixed(classes: Sequence[ClassRank]) -> bool:
    highest = _highest(classes)
    return sum(own is not highest for own in classes) > MOST_LOWER


def _find_problems(
    section: ClassSection, classes: list[ClassRank], *, unchosen: bool
) -> list[SectionProblem]:
    masters = section.masters_in_tournament
    if masters is None:
        masters = classes.count(ClassRank.MASTER)
    is_sanctioned = section.competition is Competition.SANCTIONED
    found = {
        SectionProblem.CLASS_NOT_CHOSEN: unchosen,
        SectionProblem.TOO_FEW_ENTRIES: is_sanctioned
        and len(section.entries) < FEWEST_ENTRIES,
        SectionProblem.TOO_MANY_MASTERS: is_sanctioned and masters > MOST_MASTERS,
    }
    return [problem for problem, is_so in found.items() if is_so]
