"""The template tag for a line of what waits for a user, on a desk.

`components` includes it, so that templates need not load this module.
"""

from datetime import date

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.templatetags.inline_tags import state

register = template.Library()


@register.simple_block_tag(end_name="enddesk_item")
def desk_item(
    content: str,
    *,
    href: str,
    kind: str,
    label: str,
    since: date | None = None,
    count: int | None = None,
) -> SafeString:
    """Render a line of a list of what waits: a link to it, and its state. If it waits
    for a number of things, `count`, and there are none, the state is "nothing to do".
    """
    if count == 0:
        kind, label = "done", _("nothing to do")
    return format_html(
        '<li><span><a href="{}">{}</a></span>{}</li>',
        href,
        content,
        state(kind=kind, label=label, since=since),
    )
