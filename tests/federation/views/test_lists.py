"""`federation.views.lists`, tested on the clubs of the register."""

from datetime import date

import django_filters
import django_tables2 as tables
import pytest
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from federation.models import Club
from federation.permissions import NOBODY
from federation.views.lists import build_listing, render_listing
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


class ClubsTable(tables.Table):
    name = tables.Column("Name", attrs={"td": {"class": "name"}})
    town = tables.Column("Town")
    closed = tables.Column("Closed", accessor="closed_date")


class ClubFilters(django_filters.FilterSet):
    name = django_filters.CharFilter(label="Name", lookup_expr="icontains")
    founded = django_filters.NumberFilter(label="Founded", field_name="founded_year")

    class Meta:
        model = Club
        fields = []


def request_with(query="", **headers):
    request = RequestFactory().get(f"/clubs/{query}", **headers)
    request.htmx = HtmxDetails(request)
    request.actor = NOBODY
    return request


def listing(query="", per_page=2):
    return build_listing(
        request_with(query),
        rows=Club.objects.in_order(),
        table=ClubsTable,
        filters=ClubFilters,
        per_page=per_page,
    )


def names(found):
    return [row.record.name for row in found.table.paginated_rows]


@pytest.fixture
def three_clubs():
    for name, town in (("Alfa", "Ystad"), ("Beta", "Ystad"), ("Gamma", "Boden")):
        ClubFactory(name=name, town=town, founded_year=1900)


def test_active_filters_are_named_for_the_printed_list():
    assert listing("?name=al&founded=1900").filters_in_force == [
        ("Name", "al"),
        ("Founded", "1900"),
    ]
    assert listing("?founded=x").filters_in_force == []
    assert listing().filters_in_force == []


def test_first_page_is_in_the_order_of_the_rows(three_clubs):
    assert names(listing()) == ["Alfa", "Beta"]


def test_requested_page_is_shown(three_clubs):
    assert names(listing("?page=2")) == ["Gamma"]


def test_rows_are_sorted_by_a_column_and_equal_ones_by_number(three_clubs):
    assert names(listing("?sort=-town", 3)) == ["Alfa", "Beta", "Gamma"]


def test_empty_values_come_last_in_either_order(three_clubs):
    Club.objects.filter(name="Beta").update(closed_date=date(2020, 5, 1))
    assert names(listing("?sort=closed", 3)) == ["Beta", "Alfa", "Gamma"]
    assert names(listing("?sort=-closed", 3)) == ["Beta", "Alfa", "Gamma"]


def test_filtered_list_is_marked_as_narrowed(three_clubs):
    found = listing("?name=amm")
    assert (names(found), found.count, found.narrowed) == (["Gamma"], 1, True)


def test_page_past_the_end_shows_the_last_one_with_a_message(three_clubs):
    found = listing("?page=999999")
    assert names(found) == ["Gamma"]
    assert found.refused == ("There is no page 999999; this is the last one, page 2.",)


@pytest.mark.parametrize("page", ["0", "-1"])
def test_page_before_the_first_shows_the_first_with_a_message(page, three_clubs):
    found = listing(f"?page={page}")
    assert names(found) == ["Alfa", "Beta"]
    assert found.refused == (f"There is no page {page}; this is the first one.",)


@pytest.mark.parametrize("page", ["x", "1.5", "9" * 5000, "-", ""])
def test_page_that_is_no_number_shows_the_first_one(page, three_clubs):
    assert names(listing(f"?page={page}")) == ["Alfa", "Beta"]


def test_invalid_filter_is_reported_and_the_others_are_applied(three_clubs):
    found = listing("?name=amm&founded=old")
    assert names(found) == ["Gamma"]
    assert found.refused == ("Founded: Enter a number.",)


def test_unknown_order_is_ignored(three_clubs):
    assert names(listing("?sort=colour,-")) == ["Alfa", "Beta"]


@pytest.mark.parametrize("per_page", [1, 3])
def test_list_takes_two_queries_whatever_its_length(
    per_page, three_clubs, django_assert_num_queries
):
    with django_assert_num_queries(2):
        names(listing(per_page=per_page))


def test_htmx_gets_the_list_alone(three_clubs, rf):
    request = request_with(headers={"HX-Request": "true", "HX-Target": "list"})
    found = build_listing(request, rows=Club.objects.in_order(), table=ClubsTable)
    answer = render_listing(request, "components/list_filters.html", found)
    assert answer.content.decode().strip().startswith('<div class="list')
    assert answer["Vary"] == "HX-Request, HX-Target"


def test_empty_list_explains_what_it_will_contain():
    request = request_with(headers={"HX-Request": "true", "HX-Target": "list"})
    found = build_listing(request, rows=Club.objects.none(), table=ClubsTable)
    answer = render_listing(
        request, "components/list_filters.html", found, empty_title="No club yet"
    )
    assert "No club yet" in answer.content.decode()
