"""The table of files of history."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.formats.table_columns import column, count_column
from federation.templatetags.inline_tags import moment, state
from ratings.enums import ImportState
from ratings.models import ImportFile
from ratings.uploads.words import STATES


class ImportTable(tables.Table):
    name = column(_("File"), "name")
    state = column(_("State"))
    pool = column(_("Pool"), "wide", accessor="pool__label")
    games = count_column(_("Games"), "num wide")
    posted_games = count_column(_("Posted"), "num wide")
    uploaded_at = column(_("Uploaded"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_name(self, record: ImportFile) -> SafeString:
        url = reverse("ratings:import_file", args=[record.pk])
        return format_html('<a href="{}">{}</a>', url, record.name)

    def render_state(self, record: ImportFile) -> SafeString:
        kind = STATES[ImportState(record.state)]
        return state(kind=kind, label=record.get_state_display())

    def render_uploaded_at(self, record: ImportFile) -> SafeString:
        return format_html(
            '<div>{}<div class="quiet inbox-small">{}</div></div>',
            moment(at=record.uploaded_at),
            record.uploaded_by,
        )
