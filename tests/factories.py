"""Factories of register and ledger rows for tests: each has plausible defaults for
everything that the test does not set.
"""

from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import factory
from factory.django import DjangoModelFactory

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import (
    ClassMembership,
    Club,
    District,
    Membership,
    Player,
    Role,
    User,
)
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.drafts import DraftSide, GameLine, ReportDraft
from ratings.ledger.domain.posting import post_report
from ratings.lists.domain.revisions import cancel_unchanged_revisions
from ratings.models import Edition, Pool, Report
from ratings.pools.domain.pools import create_pool

NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)
OFFICE = ActionContext(None, NOON)
"""The office's own acts, without a user."""
LONG_AGO = date(2000, 1, 1)
_sources = count(1)


class DistrictFactory(DjangoModelFactory):
    class Meta:
        model = District

    code = factory.Sequence(lambda n: f"district-{n}")
    name = factory.Sequence(lambda n: f"District {n}")


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Club {n}")
    short_name = factory.Sequence(lambda n: f"C{n}")
    district = factory.SubFactory(DistrictFactory)


def invented_name(number: int) -> str:
    """Return a different name for each number, sorted by the numbers; no two are
    similar.
    """
    begins = "".join(chr(ord("a") + number // 26**place % 26) for place in (2, 1, 0))
    scrambled = (number + 1) * 2_654_435_761 % 2**32
    syllables = (
        "bdfghjklmnprstvw"[byte >> 4] + "aeiou"[byte % 5]
        for byte in scrambled.to_bytes(4)
    )
    return f"{begins}{''.join(syllables)}".capitalize()


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    national_id = factory.Sequence(lambda n: f"{900000 + n}")
    first_name = factory.Sequence(lambda n: invented_name(2 * n))
    last_name = factory.Sequence(lambda n: invented_name(2 * n + 1))
    birth_year = 1980
    fide_rating = None
    fide_id = factory.LazyAttributeSequence(
        lambda made, n: 1_900_000 + n if made.fide_rating else None
    )


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    player = factory.SubFactory(PlayerFactory)
    club = factory.SubFactory(ClubFactory)
    from_date = LONG_AGO


class ClassMembershipFactory(DjangoModelFactory):
    class Meta:
        model = ClassMembership

    player = factory.SubFactory(PlayerFactory)
    player_class = "II"
    from_date = LONG_AGO
    cause = "Imported"
    confirmed_at = NOON


CLOSED = {"is_active": False, "closed_at": NOON, "closed_reason": "Left the club"}
"""Attributes of a closed account."""


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    email = factory.Sequence(lambda n: f"user{n}@example.org")
    name = factory.Sequence(lambda n: f"User {n}")

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        return User.objects.create_user(password="a long pass phrase", **kwargs)


def two_accounts_of_one_person() -> tuple[User, User]:
    """Return two accounts of one player; the first has been unlinked since."""
    player = PlayerFactory()
    first = UserFactory(player=player)
    User.objects.filter(pk=first.pk).update(player=None)
    return first, UserFactory(player=player)


class RoleFactory(DjangoModelFactory):
    class Meta:
        model = Role

    user = factory.SubFactory(UserFactory)
    kind = RoleKind.RATING_OFFICER
    from_date = LONG_AGO


def member(club: Club | None = None, **facts: Any) -> Player:
    """Return a player who has been a member of a club for a long time."""
    player = PlayerFactory(**facts)
    MembershipFactory(player=player, club=club or ClubFactory())
    return player


def officer() -> User:
    return RoleFactory(kind=RoleKind.RATING_OFFICER).user


def secretary_of(club: Club) -> User:
    return RoleFactory(kind=RoleKind.SECRETARY, club=club).user


def acting(user: User | None = None, at: datetime = NOON) -> ActionContext:
    """Return the context of an act by the user; by default, a new user's."""
    return ActionContext((user or UserFactory()).pk, at)


def chess_pool() -> Pool:
    """Return the standard pool, which every database has."""
    return Pool.objects.get(code="chess-long")


def second_pool() -> Pool:
    """Return another pool beside the standard pool, with the same system."""
    return create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(2020, 1, 1),
    )


def rated_by(system: str, from_date: date = date(2020, 1, 1)) -> None:
    """Let this system rate the standard pool from that day on."""
    Edition.objects.filter(pool=chess_pool()).update(
        system=system, parameters={}, from_date=from_date
    )


def side(player: Player, **facts: Any) -> DraftSide:
    return DraftSide(
        **{
            "player_id": player.pk,
            "is_member": True,
            "birth_year": player.birth_year or 0,
            "adopts": False,
            **facts,
        }
    )


def line(
    white: Player | DraftSide,
    black: Player | DraftSide,
    score: int,
    day: date,
    **facts: Any,
) -> GameLine:
    """Return a game of two hours each; `score` is White's half points."""
    return GameLine(
        **{
            "key": facts.pop("key", next(_sources)),
            "played_date": day,
            "base_on": day,
            "booked_on": day,
            "round": 1,
            "board": 1,
            "white": white if isinstance(white, DraftSide) else side(white),
            "black": black if isinstance(black, DraftSide) else side(black),
            "score": score,
            "played": True,
            "minutes": 120,
            **facts,
        }
    )


def posted(
    *lines: GameLine, by: User | None = None, at: datetime = NOON, **facts: Any
) -> Report:
    """Return a posted report with these games."""
    days = [each.played_date for each in lines]
    organiser = Club.objects.filter(pk=facts.get("organiser_id")).first()
    draft = ReportDraft(
        **{
            "pool_id": chess_pool().pk,
            "source_kind": "tournament",
            "source_number": next(_sources),
            "name": "Club championship",
            "organiser_id": None,
            "district_id": organiser.district_id if organiser else None,
            "start_date": min(days),
            "end_date": max(days),
            "is_final": True,
            "lines": lines,
            **facts,
        }
    )
    return post_report(draft, acting=ActionContext((by or UserFactory()).pk, at))


def computed() -> int:
    """Bring the standard pool and its proposals up to date, as the workers do."""
    runs = compute_pool(chess_pool().pk, at=NOON, cause="test")
    cancel_unchanged_revisions(chess_pool().pk)
    return runs
