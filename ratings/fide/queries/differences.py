"""Where FIDE's newest list and the register do not say the same of a player."""

from typing import Any

from django.db.models import (
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.functions import Concat, StrIndex

from federation.models import Player
from federation.models.sorting import folded, folded_as
from ratings.enums import FideTempo
from ratings.models import FideLine, FideList, FideRating


def newest_list() -> FideList | None:
    """Return the list with which the register is compared."""
    return FideList.objects.of_tempo(FideTempo.STANDARD).first()


def differences(newest: FideList | None) -> QuerySet[Any]:
    """Return the players with the FIDE number of somebody whose title, year of birth or
    last name is another there: as `fide_title`, `fide_year`, `fide_name`, and whether
    it differs as `other_title`, `other_year`, `other_name`.
    """
    said = FideRating.objects.filter(list=newest, fide_id=OuterRef("fide_id"))
    joined = Player.objects.filter(Exists(said)).annotate(
        fide_title=Subquery(said.values("title")),
        fide_year=Subquery(said.values("birth_year")),
        fide_name=Subquery(said.values("name"), output_field=CharField()),
        fide_folded=Subquery(
            said.annotate(folded=folded("name")).values("folded"),
            output_field=TextField(),
        ),
    )
    return (
        joined.annotate(
            other_title=~Q(title=F("fide_title")),
            other_year=Q(fide_year__isnull=False) & ~Q(birth_year=F("fide_year"))
            | Q(fide_year__isnull=False, birth_year=None),
            last_name_at=StrIndex(F("fide_folded"), folded_as(F("last_name"))),
        )
        .annotate(other_name=Q(last_name_at=0))
        .filter(Q(other_title=True) | Q(other_year=True) | Q(other_name=True))
        .in_order()
    )


def numbers_missing(newest: FideList | None) -> QuerySet[Any]:
    """Return the players without a FIDE number for whom the list has one rated player
    of the very name and year: as `fide_number`, `fide_name` and `fide_federation`.
    """
    name = folded_as(
        Concat("last_name", Value(", "), "first_name", output_field=TextField())
    )
    taken = Player.objects.filter(fide_id=OuterRef("fide_id"))
    said = FideLine.objects.filter(
        ~Exists(taken),
        list=newest,
        search_text=OuterRef("as_fide"),
        birth_year=OuterRef("birth_year"),
    ).order_by("fide_id")
    return (
        Player.objects.unmerged()
        .filter(fide_id=None, birth_year__isnull=False)
        .annotate(as_fide=name)
        .filter(Exists(said))
        .annotate(
            fide_number=Subquery(said.values("fide_id")[:1]),
            fide_name=Subquery(said.values("name")[:1]),
            fide_federation=Subquery(said.values("federation")[:1]),
        )
        .in_order()
    )
