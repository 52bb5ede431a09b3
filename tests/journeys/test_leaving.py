"""A player who has left reads the data held, requests erasure, and two others carry it
out.
"""

import pytest
from django.utils import timezone

from federation.domain.erasing import erase_due
from federation.enums import RoleKind
from federation.models import Erasure, Player
from tests import database
from tests.factories import PlayerFactory, RoleFactory, UserFactory
from tests.journeys.visitors import with_second_factor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PHONE = {"width": 390, "height": 800}


def test_player_reads_their_data_and_is_erased_by_another(visit):
    player = PlayerFactory(first_name="Åsa", last_name="Öberg")
    user = UserFactory(player=player, name="Åsa Öberg")
    leaving, office = visit(viewport=PHONE, script=False), visit()
    leaving.come_as(user)
    leaving.open("federation:my_data")
    assert "Åsa Öberg" in leaving.text("main")
    with leaving.page.expect_download() as download:
        leaving.page.click("main a[href='/me/data/file/']")
    assert '"last_name": "Öberg"' in download.value.path().read_text("utf-8")
    leaving.open("federation:ask_to_be_erased")
    leaving.press(leaving.find("main button[value=ask]"))
    assert leaving.find("main button[value=withdraw]").count() == 1

    boss = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    office.come_as(with_second_factor(boss))
    office.open("federation:erasures")
    office.press(office.find("main .choice-list a"))
    office.press(office.find("main button[value=approve]"))
    database.date_back_erasure(Erasure.objects.get().pk)
    assert erase_due(at=timezone.now()) == 1  # as the beat makes a worker do
    office.open("federation:erasures")
    assert "Öberg" not in office.page.content()
    assert Player.objects.get(pk=player.pk).full_name == "N.N."
