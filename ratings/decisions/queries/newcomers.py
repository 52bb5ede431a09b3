"""Members who have no rating in a pool yet."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from federation.models import Membership, Player
from federation.models.players import PlayerQuerySet
from ratings.enums import DecisionKind
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import CurrentRating, Decision


@dataclass(frozen=True, slots=True)
class Newcomers:
    """Members without a rating: `unrated` have no decision about one; for `waiting`
    there is a decision that another person has to confirm.
    """

    unrated: tuple[Player, ...]
    waiting: tuple[Decision, ...]


def newcomers_of(pool_id: int, club_id: int, today: date) -> Newcomers:
    """Return the club's main members without a rating that has been computed or
    decided.
    """
    members = _without_rating(pool_id, club_id, today)
    aliases = aliases_now()
    # A decision about a card that was merged since is one about the card that stays.
    cards = aliases.cards(members.values_list("pk", flat=True))
    decided = Decision.objects.filter(
        pool_id=pool_id, kind=DecisionKind.START, player__in=cards, rejected_at=None
    ).filter(Q(span=None) | Q(span__endswith=None))
    persons = aliases.persons(decided.values_list("player_id", flat=True)).values()
    unrated = members.exclude(pk__in=persons).order_by("sort_key", "pk")
    waiting = decided.filter(confirmed_at=None).select_related("player", "made_by")
    return Newcomers(tuple(unrated), tuple(waiting.order_by("made_at", "pk")))


def _without_rating(pool_id: int, club_id: int, today: date) -> PlayerQuerySet:
    ours = Membership.objects.on(today).main().of_club(club_id)
    rated = CurrentRating.objects.filter(pool_id=pool_id, player_id=OuterRef("pk"))
    members = Player.objects.unmerged().filter(pk__in=ours.values("player_id"))
    return members.filter(~Exists(rated))
