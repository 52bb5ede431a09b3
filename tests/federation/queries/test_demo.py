import pytest

from federation.queries.demo import DatabaseContents, contents
from tests.factories import DistrictFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_a_database_without_districts_and_accounts_holds_nothing():
    assert contents() == DatabaseContents.NOTHING


@pytest.mark.parametrize("factory", [DistrictFactory, UserFactory])
def test_a_district_or_an_account_makes_it_somebodys_own(factory):
    factory()
    assert contents() == DatabaseContents.OWN


def test_a_log_in_that_everybody_may_know_makes_it_the_demo():
    UserFactory(email="admin@demo.example")
    UserFactory()
    DistrictFactory()
    assert contents() == DatabaseContents.DEMO
