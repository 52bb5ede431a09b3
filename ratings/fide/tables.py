"""The tables of FIDE's lists, and of the files that they were uploaded from."""

from datetime import date, datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.formats.table_columns import column, count_column
from federation.templatetags.inline_tags import moment, state
from ratings.models import FideList, FideUpload


class FideListTable(tables.Table):
    month = column(_("Month"), "name")
    kind = column(_("Ratings"), "wide")
    kept = count_column(_("Ours"), "num")
    lines = count_column(_("Players"), "num wide")
    rated = count_column(_("With a rating"), "num wide")
    refused = count_column(_("Left out"), "num wide")
    taken_at = column(_("Uploaded"), "wide")
    taken_by = column(_("By"), "wide", default="–")
    file_name = column(_("File"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_month(self, value: date, record: FideList) -> SafeString | str:
        month = f"{value:%Y-%m}"
        if not record.revision:
            return month
        revision = gettext("revision %(number)s") % {"number": record.revision}
        return format_html("{} {}", month, state(kind="revised", label=revision))

    def render_taken_at(self, value: datetime) -> SafeString | str:
        return moment(at=value)


class FideUploadTable(tables.Table):
    file_name = column(_("File"), "name")
    state = column(_("State"))
    brought_at = column(_("Uploaded"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_file_name(self, record: FideUpload) -> SafeString:
        url = reverse("ratings:fide_upload", args=[record.pk])
        return format_html('<a href="{}">{}</a>', url, record.file_name)

    def render_state(self, record: FideUpload) -> SafeString:
        return state(kind=record.state, label=record.get_state_display())

    def render_brought_at(self, value: datetime) -> SafeString | str:
        return moment(at=value)
