"""Converters for addresses: days that exist and numbers that fit their columns."""

from datetime import date

from django.urls import register_converter


class DayInAddress:
    """A day such as 2026-04-30."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class NumberInAddress:
    """The number of a list, a player or a club, never too large for the database."""

    regex = r"[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(DayInAddress, "day")
register_converter(NumberInAddress, "number")
