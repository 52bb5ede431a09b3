"""Template tags for the components that pages are built from.

Parameters are keyword-only, so that a wrong one fails when the template compiles.
Wrappers and `desk_tags` take a block, the tags of `inline_tags` and `form_tags` do not;
`/style/` shows every one.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from federation.context import office_settings
from federation.formats import figures
from federation.formats.rendered_table import RenderedTable, render_table
from federation.formats.shapes import NOTICES
from federation.formats.shapes import shape as drawn
from federation.queries import demo
from federation.templatetags import desk_tags, form_tags, inline_tags

register = template.Library()
for each in (desk_tags, form_tags, inline_tags):
    register.tags |= each.register.tags
    register.filters |= each.register.filters

Words = str | None


@register.filter
def starts_with(text: str, beginning: str) -> bool:
    return text.startswith(beginning)


# --- navigation -------------------------------------------------------------
@register.simple_tag(takes_context=True)
def nav_link(
    context: Context, name: str, label: str, *, match: str = "", but: str = ""
) -> SafeString:
    """Render a menu item; "" for a page that this installation does not have. It is
    marked as current on pages whose path begins with `match` or the item's own path,
    unless the path begins with `but`, which is another item's.
    """
    try:
        url = reverse(name)
    except NoReverseMatch:
        return SafeString("")
    path = getattr(context.get("request"), "path", "")
    elsewhere = bool(but) and path.startswith(but)
    mark = SafeString("") if elsewhere else _current(path, url, match)
    return format_html('<li><a href="{}"{}>{}</a></li>', url, mark, label)


def _current(path: str, url: str, match: str) -> SafeString:
    if path == url:
        return SafeString(' aria-current="page"')
    inside = match or (url if url != "/" else "")
    within = bool(inside) and path.startswith(inside)
    return SafeString(' aria-current="true"' if within else "")


@register.simple_tag
def office_name() -> str:
    """Return the name of the federation, for pages rendered without a request."""
    return office_settings().name


@register.simple_tag
def office_accent() -> str:
    return office_settings().accent


# --- wrappers -----------------------------------------------------------------
@register.simple_block_tag(end_name="endpage_head")
def page_head(content: str, *, title: str, lead: Words = "", over: Words = "") -> str:
    return render_to_string(
        "components/page_head.html",
        {"title": title, "lead": lead, "over": over, "acts": _trimmed(content)},
    )


@register.simple_block_tag(end_name="endnotice")
def notice(content: str, *, kind: str, title: Words = "") -> str:
    shape_name, tone = NOTICES[kind]
    return render_to_string(
        "components/notice.html",
        {
            "shape": drawn(shape_name),
            "tone": tone,
            "title": title,
            "text": _trimmed(content),
        },
    )


def _trimmed(content: str) -> SafeString:
    return SafeString(content.strip())


@register.simple_block_tag(end_name="endact")
def act(content: str, *, says: str) -> SafeString:
    """Render buttons below a text that says what they do."""
    return format_html(
        '<div class="act"><p>{}</p><div class="act-buttons">{}</div></div>',
        says,
        content,
    )


@register.simple_block_tag(end_name="endfacts")
def facts(content: str, *, inline: bool = False) -> SafeString:
    """Render a list of facts, a line each, or `inline` side by side."""
    return format_html(
        '<dl class="facts{}">{}</dl>', " facts-inline" if inline else "", content
    )


@register.simple_block_tag(end_name="endfact")
def fact(content: str, *, label: str) -> SafeString:
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", label, content)


@register.simple_block_tag(name="figures", end_name="endfigures")
def figures_row(content: str) -> SafeString:
    return format_html('<dl class="figures">{}</dl>', content)


@register.simple_block_tag(end_name="endfigure")
def figure(content: str, *, label: str, note: Words = "") -> SafeString:
    noted = format_html('<dd class="figure-note">{}</dd>', note) if note else ""
    return format_html(
        '<div><dt>{}</dt><dd class="figure-number">{}</dd>{}</div>',
        label,
        content,
        noted,
    )


@register.simple_block_tag(end_name="endtabs")
def tabs(content: str, *, label: str) -> SafeString:
    return format_html(
        '<nav class="tabs" aria-label="{}"><ul class="inline-list">{}</ul></nav>',
        label,
        content,
    )


@register.simple_tag
def tab(*, href: str, label: str, current: bool = False) -> SafeString:
    marked = SafeString(' aria-current="page"' if current else "")
    return format_html('<li><a href="{}"{}>{}</a></li>', href, marked, label)


@register.inclusion_tag("components/empty.html")
def empty(
    *, title: str, text: Words = "", href: Words = "", link: Words = ""
) -> dict[str, Any]:
    return {"title": title, "text": text, "href": href, "link": link}


@register.inclusion_tag("components/rating_history.html")
def rating_history(
    *, points: Sequence[Any], caption: str, key: str = "history"
) -> dict[str, Any]:
    """Render the chart of a rating, and its numbers as a table.

    Each point has `date`, `value`, and `live` when it is not yet official.
    """
    names = figures.named_steps(points)
    return {"points": points, "caption": caption, "key": key, "names": names}


# --- lists -----------------------------------------------------------------------------------
@register.inclusion_tag("components/pager.html", takes_context=True)
def pager(context: Context, *, page: Any, param: str = "page") -> dict[str, Any]:
    pages = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {
        "request": context.get("request"),
        "page": page,
        "param": param,
        "pages": list(pages),
        "gap": page.paginator.ELLIPSIS,
    }


@register.simple_tag(takes_context=True)
def link_with(context: Context, name: str, value: object, *, without: str = "") -> str:
    """Return the query string of the page with one parameter set and one removed."""
    query = context["request"].GET.copy()
    query[name] = str(value)
    query.pop(without, None)
    return f"?{query.urlencode()}"


@register.simple_tag
def rendered_table(*, table: Any) -> RenderedTable:
    return render_table(table)


# --- signing in to the demo ------------------------------------------------------------------
@register.simple_tag
def demo_logins() -> list[demo.DemoLogin]:
    """Return the log-ins that may be chosen on the demo's sign-in page."""
    return demo.demo_logins()
