import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from tests.architecture.every_page.asking import (
    address,
    names_of_all_addresses,
    outcome_of,
    request_as,
)
from tests.architecture.every_page.pages import DOORS, IN_A_DEMO, PAGES, POWERFUL
from tests.architecture.world import ROLES, World

pytestmark = pytest.mark.django_db
METHODS = pytest.mark.parametrize("method", ["get", "post"])


def each(pages):
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.name)


@pytest.fixture
def production(settings):
    """Use the settings of a public server."""
    settings.DEMO = False
    settings.SECURE_SSL_REDIRECT = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.fixture
def second_factors(world: World):
    """Let every user have a second factor."""
    Authenticator.objects.bulk_create(
        Authenticator(user=user, type=Authenticator.Type.TOTP, data={})
        for user in world.users.values()
    )


def test_every_address_is_in_the_table_exactly_once():
    names = sorted(page.name for page in (*PAGES, *DOORS))
    assert names == names_of_all_addresses()


@METHODS
@each((*PAGES, *DOORS))
@pytest.mark.usefixtures("production", "second_factors")
def test_page_answers_each_role_as_the_table_says(world, page, method):
    path = address(page, world)
    answers = {
        role: outcome_of(request_as(world, role, method, path, secure=True))
        for role in ROLES
    }
    assert answers == {role: page.expected(method, role) for role in ROLES}


@METHODS
@each(PAGES)
@pytest.mark.usefixtures("production")
def test_powerful_role_without_second_factor_is_redirected_to_set_one_up(
    world, page, method
):
    path, setting_up = address(page, world), reverse("mfa_activate_totp")
    answers = [request_as(world, role, method, path, secure=True) for role in POWERFUL]
    assert [(each.status_code, each.headers.get("Location")) for each in answers] == [
        (302, setting_up)
    ] * len(POWERFUL)


@METHODS
@each(PAGES)
def test_only_the_demo_needs_no_second_factor(world, page, method):
    path = address(page, world)
    answers = {
        role: outcome_of(request_as(world, role, method, path)) for role in POWERFUL
    }
    page = IN_A_DEMO.get(page.name, page)
    assert answers == {role: page.expected(method, role) for role in POWERFUL}
