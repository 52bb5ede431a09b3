"""The pools and how far each is computed, in one read."""

from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext

from ratings.models import Edition, Pool
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
    system: str | None = None
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
    held = Edition.objects.filter(pool=OuterRef("pk")).in_force(today)
    rows = Pool.objects.order_by("pk").values_list(
        "pk",
        "code",
        "name",
        "posted",
        "computation__computed",
        "live_list__placed",
        Subquery(held.values("system")[:1]),
    )
    return [
        PoolNow(pk, code, gettext(name), *numbers) for pk, code, name, *numbers in rows
    ]
