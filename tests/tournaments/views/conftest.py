import pytest
from django.utils import timezone

from federation.enums import RoleKind
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of


@pytest.fixture(autouse=True)
def without_second_factor(settings):
    settings.DEMO = True


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def secretary(club, client):
    """The organising club's secretary, signed in."""
    user = secretary_of(club)
    client.force_login(user)
    return user


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
