"""The clubs' annual returns: requested, sent, received, sent back (LASK 7)."""

from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import agrees, closes, refuse_same_person, starts
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal
from federation.models import Club, Membership
from ratings.engine.domain.seasons import SeasonOfPool, season_named, seasons_of
from ratings.enums import ReturnState
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Change, ClubReturn, Decision, ReturnLine
from ratings.pools.queries.numbers import computed_number
from ratings.returns.domain.drafts import ReturnDraft, draft_return
from ratings.returns.domain.letters import notify_sender_of_return
from ratings.returns.queries.main_clubs import MainClubs
from ratings.rules.lask.season import Season

DUE, SENT = ReturnState.DUE, ReturnState.SENT
RECEIVED, RETURNED = ReturnState.RECEIVED, ReturnState.RETURNED


class ReturnNotPossible(Refusal):
    """The return is in another state (`state`), its ledger has changed since it was
    seen (`moved`), it was sent again in the meantime (`sent_again`), something is
    missing (`lacking`), it was sent by the same person (`four_eyes`), a reason is
    missing (`reason`), its supplement is decided (`supplement`) or amounts to nothing
    (`nothing`), the same points wait for a player already (`supplement_waits`), or the
    supplement was decided by or for the same person (`own_supplement`).
    """


@transaction.atomic
def ask_for_returns(pool_id: int, *, today: date) -> int:
    """Request the season's return from every open club with a player in the ledger,
    from 1 June on; return how many returns are newly requested. A repeated call changes
    nothing.
    """
    season = _season_to_return(pool_id, today)
    if season is None:
        return 0
    clubs = _clubs_with_players(pool_id, season.season)
    requested = set(
        ClubReturn.objects.filter(pool_id=pool_id, season=season.year).values_list(
            "club_id", flat=True
        )
    )
    new = [
        ClubReturn(
            pool_id=pool_id,
            club_id=club_id,
            season=season.year,
            due_date=season.season.return_due,
            chase_until=season.season.summer_last,
        )
        for club_id in sorted(clubs - requested)
    ]
    # Two workers may do this at once: the constraint lets only one of them insert.
    ClubReturn.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


@transaction.atomic
@starts(Matter.ANNUAL_RETURN)
def send_return(return_id: int, *, seen: int, acting: ActionContext) -> ClubReturn:
    """Send a club's return as computed from the ledger, and store everything on it.

    `seen` is the posting up to which the ledger was computed on the sender's page.
    """
    club_return = _locked(return_id, DUE, RETURNED)
    draft = draft_of(club_return)
    # A computation that finishes while the draft is read would mix two ledgers; then
    # the number after reading differs from the one before.
    if {draft.number, computed_number(club_return.pool_id)} != {seen}:
        raise ReturnNotPossible("moved")
    if not draft.can_be_sent:
        raise ReturnNotPossible("lacking")
    _write(club_return, draft, acting)
    return club_return


@transaction.atomic
@agrees(Matter.ANNUAL_RETURN)
def receive_return(return_id: int, *, seen: int, acting: ActionContext) -> ClubReturn:
    """Accept a return for the committee as it was `seen` (its posting number), by
    another person than its sender.
    """
    club_return = _locked(return_id, SENT)
    if club_return.posting_number != seen:
        raise ReturnNotPossible("sent_again")
    behind = [club_return.sent_by_id]
    refuse_same_person(Matter.ANNUAL_RETURN, behind, acting.user_id, ReturnNotPossible)
    return _decide(club_return, RECEIVED, acting)


@transaction.atomic
@closes(Matter.ANNUAL_RETURN)
def send_back(return_id: int, reason: str, *, acting: ActionContext) -> ClubReturn:
    """Send a return back to the club for correction, with a letter that gives the
    reason.
    """
    club_return = _locked(return_id, SENT, RECEIVED)
    reason = require_reason(reason, ReturnNotPossible)
    if current_supplements(club_return).exists():
        raise ReturnNotPossible("supplement")
    club_return.reason = reason
    _decide(club_return, RETURNED, acting)
    notify_sender_of_return(club_return, acting=acting)
    return club_return


def current_supplements(club_return: ClubReturn) -> "QuerySet[Decision]":
    """Return the decisions on the first year's supplement that wait or count."""
    current = Q(span=None) | Q(span__endswith=None)
    decided = Decision.objects.filter(return_line__club_return=club_return)
    return decided.filter(current, rejected_at=None).order_by("pk")


def draft_of(club_return: ClubReturn) -> ReturnDraft:
    """Compute the return from the ledger as it is now."""
    season = season_named(club_return.pool_id, club_return.season)
    if season is None:
        raise ReturnNotPossible("state")
    return draft_return(club_return.pool_id, club_return.club_id, season)


def _season_to_return(pool_id: int, today: date) -> SeasonOfPool | None:
    """Return the season whose summer it is, None for the rest of the year. A season in
    which LASK gave way to another system, or the pool ended, has no return: its
    deductions are never booked.
    """
    seasons = [
        each
        for each in seasons_of(pool_id)
        if each.season.summer_first <= today <= each.season.summer_last
        and each.step_ending(each.season.last_date)
    ]
    return seasons[-1] if seasons else None


def _clubs_with_players(pool_id: int, season: Season) -> set[int]:
    rated = Change.objects.of_pool(pool_id).filter(
        ended_on__lte=season.last_date, after__isnull=False
    )
    players, day = rated.values("player_id"), season.last_date
    held = Membership.objects.on(day).main().filter(player_id__in=players)
    clubs = Club.objects.open().filter(
        Q(pk__in=held.values("club_id")) | Q(pk__in=_clubs_of_merged(rated, day))
    )
    return set(clubs.values_list("pk", flat=True))


def _clubs_of_merged(rated: "QuerySet[Change]", day: date) -> set[int]:
    """Return the main clubs of the rated players to whom another card leads."""
    aliases = aliases_now()
    players = set(
        rated.filter(player_id__in=aliases.stays.tolist()).values_list(
            "player_id", flat=True
        )
    )
    clubs = MainClubs(players, day, aliases)
    found = (clubs.club_of(player, day) for player in players)
    return {club for club in found if club is not None}


def _locked(return_id: int, *states: ReturnState) -> ClubReturn:
    club_return = ClubReturn.objects.select_for_update().get(pk=return_id)
    if club_return.state not in states:
        raise ReturnNotPossible("state")
    return club_return


def _write(club_return: ClubReturn, draft: ReturnDraft, acting: ActionContext) -> None:
    club_return.lines.all().delete()
    club_return.state = SENT
    club_return.total_deduction = draft.made.total_deduction
    club_return.games, club_return.points = draft.made.games, draft.made.points
    club_return.posting_number = draft.number
    club_return.sent_by_id, club_return.sent_at = acting.person_id, acting.at
    club_return.decided_by_id = club_return.decided_at = None
    club_return.save()
    ReturnLine.objects.bulk_create(
        ReturnLine(
            club_return=club_return,
            player_id=int(line.player),
            before=line.before,
            games=line.games,
            deduction=line.deduction,
            rating=line.rating,
            original=line.original,
        )
        for line in draft.made.lines
    )


def _decide(
    club_return: ClubReturn, state: ReturnState, acting: ActionContext
) -> ClubReturn:
    club_return.state = state
    club_return.decided_by_id, club_return.decided_at = acting.person_id, acting.at
    club_return.save()
    return club_return
