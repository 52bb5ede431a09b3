"""Template tags for the components that pages are built from.

Parameters are keyword-only, so that a wrong one fails when the template compiles.
Wrappers and `desk_tags` take a block, the tags of `inline_tags` do not; `/style/` shows
every one.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.forms import (
    BaseForm,
    BoundField,
    Field,
    FileInput,
    PasswordInput,
    RadioSelect,
)
from django.template import Context
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.context import office_settings
from federation.formats import figures
from federation.formats.rendered_table import RenderedTable, render_table
from federation.formats.shapes import NOTICES
from federation.formats.shapes import shape as drawn
from federation.queries import demo
from federation.templatetags import desk_tags, inline_tags

register = template.Library()
register.tags |= inline_tags.register.tags | desk_tags.register.tags
register.filters |= inline_tags.register.filters

Words = str | None


@register.filter
def starts_with(text: str, beginning: str) -> bool:
    return text.startswith(beginning)


@register.filter
def problems(field: BoundField) -> list[str]:
    """Return the errors of a field; if one of several had to be chosen, that error
    rather than "required".
    """
    usual = str(Field.default_error_messages["required"])
    is_choice = isinstance(field.field.widget, RadioSelect)
    return [
        _("Choose one.") if is_choice and error == usual else str(error)
        for error in field.errors
    ]


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


# --- forms -----------------------------------------------------------------------
@register.inclusion_tag("components/form_fields.html")
def form_fields(*, form: BaseForm, title: Words = None) -> dict[str, Any]:
    """Render all fields of a form, with a summary of the errors first and each error
    again next to its field. The `rare_fields` of a form are last, folded away under its
    `rare_title` unless one of them has an error or a value of its own.
    """
    rare = getattr(form, "rare_fields", ())
    folded = [each for each in form.visible_fields() if each.name in rare]
    return {
        "form": form,
        "title": title or _title_of_errors(form) if form.errors else "",
        "usual": [each for each in form.visible_fields() if each.name not in rare],
        "folded": folded,
        "folded_title": getattr(form, "rare_title", ""),
        "is_open": any(each.errors or _is_set(each) for each in folded),
    }


def _title_of_errors(form: BaseForm) -> str:
    """Return the title of a form's errors. It promises that what was written is kept
    only if something was: browsers keep neither files nor passwords.
    """
    if not form.visible_fields():
        return _("This could not be done.")
    written = (
        form[name].field for name in form.changed_data if not form[name].is_hidden
    )
    if all(isinstance(each.widget, FileInput | PasswordInput) for each in written):
        return _("This could not be saved yet.")
    return _("This could not be saved yet. What you wrote is kept.")


def _is_set(field: BoundField) -> bool:
    return str(field.value() or "") != str(field.field.initial or "")


@register.inclusion_tag("components/field.html")
def field(
    *,
    field: BoundField,
    label: Words = None,
    help: Words = None,  # noqa: A002 (the word for it)
) -> dict[str, Any]:
    widget = field.field.widget
    if _repeats(widget.attrs.get("placeholder", ""), str(field.label)):
        del widget.attrs["placeholder"]
    return {
        "field": field,
        "label": field.label if label is None else label,
        "help": field.help_text if help is None else help,
        "when": getattr(field.field, "required_when", ""),
        "tick": getattr(widget, "input_type", "") == "checkbox"
        and not field.use_fieldset,
        "choice": field.use_fieldset,
    }


def _repeats(placeholder: str, label: str) -> bool:
    """Return whether a placeholder only repeats the label, as those of allauth do."""
    written, named = (
        "".join(filter(str.isalnum, str(text).casefold()))
        for text in (placeholder, label)
    )
    return bool(written) and written.startswith(named)


@register.inclusion_tag("components/button.html")
def button(
    *,
    label: str,
    kind: str = "main",
    name: Words = None,
    value: object = None,
    href: Words = None,
    disabled: bool = False,
) -> dict[str, Any]:
    if kind not in ("main", "plain", "quiet", "danger"):
        raise ValueError(f"There is no {kind!r} button")
    return {
        "label": label,
        "kind": kind,
        "name": name,
        "value": value,
        "href": href,
        "disabled": disabled,
    }


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
