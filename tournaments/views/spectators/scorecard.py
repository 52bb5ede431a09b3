"""The public scorecard of one player in one tournament."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.engine.domain.own_changes import OwnLedgerGame
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Report
from ratings.players.queries.achievements import performance_in
from ratings.pools.queries.snapshots import one_snapshot
from ratings.review.queries.reports import PlayerChange
from tournaments.domain.report_points import own_games_of
from tournaments.models import Entry
from tournaments.queries.changes import changes_shown
from tournaments.queries.reports import counting_report, is_being_corrected
from tournaments.queries.section_shown import rating_of
from tournaments.queries.spectators.corrected import (
    OrganisersChange,
    organisers_changes,
    results_in_report,
)
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.queries.spectators.scorecard import GameShown, scorecard_of
from tournaments.queries.standings.table import ShownPlayer
from tournaments.views.access import address, open_tournament, set_rating_format_of
from tournaments.views.spectators.parts import (
    changed_since,
    corrected_games,
    published_section,
)


@dataclass(frozen=True, slots=True)
class ScorecardLine:
    """A game with its effect on the rating; `own` is None until that is computed, and
    if games are not rated one by one.
    """

    game: GameShown
    rating: float | None
    own: OwnLedgerGame | None
    changes: tuple[OrganisersChange, ...] = ()
    sent_in_as: str = ""
    """The result that was submitted, if the organiser has changed it since."""

    @property
    def change(self) -> float | None:
        """Return the rating change of the game, bonus included."""
        if self.own is None or not self.own.game.rated:
            return None
        return self.own.game.change + self.own.game.bonus


@dataclass(frozen=True, slots=True)
class RatingGains:
    """The tournament's effect on the player so far: `total` is that of its games alone;
    `changes` cover whole periods, or the tournament if it is rated as a whole.
    """

    changes: tuple[PlayerChange, ...] = ()
    own: tuple[OwnLedgerGame, ...] = ()

    @property
    def total(self) -> float | None:
        """Return the sum of the games' changes; None if games are not rated one by one."""
        if not self.own or any(each.report_id for each in self.own):
            return None
        return sum(each.game.change + each.game.bonus for each in self.own)


@shared(moves_at=next_publication)
@require_safe
def scorecard(request: OfficeRequest, pk: int, entry: int) -> HttpResponse:
    """Show the player's games, performance, rating change and tie-breaks to everyone."""
    tournament = open_tournament(request, pk)
    set_rating_format_of(tournament, request.today)
    rows = Entry.objects.select_related("section").filter(section__tournament=pk)
    found = get_object_or_404(rows.exclude(section__started_at=None), pk=entry)
    found.section.tournament = tournament
    shown = published_section(request, found.section)
    card = scorecard_of(shown, found.pk)
    report = counting_report(pk)
    own, gains = _gains(request, report, card.player)
    corrections = corrected_games(request, report)
    is_corrected = is_being_corrected(tournament, report)
    sent: Mapping[int, str] = {}
    if report and is_corrected:
        corrected_keys = {
            each.claim.key for each in corrections if not each.claim.lifted_by_id
        }
        sent = results_in_report(
            report, (game.pairing for game in card.games), corrected_keys
        )
    changes = organisers_changes(changed_since(request, report))
    return render(
        request,
        "tournaments/spectators/scorecard.html",
        {
            "tournament": tournament,
            "section": found.section,
            "card": card,
            "lines": [_line(game, own, changes, sent) for game in card.games],
            "is_corrected": is_corrected,
            "performance": performance_in(
                tournament.pool_id, tournament.start_date, card.met
            ),
            "gains": gains,
            "report": report,
            "corrections": corrections,
            "tournament_url": address("tournaments:tournament", pk),
            "tie_breaks": zip(shown.tie_breaks, card.row.tie_breaks, strict=True),
        },
    )


def _line(
    game: GameShown,
    own: Mapping[int, OwnLedgerGame],
    changes: Mapping[int, tuple[OrganisersChange, ...]],
    sent: Mapping[int, str],
) -> ScorecardLine:
    rating = rating_of(game.opponent.entry) if game.opponent else None
    key = game.pairing.pk
    return ScorecardLine(
        game, rating, own.get(key), changes.get(key, ()), sent.get(key, "")
    )


def _gains(
    request: OfficeRequest, report: Report | None, player: ShownPlayer
) -> tuple[Mapping[int, OwnLedgerGame], RatingGains]:
    """Return the player's games by board, and the tournament's effect on the player.
    Both are empty for a player who hides their name: a reader who knows the rating
    could identify the player.
    """
    if report is None or not player.person.is_open:
        return {}, RatingGains()
    with one_snapshot():
        shown = changes_shown(report, request.actor, request.today)
        if not shown.is_computed:
            return {}, RatingGains()
        own = own_games_of(report, player.entry.player_id, shown.number)
    of_player = aliases_now().person(player.entry.player_id)
    changes = (row.change for row in shown.rows)
    return own, RatingGains(
        changes=tuple(each for each in changes if each.player_id == of_player),
        own=tuple(own.values()),
    )
