"""The clubs' annual returns: asked for, sent, received, sent back (LASK 7)."""

from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet

from federation.agreements import Matter
from federation.domain.agreement import agrees, closes, refuse_same_person, starts
from federation.domain.refusal import Refusal
from federation.models import Club, Membership
from ratings.engine.domain.seasons import SeasonOfPool, season_named, seasons_of
from ratings.enums import ReturnState
from ratings.models import Change, ClubReturn, Decision, ReturnLine
from ratings.pools.domain.postings import ActionContext
from ratings.returns.domain.drafts import ReturnDraft, computed_to, draft_return
from ratings.returns.domain.letters import tell_sender
from ratings.rules.lask.season import Season

DUE, SENT = ReturnState.DUE, ReturnState.SENT
RECEIVED, RETURNED = ReturnState.RECEIVED, ReturnState.RETURNED


class ReturnNotPossible(Refusal):
    """The return is in another state (`state`), its ledger is another than was seen
    (`moved`), it was sent anew meanwhile (`sent_anew`), something is missing (`lacking`), it was sent by the same hand
    (`four_eyes`), nothing says why (`reason`), its supplement stands (`supplement`)
    or comes to nothing (`nothing`).
    """


@transaction.atomic
def ask_for_returns(pool_id: int, *, today: date) -> int:
    """From 1 June every open club with a player in the ledger owes the season's
    return; says how many do anew. Asking again changes nothing.
    """
    season = _season_to_return(pool_id, today)
    if season is None:
        return 0
    clubs = _clubs_with_players(pool_id, season.season)
    asked = set(
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
        for club_id in sorted(clubs - asked)
    ]
    # Two beats may ask at once: the constraint lets one of them in.
    ClubReturn.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


@transaction.atomic
@starts(Matter.RETURN)
def send_return(return_id: int, *, seen: int, acting: ActionContext) -> ClubReturn:
    """The club sends its return as the ledger gives it, with everything on it kept.

    `seen` is the posting to which the ledger stood on the sender's page.
    """
    this = _locked(return_id, DUE, RETURNED)
    draft = draft_of(this)
    # A computation that ends while the draft is read would mix two ledgers: then the
    # number after the reading is another than the one before it.
    if {draft.number, computed_to(this.pool_id)} != {seen}:
        raise ReturnNotPossible("moved")
    if not draft.can_be_sent:
        raise ReturnNotPossible("lacking")
    _write(this, draft, acting)
    return this


@transaction.atomic
@agrees(Matter.RETURN)
def receive_return(return_id: int, *, seen: int, acting: ActionContext) -> ClubReturn:
    """The committee takes a return to its books as it was `seen` (its posting); somebody
    else than its sender.
    """
    this = _locked(return_id, SENT)
    if this.posting_number != seen:
        raise ReturnNotPossible("sent_anew")
    behind = [this.sent_by_id]
    refuse_same_person(Matter.RETURN, behind, acting.user_id, ReturnNotPossible)
    return _decided(this, RECEIVED, acting)


@transaction.atomic
@closes(Matter.RETURN)
def send_back(return_id: int, reason: str, *, acting: ActionContext) -> ClubReturn:
    """The club has to mend something and send anew; a letter says what."""
    this = _locked(return_id, SENT, RECEIVED)
    if not reason.strip():
        raise ReturnNotPossible("reason")
    if standing_supplements(this).exists():
        raise ReturnNotPossible("supplement")
    this.reason = reason.strip()
    _decided(this, RETURNED, acting)
    tell_sender(this, acting=acting)
    return this


def standing_supplements(this: ClubReturn) -> "QuerySet[Decision]":
    """The decisions on the first year's supplement that wait or count."""
    stands = Q(span=None) | Q(span__endswith=None)
    decided = Decision.objects.filter(return_line__club_return=this)
    return decided.filter(stands, rejected_at=None).order_by("pk")


def draft_of(this: ClubReturn) -> ReturnDraft:
    """The return as the ledger gives it now."""
    season = season_named(this.pool_id, this.season)
    if season is None:
        raise ReturnNotPossible("state")
    return draft_return(this.pool_id, this.club_id, season)


def _season_to_return(pool_id: int, today: date) -> SeasonOfPool | None:
    """The season whose summer it is, None for the rest of the year."""
    seasons = [
        each
        for each in seasons_of(pool_id)
        if each.season.summer_first <= today <= each.season.summer_last
    ]
    return seasons[-1] if seasons else None


def _clubs_with_players(pool_id: int, season: Season) -> set[int]:
    rated = Change.objects.of_pool(pool_id).filter(
        ended_on__lte=season.last_date, after__isnull=False
    )
    players = rated.values("player_id")
    held = Membership.objects.on(season.last_date).main().filter(player_id__in=players)
    clubs = Club.objects.open().filter(pk__in=held.values("club_id"))
    return set(clubs.values_list("pk", flat=True))


def _locked(return_id: int, *states: ReturnState) -> ClubReturn:
    this = ClubReturn.objects.select_for_update().get(pk=return_id)
    if this.state not in states:
        raise ReturnNotPossible("state")
    return this


def _write(this: ClubReturn, draft: ReturnDraft, acting: ActionContext) -> None:
    this.lines.all().delete()
    this.state = SENT
    this.total_deduction = draft.made.total_deduction
    this.games, this.points = draft.made.games, draft.made.points
    this.posting_number = draft.number
    this.sent_by_id, this.sent_at = acting.person_id, acting.at
    this.decided_by_id = this.decided_at = None
    this.save()
    ReturnLine.objects.bulk_create(
        ReturnLine(
            club_return=this,
            player_id=int(line.player),
            before=line.before,
            games=line.games,
            deduction=line.deduction,
            rating=line.rating,
            original=line.original,
        )
        for line in draft.made.lines
    )


def _decided(this: ClubReturn, state: ReturnState, acting: ActionContext) -> ClubReturn:
    this.state = state
    this.decided_by_id, this.decided_at = acting.person_id, acting.at
    this.save()
    return this
