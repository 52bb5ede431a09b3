"""What is valid from one day to another: queried by a day, and as PostgreSQL ranges for
constraints that forbid overlaps.
"""

from datetime import date
from typing import Self, TypeVar

from django.contrib.postgres.fields import DateRangeField, RangeBoundary
from django.db.models import F, Func, Model, Q, QuerySet

M = TypeVar("M", bound=Model)


class DatedQuerySet(QuerySet[M]):
    """Rows with the days `from_date` and `to_date`, None for no end."""

    def on(self, day: date) -> Self:
        return self.reaching(day).filter(from_date__lte=day)

    def reaching(self, day: date) -> Self:
        """Return those that are valid on the day or begin later."""
        return self.filter(Q(to_date=None) | Q(to_date__gte=day))


def days(from_field: str = "from_date", to_field: str = "to_date") -> Func:
    return Func(
        F(from_field),
        F(to_field),
        RangeBoundary(inclusive_lower=True, inclusive_upper=True),
        function="DATERANGE",
        output_field=DateRangeField(),
    )


def to_not_before_from() -> Q:
    return Q(to_date=None) | Q(to_date__gte=F("from_date"))
