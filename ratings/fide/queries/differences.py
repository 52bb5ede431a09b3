"""Players whose data differs between FIDE's newest list and the register."""

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
    """Return the newest list with standard ratings, for comparing the register."""
    return FideList.objects.of_tempo(FideTempo.STANDARD).first()


def players_unlike_fide(newest: FideList | None) -> QuerySet[Any]:
    """Return the players whose title, year of birth or last name differs from the line
    with their FIDE number: its values as `fide_title`, `fide_year`, `fide_name`, and
    whether they differ as `other_title`, `other_year`, `other_name`.
    """
    lines = FideRating.objects.filter(list=newest, fide_id=OuterRef("fide_id"))
    joined = Player.objects.filter(Exists(lines)).annotate(
        fide_title=Subquery(lines.values("title")),
        fide_year=Subquery(lines.values("birth_year")),
        fide_name=Subquery(lines.values("name"), output_field=CharField()),
        fide_folded=Subquery(
            lines.annotate(folded=folded("name")).values("folded"),
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
    """Return the players without a FIDE number for whom the list has a rated player with
    exactly the same name and year: as `fide_number`, `fide_name`, `fide_federation`.
    """
    name = folded_as(
        Concat("last_name", Value(", "), "first_name", output_field=TextField())
    )
    taken = Player.objects.filter(fide_id=OuterRef("fide_id"))
    lines = FideLine.objects.filter(
        ~Exists(taken),
        list=newest,
        search_text=OuterRef("as_fide"),
        birth_year=OuterRef("birth_year"),
    ).order_by("fide_id")
    return (
        Player.objects.unmerged()
        .filter(fide_id=None, birth_year__isnull=False)
        .annotate(as_fide=name)
        .filter(Exists(lines))
        .annotate(
            fide_number=Subquery(lines.values("fide_id")[:1]),
            fide_name=Subquery(lines.values("name")[:1]),
            fide_federation=Subquery(lines.values("federation")[:1]),
        )
        .in_order()
    )
