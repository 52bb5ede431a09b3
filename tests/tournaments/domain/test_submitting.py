from datetime import date

import pytest

from ratings.models import Change, Game
from tests.factories import NOON, computed, member
from tests.tournaments.makers import board, played, result, section, started, submitted

pytestmark = pytest.mark.django_db


def test_a_submitted_round_robin_is_rated():
    group = started(size=4)
    for pairing in group.pairings.all():
        result(pairing, "1-0" if pairing.white.pairing_number == 1 else "1/2")

    report = submitted(group)
    computed()

    assert report.version == 1
    assert Game.objects.filter(report=report).count() == 6
    assert Change.objects.count() == 4
