"""How a list is shown: filtered, sorted and paged, as a page or, when htmx asks for the
list alone, as its fragment. Rating lists have `ratings/lists/views/lists.py`.

    def clubs(request):
        listing = build_listing(
            request, rows=Club.objects.in_order(), table=ClubsTable, filters=ClubFilters
        )
        return render_listing(request, "ratings/clubs/clubs.html", listing)

The page includes `components/list_filters.html` and, by its name in `fragment`,
the list itself; `empty_title` and `empty_text` in the context say what the list
will contain while it is empty.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import django_filters
import django_tables2 as tables
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db.models import F, QuerySet
from django.forms import BoundField, Form, ModelChoiceField
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _

from federation.formats.labels import labelled
from federation.requests import OfficeRequest

AnyPage = TypeVar("AnyPage")
PER_PAGE = 50
FRAGMENT = "components/list.html"
LIST_ID = "list"
"""The id of the fragment's root, which htmx names when it requests the list alone."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The content of a list page. `refused`: messages about invalid parts of the query,
    which were ignored; `narrowed`: whether any filter is active.
    """

    table: tables.Table
    count: int
    form: Form | None = None
    refused: tuple[str, ...] = ()
    narrowed: bool = False

    @property
    def filters_in_force(self) -> list[tuple[str, str]]:
        """Label and value of each active filter, as a printed list shows them."""
        return active_filters(self.form) if self.form else []


def build_listing(
    request: OfficeRequest,
    *,
    rows: QuerySet[Any] | Sequence[Any],
    table: type[tables.Table],
    filters: type[django_filters.FilterSet] | None = None,
    per_page: int = PER_PAGE,
    **table_facts: Any,
) -> Listing:
    """Return the rows filtered, sorted and paged as requested. Invalid parts of the
    query are ignored and reported, the rest is applied. `table_facts` are passed to the
    table.
    """
    form, refused, narrowed = None, [], False
    if filters is not None:
        filter_set = filters(request.GET, queryset=rows, request=request)
        rows, form = filter_set.qs, filter_set.form
        refused, narrowed = refusals(form), is_narrowed(form)
    shown = table(rows, order_by=sort_of(request), **table_facts)
    _settle_order(shown)
    refused += _turn_page(shown, request.GET.get("page", "1"), per_page)
    return Listing(
        table=shown,
        count=shown.page.paginator.count,
        form=form,
        refused=tuple(refused),
        narrowed=narrowed,
    )


def render_listing(
    request: OfficeRequest,
    template: str,
    listing: Listing,
    *,
    fragment: str = FRAGMENT,
    **context: Any,
) -> HttpResponse:
    """Render the whole page, or the list alone when htmx requests that. A fragment whose
    page has links that depend on the filters adds them if `is_alone`.
    """
    is_alone = wants_list_alone(request)
    shown_template = fragment if is_alone else template
    context |= {"listing": listing, "fragment": fragment, "is_alone": is_alone}
    response = render(request, shown_template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def wants_list_alone(request: OfficeRequest) -> bool:
    return bool(
        request.htmx
        and request.htmx.target == LIST_ID
        and not request.htmx.history_restore_request
    )


def sort_of(request: OfficeRequest) -> tuple[str, ...]:
    """Return the requested order; a table ignores columns that it does not have."""
    return tuple(filter(None, request.GET.get("sort", "").split(",")[:3]))


def refusals(form: Form) -> list[str]:
    """Return the invalid values of a form as messages, field by field."""
    return [
        labelled(form.fields[name].label, error) if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]


def is_narrowed(form: Form) -> bool:
    cleaned = getattr(form, "cleaned_data", {})
    return any(value not in (None, "", []) for value in cleaned.values())


def active_filters(form: Form) -> list[tuple[str, str]]:
    """Return label and value of each active filter of a form that was checked."""
    cleaned = getattr(form, "cleaned_data", {})
    return [
        (str(bound.label), _in_words(bound, cleaned[bound.name]))
        for bound in form.visible_fields()
        if cleaned.get(bound.name) not in (None, "", [], False)
    ]


def _in_words(bound: BoundField, value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes")
    if isinstance(value, list):
        return ", ".join(_in_words(bound, each) for each in value)
    choices = getattr(bound.field, "choices", None)
    if choices is None or isinstance(bound.field, ModelChoiceField):
        return str(value)
    return str(dict(flatten_choices(choices)).get(value, value))


def _settle_order(shown: tables.Table) -> None:
    """Rows that are equal in the requested order must not change places from page to
    page.
    """
    rows = shown.data.data
    if shown.order_by and isinstance(rows, QuerySet):
        order = [_with_empty_last(rows, each) for each in rows.query.order_by]
        shown.data.data = rows.order_by(*order, "pk")


def _with_empty_last(rows: QuerySet[Any], order: Any) -> Any:
    """Put empty values last; a column that has none keeps the order of its index."""
    if not isinstance(order, str) or not order.startswith("-"):
        return order
    name = order.removeprefix("-")
    with suppress(FieldDoesNotExist):
        if not rows.model._meta.get_field(name).null:  # noqa: SLF001
            return order
    return F(name).desc(nulls_last=True)


def _turn_page(shown: tables.Table, requested: str, per_page: int) -> list[str]:
    _table, refused = nearest_page(
        requested,
        lambda number: shown.paginate(page=number, per_page=per_page),
        lambda: shown.paginator.num_pages,
    )
    return refused


def nearest_page(
    requested: str, turn_to: Callable[[str | int], AnyPage], last: Callable[[], int]
) -> tuple[AnyPage, list[str]]:
    """Return what `turn_to` gives for the requested page, or for the nearest existing
    page, and the reason why it is another one.
    """
    page = {"page": requested[:20]}
    try:
        return turn_to(requested), []
    except PageNotAnInteger:
        return turn_to(1), [_("“%(page)s” is not the number of a page.") % page]
    except EmptyPage:
        if float(requested) < 1:
            first = _("There is no page %(page)s; this is the first one.")
            return turn_to(1), [first % page]
        words = _("There is no page %(page)s; this is the last one, page %(last)d.")
        return turn_to(last()), [words % {**page, "last": last()}]
