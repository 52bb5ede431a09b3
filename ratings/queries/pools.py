"""The pools, those that people come for first, and how far each is computed."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext

from ratings.models import LivePlace, Pool, RatingList


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

    @property
    def is_computed(self) -> bool:
        return self.computed >= self.posted

    @property
    def is_placed(self) -> bool:
        return self.is_computed and self.placed >= self.computed


def pools_now() -> list[PoolNow]:
    """Every pool, those with a list first, else in the order in which they were
    opened.
    """
    lists = RatingList.objects.filter(pool_id=OuterRef("pk"))
    places = LivePlace.objects.filter(pool_id=OuterRef("pk"))
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
        )
    )
    return [
        PoolNow(pk, code, gettext(name), *numbers) for pk, code, name, *numbers in rows
    ]
