import pytest
from allauth.account.models import EmailAddress

from federation.domain.accounts.account import account_with
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
ADDRESS = "eva@example.org"


def user_by(email):
    """An account that signs in by the address and has never confirmed it."""
    user = UserFactory(email=email)
    EmailAddress.objects.filter(user=user).delete()
    return user


def test_an_address_belongs_to_the_account_that_confirmed_it_before_one_that_uses_it():
    user_by(ADDRESS)
    owner = UserFactory()
    EmailAddress.objects.create(user=owner, email=ADDRESS, verified=True)
    UserFactory()
    assert account_with(" Eva@Example.org ") == owner


def test_an_address_that_nobody_confirmed_belongs_to_whoever_signs_in_by_it():
    UserFactory()
    owner = user_by(ADDRESS)
    assert account_with(ADDRESS) == owner


def test_nobody_has_an_unknown_address():
    UserFactory()
    assert account_with(ADDRESS) is None
