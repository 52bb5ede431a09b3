"""The table of files of earlier lists."""

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.formats.table_columns import column
from federation.templatetags.inline_tags import moment
from ratings.models import EarlierLists


class EarlierListsTable(tables.Table):
    name = column(_("File"), "name")
    state = column(_("State"), empty_values=())
    pool = column(_("Pool"), "wide", accessor="pool__label")
    made_by = column(_("Proposed by"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_name(self, record: EarlierLists) -> SafeString:
        url = reverse("ratings:earlier_lists_file", args=[record.pk])
        return format_html('<a href="{}">{}</a>', url, record.name)

    def render_state(self, record: EarlierLists) -> SafeString:
        return render_to_string(
            "ratings/four_eyes/_proposal_state.html", {"each": record}
        )

    def render_made_by(self, record: EarlierLists) -> SafeString:
        return format_html(
            '<div>{}<div class="quiet inbox-small">{}</div></div>',
            record.made_by,
            moment(at=record.made_at),
        )
