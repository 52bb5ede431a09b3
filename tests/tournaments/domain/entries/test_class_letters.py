"""SSF §7.6: the federation is notified in writing of vacancies that were filled."""

from datetime import timedelta

import pytest
from django.utils import translation

from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import CLOSED, NOON, RoleFactory, UserFactory, acting, member
from tests.letters import message_of
from tests.tournaments.domain.entries.test_other_class import entry_of
from tests.tournaments.tournaments_made import entered, section
from tournaments.domain.entries.other_class import place_in_class
from tournaments.domain.starting import start_section

pytestmark = pytest.mark.django_db


def started_with_vacancy(*classes):
    """Start a section with a player of each of these classes ("" for none) who starts
    one class higher.
    """
    group = section(gives_titles=True)
    entries = [entry_of(each, 2000, group) for each in classes]
    for entry in entries:
        place_in_class(entry.pk, "I", acting=acting())
    entered(group, member())
    start_section(group.pk, acting=acting())
    return entries


def addresses():
    return list(OutboxMail.objects.order_by("pk").values_list("to", flat=True))


def test_letter_about_vacancies_goes_to_the_committee_of_the_day():
    yesterday = NOON.date() - timedelta(days=1)
    now = RoleFactory(kind=RoleKind.RULES_COMMITTEE).user
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, to_date=yesterday)
    tomorrow = NOON.date() + timedelta(days=1)
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, from_date=tomorrow)
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, user=UserFactory(**CLOSED))

    started_with_vacancy("II")

    assert addresses() == [now.email]


def test_one_letter_names_all_players_of_the_section_with_their_own_classes(settings):
    settings.OFFICE_ADDRESS = "https://rating.example"
    RoleFactory(kind=RoleKind.RULES_COMMITTEE)

    one, other = started_with_vacancy("II", "")

    letter = OutboxMail.objects.get()
    tournament = one.section.tournament
    assert message_of(letter) == (
        "Spring cup, Group A has started. The organiser has filled vacancies with"
        " these players, who play one class up (SSF § 7.6):\n\n"
        f"{one.player.full_name}: II → I\n"
        f"{other.player.full_name}: – → I\n\n"
        f"https://rating.example/tournaments/{tournament.pk}/\n"
    )


def test_letter_about_vacancies_is_in_the_language_of_the_office(settings):
    settings.LANGUAGE_CODE = "sv"
    RoleFactory(kind=RoleKind.RULES_COMMITTEE)

    with translation.override("en"):
        started_with_vacancy("II")

    letter = OutboxMail.objects.get()
    assert letter.subject == "Fyllda vakansplatser: Spring cup, Group A"
