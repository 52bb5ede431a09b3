"""Query the rows of a file's player lists: which of them are to be imported."""

from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery

from ratings.enums import ClubChoice, MatchChoice
from ratings.models import Decision, ImportClub, ImportFile, ImportPlayer

DECIDED = Q(choice__in=[MatchChoice.NEW, MatchChoice.PLAYER])


def rows_of(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return the players who are on a list."""
    return ImportPlayer.objects.filter(file=file, line__isnull=False)


def waiting_for_clubs(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return new players whose clubs are undecided."""
    return rows_of(file).filter(_waits(file))


def rows_to_import(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return the rows that posting imports."""
    return rows_of(file).filter(DECIDED, ~_waits(file), is_settled=False)


def rows_not_imported(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return the rows not imported, as they or their clubs are undecided or left out."""
    return rows_of(file).filter(~DECIDED | _waits(file))


def with_starts(
    rows: "QuerySet[ImportPlayer]", pool_id: int
) -> "QuerySet[ImportPlayer]":
    """Return the rows with `held`, the newest start rating ever decided in the pool,
    except imported ones that were revoked.
    """
    return rows.annotate(held=_held(pool_id))


def due_starts(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return the rows with a start rating that posting will store as a decision."""
    rows = rows_to_import(file).filter(start_rating__isnull=False)
    is_open = Q(choice=MatchChoice.NEW) | Q(held=None)
    return rows.annotate(held=_held(file.pool_id)).filter(is_open)


def other_starts(file: ImportFile) -> "QuerySet[ImportPlayer]":
    """Return the rows whose start rating differs from the existing one (`held`)."""
    known = rows_of(file).filter(choice=MatchChoice.PLAYER, is_settled=False)
    differs = Q(held__isnull=False) & ~Q(held=F("start_rating"))
    with_held = known.annotate(held=_held(file.pool_id))
    return with_held.filter(differs, start_rating__isnull=False)


def _waits(file: ImportFile) -> Q:
    undecided = ImportClub.objects.filter(file=file, choice=ClubChoice.UNDECIDED)
    return Q(
        choice=MatchChoice.NEW, club_place__in=undecided.values_list("place", flat=True)
    )


def _held(pool_id: int) -> Subquery:
    decided = Decision.objects.starts_of(pool_id).filter(player=OuterRef("player"))
    return Subquery(decided.order_by("-pk").values("points")[:1])


def same_players(file: ImportFile) -> dict[int, int]:
    """Return the players of the register who are on several lines of lists, with the
    place of the first one.
    """
    known = rows_of(file).filter(choice=MatchChoice.PLAYER)
    lines = known.values("player_id").annotate(rows=Count("pk"), first=Min("place"))
    return dict(lines.filter(rows__gt=1).values_list("player_id", "first"))
