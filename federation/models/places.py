from typing import Self

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models.plain_names import plain_names
from federation.models.sorting import folded, sort_key, sorted_as


class DistrictQuerySet(models.QuerySet["District"]):
    def in_order(self) -> Self:
        return self.order_by(sorted_as("name"))


@audited()
class District(models.Model):
    code = models.SlugField(_("code"), max_length=20, unique=True)
    name = models.CharField(_("name"), max_length=80, unique=True)
    adopts_junior_rules = models.BooleanField(
        _("has adopted the rules below 1200 (bonus, floor 800, one hour)"),
        default=True,
    )

    objects = DistrictQuerySet.as_manager()

    class Meta:
        constraints = [plain_names("district", "name")]

    def __str__(self) -> str:
        return self.name


class ClubQuerySet(models.QuerySet["Club"]):
    def in_order(self) -> Self:
        return self.order_by("sort_key", "pk")

    def open(self) -> Self:
        return self.filter(closed_date=None)


@audited(exclude=["sort_key", "search_text"])
class Club(models.Model):
    name = models.CharField(_("name"), max_length=80, unique=True)
    short_name = models.CharField(_("short name"), max_length=20)
    town = models.CharField(_("town"), max_length=60, blank=True)
    district = models.ForeignKey(
        District, models.PROTECT, related_name="clubs", verbose_name=_("district")
    )
    founded_year = models.PositiveSmallIntegerField(_("founded"), null=True, blank=True)
    closed_date = models.DateField(_("closed"), null=True, blank=True)
    sort_key = models.GeneratedField(
        expression=sort_key("name"),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    search_text = models.GeneratedField(
        expression=folded("name", "town", "short_name"),
        output_field=models.TextField(),
        db_persist=True,
    )

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [plain_names("club", "name", "short_name", "town")]
        indexes = [
            models.Index(fields=["sort_key"], name="club_order"),
            GinIndex(
                fields=["search_text"], opclasses=["gin_trgm_ops"], name="club_search"
            ),
        ]

    def __str__(self) -> str:
        return self.name
