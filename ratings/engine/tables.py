"""The tables of the page of runs."""

from datetime import datetime

import django_tables2 as tables
from django.template.defaultfilters import timesince_filter
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.formats.figures import NOTHING, duration
from federation.formats.table_columns import column
from federation.models import TaskFailure
from federation.templatetags.inline_tags import moment, state
from ratings.engine.queries.runs import PoolHealth, RunRow
from ratings.enums import RunState

CAUSES = {
    "posting": _("new results or decisions"),
    "sweep": _("found by the regular check"),
    "replay": _("replay of everything"),
}
LONGEST_ERROR = 300


def _error(text: str) -> SafeString:
    return format_html(
        '<div class="inbox-small run-error">{}</div>',
        Truncator(text).chars(LONGEST_ERROR),
    )


class PoolHealthTable(tables.Table):
    pool = column(_("Pool"), "name", accessor="pool__label")
    state = column(_("State"), empty_values=())
    posted = column(_("Posted"), "num wide", accessor="pool__posted")
    computed = column(_("Computed"), "num wide", accessor="pool__computation__computed")
    placed = column(_("Positions"), "num wide", accessor="pool__live_list__placed")
    behind = column(_("Out of date"), "num")

    class Meta:
        orderable = False
        default = ""

    def __init__(self, *args: object, now: datetime, **facts: object) -> None:
        super().__init__(*args, **facts)
        self.now = now

    def render_state(self, record: PoolHealth) -> SafeString:
        if record.is_failing:
            return state(kind="failed", label=gettext("Failing"))
        if record.running and record.behind:
            return state(kind="running", label=gettext("Computing"))
        if record.behind:
            return state(kind="waiting", label=gettext("Out of date"))
        return state(kind="done", label=gettext("Up to date"))

    def render_behind(self, record: PoolHealth) -> str:
        if not record.behind:
            return NOTHING
        return f"{timesince_filter(record.since, self.now)} ({record.behind})"


def _row_class(record: RunRow) -> str | None:
    return "row-refused" if record.run.state == RunState.FAILED else None


class RunTable(tables.Table):
    started = column(_("Started"), "name", accessor="run__started_at")
    state = column(_("State"), accessor="run__state")
    cause = column(_("Pool and cause"), "wide", accessor="run__cause")
    postings = column(_("Postings"), "num wide", accessor="run__computed_before")
    steps = column(_("Steps"), "num wide", accessor="run__steps")
    games = column(_("Games"), "num wide", accessor="run__games")
    changed = column(_("Rows changed"), "num wide", accessor="run__changed")
    waited = column(_("Waited"), "num wide", default=NOTHING)
    milliseconds = column(
        _("Computed in"), "num", accessor="run__milliseconds", default=NOTHING
    )
    out_of_date = column(_("Out of date"), "num wide", default=NOTHING)

    class Meta:
        orderable = False
        default = ""
        row_attrs = {"class": _row_class}

    def render_started(self, value: datetime, record: RunRow) -> SafeString:
        return format_html(
            "<div>{}{}</div>",
            timezone.localtime(value).strftime("%Y-%m-%d %H:%M:%S"),
            _error(record.run.error) if record.run.error else "",
        )

    def render_state(self, record: RunRow) -> SafeString:
        return state(kind=record.run.state, label=record.run.get_state_display())

    def render_cause(self, record: RunRow) -> SafeString:
        run = record.run
        from_step = gettext("computed from a step on")
        return format_html(
            '<div>{}<div class="quiet inbox-small">{}{}</div></div>',
            run.pool.label,
            CAUSES.get(run.cause, run.cause),
            f" · {from_step}" if run.is_replay else "",
        )

    def render_postings(self, record: RunRow) -> str:
        run = record.run
        after = "" if run.computed_after is None else f" → {run.computed_after}"
        return f"{run.computed_before}{after}"

    def render_waited(self, value: float) -> str:
        return duration(value)

    def render_milliseconds(self, value: float) -> str:
        return duration(value)

    def render_out_of_date(self, value: float) -> str:
        return duration(value)


class TaskFailureTable(tables.Table):
    part = column(_("Work"), "name")
    state = column(_("State"), empty_values=())
    count = column(_("Times"), "num")
    since = column(_("Since"), "wide")
    last_at = column(_("Last"), "wide")

    class Meta:
        orderable = False
        default = ""

    def render_part(self, record: TaskFailure) -> SafeString:
        return format_html("<div>{}{}</div>", record.part, _error(record.error))

    def render_state(self, record: TaskFailure) -> SafeString:
        if record.healed_at:
            return state(kind="done", label=gettext("Done since"))
        return state(kind="failed", label=gettext("Failing"))

    def render_since(self, value: datetime) -> SafeString | str:
        return moment(at=value)

    def render_last_at(self, value: datetime) -> SafeString | str:
        return moment(at=value)


class SweepTable(tables.Table):
    at = column(_("When"), "name")
    pools = column(_("Pools"), "num")
    died_runs = column(_("Dead runs"), "num")

    class Meta:
        orderable = False
        default = ""

    def render_at(self, value: datetime) -> SafeString | str:
        return moment(at=value)
