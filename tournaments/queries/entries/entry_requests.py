"""Entry requests: the public list of a section, and what a player is entered in."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.permissions import Actor
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.people.queries.names import Person, read_people
from tournaments.enums import RequestState, TournamentState
from tournaments.models import Entry, EntryRequest, OpenEntries, Section
from tournaments.models.entry_requests import EntryRequestQuerySet


@dataclass(frozen=True, slots=True)
class EntryRequestShown:
    """A player who asked to play; `place` is on the waiting list, 0 for a player who is
    not on it.
    """

    request: EntryRequest
    person: Person
    place: int


@dataclass(frozen=True, slots=True)
class MyEntry:
    """What a player is entered in, or waits for; `entry` or `request` may be None."""

    section: Section
    entry: Entry | None
    request: EntryRequest | None
    place: int = 0

    @property
    def may_leave(self) -> bool:
        is_active = self.entry is not None or (
            self.request is not None and self.request.state != RequestState.DECLINED
        )
        return is_active and self.section.started_at is None


def place_in_queue(request: EntryRequest) -> int:
    """Return the place on the waiting list, counted from 1."""
    before = Q(asked_at__lt=request.asked_at) | Q(
        asked_at=request.asked_at, pk__lt=request.pk
    )
    ahead = EntryRequest.objects.filter(
        before, section=request.section_id, state=RequestState.WAITING
    )
    return ahead.count() + 1


def declined_by_start(section: Section) -> EntryRequestQuerySet:
    """Return the requests that the start of the section declined, in their order,
    without those of players who are entered in the tournament by now or have asked for
    another section.
    """
    declined = section.entry_requests.exclude(before_start="").in_order()
    players = declined.values_list("player", flat=True)
    aliases = aliases_now()
    here = aliases.cards(players)
    busy = {
        *Entry.objects.filter(
            section__tournament=section.tournament_id, player__in=here
        ).values_list("player", flat=True),
        *EntryRequest.objects.active()
        .filter(section__tournament=section.tournament_id, player__in=here)
        .exclude(section=section)
        .values_list("player", flat=True),
    }
    return declined.exclude(player__in=aliases.cards(busy))


def entered_in_tournament(section: Section, players: Collection[int]) -> set[int]:
    """Return those of the players who are entered in any section of its tournament,
    under any card.
    """
    entries = Entry.objects.filter(section__tournament=section.tournament_id)
    entered = list(entries.values_list("player", flat=True))
    persons = aliases_now().persons([*entered, *players])
    here = {persons[each] for each in entered}
    return {each for each in players if persons[each] in here}


def entry_requests_of(
    section: Section, actor: Actor, today: date, *states: RequestState
) -> list[EntryRequestShown]:
    """Return the requests in these states, in the order in which they were made, in a
    few queries.
    """
    rows = list(section.entry_requests.filter(state__in=states).in_order())
    persons = read_people([row.player_id for row in rows], actor, today)
    shown, place = [], 0
    for row in rows:
        waits = row.state == RequestState.WAITING
        place += waits
        shown.append(
            EntryRequestShown(row, persons[row.player_id], place if waits else 0)
        )
    return shown


def opening_of(section: Section) -> OpenEntries | None:
    return OpenEntries.objects.filter(section=section).first()


def own_in_section(section: Section, player_id: int) -> MyEntry | None:
    """Return the player's entry or request in this section; None without one."""
    found = [each for each in entries_of(player_id) if each.section == section]
    return found[0] if found else None


def entries_of(player_id: int) -> list[MyEntry]:
    """Return the player's entries and requests in tournaments that are not over, also
    declined requests; the next to be played first.
    """
    cards = aliases_now().cards([player_id])
    over = (TournamentState.FINISHED, TournamentState.CANCELLED)
    requests = _newest(
        EntryRequest.objects.filter(player__in=cards)
        .exclude(section__tournament__state__in=over)
        .select_related("section__tournament")
        .in_order()
    )
    entries = (
        Entry.objects.filter(player__in=cards)
        .exclude(section__tournament__state__in=over)
        .exclude(
            section__tournament__state=TournamentState.DRAFT,
            section__open_entries=None,
            request=None,
        )
        .select_related("section__tournament")
    )
    by_section = {entry.section_id: entry for entry in entries}
    shown = [
        MyEntry(
            request.section,
            by_section.pop(request.section_id, None),
            request,
            place_in_queue(request) if request.state == RequestState.WAITING else 0,
        )
        for request in requests
        if request.state != RequestState.LEFT
    ]
    shown += [MyEntry(entry.section, entry, None) for entry in by_section.values()]
    shown.sort(key=lambda each: (each.section.tournament.start_date, each.section.pk))
    return shown


def _newest(requests: Iterable[EntryRequest]) -> list[EntryRequest]:
    newest: dict[int, EntryRequest] = {}
    for request in requests:
        newest[request.section_id] = request
    return list(newest.values())
