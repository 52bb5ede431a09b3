"""Members as their secretaries see them: which members a reader sees, and one member's
file.

A player's data is managed by one club: the main club, or without one any club of which
the player is a member, or the club that the player left last.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, Subquery, When

from federation.enums import Visibility
from federation.models import (
    ClassMembership,
    Club,
    Invitation,
    Membership,
    Player,
    Suspension,
    User,
)
from federation.models.memberships import MembershipQuerySet
from federation.models.places import ClubQuerySet
from federation.models.players import PlayerQuerySet
from federation.permissions import Actor, Permission, may_for_club, may_somewhere


@dataclass(frozen=True, slots=True)
class MemberFile:
    """The register's data about one member, for the page. Unless it `is_whole` it is
    for a club that does not manage the player's data: it contains what is needed to let
    the player play, without the account, the board's reasons, or former clubs.
    """

    player: Player
    is_whole: bool
    keeper: Club | None
    memberships: tuple[Membership, ...]
    suspensions: tuple["SuspensionLine", ...]
    account: User | None
    class_held: str
    invitation: Invitation | None


@dataclass(frozen=True, slots=True)
class SuspensionLine:
    """A suspension; the board's reason is included only for those who manage the
    player's data.
    """

    from_date: date
    to_date: date
    reason: str


def shown_in_full(actor: Actor, day: date) -> Q:
    """Return the players whose name, year of birth and number this reader may see:
    those who show them to everyone, the reader, and the members that the reader sees.
    Every page, list, search and hint uses this.
    """
    if actor.everywhere(Permission.SEE_MEMBERS):
        return Q()
    shown = Q(visibility=Visibility.PUBLIC)
    own = seen_although_hidden(actor, day)
    return shown | own if own else shown


def seen_although_hidden(actor: Actor, day: date) -> Q:
    """Return the players whom this reader sees in full although they may be hidden from
    the public, and the cards that lead to them; empty if there are none. Not for
    readers who see everyone.
    """
    own = Q()
    if actor.player_id:
        own |= Q(pk=actor.player_id) | Q(merged_into=actor.player_id)
    if may_somewhere(actor, Permission.SEE_MEMBERS):
        seen = members_seen_by(actor, day).values("pk")
        own |= Q(pk__in=seen) | Q(merged_into__in=seen)
    return own


def members_seen_by(actor: Actor, day: date) -> PlayerQuerySet:
    """Return everyone for staff; for a club or a district its current and future
    members, and those whose last club was theirs.
    """
    if actor.everywhere(Permission.SEE_MEMBERS):
        return Player.objects.unmerged()
    ours = Q(club_id__in=actor.club_ids(Permission.SEE_MEMBERS)) | Q(
        club__district_id__in=actor.district_ids(Permission.SEE_MEMBERS)
    )
    of_player = Membership.objects.filter(player=OuterRef("pk"))
    held = of_player.reaching(day)
    return (
        Player.objects.unmerged()
        .filter(pk__in=Membership.objects.filter(ours).values("player_id"))
        .annotate(last_membership=Subquery(_latest_first(of_player).values("pk")[:1]))
        .filter(
            Exists(held.filter(ours))
            | ~Exists(held)
            & Exists(Membership.objects.filter(ours, pk=OuterRef("last_membership")))
        )
    )


def clubs_seen_by(actor: Actor) -> ClubQuerySet:
    """Return the clubs whose members the actor sees."""
    clubs = Club.objects.in_order()
    if actor.everywhere(Permission.SEE_MEMBERS):
        return clubs
    return clubs.filter(
        Q(pk__in=actor.club_ids(Permission.SEE_MEMBERS))
        | Q(district_id__in=actor.district_ids(Permission.SEE_MEMBERS))
    )


def with_main_club(players: PlayerQuerySet, day: date) -> PlayerQuerySet:
    """Annotate players with the club that manages their data and whether they have an
    account.
    """
    kept = managing_club_first(Membership.objects.filter(player=OuterRef("pk")), day)
    return players.annotate(
        club_pk=Subquery(kept.values("club_id")[:1]),
        district_pk=Subquery(kept.values("club__district_id")[:1]),
        club_name=Subquery(kept.values("club__name")[:1]),
        club_order=Subquery(kept.values("club__sort_key")[:1]),
        has_account=Exists(User.objects.filter(player=OuterRef("pk"))),
    )


def with_file_columns(
    players: PlayerQuerySet, actor: Actor, day: date
) -> PlayerQuerySet:
    """Annotate players with their class, and with the days of the membership in a club
    that the reader sees: the one that decides who manages the data, if it is among them.
    """
    seen = Membership.objects.filter(
        player=OuterRef("pk"), club__in=clubs_seen_by(actor).order_by().values("pk")
    )
    held = managing_club_first(seen, day)
    classes = ClassMembership.objects.filter(
        player=OuterRef("pk"), from_date__lte=day
    ).order_by("-from_date", "-pk")
    return players.annotate(
        member_from=Subquery(held.values("from_date")[:1]),
        member_to=Subquery(held.values("to_date")[:1]),
        class_held=Subquery(classes.values("player_class")[:1]),
    )


def members_on(players: PlayerQuerySet, day: date) -> PlayerQuerySet:
    """Return those of the players who are members on the day or later."""
    held = Membership.objects.filter(player=OuterRef("pk")).reaching(day)
    return players.filter(Exists(held))


def former_members(players: PlayerQuerySet, day: date) -> PlayerQuerySet:
    """Return those of the players who are no longer members."""
    of_player = Membership.objects.filter(player=OuterRef("pk"))
    return players.filter(Exists(of_player), ~Exists(of_player.reaching(day)))


def managing_club(player_id: int, day: date) -> Club | None:
    """Return the club that manages the player's data; None for a person from outside."""
    kept = managing_club_first(Membership.objects.filter(player_id=player_id), day)
    membership = kept.select_related("club__district").first()
    return membership.club if membership else None


def member_file(player: Player, actor: Actor, day: date, now: datetime) -> MemberFile:
    keeper = managing_club(player.pk, day)
    is_whole = may_for_club(actor, Permission.SEE_MEMBERS, keeper)
    return MemberFile(
        player=player,
        is_whole=is_whole,
        keeper=keeper,
        memberships=_memberships(player, None if is_whole else actor),
        suspensions=_suspensions(player, None if is_whole else day),
        account=User.objects.filter(player=player).first() if is_whole else None,
        class_held=_class_on(player.pk, day),
        invitation=Invitation.objects.open(now)
        .filter(player=player)
        .order_by("-pk")
        .first()
        if is_whole
        else None,
    )


def _memberships(player: Player, guest: Actor | None) -> tuple[Membership, ...]:
    """Return all memberships; a guest's club is shown only its own."""
    held = Membership.objects.filter(player=player)
    if guest is not None:
        held = held.filter(club__in=clubs_seen_by(guest))
    newest = F("to_date").desc(nulls_first=True), "-from_date", "-pk"
    return tuple(held.select_related("club__district").order_by(*newest))


def _suspensions(player: Player, from_day: date | None) -> tuple[SuspensionLine, ...]:
    """Return all suspensions with their reasons; with `from_day` only that the player
    is suspended on that day or later.
    """
    held = Suspension.objects.filter(player=player).order_by("-from_date")
    if from_day is None:
        return tuple(
            SuspensionLine(each.from_date, each.to_date, each.reason) for each in held
        )
    current = held.filter(to_date__gte=from_day)
    return tuple(SuspensionLine(each.from_date, each.to_date, "") for each in current)


def _class_on(player_id: int, day: date) -> str:
    held = ClassMembership.objects.filter(player_id=player_id).on(day).first()
    return held.player_class if held else ""


def _latest_first(memberships: MembershipQuerySet) -> MembershipQuerySet:
    return memberships.order_by(F("to_date").desc(nulls_first=True), "-pk")


def managing_club_first(
    memberships: MembershipQuerySet, day: date
) -> MembershipQuerySet:
    """Return the main club of the day first, then a later one, then other clubs, then
    the last former club.
    """
    holds = Q(to_date=None) | Q(to_date__gte=day)
    return memberships.alias(
        standing=Case(
            When(holds & Q(is_main=True, from_date__lte=day), then=0),
            When(holds & Q(is_main=True), then=1),
            When(holds, then=2),
            default=3,
            output_field=IntegerField(),
        )
    ).order_by("standing", F("to_date").desc(nulls_first=True), "from_date", "-pk")
