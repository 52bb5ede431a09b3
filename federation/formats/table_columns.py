"""Columns of tables, for `rendered_table`, which says what their classes mean."""

import django_tables2 as tables
from django.template.defaultfilters import floatformat
from django.utils.functional import Promise


class CountColumn(tables.Column):
    """A number with its thousands set apart."""

    def render(self, value: int) -> str:
        return str(floatformat(value, "0g"))


def column(label: str | Promise, css: str = "", **facts: object) -> tables.Column:
    return tables.Column(label, attrs={"td": {"class": css}}, **facts)


def count_column(label: str | Promise, css: str) -> tables.Column:
    return CountColumn(label, attrs={"td": {"class": css}})
