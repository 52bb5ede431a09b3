import pytest
from allauth.account.models import EmailAddress

from federation.domain.accounts.account import account_with
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
ADDRESS = "eva@example.org"


def user_by(email):
    """Return an account that signs in with the address and has never confirmed it."""
    user = UserFactory(email=email)
    EmailAddress.objects.filter(user=user).delete()
    return user


def test_account_that_confirmed_an_address_comes_before_one_that_uses_it():
    user_by(ADDRESS)
    owner = UserFactory()
    EmailAddress.objects.create(user=owner, email=ADDRESS, verified=True)
    UserFactory()
    assert account_with(" Eva@Example.org ") == owner


def test_unconfirmed_address_belongs_to_the_account_that_signs_in_with_it():
    UserFactory()
    owner = user_by(ADDRESS)
    assert account_with(ADDRESS) == owner


def test_unknown_address_has_no_account():
    UserFactory()
    assert account_with(ADDRESS) is None
