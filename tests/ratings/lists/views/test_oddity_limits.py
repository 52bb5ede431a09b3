"""The limits of unusual lines, set by an administrator for each pool."""

import pytest

from federation.enums import RoleKind
from ratings.lists.queries.limits import OF_LEVELS, OF_NUMBERS, LineLimits, limits_of
from ratings.lists.queries.proposal_difference import ProposalPart, difference
from ratings.models import OddityLimits
from tests.factories import RoleFactory, chess_pool, line, member, rated_by, second_pool
from tests.ratings.page_text import text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    decided,
    open_next_period,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

URL = "/pools/chess-long/unusual/"
LIMITS = {
    "change": "20",
    "newcomer": "1250",
    "games": "2",
    "gap_months": "6",
    "pair_games": "2",
    "idle": "10",
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(signed_in):
    return signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)


def limits_in_force():
    return limits_of(chess_pool().pk, SPRING)


def odd(day):
    """Return the last names of unusual lines and the reasons beside each."""
    found = difference(period(day), None, {ProposalPart.ODD: (20, 0)}).parts[
        ProposalPart.ODD
    ]
    return {each.name.split()[-1]: each.oddities for each in found.lines}


def test_limits_set_by_the_administrator_are_stored_and_logged(administrator):
    page = administrator.get(URL)
    assert page.context["form"].initial["change"] == 150

    response = administrator.post(URL, LIMITS)

    assert response.url == "/pools/chess-long/"
    assert limits_in_force() == LineLimits(20, 1250, 2, 6, 2, 10)
    [version] = OddityLimits.pgh_event_model.objects.all()
    assert (version.change, version.pgh_context.metadata["user"]) == (
        20,
        administrator.user.pk,
    )


def test_empty_limit_disables_its_check(administrator):
    administrator.post(URL, {**LIMITS, "change": "", "pair_games": ""})

    assert limits_in_force() == LineLimits(None, 1250, 2, 6, None, 10)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("change", "0"),
        ("change", "2001"),
        ("newcomer", "4001"),
        ("games", "-1"),
        ("gap_months", "241"),
        ("pair_games", "1"),
        ("idle", "many"),
        ("idle", "0.5"),
    ],
)
def test_number_out_of_bounds_is_refused_and_other_fields_kept(
    administrator, field, typed
):
    response = administrator.post(URL, {**LIMITS, field: typed})

    assert response.status_code == 200
    assert set(response.context["form"].errors) == {field}
    assert response.context["form"]["newcomer"].value() in ("1250", typed)
    assert limits_in_force() == OF_NUMBERS


def test_limits_apply_to_one_pool_only(administrator):
    other = second_pool()
    administrator.post(URL, LIMITS)

    assert limits_of(other.pk, SPRING) == OF_NUMBERS


def test_pool_of_levels_has_other_default_limits():
    rated_by("renju")

    assert limits_in_force() == OF_LEVELS


def test_unusual_lines_depend_on_the_pools_own_limits(administrator):
    tall, small = member(last_name="Tall"), member(last_name="Small")
    # Two wins at 16 between newcomers of 1300 are 32, one is 16.
    accepted(
        *(line(tall, member(last_name="Low"), 2, SPRING, round=n) for n in (1, 2)),
        line(small, member(last_name="Low"), 2, SPRING, round=3),
    )
    up_to_date()
    assert odd(SPRING) == {}

    administrator.post(URL, {**LIMITS, "newcomer": "1320"})
    assert odd(SPRING) == {"Tall": ("change", "newcomer")}

    administrator.post(URL, {**LIMITS, "change": "", "newcomer": ""})
    assert odd(SPRING) == {}


def test_each_unusual_line_gives_its_reason_with_numbers(administrator, as_officer):
    administrator.post(URL, {**LIMITS, "newcomer": "1320", "games": "1"})
    tall = member(last_name="Tall")
    accepted(*(line(tall, member(), 2, SPRING, round=n) for n in (1, 2)))
    open_next_period(period(SPRING))
    up_to_date()

    page_text = text(as_officer.get(f"/approval/{period(SPRING).pk}/"))

    assert "+32, more than 20" in page_text
    assert "newcomer with 1332, above 1320" in page_text
    assert "2 games, more than 1" in page_text


def test_page_without_unusual_lines_names_the_limits(administrator, as_officer):
    administrator.post(URL, {**LIMITS, "newcomer": "", "games": ""})
    accepted(line(member(), member(), 2, SPRING))
    open_next_period(period(SPRING))
    up_to_date()

    page_text = text(as_officer.get(f"/approval/{period(SPRING).pk}/"))

    assert (
        "No line is beyond the limits: change above 20 ; back after more than 6 months"
        in page_text.replace(";", " ;").replace("  ", " ")
    )


def test_large_change_without_a_game_is_unusual_with_its_reason(
    as_officer,
):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(rated(1500), rated(1500), 2, SUMMER))
    decided(adam, -60, on=SUMMER, kind="adjustment")
    open_next_period(period(SUMMER))
    up_to_date()

    response = as_officer.get(f"/approval/{period(SUMMER).pk}/")

    page_text = text(response)
    assert "−60 without a game, more than 50" in page_text
    assert "Without a game: −60 decision of the rating office" in page_text
    link = f"/players/{adam.pk}/period/2026-08-31/?pool=chess-long"
    assert link in response.content.decode()
    assert as_officer.get(link).status_code == 200


def test_deduction_for_a_long_absence_is_explained_and_not_unusual(as_officer):
    winner, loser = rated(1500, last_name="Ek"), rated(1500)
    accepted(line(winner, loser, 2, SPRING.replace(year=2025)))
    published(SPRING.replace(year=2025))
    accepted(line(rated(1500), rated(1500), 2, SPRING))
    open_next_period(period(SPRING))
    up_to_date()

    response = as_officer.get(f"/approval/{period(SPRING).pk}/")

    shown = {part: excerpt for part, _name, excerpt in response.context["shown"]}
    assert shown["odd"].total == 0
    assert "−50 deduction for a long time without a game" in text(response)


@pytest.mark.parametrize("kind", [RoleKind.RATING_OFFICER, RoleKind.RULES_COMMITTEE])
def test_only_the_administrator_sets_limits(signed_in, kind):
    stranger = signed_in(RoleFactory(kind=kind).user)

    assert stranger.get(URL).status_code == 403
    assert stranger.post(URL, LIMITS).status_code == 403
    assert limits_in_force() == OF_NUMBERS
