"""Queries for joining requests: whom one means, who may answer it, and those of a club."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from federation.enums import AnsweredAs, PlayerStatus, Visibility
from federation.models import Club, JoiningRequest, Membership, Player, Role, User
from federation.models.joining import WAITS, JoiningRequestQuerySet
from federation.models.players import PlayerQuerySet
from federation.models.sorting import folded, folded_text
from federation.permissions import MATRIX, Actor, Permission
from federation.queries.members import (
    managing_club_first,
    members_seen_by,
    with_main_club,
)

SHOWN_AFTERWARDS = timedelta(days=30)
"""How long a club still sees how its request ended."""


def players_with_public_name(name: str, birth_year: int | None) -> PlayerQuerySet:
    """Return the players with this public name, in either order, and this year of
    birth.
    """
    whole = folded_text(" ".join(name.split()))
    return (
        Player.objects.unmerged()
        .filter(visibility=Visibility.PUBLIC, birth_year=birth_year)
        .annotate(
            forward=folded("first_name", "last_name"),
            backward=folded("last_name", "first_name"),
        )
        .filter(Q(forward=whole) | Q(backward=whole))
    )


def find_among_visible(
    actor: Actor, club: Club, day: date, number: str, name: str, birth_year: int | None
) -> PlayerQuerySet:
    """Return the players meant among those whom the actor sees anyway: members of the
    club, and those whose data a club of the actor's manages.
    """
    members = Membership.objects.of_club(club.pk).reaching(day)
    own = with_main_club(members_seen_by(actor, day), day).filter(
        Q(club_pk__in=actor.club_ids(Permission.ASK_FOR_MEMBERS))
        | Q(pk__in=members.values("player"))
    )
    if number:
        return own.filter(national_id=number)
    return own.filter(search_text__contains=folded_text(name), birth_year=birth_year)


def find_requested_player(request: JoiningRequest) -> Player | None:
    """Return the player who has the number, or the only one of this public name and
    year; None if there is none. A number of a merged card means the player to whom it
    leads.
    """
    if not request.number:
        named = list(players_with_public_name(request.name, request.birth_year)[:2])
        return named[0] if len(named) == 1 else None
    found = Player.objects.filter(national_id=request.number).first()
    while found is not None and found.merged_into_id is not None:
        found = found.merged_into
    return found


def can_be_forwarded(request: JoiningRequest, player: Player) -> bool:
    """Return whether a request can be passed on: the player is not deceased and no
    member of the club on the requested day, and the club has no other open request for
    the same player.
    """
    if player.status == PlayerStatus.DECEASED:
        return False
    held = Membership.objects.filter(player=player).of_club(request.club_id)
    same = JoiningRequest.objects.waiting().filter(club=request.club_id, player=player)
    return not held.reaching(request.from_date).exists() and not same.exists()


def answerable(actor: Actor, at: datetime, day: date) -> JoiningRequestQuerySet:
    """Return the open requests that the actor may answer, each annotated with the
    actor's part: the player, the player's club, or the office if the player has neither
    an account nor a club with a person who could answer.

    No one answers their own or their club's request, unless it is about themselves.
    """
    return _of_answerer(JoiningRequest.objects.open(at), actor, day)


def is_no_longer_answerable(
    request_id: int, actor: Actor, at: datetime, day: date
) -> bool:
    """Return whether a request has ended that the actor answered or could have."""
    one = JoiningRequest.objects.filter(pk=request_id)
    ended = one.exclude(WAITS, expires_at__gt=at)
    answered = Q(settled_by=actor.user_id) & ~Q(asked_by=actor.user_id)
    could = Q(pk__in=_of_answerer(one, actor, day).values("pk"))
    return ended.filter(answered | could).exists()


def _of_answerer(
    requests: JoiningRequestQuerySet, actor: Actor, day: date
) -> JoiningRequestQuerySet:
    of_player = _with_answerers(requests, day)
    theirs = Q(keeper_pk__in=actor.club_ids(Permission.ANSWER_JOINING))
    if actor.everywhere(Permission.ANSWER_JOINING):
        theirs |= Q(has_account=False, has_secretary=False)
    asking = actor.club_ids(Permission.ASK_FOR_MEMBERS)
    others = theirs & ~Q(asked_by=actor.user_id) & ~Q(club__in=asking)
    own = Q(player=actor.player_id) if actor.player_id else Q(pk__in=[])
    return of_player.filter(own | others).order_by("asked_at", "pk")


def answers_as(actor: Actor, request: JoiningRequest) -> AnsweredAs:
    """Return as whom the actor answers one of the requests of `answerable`."""
    if actor.player_id == request.player_id:
        return AnsweredAs.PLAYER
    keeper: int | None = request.keeper_pk  # type: ignore[attr-defined]
    if keeper in actor.club_ids(Permission.ANSWER_JOINING):
        return AnsweredAs.CLUB
    return AnsweredAs.OFFICE


def accounts_that_may_answer(request: JoiningRequest, day: date) -> QuerySet[User]:
    """Return the accounts that may answer, for the letters."""
    annotated = _with_answerers(JoiningRequest.objects.filter(pk=request.pk), day).get()
    roles = Role.objects.on(day).filter(kind__in=MATRIX[Permission.ANSWER_JOINING])
    roles = roles.exclude(user__in=_asking_roles(request.club_id, day).values("user"))
    wanted = Q(player=request.player_id)
    if annotated.has_secretary:  # type: ignore[attr-defined]
        of_club = roles.filter(club=annotated.keeper_pk)  # type: ignore[attr-defined]
        wanted |= Q(pk__in=of_club.values("user"))
    elif not annotated.has_account:  # type: ignore[attr-defined]
        of_office = roles.filter(club=None, district=None)
        wanted |= Q(pk__in=of_office.values("user"))
    return User.objects.filter(wanted, is_active=True).order_by("pk")


def requests_of_clubs(actor: Actor, at: datetime) -> JoiningRequestQuerySet:
    """Return the requests of the actor's clubs: all open ones, and those that ended
    recently.
    """
    clubs = actor.club_ids(Permission.ASK_FOR_MEMBERS)
    lately = Q(settled_at=None) | Q(settled_at__gt=at - SHOWN_AFTERWARDS)
    return (
        JoiningRequest.objects.filter(lately, club__in=clubs)
        .select_related("club", "asked_by", "player")
        .newest_first()
    )


def _with_answerers(
    requests: JoiningRequestQuerySet, day: date
) -> JoiningRequestQuerySet:
    """Annotate requests with the club that manages the player now, and who could
    answer.
    """
    held = Membership.objects.filter(player=OuterRef("player")).reaching(day)
    roles = _club_roles(day, MATRIX[Permission.ANSWER_JOINING])
    accounts = User.objects.filter(player=OuterRef("player"), is_active=True)
    return (
        requests.filter(player__merged_into=None, player__isnull=False)
        .select_related("club", "asked_by", "player")
        .annotate(
            keeper_pk=Subquery(managing_club_first(held, day).values("club_id")[:1]),
            has_account=Exists(accounts),
        )
        .annotate(has_secretary=Exists(roles))
    )


def _club_roles(day: date, kinds: Iterable[str]) -> QuerySet[Role]:
    """Return the roles in the player's club whose holders may answer and have not sent
    the request.
    """
    asking = _asking_roles(OuterRef(OuterRef("club")), day).filter(
        user=OuterRef("user")
    )
    return (
        Role.objects.on(day)
        .filter(
            kind__in=kinds,
            club=Coalesce(OuterRef("keeper_pk"), 0),
            user__is_active=True,
        )
        .exclude(user=OuterRef("asked_by"))
        .filter(~Exists(asking))
    )


def _asking_roles(club: int | OuterRef, day: date) -> QuerySet[Role]:
    """Return the roles whose holders send requests for a club, and so do not answer
    them.
    """
    kinds = MATRIX[Permission.ASK_FOR_MEMBERS]
    return Role.objects.on(day).filter(kind__in=kinds, club=club)
