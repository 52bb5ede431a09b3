import pytest

from federation.queries.demo import DatabaseContents, contents
from tests.factories import DistrictFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_database_without_districts_and_accounts_is_empty():
    assert contents() == DatabaseContents.NOTHING


@pytest.mark.parametrize("factory", [DistrictFactory, UserFactory])
def test_district_or_account_makes_it_a_real_federation(factory):
    factory()
    assert contents() == DatabaseContents.OWN


def test_public_login_makes_it_the_demo():
    UserFactory(email="admin@demo.example")
    UserFactory()
    DistrictFactory()
    assert contents() == DatabaseContents.DEMO
