"""The register's lists as tables."""

from datetime import date

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.models import Role

NOTHING = "–"
Words = str | Promise


def column(label: Words, css: str = "", **facts: object) -> tables.Column:
    return tables.Column(label, attrs={"td": {"class": css}}, **facts)


class Roles(tables.Table):
    person = column(_("Person"), "name", accessor="user__name")
    kind = column(_("Role"))
    scope = column(
        _("For"), "wide", empty_values=(), order_by=("club__sort_key", "district__name")
    )
    email = column(_("E-mail address"), "wide", accessor="user__email")
    since = column(_("Since"), "wide", accessor="from_date")
    end = column("", "wide", empty_values=(), orderable=False)

    def __init__(self, *args: object, enders: frozenset[int], **facts: object) -> None:
        super().__init__(*args, **facts)
        self.enders = enders
        """The roles that the reader may end."""

    def render_kind(self, record: Role) -> str:
        return record.get_kind_display()

    def render_scope(self, record: Role) -> str:
        return str(record.club or record.district or NOTHING)

    def render_since(self, value: date) -> str:
        return value.isoformat()

    def render_end(self, record: Role) -> SafeString:
        if record.pk not in self.enders:
            return SafeString("")
        return format_html(
            '<a href="{}">{}</a>',
            reverse("federation:end_role", args=[record.pk]),
            _("End"),
        )
