"""Ratings that are levels are shown as kyu and dan on the public pages and in files."""

import csv
import json
import re
from datetime import date
from html import unescape
from io import StringIO

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from federation.formats.figures import set_rating_writer
from federation.templatetags.components import rating_history
from ratings.enums import DecisionKind
from ratings.models import Edition
from ratings.pages.views.levels import set_rating_format
from ratings.players.queries.players import ChartPoint
from ratings.pools.queries.systems import SystemsOfPool
from tests.factories import chess_pool, line, rated_by
from tests.ratings.levels import a_game, levels
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    decided,
    published,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


@pytest.fixture
def two():
    return a_game()


def page(client, name, *args, **query):
    return client.get(reverse(f"ratings:{name}", args=args), query)


def file_of(client, layout, **query):
    return client.get(f"{reverse('ratings:current_list')}{layout}", query)


def test_player_page_has_levels_at_the_top_and_by_period(client, two):
    published(SPRING)

    shown = page(client, "player", two[0].pk)

    assert levels(shown)[:2] == ["3 kyu", "3 kyu"]
    assert [row[5] for row in rows(shown)] == ["3 kyu"]


def test_tournament_table_has_no_performance_for_levels(client, two):
    up_to_date()

    shown = page(client, "player_events", two[0].pk)

    assert [row[-4:-1] for row in rows(shown)] == [["–", "–", "–"]]


def test_chart_axis_names_whole_levels_around_those_reached():
    set_rating_format(SystemsOfPool(((date(2020, 1, 1), "renju"),)), SPRING)
    points = [
        ChartPoint(date(2026, 1, 1), 9),
        ChartPoint(date(2026, 5, 1), 11, live=True),
    ]

    shown = render_to_string(
        "components/rating_history.html", rating_history(points=points, caption="Anna")
    )

    names = re.search(r'data-names="(.*?)"', shown)
    assert json.loads(unescape(names[1])) == {
        "8": "3 kyu", "9": "2 kyu", "10": "1 kyu", "11": "1 dan", "12": "2 dan",
    }  # fmt: skip


def test_numeric_chart_axis_is_labelled_by_the_browser():
    set_rating_writer(None)

    assert rating_history(points=[ChartPoint(SPRING, 9)], caption="Anna")["names"] == {}


def test_head_to_head_and_best_wins_show_levels_at_the_game(client, two):
    anna, bo = two
    up_to_date()

    against = page(client, "against", anna.pk, bo.pk)
    wins = page(client, "player_records", anna.pk)

    assert levels(against) == ["3 kyu", "1 dan"]
    assert levels(wins) == ["3 kyu", "1 dan", "3 kyu"]


@pytest.mark.parametrize("name", ["records", "current_list", "live_list"])
def test_lists_and_records_have_levels(client, two, name):
    published(SPRING)

    assert set(levels(page(client, name))) >= {"3 kyu", "1 dan"}
    assert rows(page(client, name))[0][0] == "1"


def test_a_rating_on_a_day_is_a_level(client, two):
    published(SPRING)

    shown = page(client, "player", two[0].pk, on="2026-06-01")

    assert "the rating was 3 kyu by list no. 1" in text(shown)
    assert "it would be 3 kyu." in text(shown)


def test_clubs_and_districts_have_mean_levels(client, two):
    up_to_date()
    club = two[1].memberships.get().club

    assert levels(page(client, "club", club.pk)) == ["1 dan", "1 dan"]
    assert "1 dan" in levels(page(client, "clubs"))
    assert "1 dan" in levels(page(client, "district", club.district.code))


def test_files_of_the_list_have_levels(client, two):
    published(SPRING)

    content = b"".join(file_of(client, "list.csv").streaming_content).decode(
        "utf-8-sig"
    )
    workbook = file_of(client, "list.xlsx")

    table = list(csv.DictReader(StringIO(content)))
    assert [row["Rating"] for row in table] == ["1 dan", "3 kyu"]
    assert workbook.status_code == 200


@pytest.mark.parametrize("layout", ["swiss-manager.csv", "fide.txt"])
def test_numeric_layouts_are_refused_and_not_offered(client, two, layout):
    published(SPRING)

    refused = file_of(client, layout)

    assert refused.status_code == 404
    assert "Get the list as CSV or as an Excel file." in text(refused)
    assert layout not in page(client, "current_list").content.decode()


def test_old_lists_keep_levels_after_a_change_to_numbers(client, two):
    published(SPRING)
    before = page(client, "list", 1)
    Edition.objects.create(
        pool=chess_pool(), system="elo", parameters={}, from_date=date(2026, 6, 1)
    )

    after = page(client, "list", 1)

    assert levels(after) == levels(before) == ["1 dan", "3 kyu"]
    assert rows(after) == rows(before)
    assert levels(page(client, "list_explanation", 1, two[0].pk)) != []
    assert "3 kyu" in levels(page(client, "player", two[0].pk))


def test_conversion_is_shown_from_a_level_to_a_number(client, two):
    hundreds = {"pieces": [{"times": 100.0, "plus": 0.0}]}
    Edition.objects.create(
        pool=chess_pool(), system="ssf_2008", conversion=hundreds,
        from_date=date(2026, 5, 1),
    )  # fmt: skip
    accepted(line(*two, 1, SUMMER))
    up_to_date()

    shown = rows(page(client, "player", two[0].pk), table=1)

    assert [(row[1], row[5]) for row in shown if "Converted" in row[0]] == [
        ("3 kyu", "800")
    ]


def test_old_lists_keep_numbers_after_a_change_to_levels(client):
    rated_by("ssf_2008")
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    Edition.objects.create(
        pool=chess_pool(), system="renju", parameters={}, from_date=date(2026, 6, 1)
    )

    assert [row[4] for row in rows(page(client, "list", 1))] == ["2207", "1976"]
    assert "1976" in text(page(client, "player", adam.pk))


def test_decided_level_is_shown_in_the_explanation_without_rounding(client, two):
    decided(two[0], 12, kind=DecisionKind.ASSESSED, on=date(2026, 2, 10))
    up_to_date()

    shown = page(client, "explanation", two[0].pk, date(2026, 2, 28))

    assert "= 2 dan" in text(shown)
    assert "rounded" not in text(shown)
