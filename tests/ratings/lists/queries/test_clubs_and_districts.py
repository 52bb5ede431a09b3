"""The clubs and districts by which a list can be filtered."""

import pytest

from federation.models import District
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from tests.factories import ClubFactory, DistrictFactory

pytestmark = pytest.mark.django_db
NAMES = ("Östergötland", "Älvsborg", "Ångermanland", "Skåne", "örebro")
SORTED = ["Skåne", "Ångermanland", "Älvsborg", "örebro", "Östergötland"]


@pytest.fixture
def districts():
    """Districts with one club each; codes are ordered differently from names."""
    made = [DistrictFactory(name=name, code=f"d{n}") for n, name in enumerate(NAMES)]
    for name, district in zip(NAMES, made, strict=True):
        ClubFactory(name=f"{name} SK", district=district)
    return made


def test_clubs_and_districts_are_in_swedish_order(districts):
    found = read_clubs_and_districts()

    assert [name for _code, name in found.districts] == SORTED
    assert [name for _pk, name in found.clubs] == [f"{name} SK" for name in SORTED]


def test_district_is_offered_once_and_only_if_it_has_clubs(districts):
    ClubFactory(district=districts[0])
    DistrictFactory(name="Empty")

    assert dict(read_clubs_and_districts().districts) == {
        f"d{n}": name for n, name in enumerate(NAMES)
    }
    assert len(read_clubs_and_districts().districts) == len(NAMES)


def test_register_districts_are_in_swedish_order(districts):
    names = District.objects.in_order().values_list("name", flat=True)

    assert list(names) == SORTED
