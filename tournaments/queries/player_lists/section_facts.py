"""A section as files write it: its results, its days, and its players as the reader may
see them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from federation.permissions import Actor
from ratings.people.queries.names import Person, read_people
from tournaments.models import Entry, Section
from tournaments.queries.section_results import SectionResults, read_results_of


@dataclass(frozen=True, slots=True)
class SectionFacts:
    """`shown` by player, `days` by round."""

    results: SectionResults
    shown: Mapping[int, Person]
    days: Mapping[int, date]

    @property
    def section(self) -> Section:
        return self.results.section

    def person(self, entry: Entry) -> Person:
        return self.shown[entry.player_id]

    def names(self, entry: Entry) -> tuple[str, str]:
        """Return the last and the first name, or as the last name what is shown instead
        of them.
        """
        person = self.person(entry)
        if not person.is_open:
            return person.name, ""
        return entry.player.last_name, entry.player.first_name

    def name(self, entry: Entry) -> str:
        """Return the last name, a comma and the first."""
        return ", ".join(filter(None, self.names(entry)))

    def fide_id(self, entry: Entry) -> int | None:
        return entry.player.fide_id if self.person(entry).is_open else None

    def fide_rating(self, entry: Entry) -> int | None:
        """Return FIDE's rating with which the player was entered."""
        is_shown = self.person(entry).is_open and entry.outside_kind == "fide"
        return entry.outside_rating if is_shown else None


def section_facts(
    section: Section, actor: Actor, now: datetime, published_at: datetime | None
) -> SectionFacts:
    """Return the section with its boards; with `published_at` without rounds that are
    drafts at that moment.
    """
    (results,) = read_results_of([section], published_at)
    return SectionFacts(
        results,
        read_people([e.player_id for e in results.entries], actor, localdate(now)),
        dict(section.round_days.values_list("number", "date")),
    )
