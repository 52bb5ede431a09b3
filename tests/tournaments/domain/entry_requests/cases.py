"""Sections that players can enter themselves, for tests."""

from datetime import date, timedelta

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail, Player, User
from tests.factories import NOON, PlayerFactory, UserFactory, acting
from tests.tournaments.tournaments_made import section, tournament
from tournaments.domain.entry_requests.asking import ask_to_play
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.models import EntryRequest, Section

TODAY = NOON.date()
PLAYED = {
    "start_date": TODAY + timedelta(days=30),
    "end_date": TODAY + timedelta(days=32),
}


def opened(
    of: Section | None = None, *, days: tuple[date, date] | None = None, **facts
):
    """Return a section of a tournament next month that is open for entries today."""
    of = of or section(tournament(**PLAYED))
    first, last = days or (TODAY, TODAY + timedelta(days=20))
    open_entries(
        of.pk, EntryOpening(from_date=first, to_date=last, **facts), acting=acting()
    )
    of.refresh_from_db()
    return of


def account(player: Player | None = None, **facts) -> User:
    """Return an account that is linked to a player."""
    return UserFactory(player=player or PlayerFactory(**facts))


def asks(of: Section, user: User | None = None, *, minutes: int = 0) -> EntryRequest:
    user = user or account()
    at = ActionContext(user.pk, NOON + timedelta(minutes=minutes))
    return ask_to_play(of.pk, user.player_id, acting=at)


def states(of: Section) -> list[str]:
    """Return the state of each entry request, in the order in which they were made."""
    rows = EntryRequest.objects.filter(section=of).in_order()
    return list(rows.values_list("state", flat=True))


def letters_to(user: User) -> list[str]:
    rows = OutboxMail.objects.filter(to=user.email).order_by("pk")
    return list(rows.values_list("subject", flat=True))
