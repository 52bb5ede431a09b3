"""What was removed from a tournament and can be put back, for its organiser."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter

from django.utils.translation import gettext

from federation.models import Player
from federation.permissions import Actor
from ratings.people.queries.names import read_people
from tournaments.models import Entry, League, Removal, Section, Team


@dataclass(frozen=True, slots=True)
class RemovalShown:
    """`name` is the section's, the player's or the teams'; `players` of a section."""

    removal: Removal
    name: str
    players: int

    @property
    def is_section(self) -> bool:
        return self.removal.section_id is None


def removed_sections(tournament_id: int, at: datetime) -> list[RemovalShown]:
    """Return the removed sections that can be put back, the newest first."""
    removals = Removal.objects.kept_at(at).filter(
        tournament=tournament_id, section=None
    )
    return [
        RemovalShown(
            removal,
            str(removal.rows_of(Section)[0]["fields"]["name"]),
            len(removal.rows_of(Entry)),
        )
        for removal in removals.select_related("removed_by").newest_first()
    ]


def removed_from_section(
    section: Section, actor: Actor, today: date, at: datetime
) -> list[RemovalShown]:
    """Return removed entries, and before the start removed teams, the newest first,
    with the players as this reader may see them.
    """
    removals = Removal.objects.kept_at(at).filter(section=section)
    found = [
        each
        for each in removals.select_related("removed_by").newest_first()
        if each.rows_of(Entry) or not section.started_at
    ]
    players = {each.pk: player for each in found for player in _players_of(each)}
    names = _names(list(players.values()), actor, today)
    return [
        RemovalShown(each, names.get(players[each.pk], "–"), players=1)
        if each.pk in players
        else RemovalShown(each, _teams_of(each), players=0)
        for each in found
    ]


def _players_of(removal: Removal) -> list[int]:
    """Return the player of a removed entry; empty if teams were removed."""
    return [row["fields"]["player"] for row in removal.rows_of(Entry)]


def _teams_of(removal: Removal) -> str:
    facts = [row["fields"] for row in removal.rows_of(Team)]
    facts.sort(key=itemgetter("number"))
    teams = ", ".join(each["name"] for each in facts)
    if not removal.rows_of(League):
        return teams
    return (
        f"{gettext('Played by teams')}: {teams}"
        if teams
        else gettext("Played by teams")
    )


def _names(ids: Collection[int], actor: Actor, today: date) -> Mapping[int, str]:
    """Return the names of players in the register, and of cards that were deleted with
    their entries.
    """
    names = {
        pk: each.distinct_name for pk, each in read_people(ids, actor, today).items()
    }
    return _names_of_deleted([pk for pk in ids if pk not in names]) | names


def _names_of_deleted(ids: Sequence[int]) -> dict[int, str]:
    if not ids:
        return {}
    events = Player.pgh_event_model.objects  # type: ignore[attr-defined]
    kept = events.filter(pgh_obj_id__in=ids, pgh_label="delete").order_by("pgh_id")
    written = kept.values_list("pgh_obj_id", "first_name", "last_name")
    return {pk: f"{first} {last}".strip() for pk, first, last in written}
