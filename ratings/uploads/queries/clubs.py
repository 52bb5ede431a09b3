"""Query the clubs on imported player lists, with the matching ones of the register."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from federation.models import Club
from ratings.enums import ClubChoice
from ratings.models import ImportClub, ImportFile

LEAST_SCORE = 0.4
SIMILAR_TO_NO_CLUB = Q(choice=ClubChoice.UNDECIDED, club=None)
_ORDER = (ClubChoice.UNDECIDED, ClubChoice.NEW, ClubChoice.LEAVE_OUT, ClubChoice.CLUB)
"""Clubs that wait for a decision come first."""
_ALIKE = """
SELECT place - 1, alike.id, alike.score
FROM unnest(%s::text[]) WITH ORDINALITY AS sought (name, place)
CROSS JOIN LATERAL (
  SELECT id, round(score::numeric, 3)::float8 AS score
  FROM (SELECT id, similarity(lower(club.name), lower(sought.name)) AS score
    FROM federation_club AS club) AS each
  WHERE score >= %s ORDER BY each.score DESC, id LIMIT %s
) AS alike
ORDER BY place, alike.score DESC, alike.id
"""


@dataclass(frozen=True, slots=True)
class LikelyClub:
    """A club of the register with a similar name; a score of 1 means the same name."""

    club_id: int
    score: float


@dataclass(frozen=True, slots=True)
class ClubCandidate:
    """A club of the register that a club of a file may be."""

    club: Club
    score: float | None

    @property
    def percent(self) -> int | None:
        """The score in per cent."""
        return None if self.score is None else round(100 * self.score)


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club of a file with the clubs of the register that it may be."""

    club: ImportClub
    candidates: tuple[ClubCandidate, ...]


def likeliest_clubs(
    names: Sequence[str], limit: int = 3
) -> list[tuple[LikelyClub, ...]]:
    """Return, for each name, the clubs of the register with the most similar names."""
    found: list[tuple[LikelyClub, ...]] = [()] * len(names)
    if names:
        with connection.cursor() as cursor:
            cursor.execute(_ALIKE, [list(names), LEAST_SCORE, limit])
            for place, *likely in cursor.fetchall():
                found[place] = (*found[place], LikelyClub(*likely))
    return found


def clubs_of(file: ImportFile) -> "QuerySet[ImportClub]":
    """Return the clubs of a file: undecided ones first, and those with most players."""
    rank = Case(
        *(When(choice=each, then=Value(at)) for at, each in enumerate(_ORDER)),
        default=Value(len(_ORDER)),
        output_field=IntegerField(),
    )
    return ImportClub.objects.filter(file=file).order_by(rank, "-players", "place")


def with_club_candidates(some: Sequence[ImportClub]) -> list[ClubRow]:
    """Return each club with the chosen or proposed one, and others with similar names."""
    alike = likeliest_clubs([each.name for each in some])
    scores: list[dict[int, float | None]] = []
    for each, those in zip(some, alike, strict=True):
        found: dict[int, float | None] = {each.club_id: None} if each.club_id else {}
        scores.append(found | {like.club_id: like.score for like in those})
    clubs = Club.objects.select_related("district").in_bulk(
        {club for found in scores for club in found}
    )
    return [
        ClubRow(each, tuple(_candidates(clubs, found)))
        for each, found in zip(some, scores, strict=True)
    ]


def _candidates(
    clubs: dict[int, Club], found: dict[int, float | None]
) -> Iterator[ClubCandidate]:
    for club_id, score in found.items():
        yield ClubCandidate(clubs[club_id], score)
