"""A club asks for a player whose name is hidden: the player's own club answers, and
only then the club that asked sees who it is.
"""

import pytest
from django.utils import timezone

from federation.domain.joining import settle_joining
from federation.models import Membership
from tests.factories import ClubFactory, secretary_of
from tests.journeys.season import season

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PHONE = {"width": 390, "height": 800}


def test_joining_request_of_a_club_is_accepted(visit):
    federation = season()
    asa = federation.players[0]
    asa.visibility = "hidden"
    asa.save()
    club = ClubFactory(name="Visby Schackklubb", short_name="Visby")
    asking, keeper = visit(script=False), visit(viewport=PHONE)
    asking.come_as(secretary_of(club))
    keeper.come_as(federation.secretary)

    for number in (asa.national_id, "77-7"):
        asking.open("federation:members")
        asking.press(asking.find("main a[href='/members/ask/']"))
        asking.page.fill("[name=number]", number)
        asking.send("main form.form")
        assert "om det finns en sådan spelare" in asking.text("main, body")
    assert asking.find("#asked li").count() == 2
    assert "Öberg" not in asking.page.content()

    settle_joining(at=timezone.now())  # as the beat makes a worker do
    keeper.open("tournaments:desk")
    keeper.press(keeper.find("main a[href^='/joining/']"))
    assert "Åsa Öberg" in keeper.text("main")
    keeper.press(keeper.find("main button[value=yes]"))

    asking.open("federation:members")
    assert "Åsa Öberg" in asking.text("#asked")
    assert Membership.objects.get(player=asa, club=club).is_main is False
