"""The pools, those that people come for first, and how far each is computed."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext

from ratings.models import Edition, LivePlace, Pool, RatingList
from ratings.queries.systems import LevelParts, level_parts_of, rates_by_tournament
from ratings.rules.systems import systems


@dataclass(frozen=True, slots=True)
class PoolNow:
    pk: int
    code: str
    name: str
    posted: int
    computed: int
    placed: int
    has_list: bool
    """Is there a published list or a live one to look at."""
    system: str | None
    """What rates it today."""

    @property
    def by_tournament(self) -> bool:
        return rates_by_tournament(systems().get(self.system or ""))

    @property
    def level_parts(self) -> LevelParts | None:
        return level_parts_of(systems().get(self.system or ""))

    @property
    def is_computed(self) -> bool:
        return self.computed >= self.posted

    @property
    def is_placed(self) -> bool:
        return self.is_computed and self.placed >= self.computed


def pools_now(today: date) -> list[PoolNow]:
    """Every pool, those with a list first, else in the order in which they were
    opened.
    """
    lists = RatingList.objects.filter(pool_id=OuterRef("pk"))
    places = LivePlace.objects.filter(pool_id=OuterRef("pk"))
    held = Edition.objects.filter(pool=OuterRef("pk")).in_force(today)
    rows = (
        Pool.objects.annotate(has_list=Exists(lists) | Exists(places))
        .order_by("-has_list", "pk")
        .values_list(
            "pk",
            "code",
            "name",
            "posted",
            "computation__computed",
            "live_list__placed",
            "has_list",
            Subquery(held.values("system")[:1]),
        )
    )
    return [
        PoolNow(pk, code, gettext(name), *numbers) for pk, code, name, *numbers in rows
    ]
