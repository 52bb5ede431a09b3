"""A section as files write it: its results, its days, and its players as the reader may
see them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from federation.permissions import Actor
from ratings.people.queries.names import Person, read_people
from ratings.pools.queries.systems import levels_on
from ratings.rules.protocol import HasLevels
from tournaments.models import Entry, Section
from tournaments.queries.section_results import SectionResults, read_results_of


@dataclass(frozen=True, slots=True)
class SectionFacts:
    """`shown` by player, `days` by round; `levels` if the tournament is rated by levels."""

    results: SectionResults
    shown: Mapping[int, Person]
    days: Mapping[int, date]
    levels: HasLevels | None = None

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

    def rating(self, entry: Entry) -> int | None:
        """Return the rating at the start, or else the one from elsewhere."""
        rating = entry.rating if entry.rating is not None else entry.outside_rating
        return None if rating is None else round(rating)


def section_facts(
    section: Section, actor: Actor, now: datetime, published_at: datetime | None
) -> SectionFacts:
    """Return the section with its boards; with `published_at` without rounds that are
    drafts at that moment.
    """
    (results,) = read_results_of([section], published_at)
    tournament = section.tournament
    return SectionFacts(
        results,
        read_people([e.player_id for e in results.entries], actor, localdate(now)),
        dict(section.round_days.values_list("number", "date")),
        levels_on(tournament.pool_id, tournament.start_date),
    )
