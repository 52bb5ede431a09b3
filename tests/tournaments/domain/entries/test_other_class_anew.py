"""The class on the first day of the tournament counts, and the class noted last."""

from datetime import timedelta

import pytest

from tests.factories import NOON, ClassMembershipFactory, UserFactory, acting
from tests.refusals import refusal_code
from tests.tournaments.domain.entries.test_other_class import entry_of, noted
from tests.tournaments.tournaments_made import FIRST_DAY
from tournaments.domain.entries.other_class import (
    give_dispensation,
    own_start,
    place_in_class,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("days_late", "player_class"), [(0, "I"), (1, "II")])
def test_class_held_on_the_first_day_of_the_tournament_counts(days_late, player_class):
    entry = entry_of("II", 2000)
    since = FIRST_DAY + timedelta(days=days_late)
    assert since < NOON.date()
    ClassMembershipFactory(player=entry.player, player_class="I", from_date=since)

    assert own_start(entry).held == player_class


def test_dispensation_replaces_a_noted_vacancy():
    entry, organiser, committee = entry_of("II", 2150), UserFactory(), UserFactory()
    place_in_class(entry.pk, "I", acting=acting(organiser))

    give_dispensation(entry.pk, "M", acting=acting(committee))

    assert noted(entry) == ("M", "dispensation")
    assert entry.start_noted_by == committee


def test_player_with_a_choice_of_classes_gets_no_vacancy_above_the_rating():
    # SSF §7.1: 1700-1799 chooses II or III; §7.6: class I from 2000.
    entry = entry_of("", 1750)
    assert own_start(entry).options == ("II", "III")

    assert refusal_code(place_in_class, entry.pk, "I") == "below_limit"
    assert refusal_code(place_in_class, entry.pk, "M") == "two_classes_up"


def test_second_choice_replaces_the_first():
    entry = entry_of("", 1750)
    place_in_class(entry.pk, "II", acting=acting())
    place_in_class(entry.pk, "III", acting=acting())
    assert noted(entry) == ("III", "choice")


def test_player_with_a_class_has_no_choice():
    entry = entry_of("III", 1750)
    assert refusal_code(place_in_class, entry.pk, "III") == "not_higher"
    assert refusal_code(place_in_class, entry.pk, "II") == "below_limit"


def test_noting_a_class_changes_the_version_that_spectators_see():
    entry = entry_of("II", 2000)
    before = Tournament.objects.get().version

    place_in_class(entry.pk, "I", acting=acting())

    assert Tournament.objects.get().version > before
