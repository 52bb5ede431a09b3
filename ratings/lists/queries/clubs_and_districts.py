"""The clubs and districts that a list can be filtered by, and their names."""

from dataclasses import dataclass

from federation.models import Club
from federation.models.sorting import sorted_as


@dataclass(frozen=True, slots=True)
class ClubsAndDistricts:
    """Every club as (id, name), every district as (code, name), in order."""

    clubs: tuple[tuple[int, str], ...]
    districts: tuple[tuple[str, str], ...]

    @property
    def club_names(self) -> dict[int, str]:
        return dict(self.clubs)


def read_clubs_and_districts() -> ClubsAndDistricts:
    rows = list(
        Club.objects.in_order()
        .annotate(place=sorted_as("district__name"))
        .values_list("pk", "name", "place", "district__code", "district__name")
    )
    districts = sorted({tuple(district) for _pk, _name, *district in rows})
    return ClubsAndDistricts(
        clubs=tuple((pk, name) for pk, name, *_district in rows),
        districts=tuple((code, name) for _place, code, name in districts),
    )
