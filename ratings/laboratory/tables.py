"""The table of experiments."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.formats.table_columns import column
from federation.templatetags.inline_tags import moment, state
from ratings.laboratory.queries.experiments import candidates_of
from ratings.models import Experiment


class ExperimentTable(tables.Table):
    name = column(_("Experiment"), "name")
    state = column(_("State"))
    pool = column(_("Pool"), "wide", accessor="pool__label")
    candidates = column(_("Candidates"), "wide")
    asked_at = column(_("Asked"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_name(self, record: Experiment) -> SafeString:
        url = reverse("ratings:experiment", args=[record.pk])
        return format_html('<a href="{}">{}</a>', url, record.name)

    def render_state(self, record: Experiment) -> SafeString:
        return state(kind=record.state, label=record.get_state_display())

    def render_candidates(self, record: Experiment) -> str:
        return ", ".join(each.label for each in candidates_of(record))

    def render_asked_at(self, record: Experiment) -> SafeString:
        who = (
            format_html('<div class="quiet">{}</div>', record.asked_by)
            if record.asked_by
            else ""
        )
        return format_html("<div>{}{}</div>", moment(at=record.asked_at), who)
