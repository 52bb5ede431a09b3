"""The public pages that search engines are given, each with the last day on which it
certainly changed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F
from django.urls import reverse

from federation.models import Club, District
from ratings.calculators.found import all_pages
from ratings.models import RatingList
from ratings.players.queries.public_pages import public_players
from ratings.pools.queries.pools import PoolNow, pools_now
from tournaments.enums import TournamentState
from tournaments.models import Tournament
from tournaments.queries.reports import newest_reports

TOURNAMENTS_IN_A_PART = 2_000
OF_EACH_POOL = ("current_list", "lists", "records")
WITHOUT_DAY = (
    "tournaments:start", "tournaments:calendar", "tournaments:tournament_stages",
    "ratings:players", "ratings:calculators", "ratings:api_docs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PublicPage:
    """`changed`: None where no moment is known since which it is as it is."""

    address: str
    changed: datetime | None = None


def pages_of_the_office(today: date) -> list[PublicPage]:
    """Return all pages but those of players and tournaments."""
    pools = [each for each in pools_now(today) if each.has_list]
    lists = list(
        RatingList.published.order_by("pk").values_list(
            "pool_id", "number", "published_at"
        )
    )
    newest = {pool_id: published_at for pool_id, _number, published_at in lists}
    latest = max(newest.values(), default=None)
    pages = [PublicPage(reverse(name)) for name in WITHOUT_DAY]
    pages += [
        PublicPage(reverse("ratings:calculator", args=[system]))
        for system in all_pages()
    ]
    for pool in pools:
        pages += _pages_of_pool(pool, _query(pool, pools), newest.get(pool.pk), lists)
    return [*pages, *_clubs_and_districts(latest)]


def pages_of_players(part: int) -> list[PublicPage]:
    beginning, end = _around_number("ratings:player")
    return [
        PublicPage(f"{beginning}{player_id}{end}", changed)
        for player_id, changed in public_players(part).items()
    ]


def parts_with_tournaments() -> list[int]:
    parts = Tournament.objects.public().annotate(part=F("pk") / TOURNAMENTS_IN_A_PART)
    return sorted(set(parts.values_list("part", flat=True)))


def pages_of_tournaments(part: int) -> list[PublicPage]:
    first = part * TOURNAMENTS_IN_A_PART
    keys = (first, first + TOURNAMENTS_IN_A_PART - 1)
    rows = Tournament.objects.public().filter(pk__range=keys).order_by("pk")
    states = dict(rows.values_list("pk", "state"))
    finished = [pk for pk, state in states.items() if state == TournamentState.FINISHED]
    reports = newest_reports(finished)
    moments = {pk: each.decided_at or each.sent_at for pk, each in reports.items()}
    beginning, end = _around_number("tournaments:tournament")
    return [PublicPage(f"{beginning}{pk}{end}", moments.get(pk)) for pk in states]


def _pages_of_pool(
    pool: PoolNow,
    query: str,
    newest: datetime | None,
    lists: Iterable[tuple[int, int, datetime]],
) -> Iterator[PublicPage]:
    yield PublicPage(f"{reverse('ratings:live_list')}{query}")
    if newest is None:
        return
    for name in OF_EACH_POOL:
        yield PublicPage(f"{reverse(f'ratings:{name}')}{query}", newest)
    for pool_id, number, published_at in lists:
        if pool_id == pool.pk:
            page = reverse("ratings:list", args=[number])
            yield PublicPage(f"{page}{query}", published_at)


def _query(pool: PoolNow, pools: list[PoolNow]) -> str:
    """Return the pool as the pages' canonical addresses name it."""
    return "" if pool.pk == pools[0].pk else f"?pool={pool.code}"


def _clubs_and_districts(latest: datetime | None) -> Iterator[PublicPage]:
    yield PublicPage(reverse("ratings:clubs"), latest)
    for code in District.objects.order_by("pk").values_list("code", flat=True):
        yield PublicPage(reverse("ratings:district", args=[code]), latest)
    for club_id in Club.objects.open().order_by("pk").values_list("pk", flat=True):
        yield PublicPage(reverse("ratings:club", args=[club_id]), latest)


def _around_number(name: str) -> tuple[str, str]:
    """Return what is before and after the number in an address: to build each address
    from its pattern takes half of a page's time.
    """
    beginning, _, end = reverse(name, args=[0]).partition("0")
    return beginning, end
