import pytest
from django.utils import timezone

from federation.enums import RoleKind
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of
from tests.worlds import shared


@pytest.fixture(autouse=True)
def without_second_factor(settings):
    settings.DEMO = True


@shared
def club():
    return ClubFactory()


@shared
def secretary_of_organiser(club):
    return secretary_of(club)


@pytest.fixture
def secretary(secretary_of_organiser, client):
    """Sign in and return the secretary of the organising club."""
    client.force_login(secretary_of_organiser)
    return secretary_of_organiser


@pytest.fixture
def committee(client):
    user = RoleFactory(kind=RoleKind.RULES_COMMITTEE).user
    client.force_login(user)
    return user


@pytest.fixture
def today():
    return timezone.localdate()


@pytest.fixture
def plain_user(client):
    user = UserFactory()
    client.force_login(user)
    return user
