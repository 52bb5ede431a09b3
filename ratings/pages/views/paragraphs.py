"""The paragraphs that an explanation cites: short in the margin, in words below.

Those without words here contain numbers that an edition may choose: their words are in
`paragraph_numbers`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.pages.views.paragraph_numbers import with_numbers

LEGEND: dict[str, Promise | str] = {
    "SSF rating, point 3": _(
        "The change of a game: 16 points more or less by the table of compensation for the difference between the two base ratings."
    ),
    "SSF rating, point 4": "",
    "SSF rating, point 5": _(
        "The new rating is the base plus the period's changes, bonuses, deductions and decisions."
    ),
    "SSF rating, point 6": "",
    "SSF rating, point 7": _(
        "An opponent without a rating here counts with the FIDE rating, or failing "
        "that with an estimate."
    ),
    "SSF rating, point 9": "",
    "SSF rating, point 10": "",
    "SSF rating, Below 1200": "",
    "FIDE B.02, 7.1": _(
        "Only games that were played between two rated players are rated."),
    "FIDE B.02, 8.2": "",
    "FIDE B.02, 8.3.1": "",
    "FIDE B.02, 8.3.2": _(
        "The change of a game: K times the score less the score that the table expects for the difference."
    ),
    "FIDE B.02, 8.3.3": "",
    "FIDE B.02, 8.3.4": _("The change is rounded once a period, halves away from zero."),
    "FIDE B.02, 7.2.1": "",
    "Elo, logistic curve": "",
    "Elo, first rating": "",
    "Elo, provisional rating": "",
    "Elo, bonus": "",
    "Elo, decimals": "",
    "LASK Rankingregel 1": _("The change of a game: 16 points more or less by the table of compensation for the difference between the two base ratings."),
    "LASK Rankingregel 2": _("The base ratings count until the next base date; in between the number is only summed."),
    "LASK 4": _("Only long games are rated: about three minutes a move."),
    "LASK 5": _("Forfeits are not rated."),
    "LASK 6": _("On 1 June, too few games since 1 September cost points."),
    "LASK 8": _("The committee rates players from outside."),
    "LASK 10": _("A person decides the rating to start from."),
    "LASK 11a": _(
        "Playing in a large summer event brings a bonus on 1 September, once a summer."),
    "LASK text, point 11": _("A concentrated tournament is rated as a whole: the mean of the section stands for every opponent."),
    "LASK text, point 12": _("A Monrad tournament where not all are rated: what the opponents were worth is worked out from their scores and stands for every one of them."),
    "Glicko-2, introduction": _(
        "All games in a period count as played at the same time, on the ratings from "
        "before it."),
    "Glicko-2, step 1": _("New players begin with the start values."),
    "Glicko-2, steps 3–4": _("The share of a game in the change: what was scored less what was expected, by how sure both ratings are."),
    "Glicko-2, step 5": _("The volatility: how steadily the player performs."),
    "Glicko-2, steps 6–8": _("The deviation grows with time and shrinks with every game; with it the new rating is made."),
    "Om ratingen": _("Only games that were really played are rated."),
    "Om ratingen, Hur ratingen fungerar": _(
        "Ten points for each win more than the normal distribution expects of a hundredth of the difference."
    ),
    "Om ratingen, Avrundning": _(
        "Four decimals are kept on the way; only the new rating is rounded."
    ),
    "Renju 1 §1": _("Levels go from 10 kyu up to 1 kyu and from 1 dan up to 10 dan."),
    "Renju 1 §2": _("The ranking committee decides what the rules leave open."),
    "Renju 1 §5": _("From 3 dan up, the board makes the final decision."),
    "Renju 2 §1": _("Only sanctioned tournaments change a level."),
    "Renju 2 §2": _(
        "The points in finished games are compared with the norms of the levels, "
        "by what the opponents were at the start."),
    "Renju 2 §2d": _("Pmean is the mean index of the opponents: 10 kyu is 1, 10 dan 20."),
    "Renju 2 §2c": _("An opponent counts as at most three units away."),
    "Renju 2 §2e-f": _(
        "A norm is N · (0.5 + 0.15 · (level − Pmean)), to keep a level N · (0.25 + 0.15 · (level − Pmean)), to the nearest half point."
    ),
    "Renju 3 §2": _(
        "Norms apply from seven finished games, five of them against players at "
        "most three units below."
    ),
    "Renju 3 §4": _(
        "Nobody rises by more than two units, except in the first tournament."),
    "Renju 2 §2g": _(
        "The highest norm met gives the level; a player who does not meet the norm "
        "for keeping a level falls by one unit."),
    "Renju 2 §3": _("Whoever scores most points of all keeps the level."),
    "Renju 2 §4": _("A level that changed elsewhere during the tournament is taken into account."),
    "Renju 2 §5": _("A level has to be confirmed every five years, or it falls by one unit."),
    "Renju 3 §1": _("A tournament has at least five participants."),
    "Renju 3 §3": _(
        "Finished games are those really played, and those that ran for three "
        "months."),
    "Renju 4 §2": _("New players’ entry levels are computed from all their games until nothing changes."),
    "Renju 4 §3": _("A new player’s entry level is the final one as well."),
}  # fmt: skip


PLACES: dict[str, Promise] = {
    "Below 1200": _("Below 1200"),
    "introduction": _("introduction"),
    "logistic curve": _("logistic curve"),
    "first rating": _("first rating"),
    "provisional rating": _("provisional rating"),
    "bonus": _("bonus"),
    "decimals": _("decimals"),
}
"""Titles of paragraphs that the rulebook has in English. Other titles come from sources
in another language, and stay as they are there.
"""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the regulations; `short` is shown in the margin: its number or
    title.
    """

    name: str
    short: Promise | str
    says: Promise | str


def paragraph(name: str) -> Paragraph:
    source, _comma, place = name.rpartition(", ")
    short = place.removeprefix("point ").removeprefix("steps ").removeprefix("step ")
    return Paragraph(
        name, PLACES.get(short, short) if source else name, LEGEND.get(name, "")
    )


def margin(names: Iterable[str]) -> str:
    """Return the short forms of several paragraphs in one line."""
    return ", ".join(str(paragraph(name).short) for name in names)


def legend(names: Iterable[str], parameters: object = None) -> list[Paragraph]:
    """Return each paragraph once, in the order of the regulations, with the numbers of
    the edition, or the defaults of its system.
    """
    known = list(LEGEND)
    wanted = set(names)
    ordered = [name for name in known if name in wanted]
    found = [paragraph(name) for name in (*ordered, *sorted(wanted - set(known)))]
    return [
        replace(each, says=with_numbers(each.name, parameters) or each.says)
        for each in found
    ]
