"""Pages of pools that rate events as a whole. Numbers by "Om ratingen" (Scrabble): a
win between equals is five points; the renju norms are worked out beside each test.
"""

from datetime import date

import pytest
from django.urls import reverse

from federation.enums import Visibility
from ratings.models import Change, ListStep
from tests.factories import line, rated_by
from tests.ratings.page_text import foot, rows, text
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    decided,
    published,
    rated,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

FAILS = "This explanation does not add up to the stored rating."


@shared
def scrabble():
    rated_by("scrabble")


@shared
def renju():
    rated_by("renju")


def two_events(score=2):
    """Anna wins two games against equals in February, in separate events."""
    anna = rated(1200, first_name="Anna", last_name="Alm")
    others = rated(1200), rated(1205)
    for number, opponent in enumerate(others, 1):
        day = date(2026, 2, 7 * number)
        accepted(
            line(anna, opponent, score if number == 1 else 2, day, key=1),
            source_number=90 + number,
            name=f"Cup {number}",
        )
    return anna


def report_of(name):
    return Change.objects.exclude(report_id=0).order_by("ended_on")[name].report_id


def test_the_players_page_has_a_line_for_each_event(client, scrabble):
    anna = two_events()
    up_to_date()

    page = client.get(reverse("ratings:player", args=[anna.pk]))

    assert [row[:2] + row[4:6] for row in rows(page, 1)] == [
        ["Cup 2 2026-02-14", "1205", "+5", "1210"],
        ["Cup 1 2026-02-07", "1200", "+5", "1205"],
    ]


def test_event_explanation_shows_the_expected_score(client, scrabble):
    anna = two_events()
    up_to_date()

    page = client.get(reverse("ratings:event", args=[anna.pk, report_of(0)]))

    assert FAILS not in text(page)
    assert "Cup 1" in text(page)
    assert [cell for cell in rows(page)[2] if cell in ("0.50", "+5")] == ["0.50", "+5"]
    assert foot(page)[-1][-1] == "1205"


def test_period_page_links_to_its_events(client, scrabble):
    anna = two_events()
    up_to_date()

    page = client.get(reverse("ratings:explanation", args=[anna.pk, date(2026, 2, 28)]))

    assert [row[0] for row in rows(page)] == [
        "Cup 1 2026-02-07 – 2026-02-07",
        "Cup 2 2026-02-14 – 2026-02-14",
    ]


def test_a_list_counts_all_events_of_its_period(client, scrabble):
    anna = two_events()
    rating_list = published(SPRING)

    page = client.get(reverse("ratings:list", args=[rating_list.number]))

    line_of_anna = next(row for row in rows(page) if "Anna Alm" in row[1])
    assert "1210" in line_of_anna
    assert [(row.before, row.after) for row in ListStep.objects.filter(
        player_id=anna.pk
    ).order_by("ended_on")] == [(1200, 1205), (1205, 1210)]  # fmt: skip


def test_published_lists_event_explanations_never_change(client, scrabble):
    anna = two_events()
    report = None
    rating_list = published(SPRING)
    report = report_of(0)
    address = reverse("ratings:list_event", args=[rating_list.number, anna.pk, report])
    before = rows(client.get(address))

    accepted(
        line(anna, rated(1200), 0, date(2026, 2, 7), key=1),
        source_number=91,
        name="Cup 1",
    )
    up_to_date()

    assert rows(client.get(address)) == before
    assert foot(client.get(address))[-1][-1] == "1205"


def test_event_without_the_player_gives_404(client, scrabble):
    anna = two_events()
    up_to_date()

    assert client.get(
        reverse("ratings:event", args=[anna.pk, 999_999])
    ).status_code == 404  # fmt: skip


def test_hidden_player_has_no_event_pages(client, scrabble):
    anna = two_events()
    up_to_date()
    anna.visibility = Visibility.HIDDEN
    anna.save()

    page = client.get(reverse("ratings:event", args=[anna.pk, report_of(0)]))

    assert "Anna Alm" not in text(page)


def test_levels_are_written_as_kyu_and_dan(client, renju):
    """One game is no tournament (3 §1): the level stays, and the page says why."""
    bo = rated(10, first_name="Bo", last_name="Berg")
    accepted(line(bo, rated(12), 2, SPRING), name="Cup", source_number=91)
    rating_list = published(SPRING)

    listed = client.get(reverse("ratings:list", args=[rating_list.number]))
    event = client.get(reverse("ratings:event", args=[bo.pk, report_of(0)]))

    assert [
        [cell for cell in row if "kyu" in cell or "dan" in cell] for row in rows(listed)
    ] == [["2 dan"], ["1 kyu"]]
    assert FAILS not in text(event)
    assert "too few participants, five are needed: 2" in text(event)
    assert foot(event)[-1][-1] == "1 kyu"


def test_ratings_of_other_pools_are_numbers_after_rendering_levels(client, renju):
    bo = rated(10, first_name="Bo", last_name="Berg")
    accepted(line(bo, rated(12), 2, SPRING), name="Cup", source_number=91)
    up_to_date()
    client.get(reverse("ratings:live_list"))
    rated_by("scrabble")

    page = client.get(reverse("ratings:player", args=[bo.pk]))

    assert "1 kyu" not in text(page)


def test_decision_is_shown_on_the_period_page_beside_its_events(client, scrabble):
    anna = two_events()
    decided(anna, 30, kind="adjustment", on=date(2026, 2, 20))
    up_to_date()

    page = client.get(reverse("ratings:explanation", args=[anna.pk, date(2026, 2, 28)]))

    assert FAILS not in text(page)
    assert foot(page)[-1][-1] == "1240"
