"""Office pages of a pool that is rated by levels: reports, proposals, merges and
changes of edition.
"""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from ratings.editions.domain.edition_proposals import propose_edition
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionDraft
from tests.factories import (
    PlayerFactory,
    RoleFactory,
    acting,
    chess_pool,
    line,
    rated_by,
    side,
)
from tests.ratings.levels import a_game, levels
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import SPRING, accepted, decided, period, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TO_ELO = {"table": [[8, 1400], [11, 1700]], "between": "line", "decimals": 0}


@pytest.fixture(autouse=True)
def renju(settings):
    settings.DEMO = True
    rated_by("renju")


@shared
def two():
    return a_game()


def all_rows(response):
    """The rows of every table of the page."""
    tables = response.content.decode().count("<tbody>")
    return [row for table in range(tables) for row in rows(response, table)]


def signed_in(client, kind):
    client.force_login(RoleFactory(kind=kind).user)
    return client


@pytest.fixture
def office(client):
    return signed_in(client, RoleKind.RATING_OFFICER)


def test_report_shows_levels_of_members_and_players_from_outside(office, two):
    guest = side(PlayerFactory(), is_member=False, outside=12, outside_kind="estimate")
    report = accepted(line(two[0], guest, 2, SPRING, key=5), source_number=95)
    up_to_date()

    shown = office.get(reverse("ratings:report", args=[report.pk]))

    assert "Estimate 2 dan" in text(shown)
    assert set(levels(shown)) == {"3 kyu", "2 dan"}


def test_proposed_list_shows_levels_in_its_parts_and_decisions(office, two):
    decided(two[0], 12, kind=DecisionKind.ASSESSED, on=SPRING)
    up_to_date()

    shown = office.get(reverse("ratings:proposal", args=[period(SPRING).pk]))

    who = f"Anna Alm ({two[0].national_id})"
    assert f"Rating set after assessment {who} 2 dan" in text(shown)
    assert "1 dan" in levels(shown)


def test_compared_cards_show_levels(office, two):
    up_to_date()

    shown = office.get(f"/same-player/{two[0].pk}/{two[1].pk}/")

    # The ratings of today, and those with which both began.
    assert levels(shown) == ["3 kyu", "1 dan", "3 kyu", "1 dan"]


def test_conversion_of_levels_is_previewed_as_levels_and_numbers(client, two):
    up_to_date()
    draft = EditionDraft(
        pool_id=chess_pool().pk,
        system="elo",
        parameters={},
        from_date=date(timezone.localdate().year + 1, 1, 1),
        conversion=TO_ELO,
        reason="the congress",
    )
    made = propose_edition(draft, acting=acting())
    office = signed_in(client, RoleKind.ADMINISTRATOR)

    shown = office.get(reverse("ratings:edition_proposal", args=[made.pk]))
    answer = office.get(reverse("ratings:converted_ratings", args=[made.pk, "csv"]))

    assert "3 kyu → 1400, 1 dan → 1700" in text(shown)
    assert ["The highest", "1 dan", "1700", ""] in all_rows(shown)
    table = b"".join(answer.streaming_content).decode()
    assert [each.split(",")[3:5] for each in table.splitlines()[1:]] == [
        ["1 dan", "1700"],
        ["3 kyu", "1400"],
    ]
