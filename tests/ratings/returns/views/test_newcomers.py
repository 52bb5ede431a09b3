"""Initial ratings in a LASK ledger, entered by the one who keeps it (LASK text, point
10).
"""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ratings.models import Decision
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    posted,
    secretary_of,
)
from tests.ratings.lask_pool import kept_by_lask, long
from tests.ratings.page_text import text
from tests.ratings.rating_lists import decided, rated, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db
SEASON, SUMMER = date(2026, 2, 1), date(2026, 7, 1)


@shared
def club():
    return ClubFactory()


@shared
def nils(club):
    """A member without a rating, in a pool that LASK keeps."""
    kept_by_lask()
    player = PlayerFactory(first_name="Nils", last_name="Ny")
    MembershipFactory(player=player, club=club)
    posted(long(rated(1900), rated(1900), 1, date(2025, 9, 6)))
    up_to_date()
    return player


@pytest.fixture
def on(monkeypatch):
    """Return a function that sets the current day of the pages."""

    def turn(day):
        monkeypatch.setattr(timezone, "localdate", lambda *_moment: day)

    return turn


@pytest.fixture
def secretary(club, signed_in):
    return signed_in(secretary_of(club))


def page(browser, club):
    return browser.get(f"/clubs/{club.pk}/newcomers/", HTTP_ACCEPT_LANGUAGE="en")


def write(browser, club, player, **fields):
    form_data = {"player": player.pk, "rating": "1750", "on_date": "2026-01-15",
            "reason": "Between Per and Olle, Sven", **fields}  # fmt: skip
    return browser.post(
        f"/clubs/{club.pk}/newcomers/",
        form_data,
        HTTP_ACCEPT_LANGUAGE="en",
        follow=True,
    )


def test_secretary_enters_a_rating_in_the_season_for_an_officer_to_confirm(
    secretary, club, nils, on
):
    on(SEASON)
    assert "Nils Ny" in text(page(secretary, club))
    answer = write(secretary, club, nils)
    assert "Nils Ny: 1750 is saved." in text(answer)
    decision = Decision.objects.get(player=nils)
    assert (decision.kind, decision.points, decision.made_by, decision.span) == (
        "start",
        1750,
        secretary.user,
        None,
    )
    # It is waiting now, and no other one can be entered in the meantime.
    assert "Every member has a rating" in text(page(secretary, club))
    assert write(secretary, club, nils).status_code == 422


def test_namesakes_are_distinguished_by_the_year_of_birth(secretary, club, nils, on):
    on(SEASON)
    other = PlayerFactory(first_name="Nils", last_name="Ny", birth_year=2013)
    MembershipFactory(player=other, club=club)
    assert f"Nils Ny (2013, {club})" in text(page(secretary, club))

    answer = write(secretary, club, other)

    assert f"Nils Ny (2013, {club}): 1750 is saved." in text(answer)
    assert f"Nils Ny (2013, {club}): 1750 Between Per and Olle, Sven" in text(answer)


def test_only_the_office_enters_ratings_in_the_summer(
    secretary, as_officer, club, nils, on
):
    on(SUMMER)
    assert write(secretary, club, nils).status_code == 409
    assert Decision.objects.filter(player=nils).count() == 0
    assert write(as_officer, club, nils).status_code == 200
    assert Decision.objects.get(player=nils).made_by == as_officer.user


def test_only_the_club_enters_ratings_in_the_season(as_officer, club, nils, on):
    on(SEASON)
    assert "The club’s secretary writes here until 31 May." in text(
        page(as_officer, club)
    )
    assert write(as_officer, club, nils).status_code == 409


def test_users_without_permission_are_refused(club, nils, strangers, signed_in):
    for browser in strangers:
        assert page(browser, club).status_code == 403
        assert write(browser, club, nils).status_code == 403
    other = signed_in(secretary_of(ClubFactory()))
    assert page(other, club).status_code == 404
    assert write(other, club, nils).status_code == 404


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rating": "99"}, "rating"),
        ({"rating": "3501"}, "rating"),
        ({"rating": "high"}, "rating"),
        ({"reason": " "}, "reason"),
        ({"on_date": "soon"}, "on_date"),
        ({"on_date": (SEASON + timedelta(days=1)).isoformat()}, "on_date"),
    ],
)
def test_invalid_values_are_reported_at_their_fields(
    secretary, club, nils, on, fields, field
):
    on(SEASON)
    answer = write(secretary, club, nils, **fields)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_club_page_links_its_officials_to_newcomers(secretary, club, nils, english):
    way = f'href="/clubs/{club.pk}/newcomers/"'
    assert way in secretary.get(f"/clubs/{club.pk}/").content.decode()
    assert way not in english.get(f"/clubs/{club.pk}/").content.decode()


def test_member_of_another_club_is_refused(secretary, club, nils, on):
    on(SEASON)
    theirs = PlayerFactory()
    MembershipFactory(player=theirs)
    assert write(secretary, club, theirs).status_code == 422


def test_player_with_rating_or_decision_is_no_newcomer(secretary, club, nils, on):
    on(SEASON)
    decided(nils, 1700)
    assert "Every member has a rating" in text(page(secretary, club))


def test_pool_never_rated_by_lask_has_no_newcomers_page(secretary, club):
    assert page(secretary, club).status_code == 404


def test_pool_no_longer_rated_by_lask_accepts_no_rating(secretary, club, nils, on):
    chess_pool().editions.create(system="ssf_2008", from_date=date(2026, 1, 1))
    on(SEASON)
    assert "not kept in a LASK ledger today" in text(page(secretary, club))
    assert write(secretary, club, nils).status_code == 409


@pytest.mark.parametrize("rating", ["100", "3500"])
def test_lowest_and_highest_ratings_and_today_are_accepted(
    secretary, club, nils, on, rating
):
    on(SEASON)
    write(secretary, club, nils, rating=rating, on_date=SEASON.isoformat())

    made = Decision.objects.get(player=nils)
    assert (made.points, made.on_date, made.reason, made.pool) == (
        int(rating),
        SEASON,
        "Between Per and Olle, Sven",
        chess_pool(),
    )


def test_newcomers_are_listed_by_name_with_today_prefilled(secretary, club, nils, on):
    on(SEASON)
    for name in ("Öst", "Alm"):
        player = PlayerFactory(first_name="Ada", last_name=name)
        MembershipFactory(player=player, club=club)

    form = page(secretary, club).context["form"]

    offered = [each.last_name for each in form.fields["player"].queryset]
    assert offered == ["Alm", "Ny", "Öst"]
    assert form["on_date"].value() == SEASON


@pytest.mark.parametrize(
    ("day", "keeps"),
    [
        (date(2026, 5, 31), True),
        (date(2026, 6, 1), False),
        (date(2026, 8, 31), False),
        (date(2026, 9, 1), True),
    ],
)
def test_club_keeps_its_ledger_until_31_may_and_from_1_september(
    secretary, club, nils, on, day, keeps
):
    on(day)
    assert page(secretary, club).context["keeps"] is keeps
