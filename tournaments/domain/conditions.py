"""The rules and conditions for the players: mailed from here, or noted as sent."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.mail import write_letter
from federation.models import User
from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.domain.locking import lock_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import ConditionsSent, Entry, Tournament

NOT_CANCELLED = (
    TournamentState.DRAFT,
    TournamentState.RUNNING,
    TournamentState.FINISHED,
)


@dataclass(frozen=True, slots=True)
class Recipients:
    """The recipients of a letter: the accounts, and the entered cards without an
    account.
    """

    accounts: tuple[User, ...]
    without: frozenset[int]


def recipients_of(tournament: Tournament) -> Recipients:
    """Return the active accounts of the entered players, and the cards without one."""
    entered = set(
        Entry.objects.filter(section__tournament=tournament).values_list(
            "player_id", flat=True
        )
    )
    aliases = aliases_now()
    persons = aliases.persons(entered)
    accounts = list(
        User.objects.filter(
            player__in=aliases.cards(persons.values()), is_active=True
        ).order_by("pk")
    )
    held = {aliases.person(each.player_id) for each in accounts if each.player_id}
    return Recipients(
        tuple(accounts),
        frozenset(card for card, person in persons.items() if person not in held),
    )


@transaction.atomic
def send_conditions(
    tournament_id: int, text: str, *, today: date, acting: ActionContext
) -> ConditionsSent:
    """Write a letter with this text to every player with an account, and store that it
    was sent.

    Refusals: `conditions` without a text, and `unreachable` if no player has an
    account.
    """
    tournament = lock_tournament(tournament_id, *NOT_CANCELLED)
    if not text.strip():
        raise TournamentRefusal("conditions")
    accounts = recipients_of(tournament).accounts
    if not accounts:
        raise TournamentRefusal("unreachable")
    _write(tournament, text.strip(), accounts, acting)
    return _noted(tournament, today, text.strip(), len(accounts), acting)


@transaction.atomic
def note_conditions(
    tournament_id: int, sent_date: date, *, today: date, acting: ActionContext
) -> ConditionsSent:
    """Store that the conditions were sent in another way on that day.

    Refusal: `in_future` for a day in the future.
    """
    tournament = lock_tournament(tournament_id, *NOT_CANCELLED)
    if sent_date > today:
        raise TournamentRefusal("in_future")
    return _noted(tournament, sent_date, "", 0, acting)


@transaction.atomic
def take_back_conditions(noted_id: int, *, acting: ActionContext) -> None:
    """Delete the note that conditions were sent. Refusals: `gone`, or `mailed` for
    letters, which have been sent already.
    """
    noted = ConditionsSent.objects.select_for_update().filter(pk=noted_id).first()
    if noted is None:
        raise TournamentRefusal("gone")
    if noted.letters:
        raise TournamentRefusal("mailed")
    with written_by(acting.user_id):
        noted.delete()


def _write(
    tournament: Tournament, text: str, accounts: Collection[User], acting: ActionContext
) -> None:
    for account in accounts:
        write_letter(
            to=account.email,
            # The organiser's own words, and the tournament's own name.
            subject=tournament.name,
            body=f"{text}\n",
            at=acting.at,
        )


def _noted(
    tournament: Tournament,
    sent_date: date,
    text: str,
    letters: int,
    acting: ActionContext,
) -> ConditionsSent:
    with written_by(acting.user_id):
        return ConditionsSent.objects.create(
            tournament=tournament,
            sent_date=sent_date,
            text=text,
            letters=letters,
            recorded_by_id=acting.person_id,
            recorded_at=acting.at,
        )
