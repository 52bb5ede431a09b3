"""The composition of a section by classes (SSF §6), during entry and afterwards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from django.db.models import Q

from federation.enums import PlayerClass
from federation.models import ClassMembership
from ratings.people.queries.names import Person
from tournaments.enums import SanctionState, SectionClass
from tournaments.models import Entry, OpenEntries, SanctionSection, Section
from tournaments.models.sanctions import UNDER_WAY
from tournaments.queries.class_memberships import class_memberships
from tournaments.queries.entered import EnteredPlayer
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassSection,
    Competition,
    SectionProblem,
    compose_section,
    departure_from,
)
from tournaments.rules.sections import TournamentKind


class AnnouncedBy(StrEnum):
    """What announced the class of a section: its sanction (applied for or given), or
    the opening for entry requests.
    """

    APPLIED = "applied"
    SANCTIONED = "sanctioned"
    OPEN_ENTRIES = "open_entries"


@dataclass(frozen=True, slots=True)
class AnnouncedClass:
    """The class that a section was announced for, None for a mixed one, and the players
    who do not fit it.

    If there are no such players, a section announced as mixed is pure.
    """

    by: AnnouncedBy
    section_class: ClassRank | None
    higher: tuple[Person, ...]
    lower: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class SectionComposition:
    """The composition of a section by the classes of its players.

    `classes`: how many players start in each class, the highest first ("" for those who
    have yet to choose). `pure_class`: the class of a pure section, None for a mixed
    one. `problems`: why classes cannot be won. `departures`: how it differs from what
    was announced.
    """

    classes: tuple[tuple[str, int], ...]
    pure_class: ClassRank | None
    problems: tuple[SectionProblem, ...]
    departures: tuple[AnnouncedClass, ...]


def composition_of(
    section: Section, lines: Sequence[EnteredPlayer]
) -> SectionComposition | None:
    """Return the composition by the classes recorded at the start, or else those of the
    tournament's first day, and by the ratings shown.

    None if the section has no class movements or no players.
    """
    if not section.gives_titles or not lines:
        return None
    day = section.tournament.start_date
    memberships = class_memberships(
        [line.player.entry.player_id for line in lines], day
    )
    entries = tuple(_entry(line, memberships) for line in lines)
    composed = compose_section(
        ClassSection(
            competition=Competition.SANCTIONED,
            kind=TournamentKind.BERGER,
            scheduled_rounds=0,
            entries=entries,
            is_complete=False,
            masters_in_tournament=_masters_beside(section, day)
            + sum(each.judged_as is ClassRank.MASTER for each in entries),
        )
    )
    counts = Counter(each.judged_as or "" for each in entries)
    return SectionComposition(
        tuple((name, counts[name]) for name in (*ClassRank, "") if counts[name]),
        composed.pure_class,
        composed.problems,
        tuple(_departures(section, lines, entries)),
    )


def _departures(
    section: Section, lines: Sequence[EnteredPlayer], entries: Sequence[ClassEntry]
) -> Iterator[AnnouncedClass]:
    persons = {line.player.entry.pk: line.player.person for line in lines}
    for by, announced in _announced(section).items():
        differs = departure_from(announced, entries)
        if differs:
            yield AnnouncedClass(
                by,
                announced,
                tuple(persons[pk] for pk in differs.higher),
                tuple(persons[pk] for pk in differs.lower),
            )


def _announced(section: Section) -> dict[AnnouncedBy, ClassRank | None]:
    """Return the class that the sanction is for, and, if it is another, the one that
    entries were opened for.
    """
    found: dict[AnnouncedBy, ClassRank | None] = {}
    applied = (
        SanctionSection.objects.filter(section=section, sanction__state__in=UNDER_WAY)
        .values_list("section_class", "sanction__state")
        .first()
    )
    if applied:
        name, state = applied
        is_granted = state == SanctionState.SANCTIONED
        by = AnnouncedBy.SANCTIONED if is_granted else AnnouncedBy.APPLIED
        found[by] = None if name == SectionClass.MIXED else ClassRank(name)
    opened = OpenEntries.objects.filter(section=section).exclude(for_class="").first()
    if opened and (wanted := ClassRank(opened.for_class)) not in found.values():
        found[AnnouncedBy.OPEN_ENTRIES] = wanted
    return found


def _entry(
    line: EnteredPlayer, memberships: Mapping[int, ClassMembership]
) -> ClassEntry:
    entry = line.player.entry
    membership = memberships.get(entry.player_id)
    name = entry.class_at_start or (membership.player_class if membership else "")
    number = line.rating if line.rating is not None else entry.outside_rating
    return ClassEntry(
        id=entry.pk,
        player_class=ClassRank(name) if name else None,
        rating=None if number is None else Fraction(number),
        games=(),
        places=None,
        class_for_life=entry.class_for_life or bool(membership and membership.for_life),
        starts_in=ClassRank(entry.starts_in) if entry.starts_in else None,
    )


def _masters_beside(section: Section, day: date) -> int:
    """Count the M players in the other sections with class movements (Bilaga 1 g)."""
    beside = Entry.objects.filter(
        section__tournament=section.tournament_id, section__gives_titles=True
    ).exclude(section=section)
    waiting = beside.filter(section__started_at=None)
    held = class_memberships(list(waiting.values_list("player_id", flat=True)), day)
    masters = [pk for pk, line in held.items() if line.player_class == PlayerClass.M]
    return beside.filter(
        Q(class_at_start=PlayerClass.M)
        | Q(starts_in=PlayerClass.M)
        | Q(section__started_at=None, player__in=masters)
    ).count()
