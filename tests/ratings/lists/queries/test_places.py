"""The clubs and districts to which a list can be narrowed."""

import pytest

from federation.models import District
from ratings.lists.queries.places import places
from tests.factories import ClubFactory, DistrictFactory

pytestmark = pytest.mark.django_db
NAMES = ("Östergötland", "Älvsborg", "Ångermanland", "Skåne", "örebro")
SORTED = ["Skåne", "Ångermanland", "Älvsborg", "örebro", "Östergötland"]


@pytest.fixture
def districts():
    """With a club each, the codes in another order than the names."""
    made = [DistrictFactory(name=name, code=f"d{n}") for n, name in enumerate(NAMES)]
    for name, district in zip(NAMES, made, strict=True):
        ClubFactory(name=f"{name} SK", district=district)
    return made


def test_clubs_and_districts_stand_in_swedish_order(districts):
    found = places()

    assert [name for _code, name in found.districts] == SORTED
    assert [name for _pk, name in found.clubs] == [f"{name} SK" for name in SORTED]


def test_a_district_of_two_clubs_is_offered_once_and_one_without_any_not(districts):
    ClubFactory(district=districts[0])
    DistrictFactory(name="Empty")

    assert dict(places().districts) == {f"d{n}": name for n, name in enumerate(NAMES)}
    assert len(places().districts) == len(NAMES)


def test_districts_of_the_register_stand_in_swedish_order(districts):
    names = District.objects.in_order().values_list("name", flat=True)

    assert list(names) == SORTED
