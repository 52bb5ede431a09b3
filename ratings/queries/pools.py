"""The pools, how far each is computed and which list of FIDE's holds beside it, in one
read.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext

from ratings.enums import FideKind
from ratings.models import FideList, Pool
from ratings.queries.fide_ratings import FideHeld


@dataclass(frozen=True, slots=True)
class PoolNow:
    pk: int
    code: str
    name: str
    posted: int
    computed: int
    placed: int
    fide: FideHeld | None

    @property
    def is_computed(self) -> bool:
        return self.computed >= self.posted

    @property
    def is_placed(self) -> bool:
        return self.is_computed and self.placed >= self.computed


def pools_now(today: date) -> list[PoolNow]:
    of_tempo = Q(kind=FideKind.ALL) | Q(kind=OuterRef("fide_tempo"))
    held = FideList.objects.filter(of_tempo).held_on(today).newest_first()
    rows = (
        Pool.objects.annotate(
            fide_list=Subquery(held.values("pk")[:1]),
            fide_month=Subquery(held.values("month")[:1]),
        )
        .order_by("pk")
        .values_list(
            "pk", "code", "name", "posted", "computation__computed",
            "live_list__placed", "fide_tempo", "fide_list", "fide_month",
        )
    )  # fmt: skip
    return [
        PoolNow(pk, code, gettext(name), posted, computed, placed, _held(*beside))
        for pk, code, name, posted, computed, placed, *beside in rows
    ]


def _held(tempo: str, pk: int | None, month: date | None) -> FideHeld | None:
    if not tempo or pk is None or month is None:
        return None
    return FideHeld(pk, month, tempo)
