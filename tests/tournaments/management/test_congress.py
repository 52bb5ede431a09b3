"""The demo's congress: `tournaments.management.demo.congress`."""

from collections import Counter
from datetime import date
from random import Random

import pytest

from ratings.models import Pool
from ratings.pools.domain.standard_pools import open_standard_pools
from tests.worlds import shared
from tournaments.management.demo.classes import enter_classes
from tournaments.management.demo.congress import open_congress
from tournaments.management.demo.people import make_people
from tournaments.management.demo.setting import DemoSetting
from tournaments.models import Entry, EntryRequest, Tournament
from tournaments.queries.entries.entry_requests import entries_of

pytestmark = pytest.mark.django_db

TODAY, ORIGIN = date(2026, 11, 21), date(2025, 1, 1)


@shared
def setting():
    open_standard_pools()
    random = Random(1970)  # noqa: S311 - the demo is the same each time
    cast = make_people(random, ORIGIN, TODAY)
    enter_classes(cast, ORIGIN)
    return DemoSetting(cast, random, Pool.objects.get(code="chess-long"), ORIGIN)


def test_six_sections_accept_entries_and_the_mixed_one_has_a_waiting_list(setting):
    made = open_congress(setting, TODAY)

    sizes = [each.entries.count() for each in made.sections.in_order()]
    assert (len(sizes), min(sizes) >= 4, sizes[3]) == (6, True, 10)
    states = Counter(EntryRequest.objects.values_list("state", flat=True))
    assert states == {"waiting": 3, "asked": 2}
    (own,) = entries_of(setting.cast.users["spelare"].player_id)
    assert (own.section.name, own.place) == ("Blandad grupp", 3)
    assert list(Tournament.objects.public()) == [made]


def test_suspended_player_is_not_among_those_who_enter(setting):
    (suspended,) = (each for each in setting.cast.people if each.is_suspended)
    suspended.strength = 3000

    made = open_congress(setting, TODAY)

    assert not Entry.objects.filter(
        section__tournament=made, player=suspended.player
    ).exists()
