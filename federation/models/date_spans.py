"""Days from … to, as PostgreSQL ranges, for constraints that forbid overlaps."""

from django.contrib.postgres.fields import DateRangeField, RangeBoundary
from django.db.models import F, Func, Q


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
