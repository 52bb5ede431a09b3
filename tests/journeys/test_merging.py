"""Two cards of one person: found, compared, proposed by one officer, confirmed by
another, and undone. Two players who met are not one person.
"""

from datetime import timedelta

import pytest

from federation.models import Player
from ratings.models import CurrentRating, Merge, ProposedAct
from tests.factories import ClubFactory, computed, line, member, officer
from tests.journeys.installation import wait_until
from tests.journeys.season import Season, season
from tests.journeys.visitors import Visitor, with_second_factor
from tests.ratings.rating_lists import accepted

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
WHY = "Samma person: hon flyttade till Visby."
WHY_NOT = "Mor och dotter."


def played_under_another_card(federation: Season) -> Player:
    """Return a card of Åsa's in another club, without accents in the name."""
    club = ClubFactory(name="Visby Schackklubb", short_name="Visby")
    card = member(club, first_name="Asa", last_name="Oberg", birth_year=1971)
    _asa, bjorn, cecilia, _dan = federation.players
    day = federation.first_day
    accepted(
        line(bjorn, card, 2, day),
        line(card, cecilia, 1, day + timedelta(days=1), round=2),
        name="Gotlandsveckan",
    )
    computed()
    return card


def test_two_cards_are_merged_and_the_merge_is_undone(visit, installation):
    federation = season()
    asa, card = federation.players[0], played_under_another_card(federation)
    reader, proposer, other = visit(), visit(script=False), visit()
    proposer.come_as(federation.officer)
    other.come_as(with_second_factor(officer()))
    of_asa, of_card = histories(reader, asa), histories(reader, card)
    numbers = ratings()

    finds(proposer)
    proposes(proposer, asa)
    assert ratings() == numbers

    confirms(other)
    wait_until(installation.is_idle, "the merge is computed")
    (newest, oldest) = histories(reader, card)
    assert reader.page.url.endswith(f"/players/{asa.pk}/")
    assert [oldest] == of_asa
    assert newest[:3] == [of_card[0][0], oldest[-1], "2"]
    reader.press(reader.find("#ratings .table-opens tbody th a").first)
    assert reader.text(".ledger tr.total td.running") == newest[-1]
    reader.open("ratings:live_list")
    assert reader.find("#list tbody tr", has_text="berg").count() == 1

    undoes(other)
    proposer.open("ratings:proposed_act", ProposedAct.objects.get().pk)
    proposer.press(proposer.find("button[value=approve]"))
    assert Merge.objects.in_force().count() == 0
    wait_until(installation.is_idle, "all is as it was")
    assert (histories(reader, asa), histories(reader, card)) == (of_asa, of_card)
    assert ratings() == numbers


def test_two_players_who_met_cannot_be_merged(visit):
    federation = season()
    asa, bjorn = federation.players[:2]
    office = visit(script=False)
    office.expected = ("422", "409")
    office.come_as(federation.officer)
    office.open("ratings:merges")
    office.page.fill("[name=one]", asa.national_id)
    office.page.fill("[name=other]", bjorn.national_id)
    office.press(office.find("form:has([name=one]) button"))
    notice = office.text(".notice-warn")
    assert (asa.full_name in notice, bjorn.full_name in notice) == (True, True)
    assert office.find("button[value=propose]").count() == 0


def finds(office: Visitor) -> None:
    """A worker searches the register, and the pair is shown on the page."""
    office.open("tournaments:desk")
    office.press(office.find(".nav-office a[href='/same-player/']"))
    office.press(office.find("form[action$='/look/'] button"))
    office.wait_for(".decision-list a")
    assert office.find(".decision-list > li").count() == 1
    office.press(office.find(".decision-list a"))


def proposes(office: Visitor, stays: Player) -> None:
    """Propose the merge; both cards are shown side by side."""
    heads = office.find("main table thead th").all_inner_texts()
    assert sorted(heads) == ["Asa Oberg", "Åsa Öberg"]
    office.page.check(f"[name=stays][value='{stays.pk}']")
    office.page.fill("[name=reason]", WHY)
    office.press(office.find("button[value=propose]"))
    assert office.find("button[value=confirm]").count() == 0


def confirms(office: Visitor) -> None:
    office.open("ratings:merges", query="?shelf=unconfirmed")
    assert WHY in office.text(".decision-list")
    office.press(office.find(".decision-list a"))
    office.press(office.find("button[value=confirm]"))
    assert Merge.objects.in_force().count() == 1


def undoes(office: Visitor) -> None:
    """Undo the merge on the page on which it was confirmed."""
    office.page.fill("[name=reason]", WHY_NOT)
    office.press(office.find("button[value=undo]"))
    assert Merge.objects.in_force().count() == 1


def histories(reader: Visitor, player: Player) -> list[list[str]]:
    """Return a player's periods as the page shows them, newest first: days, base,
    games, points, change, new rating.
    """
    reader.open("ratings:player", player.pk)
    rows = reader.find("#ratings .table-opens tbody tr").all()
    return [row.locator("th, td").all_inner_texts()[:6] for row in rows]


def ratings() -> dict[int, float]:
    return dict(CurrentRating.objects.values_list("player_id", "rating"))
