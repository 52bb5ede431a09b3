"""Preparing a counted and ranked section for the class rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.rules.classes.ranks import ClassRank, Rating
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassGame,
    ClassSection,
    Competition,
)
from tournaments.rules.scores import CountedSection
from tournaments.rules.sections import Entry
from tournaments.rules.standings import Standing


@dataclass(frozen=True, slots=True)
class Participant:
    """What was recorded about an entry when the section started.

    The fields are those of `ClassEntry`.
    """

    id: int
    player_class: ClassRank | None
    rating: Rating | None
    class_for_life: bool = False
    starts_in: ClassRank | None = None


def prepare_section(
    counted: CountedSection,
    standings: Iterable[Standing],
    participants: Sequence[Participant],
    competition: Competition,
    *,
    masters_in_tournament: int | None = None,
) -> ClassSection:
    """Join results, places and register data, one participant for each entry.

    The result has the order of the participants. Raises KeyError for a participant who
    has no entry or no standing.
    """
    section = counted.section
    rows = {standing.entry: standing for standing in standings}
    entries = {entry.id: entry for entry in section.entries}
    return ClassSection(
        competition=competition,
        kind=section.kind,
        scheduled_rounds=(
            section.scheduled_games if section.is_berger else section.rounds
        ),
        entries=tuple(
            _join(counted, rows[who.id], entries[who.id], who) for who in participants
        ),
        is_complete=counted.is_complete,
        cycles=section.cycles,
        masters_in_tournament=masters_in_tournament,
    )


def _join(
    counted: CountedSection, row: Standing, entry: Entry, who: Participant
) -> ClassEntry:
    places = None
    if row.first_place is not None and row.last_place is not None:
        places = (row.first_place, row.last_place)
    return ClassEntry(
        id=who.id,
        player_class=who.player_class,
        rating=who.rating,
        games=tuple(
            ClassGame(game.opponent, game.half_points, game.awarded)
            for game in counted.games[who.id]
            if game.result.is_finished
        ),
        places=places,
        class_for_life=who.class_for_life,
        starts_in=who.starts_in,
        withdrawn=entry.withdrawn,
        annulled=who.id in counted.annulled,
    )
