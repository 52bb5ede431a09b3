"""Opening a section for entry requests, and closing it again."""

from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.entry_requests.waiting_list import fill_places
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import OpenEntries, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryOpening:
    """How a section is opened for entry requests: the days, the limit of players,
    whether each entry waits for an answer, and who may enter.
    """

    from_date: date
    to_date: date
    most: int | None = None
    needs_answer: bool = False
    for_class: str = ""
    born_from: int | None = None


@transaction.atomic
def open_entries(
    section_id: int, opening: EntryOpening, *, acting: ActionContext
) -> OpenEntries:
    """Allow players to enter themselves, or change how they may.

    The tournament becomes public, and a higher limit gives places to the waiting list.

    Refusals: `started`, `by_teams`, or `entry_days` unless the days are in order and
    not after the tournament's last.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    if section.is_played_by_teams:
        raise TournamentRefusal("by_teams")
    last = section.tournament.end_date
    if not opening.from_date <= opening.to_date <= last:
        raise TournamentRefusal("entry_days", last=last)
    opened, _made = OpenEntries.objects.update_or_create(
        section=section,
        defaults={
            **asdict(opening),
            "changed_by_id": acting.user_id,
            "changed_at": acting.at,
            "closed_at": None,
        },
    )
    fill_places(section, acting)
    count_change(section.tournament)
    return opened


@transaction.atomic
def close_entries(section_id: int, *, acting: ActionContext) -> Section:
    """Accept no more entry requests.

    Entries and the waiting list stay, and so does the limit: a waiting player gets a
    place only when another leaves.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    open_now = OpenEntries.objects.filter(section=section, closed_at=None)
    open_now.update(
        closed_at=acting.at, changed_by_id=acting.user_id, changed_at=acting.at
    )
    count_change(section.tournament)
    return section
