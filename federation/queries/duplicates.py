"""Search the register for players who may be a person about to be added."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection, transaction
from django.db.models import FloatField, Func, Q, QuerySet

from federation.models import Membership, NotDuplicates, Player, Resemblance, User
from federation.models.sorting import folded, folded_text
from federation.permissions import Actor, Permission, may
from federation.queries.members import with_main_club

CANDIDATES = 40
LEAST_SCORE = 0.5
LEAST_SIMILARITY = 0.4
MUCH_ALIKE = 0.65
FEW = 5
"""Similar players whom a list of many people names for each of them, at most."""
SAME_YEAR = 1.0
YEAR_UNKNOWN = 0.9
NEXT_YEAR = 0.85
OTHER_YEAR = 0.6


_ALIKE = """
SELECT sought.place, alike.id, alike.birth_year, alike.similarity
FROM unnest(%s::int[], %s::text[]) AS sought (place, name)
CROSS JOIN LATERAL (
  SELECT id, birth_year, similarity(search_text, sought.name) AS similarity
  FROM federation_player
  WHERE search_text %% sought.name AND merged_into_id IS NULL
  ORDER BY similarity DESC, id LIMIT %s
) AS alike
"""


@dataclass(frozen=True, slots=True)
class LikelyDuplicate:
    """A player in the register, with a score for being the same person: 1 is the same
    name and the same year of birth.
    """

    player: Player
    score: float


def likely_duplicates(
    first: str,
    last: str,
    birth_year: int | None,
    *,
    among: Q | None = None,
    limit: int = 8,
) -> list[LikelyDuplicate]:
    """Return the likeliest first. Names are compared without accents, in either order
    and with typing errors; a different year of birth lowers the score. With `among`,
    only these players are searched, as if the register contained no others.
    """
    name = " ".join(f"{first} {last}".split())
    if not name:
        return []
    alike = (
        _likeness(player, birth_year) for player in _candidates(name, among or Q())
    )
    likely = [each for each in alike if each.score >= LEAST_SCORE]
    return sorted(likely, key=lambda each: (-each.score, each.player.pk))[:limit]


@dataclass(frozen=True, slots=True)
class SoughtPerson:
    """A person who may be in the register: a name that is folded as the register's
    names are (`sorting.folded`), and the year of birth if it is known.
    """

    folded_name: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class SimilarPlayer:
    """A similar player in the register, by id; the score is as in `LikelyDuplicate`."""

    player_id: int
    birth_year: int | None
    score: float


def likely_duplicates_of_each(
    everybody: Sequence[SoughtPerson],
) -> list[tuple[SimilarPlayer, ...]]:
    """Do what `likely_duplicates` does for many people at once, in their order; the
    likeliest first, and no more than FEW of each.
    """
    # No weight is above 1, so a lower similarity cannot reach the least score.
    return scored(everybody, _alike(everybody, LEAST_SCORE), FEW)


def two_likeliest_of_each(
    everybody: Sequence[SoughtPerson],
) -> list[tuple[SimilarPlayer, ...]]:
    """Return the likeliest two for each of many. Very similar names are searched first:
    that takes a third of the time, and leaves few people to search for.
    """
    found: list[tuple[SimilarPlayer, ...]] = [()] * len(everybody)
    for least in (MUCH_ALIKE, LEAST_SCORE):
        places = [place for place, alike in enumerate(found) if not alike]
        some = [everybody[place] for place in places]
        likely = scored(some, _alike(some, least), 2)
        for place, alike in zip(places, likely, strict=True):
            found[place] = alike
    return found


def scored(
    everybody: Sequence[SoughtPerson],
    alike: Sequence[tuple[int, int, int | None, float]],
    limit: int,
) -> list[tuple[SimilarPlayer, ...]]:
    """Return for each person those of `alike` whose score is sufficient, the likeliest
    `limit` of them. `alike`: place in `everybody`, id, year of birth, similarity.
    """
    found: list[list[SimilarPlayer]] = [[] for _ in everybody]
    for place, player_id, born, similarity in alike:
        score = round(similarity * _weight(born, everybody[place].birth_year), 3)
        if score >= LEAST_SCORE:
            found[place].append(SimilarPlayer(player_id, born, score))
    return [
        tuple(sorted(those, key=lambda each: (-each.score, each.player_id))[:limit])
        for those in found
    ]


def _alike(
    everybody: Sequence[SoughtPerson], least: float
) -> list[tuple[int, int, int | None, float]]:
    with transaction.atomic(), connection.cursor() as cursor:
        _be_similar(cursor, least)
        names = [each.folded_name for each in everybody]
        cursor.execute(_ALIKE, [list(range(len(names))), names, CANDIDATES])
        return list(cursor.fetchall())


def _be_similar(cursor: Any, least: float = LEAST_SIMILARITY) -> None:
    cursor.execute(
        "SELECT set_config('pg_trgm.similarity_threshold', %s, true)",
        [str(least)],
    )


def _candidates(name: str, among: Q) -> Iterator[Player]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            _be_similar(cursor)
        typed = folded_text(name)
        yield from (
            Player.objects.unmerged()
            .filter(among, search_text__trigram_similar=typed)
            .annotate(similarity=_similarity(typed))
            .order_by("-similarity", "pk")[:CANDIDATES]
        )


def _similarity(typed: Func) -> Func:
    return Func(
        folded("first_name", "last_name"),
        typed,
        function="SIMILARITY",
        output_field=FloatField(),
    )


def _likeness(player: Player, birth_year: int | None) -> LikelyDuplicate:
    similarity: float = player.similarity  # type: ignore[attr-defined]
    return LikelyDuplicate(
        player=player,
        score=round(similarity * _weight(player.birth_year, birth_year), 3),
    )


def _weight(known: int | None, given: int | None) -> float:
    if known is None or given is None:
        return YEAR_UNKNOWN
    apart = abs(known - given)
    return {0: SAME_YEAR, 1: NEXT_YEAR}.get(apart, OTHER_YEAR)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player in the register whom this reader may see; `is_kept` if the reader may
    edit the player's data already.
    """

    pk: int
    name: str
    birth_year: int | None
    number: str
    club: str
    is_kept: bool


def known_players(
    matches: list[LikelyDuplicate], actor: Actor, day: date
) -> tuple[KnownPlayer, ...]:
    """Return the matches in their order, with their clubs."""
    ids = [match.player.pk for match in matches]
    found = known_by_id(ids, actor, day)
    return tuple(found[pk] for pk in ids)


def known_by_id(ids: Iterable[int], actor: Actor, day: date) -> dict[int, KnownPlayer]:
    """Return these players, of whom the caller knows that the reader may see them."""
    found = with_main_club(Player.objects.filter(pk__in=list(ids)), day)
    return {each.pk: _known(each, actor) for each in found}


def _known(player: Any, actor: Actor) -> KnownPlayer:
    return KnownPlayer(
        pk=player.pk,
        name=player.full_name,
        birth_year=player.birth_year,
        number=player.national_id,
        club=player.club_name or "",
        is_kept=may(
            actor,
            Permission.EDIT_MEMBERS,
            club_id=player.club_pk,
            district_id=player.district_pk,
        ),
    )


# --- pairs of cards that may belong to one person --------------------------------
def open_resemblances() -> "QuerySet[Resemblance]":
    """Return the pairs that no one has decided on, the likeliest first."""
    return Resemblance.objects.open().select_related("first", "second").worst_first()


def not_duplicates(one_id: int, other_id: int) -> NotDuplicates | None:
    """Return the note that two cards belong to two people, with its author and time;
    None if there is none.
    """
    first, second = sorted((one_id, other_id))
    notes = NotDuplicates.objects.filter(first=first, second=second)
    return notes.select_related("decided_by").first()


def likeness(one_id: int, other_id: int) -> float | None:
    first, second = sorted((one_id, other_id))
    found = Resemblance.objects.filter(first=first, second=second)
    return found.values_list("score", flat=True).first()


def main_clubs(players: set[int], day: date) -> dict[int, str]:
    """Return the name of each player's main club on the day, for those who have one."""
    held = Membership.objects.main().on(day).filter(player__in=players)
    return dict(held.values_list("player_id", "club__name"))


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts about a player by which two cards can be compared."""

    player: Player
    memberships: tuple[Membership, ...]
    account: User | None


def card_of(player: Player) -> CardFacts:
    memberships = Membership.objects.filter(player=player).select_related("club")
    return CardFacts(
        player=player,
        memberships=tuple(memberships.order_by("-from_date", "-pk")),
        account=User.objects.filter(player=player).first(),
    )
