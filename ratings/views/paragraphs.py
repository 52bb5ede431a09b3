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
    "FIDE B.02, 7.1": _("Rated are games that were played, between two who both have a rating."),
    "FIDE B.02, 8.2": _(
        "A first rating is made of at least five games against rated opponents and two draws against 1800."
    ),
    "FIDE B.02, 8.3.1": _("A difference of more than 400 points counts as 400."),
    "FIDE B.02, 8.3.2": _(
        "The change of a game: K times the score less the score that the table expects for the difference."
    ),
    "FIDE B.02, 8.3.3": _(
        "K is 40 for the new and the young, 20 below 2400 and 10 from there on; in one period K times the games is at most 700."
    ),
    "FIDE B.02, 8.3.4": _("The change is rounded once a period, halves away from zero."),
    "FIDE B.02, 7.2.1": _("Below the lowest rating nobody is rated."),
    "LASK Rankingregel 1": _("The change of a game: 16 points more or less by the table of compensation for the difference between the two base ratings."),
    "LASK Rankingregel 2": _("The base ratings count until the next base date; in between the number is only summed."),
    "LASK 4": _("Only long games are rated: about three minutes a move."),
    "LASK 5": _("Forfeits are not rated."),
    "LASK 6": _("On 1 June too few games since 1 September cost points."),
    "LASK 8": _("The committee rates players from outside."),
    "LASK 10": _("A person decides the rating to start from."),
    "LASK 11a": _("Playing in a large event of the summer brings a bonus on 1 September, once a summer."),
    "LASK text, point 11": _("A concentrated tournament is rated as a whole: the mean of the section stands for every opponent."),
    "LASK text, point 12": _("A Monrad tournament where not all are rated: what the opponents were worth is worked out from their scores and stands for every one of them."),
    "Glicko-2, introduction": _("All games of a period count as played at once, on the numbers from before it."),
    "Glicko-2, step 1": _("Whoever is new begins with the start values."),
    "Glicko-2, steps 3–4": _("The share of a game in the change: what was scored less what was expected, by how sure both ratings are."),
    "Glicko-2, step 5": _("The volatility: how steadily the player performs."),
    "Glicko-2, steps 6–8": _("The deviation grows with time and shrinks with every game; with it the new rating is made."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`short` stands in the margin, as the source's own words for the place."""

    name: str
    short: str
    says: Promise | str


def paragraph(name: str) -> Paragraph:
    source, _comma, place = name.rpartition(", ")
    short = place.removeprefix("point ").removeprefix("steps ").removeprefix("step ")
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
