"""The class that counts is that of the tournament's first day, and what is noted last
stands.
"""

from datetime import timedelta

import pytest

from tests.factories import NOON, ClassMembershipFactory, UserFactory
from tests.tournaments.domain.entries.test_other_class import entry_of, noted
from tests.tournaments.makers import FIRST_DAY, acting
from tests.tournaments.refused import refusal
from tournaments.domain.entries.other_class import (
    give_dispensation,
    own_start,
    place_in_class,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("days_late", "held"), [(0, "I"), (1, "II")])
def test_a_class_counts_that_was_held_on_the_tournaments_first_day(days_late, held):
    entry = entry_of("II", 2000)
    since = FIRST_DAY + timedelta(days=days_late)
    assert since < NOON.date()
    ClassMembershipFactory(player=entry.player, player_class="I", from_date=since)

    assert own_start(entry).held == held


def test_the_committee_gives_dispensation_where_a_vacancy_was_noted():
    entry, organiser, committee = entry_of("II", 2150), UserFactory(), UserFactory()
    place_in_class(entry.pk, "I", acting=acting(organiser))

    give_dispensation(entry.pk, "M", acting=acting(committee))

    assert noted(entry) == ("M", "dispensation")
    assert entry.start_noted_by == committee


def test_whoever_may_choose_between_two_classes_fills_no_vacancy_below_its_rating():
    # SSF §7.1: 1700-1799 chooses II or III; §7.6: class I from 2000.
    entry = entry_of("", 1750)
    assert own_start(entry).options == ("II", "III")

    assert refusal(place_in_class, entry.pk, "I") == "below_limit"
    assert refusal(place_in_class, entry.pk, "M") == "two_classes_up"


def test_a_choice_gives_way_to_another_choice():
    entry = entry_of("", 1750)
    place_in_class(entry.pk, "II", acting=acting())
    place_in_class(entry.pk, "III", acting=acting())
    assert noted(entry) == ("III", "choice")


def test_somebody_with_a_class_chooses_none():
    entry = entry_of("III", 1750)
    assert refusal(place_in_class, entry.pk, "III") == "not_higher"
    assert refusal(place_in_class, entry.pk, "II") == "below_limit"


def test_a_class_noted_is_a_change_that_spectators_see():
    entry = entry_of("II", 2000)
    before = Tournament.objects.get().version

    place_in_class(entry.pk, "I", acting=acting())

    assert Tournament.objects.get().version > before
