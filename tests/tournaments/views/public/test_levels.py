"""Each page of a tournament in a pool rated by levels shows kyu and dan."""

import itertools
import re
from datetime import date

import pytest
from django.urls import reverse

from ratings.enums import OutsideKind
from ratings.models import Edition
from tests.factories import PlayerFactory, acting, chess_pool, rated_by
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import rated, up_to_date
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    entered,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.starting import start_section
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


@shared
def two():
    """Return a 3 kyu and a 1 dan: the levels 8 and 11."""
    return [
        rated(8, first_name="Anna", last_name="Alm", fide_rating=1800),
        rated(11, first_name="Bo", last_name="Berg"),
    ]


@shared
def group(club):
    return section(tournament(club))


def page(client, name, *args, **query):
    return client.get(reverse(f"tournaments:{name}", args=args), query)


def levels(response) -> list[str]:
    """Return every level on the page, in order."""
    words = text(response).split()
    return [
        f"{before} {word}"
        for before, word in itertools.pairwise(words)
        if word in ("kyu", "dan")
    ]


def test_players_of_a_section_have_levels(client, secretary, group, two):
    up_to_date()
    entered(group, *two)

    assert levels(page(client, "section", group.pk)) == ["3 kyu", "1 dan"]

    start_section(group.pk, acting=acting())
    assert levels(page(client, "section", group.pk)) == ["3 kyu", "1 dan"]


def test_suggested_player_has_a_level(client, secretary, group, two):
    club_tournament = started(group, players=two)
    submitted(played(club_tournament))
    up_to_date()
    other = section(tournament(group.tournament.organiser))

    found = page(client, "suggestions", other.pk, q="Alm")

    assert levels(found) == ["3 kyu"]


def test_standings_and_boards_of_the_public_page_have_levels(client, group, two):
    started(group, players=two)

    shown = page(client, "tournament", group.tournament_id)

    assert set(levels(shown)) == {"3 kyu", "1 dan"}


def test_tournament_rated_as_a_whole_is_in_the_period_of_its_last_day(client, group):
    shown = text(page(client, "tournament", started(group).tournament_id))

    assert "The whole tournament in the period of its last day" in shown
    assert "of its own date" not in shown


def test_results_are_entered_beside_levels(client, secretary, group, two):
    started(group, players=two)

    assert set(levels(page(client, "results", group.pk))) == {"3 kyu", "1 dan"}


def test_changes_are_shown_in_levels(client, secretary, group, two):
    submitted(played(started(group, players=two)))
    up_to_date()

    shown = page(client, "changes", group.tournament_id)

    assert sorted(levels(shown)) == ["1 dan", "1 dan", "3 kyu", "3 kyu"]


def test_tournaments_of_a_player_have_the_level_of_each_pool(client, group, two):
    started(group, players=two)

    shown = page(client, "player_panel", two[0].pk)

    assert rows(shown)[0][3] == "3 kyu"


def test_fide_rating_is_not_used_in_a_pool_of_levels(group, two):
    entered(group, *two)

    assert set(Entry.objects.values_list("outside_rating", flat=True)) == {None}


def test_new_player_needs_no_rating(client, secretary, group):
    entered(group, PlayerFactory(first_name="Nils", last_name="Ny"))

    shown = text(page(client, "section", group.pk))

    assert "Give a rating or an estimate" not in shown
    assert "new" in shown


def test_outside_level_is_chosen_from_the_levels(client, secretary, group):
    (entry,) = entered(group, PlayerFactory())

    shown = page(client, "outside", entry.pk)
    done = client.post(
        reverse("tournaments:outside", args=[entry.pk]),
        {"outside_rating": "13", "estimate_reason": "Estonian diploma"},
    )

    assert '<option value="13">3 dan</option>' in shown.content.decode()
    assert "a FIDE rating" not in text(shown)
    assert done.status_code == 302
    entry.refresh_from_db()
    assert (entry.outside_rating, entry.outside_kind) == (13, OutsideKind.ESTIMATE)
    # The message about what was saved appears once, above the list.
    assert levels(page(client, "section", group.pk)) == ["3 dan", "3 dan"]
    assert levels(page(client, "section", group.pk)) == ["3 dan"]


@pytest.mark.parametrize(
    ("form_data", "wrong"),
    [
        ({"outside_rating": "1800", "estimate_reason": "FIDE"}, "1800"),
        ({"outside_rating": "13"}, "Say how the level is known."),
    ],
)
def test_invalid_level_or_one_without_a_reason_is_refused(
    client, secretary, group, form_data, wrong
):
    (entry,) = entered(group, PlayerFactory())

    answer = client.post(reverse("tournaments:outside", args=[entry.pk]), form_data)

    assert wrong in text(answer)
    entry.refresh_from_db()
    assert entry.outside_rating is None


@pytest.mark.parametrize(
    "outside", [OutsideRating(1800), OutsideRating(21, "estimate", "diploma")]
)
def test_invalid_level_is_refused_by_the_domain(group, outside):
    (entry,) = entered(group, PlayerFactory())

    assert refusal_code(set_outside, entry.pk, outside) == "level"


def test_tournament_keeps_its_levels_after_the_pool_changed_its_system(
    client, group, two
):
    """The pool changed to Elo later: the rules of the first day apply to the
    tournament.
    """
    started(group, players=two)
    Edition.objects.create(
        pool=chess_pool(), system="elo", parameters={}, from_date=date(2026, 6, 1)
    )

    shown = page(client, "tournament", group.tournament_id)

    assert set(levels(shown)) == {"3 kyu", "1 dan"}


def test_line_of_a_player_without_a_rating_begins_with_the_class_or_the_club(
    client, secretary, club, group
):
    started(group)

    for name, of in (("tournament", group.tournament_id), ("results", group.pk)):
        shown = page(client, name, of).content.decode()
        assert re.search(rf"<small>\s*{re.escape(club.name)}", shown), name
        assert not re.search(r"<small>\s*·", shown), name
