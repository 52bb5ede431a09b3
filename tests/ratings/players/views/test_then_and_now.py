"""A player's pages show a list's data as of that list, whatever was posted since."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Membership, Player
from ratings.decisions.domain.decisions import revoke_decision
from ratings.enums import DecisionKind
from ratings.models import Decision
from tests.factories import NOON, UserFactory, line, member
from tests.ratings.correction_requests import Match, allowed, filed
from tests.ratings.fide_list import line as fide_line
from tests.ratings.fide_list import listed
from tests.ratings.page_text import text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    published,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
END = "2026-04-30"
MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)


def page_of(client, player):
    return client.get(f"/players/{player.pk}/")


def period_of(client, player, end=END):
    return client.get(f"/players/{player.pk}/period/{end}/")


def with_fide(player, *ratings):
    """FIDE's standard and rapid ratings of the player by month."""
    Player.objects.filter(pk=player.pk).update(fide_id=1700101)
    for month, standard, rapid in ratings:
        fide_row = fide_line(1700101, "Ek, Adam", standard, rapid=rapid)
        listed(fide_row, fide_line(1700102, "Alm, Bo", 1900), month=month)


def test_decision_revoked_later_is_still_shown_beside_the_list(as_officer):
    adam, _bertil, _report = rulebook_game()
    decided(adam, 20, kind=DecisionKind.ADJUSTMENT, on=SPRING, reason="Played abroad")
    published(SPRING)
    decision = Decision.objects.get(kind=DecisionKind.ADJUSTMENT)
    acting = ActionContext(UserFactory().pk, NOON)
    revoke_decision(decision.pk, acting=acting, reason="no")
    up_to_date()

    assert "Played abroad" in text(as_officer.get(f"/list/1/players/{adam.pk}/"))
    assert "Played abroad" not in text(period_of(as_officer, adam))


def test_decision_made_later_is_not_shown_beside_the_list(as_officer):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    decided(adam, 20, kind=DecisionKind.ADJUSTMENT, on=SPRING, reason="Played abroad")
    up_to_date()

    assert "Played abroad" not in text(as_officer.get(f"/list/1/players/{adam.pk}/"))
    assert "Played abroad" in text(period_of(as_officer, adam))


def test_period_names_its_own_lists_with_the_revision_first(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    for day in (SPRING, SUMMER):
        published(day)
    corrected(adam, bertil, 0)
    published(SPRING)
    up_to_date()

    lists = period_of(english, adam).context["official"]

    assert [each.list.number for each in lists] == [3, 1]


def test_player_missing_from_the_newest_list_has_no_older_official_rating(
    english, settings
):
    settings.LISTED_MONTHS = 2
    adam, _bertil, _report = rulebook_game()
    accepted(line(member(), member(), 1, date(2026, 10, 1)))
    published(SPRING)
    Membership.objects.filter(player=adam).update(to_date=MAY)
    published(date(2026, 10, 1))

    shown = page_of(english, adam).context

    assert shown["newest"] is None
    assert [each.official.list.number for each in shown["periods"]] == [1]


def test_a_player_has_the_newest_fide_rating_of_the_pools_kind_of_play(english):
    adam, _bertil, _report = rulebook_game()
    with_fide(adam, (MAY, 2011, 1900), (JUNE, 0, 1950))
    up_to_date()

    shown = page_of(english, adam).context

    assert (shown["fide_now"].rating, shown["fide_now"].month) == (2011, MAY)
    assert [each.month for each in shown["fide_months"]] == [JUNE, MAY]


def test_period_shows_the_fide_rating_of_the_day_after_it(english):
    adam, _bertil, _report = rulebook_game()
    with_fide(adam, (date(2026, 4, 1), 2001, 0), (MAY, 2011, 0), (JUNE, 2050, 0))
    up_to_date()

    published(SPRING)

    pages = [period_of(english, adam), english.get(f"/list/1/players/{adam.pk}/")]

    shown = [page.context["fide"] for page in pages]
    assert [(each.rating, each.month) for each in shown] == [(2011, MAY)] * 2


def test_list_does_not_mention_later_corrections(english):
    match = Match().accepted()
    published(SPRING)
    claim = filed(match)
    allowed(match, claim)
    up_to_date()
    adam = match.adam.pk

    pages = [
        english.get(address)
        for address in (f"/list/1/players/{adam}/", f"/players/{adam}/period/{END}/")
    ]

    assert [[each.claim for each in page.context["corrections"]] for page in pages] == [
        [], [claim],
    ]  # fmt: skip
