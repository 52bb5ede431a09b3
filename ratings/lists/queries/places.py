"""The clubs and districts that a list can be narrowed to, and their names."""

from dataclasses import dataclass

from federation.models import Club


@dataclass(frozen=True, slots=True)
class Places:
    """Every club as (id, name), every district as (code, name), in order."""

    clubs: tuple[tuple[int, str], ...]
    districts: tuple[tuple[str, str], ...]

    @property
    def club_names(self) -> dict[int, str]:
        return dict(self.clubs)


def places() -> Places:
    rows = list(
        Club.objects.in_order().values_list(
            "pk", "name", "district__code", "district__name"
        )
    )
    districts = {code: name for _pk, _name, code, name in rows}
    return Places(
        clubs=tuple((pk, name) for pk, name, _code, _district in rows),
        districts=tuple(sorted(districts.items(), key=lambda each: each[1])),
    )
