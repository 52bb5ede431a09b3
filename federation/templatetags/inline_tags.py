"""Template tags for running text and table cells: states, numbers, days.

`components` includes them, so that templates need not load this module.
"""

import json
from collections.abc import Sequence
from datetime import date, datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from federation.formats import figures, labels, pictures
from federation.formats.regulations import paragraph_text
from federation.formats.shapes import STATES
from federation.formats.shapes import shape as drawn

register = template.Library()

register.filter("plain", figures.plain)
register.filter("as_rating", figures.rating_text)
register.filter("rating_name", figures.rating_name)
register.filter("signed", figures.signed)
register.filter("halves", figures.halves)
register.filter("duration", figures.duration)
register.filter("colon", labels.label_mark)


@register.filter
def regulation(paragraph: str) -> str:
    """Return a paragraph of the regulations in the reader's language: SSF § 7.2a."""
    return paragraph_text(paragraph)


@register.filter
def as_json(value: object) -> str:
    """Return a value as JSON for an attribute that a script reads."""
    return json.dumps(value, ensure_ascii=False)


@register.filter
def iso(value: date | None) -> str:
    return value.isoformat()[:10] if value else figures.NOTHING


@register.simple_tag
def shape(*, name: str) -> SafeString:
    return drawn(name)


# --- words with a shape -------------------------------------------------------------
@register.simple_tag
def state(*, kind: str, label: str, since: date | None = None) -> SafeString:
    shape_name, tone = STATES[kind]
    when = (
        format_html(' <span class="since">{}</span>', day(date=since)) if since else ""
    )
    return format_html(
        '<span class="state state-{}">{}<span>{}{}</span></span>',
        tone,
        drawn(shape_name),
        label,
        when,
    )


# --- numbers ----------------------------------------------------------------------------
@register.simple_tag
def rating_change(
    *, value: figures.Number | None, align_halves: bool = False, places: int = 2
) -> SafeString:
    return figures.change(value, align_halves=align_halves, places=places)


@register.simple_tag
def points(*, half_points: int | None) -> SafeString:
    return figures.points(half_points)


@register.simple_tag
def rating(
    *,
    value: figures.Number | None,
    day: date | None = None,
    align_halves: bool = False,
) -> SafeString:
    """Render a rating as the pool writes it, or wrote it on a day."""
    return figures.rating(value, day=day, align_halves=align_halves)


# --- days ---------------------------------------------------------------------------------
@register.simple_tag
def day(*, date: date | None) -> SafeString | str:
    """Render a day in ISO format, for tables."""
    if date is None:
        return figures.NOTHING
    return format_html('<time datetime="{0}">{0}</time>', _local(date).isoformat())


@register.simple_tag
def day_long(*, date: date | None) -> SafeString | str:
    """Render a day written out, for running text."""
    if date is None:
        return figures.NOTHING
    local = _local(date)
    written = formats.date_format(local, "DATE_FORMAT")
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), written)


def _local(day: date) -> date:
    """Return the day; of a datetime its day on the federation's clock."""
    return timezone.localdate(day) if isinstance(day, datetime) else day


@register.simple_tag
def moment(*, at: datetime | None) -> SafeString | str:
    """Return a point in time on the federation's clock."""
    if at is None:
        return figures.NOTHING
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        local.strftime("%Y-%m-%d %H:%M"),
    )


# --- pictures ---------------------------------------------------------------------------------
@register.simple_tag
def sparkline(*, values: Sequence[figures.Number | None]) -> SafeString:
    return pictures.sparkline(values)
