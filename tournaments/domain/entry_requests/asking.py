"""Players with an account enter a section, and can withdraw until it starts."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import PlayerStatus
from federation.models import Player, Suspension
from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.domain.entering import refuse_entering_twice
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requester
from tournaments.domain.entries.requests import settle_request
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.entry_requests.waiting_list import admit
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import RequestState
from tournaments.models import Entry, EntryRequest, OpenEntries, Section
from tournaments.queries.class_memberships import class_memberships

GONE = (PlayerStatus.LEFT, PlayerStatus.DECEASED)


@transaction.atomic
def ask_to_play(
    section_id: int, player_id: int, *, acting: ActionContext
) -> EntryRequest:
    """Enter the player, or put them on the waiting list of a full section.

    The request waits for the organiser if the section answers each entry, or if it is
    for one class and the player has no class yet.

    Refusals: `not_open`, `opens_later`, `entries_over`, `entries_started`, what
    `enter_player` refuses, `asked_already`, `plays_beside` in another section of the
    tournament, `suspended`, `card_left`, `other_class`, `too_old`.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    opened = _opened(section, timezone.localdate(acting.at))
    player = Player.objects.get(pk=player_id)
    _refuse_twice(section, player)
    _refuse_elsewhere(section, player)
    held_class = _class_of(section, player)
    _refuse_unfit(section, opened, player, held_class)
    request = EntryRequest.objects.create(
        section=section,
        player=player,
        state=RequestState.ASKED,
        asked_by_id=acting.person_id,
        asked_at=acting.at,
    )
    if opened.needs_answer or (opened.for_class and not held_class):
        notify_requester(request, EntryNotice.ASKED, at=acting.at)
    else:
        admit(request, acting)
        request.refresh_from_db(fields=["state", "entry"])
    count_change(section.tournament)
    return request


@transaction.atomic
def leave_section(section_id: int, player_id: int, *, acting: ActionContext) -> None:
    """Withdraw the player's own entry or request. Refusals: `started` (then the
    organiser notes it) or `not_entered`.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    cards = aliases_now().cards([player_id])
    entry = section.entries.filter(player__in=cards).first()
    wish = section.entry_requests.active().filter(player__in=cards, entry=None)
    request = wish.select_related("asked_by").first()
    if entry is None and request is None:
        raise TournamentRefusal("not_entered")
    if entry is not None:
        remove_entry(entry.pk, acting=acting)
    if request is not None:
        request.section = section
        settle_request(request, RequestState.LEFT, acting)
        notify_requester(request, EntryNotice.LEFT, at=acting.at)
    count_change(section.tournament)


def _opened(section: Section, today: date) -> OpenEntries:
    opened = OpenEntries.objects.filter(section=section).first()
    if opened is None or opened.closed_at:
        raise TournamentRefusal("not_open")
    if section.started_at:
        raise TournamentRefusal("entries_started")
    if today < opened.from_date:
        raise TournamentRefusal("opens_later", day=opened.from_date)
    if today > opened.to_date:
        raise TournamentRefusal("entries_over", day=opened.to_date)
    return opened


def _refuse_twice(section: Section, player: Player) -> None:
    refuse_entering_twice(section, [player.pk])
    cards = aliases_now().cards([player.pk])
    if section.entry_requests.active().filter(player__in=cards).exists():
        raise TournamentRefusal("asked_already")


def _refuse_elsewhere(section: Section, player: Player) -> None:
    """Refuse a player who has an entry or a request in another section.

    Sections of a tournament are played at the same time. A request ends with the start
    of its section.
    """
    cards = aliases_now().cards([player.pk])
    here = {"player__in": cards, "section__tournament": section.tournament_id}
    elsewhere = (
        Entry.objects.filter(**here).exclude(section=section).first()
        or EntryRequest.objects.active()
        .filter(**here, section__started_at=None)
        .first()
    )
    if elsewhere:
        raise TournamentRefusal("plays_beside", section=elsewhere.section.name)


def _refuse_unfit(
    section: Section, opened: OpenEntries, player: Player, held_class: str
) -> None:
    tournament = section.tournament
    barred = Suspension.objects.between(tournament.start_date, tournament.end_date)
    if player.status in GONE:
        raise TournamentRefusal("card_left")
    if barred.filter(player__in=aliases_now().cards([player.pk])).exists():
        raise TournamentRefusal("suspended")
    if opened.for_class and held_class and held_class != opened.for_class:
        raise TournamentRefusal("other_class", wanted=opened.for_class, held=held_class)
    born = player.birth_year
    if opened.born_from and (born is None or born < opened.born_from):
        raise TournamentRefusal("too_old", year=opened.born_from)


def _class_of(section: Section, player: Player) -> str:
    """Return the player's class on the tournament's first day; "" for none."""
    held = class_memberships([player.pk], section.tournament.start_date)
    return held[player.pk].player_class if player.pk in held else ""
