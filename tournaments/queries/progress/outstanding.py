"""What is still to be played of tournaments under way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.enums import ROUND_ROBINS, SectionFormat
from tournaments.models import Pairing, RoundPairing, Section, TeamMatch, Tournament

AWAITED = ("", "adjourned", "postponed")
_SETTLED = Q(section__format__in=ROUND_ROBINS) & (
    Q(white__withdrawn_after__isnull=False) | Q(black__withdrawn_after__isnull=False)
)
"""Every board of a player who has left a round robin is annulled or awarded (SSF
§11.1a), as `apply_withdrawals` decides for each board.
"""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What is left to play.

    Games without a result, rounds that are not paired, team matches that are not
    confirmed and sections that have not started; each with the first section concerned.
    """

    games: int = 0
    games_in: int | None = None
    rounds: int = 0
    rounds_in: int | None = None
    matches: int = 0
    matches_in: int | None = None
    sections: int = 0
    sections_in: int | None = None

    def __bool__(self) -> bool:
        return bool(self.games or self.rounds or self.matches or self.sections)

    @property
    def words(self) -> tuple[str, str]:
        """The text for a tournament whose last day is over, and the text for what it
        waits for.
        """
        if self.games:
            label = ngettext(
                "%(count)s game is missing", "%(count)s games are missing", self.games
            )
            waits_for = _("The organiser enters the missing results and sends them in.")
            return label % {"count": self.games}, waits_for
        if self.rounds:
            label = ngettext(
                "%(count)s round is not played",
                "%(count)s rounds are not played",
                self.rounds,
            )
            waits_for = _(
                "The organiser pairs what is left, or says that there are fewer rounds."
            )
            return label % {"count": self.rounds}, waits_for
        if self.matches:
            label = ngettext(
                "%(count)s match is not confirmed",
                "%(count)s matches are not confirmed",
                self.matches,
            )
            waits_for = _("The teams confirm what was played; then it is sent in.")
            return label % {"count": self.matches}, waits_for
        if self.sections:
            waits_for = _("The organiser starts every section, or removes it.")
            return _("Not played in every section"), waits_for
        return _("Played, not sent in"), _("The organiser sends in the results.")


NOTHING = Outstanding()


def outstanding(
    tournaments: Iterable[Tournament], now: datetime
) -> Mapping[int, Outstanding]:
    """Return what is left of each tournament, by id, in one query; tournaments of which
    everything is played are left out.

    Games that a withdrawal has settled are not awaited. A round that is a draft, or is
    published later, counts as not paired: its boards accept no results, and only its
    organiser sees them.
    """
    ids = [each.pk for each in tournaments]
    if not ids:
        return {}
    rows = (
        Section.objects.filter(tournament__in=ids)
        .in_order()
        .annotate(
            awaited=_count(_awaited(now), "pk"),
            paired=_count(_published(now), "round"),
            unconfirmed=_count(TeamMatch.objects.awaited(), "pk"),
            by_teams=F("league"),
        )
    )
    found: dict[int, Outstanding] = {}
    for section in rows:
        before = found.get(section.tournament_id, NOTHING)
        found[section.tournament_id] = _with(before, section)
    return found


def _with(before: Outstanding, section: Any) -> Outstanding:
    started = section.started_at is not None
    is_paired = section.format == SectionFormat.BOARDS and section.by_teams is None
    games = section.awaited if started else 0
    rounds = section.rounds - section.paired if started and is_paired else 0
    matches = section.unconfirmed if started else 0
    sections = int(not started)

    def first(known: int | None, number: int) -> int | None:
        return section.pk if known is None and number else known

    return Outstanding(
        before.games + games,
        first(before.games_in, games),
        before.rounds + rounds,
        first(before.rounds_in, rounds),
        before.matches + matches,
        first(before.matches_in, matches),
        before.sections + sections,
        first(before.sections_in, sections),
    )


def _awaited(now: datetime) -> QuerySet[Pairing]:
    awaited = _published(now).filter(result__in=AWAITED, black__isnull=False)
    return awaited.exclude(_SETTLED)


def _published(now: datetime) -> QuerySet[Pairing]:
    drafts = RoundPairing.objects.not_published_at(now)
    own = drafts.filter(section=OuterRef("section"), round=OuterRef("round"))
    return Pairing.objects.exclude(Exists(own))


def _count(rows: QuerySet[Any], column: str) -> Coalesce:
    """Return how many different values of a column the section's rows have."""
    own = rows.filter(section=OuterRef("pk")).order_by().values("section")
    counted = own.annotate(counted=Count(column, distinct=True)).values("counted")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
