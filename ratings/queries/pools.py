"""The pools and how far each is computed, in one read."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ratings.models import Pool


@dataclass(frozen=True, slots=True)
class PoolNow:
    pk: int
    code: str
    name: str
    posted: int
    computed: int
    placed: int

    @property
    def is_computed(self) -> bool:
        return self.computed >= self.posted

    @property
    def is_placed(self) -> bool:
        return self.is_computed and self.placed >= self.computed


def pools_now() -> list[PoolNow]:
    rows = Pool.objects.order_by("pk").values_list(
        "pk", "code", "name", "posted", "computation__computed", "live_list__placed"
    )
    return [
        PoolNow(pk, code, gettext(name), *numbers) for pk, code, name, *numbers in rows
    ]
