"""The paragraphs that an explanation cites: short in the margin, in words below."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LEGEND: dict[str, Promise] = {
    "SSF rating, point 3": _(
        "The change of a game: 16 points more or less by the table of compensation for the difference between the two base ratings."
    ),
    "SSF rating, point 4": _(
        "From a base rating of 2200 the change is halved; when the new period begins a half point is rounded up."
    ),
    "SSF rating, point 5": _(
        "The new rating is the base plus the period's changes, bonuses, deductions and decisions."
    ),
    "SSF rating, point 6": _(
        "Rated are games that were played with enough time to think; forfeits and byes are not."
    ),
    "SSF rating, point 7": _(
        "An opponent without a rating here counts with the FIDE rating, without that with an estimate."
    ),
    "SSF rating, point 9": _(
        "The start rating of a newcomer: by decision, or by age."
    ),
    "SSF rating, point 10": _(
        "A year without a game takes 50 points, at most three times."
    ),
    "SSF rating, Below 1200": _(
        "Where the district has adopted it: a bonus for each game below 1200, one hour is time enough, and no rating is lower than 800."
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`short` stands in the margin, as the source's own words for the place."""

    name: str
    short: str
    says: Promise | str


def paragraph(name: str) -> Paragraph:
    source, _comma, place = name.rpartition(", ")
    short = place.removeprefix("point ")
    return Paragraph(name, short if source else name, LEGEND.get(name, ""))


def margin(names: Iterable[str]) -> str:
    """The places of several paragraphs in one line."""
    return ", ".join(paragraph(name).short for name in names)


def legend(names: Iterable[str]) -> list[Paragraph]:
    """Each paragraph once, in the order of the regulations."""
    known = list(LEGEND)
    asked = set(names)
    ordered = [name for name in known if name in asked]
    return [paragraph(name) for name in (*ordered, *sorted(asked - set(known)))]
