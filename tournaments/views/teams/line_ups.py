"""The page on which a captain gives a line-up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.models import Membership, Player
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.pages.level_words import rating_words
from ratings.people.queries.names import read_people
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.teams.eligibility import day_of, places_of
from tournaments.domain.teams.line_ups import give_line_up, ratings_of_line_up
from tournaments.enums import MatchState
from tournaments.forms.teams import NOBODY, LineUpForm
from tournaments.models import Team, TeamMatch
from tournaments.views.access import redirect_to, set_rating_format_of
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.teams.access import match_of_captain


@login_required
@reads_and_writes
def line_up(request: OfficeRequest, pk: int, team: int) -> HttpResponse:
    found, own = match_of_captain(request, pk, team)
    if request.method == "POST" and found.begun_at:
        messages.error(request, refusal_words(TournamentRefusal("match_begun")))
        return redirect_to("match", pk)
    if found.state == MatchState.NOT_PLAYED:
        messages.error(request, refusal_words(TournamentRefusal("match_not_played")))
        return redirect_to("match", pk)
    given = found.line_ups.filter(team=own).first()
    places = places_of(found, own.pk)
    person = aliases_now().persons(places.values())
    empty = NOBODY if given else None
    form = LineUpForm(
        request.POST or None,
        boards=found.section.league.boards,
        players=_members(request, found, own),
        initial={
            f"board_{board}": person[places[board]] if board in places else empty
            for board in range(1, found.section.league.boards + 1)
        }
        | {"reason": given.order_reason if given else ""},
    )

    def act() -> TeamMatch:
        return give_line_up(pk, own.pk, form.draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("The line-up has been handed in."))
        return redirect_to("match", pk)
    context = {"match": found, "team": own, "form": form, "given": given}
    return render(
        request,
        "tournaments/teams/line_up.html",
        context | {"section": found.section, "tournament": found.section.tournament},
    )


def _members(
    request: OfficeRequest, found: TeamMatch, team: Team
) -> list[tuple[int, str]]:
    """Return the club's members on the day of the match, strongest first, with the
    rating by which they are ordered.
    """
    day = day_of(found)
    ids = Membership.objects.on(day).of_club(team.club_id).unmerged()
    players = list(Player.objects.filter(pk__in=ids.values("player")))
    ratings = ratings_of_line_up(found.section, players, day)
    persons = read_people(ratings, request.actor, request.today)
    systems = set_rating_format_of(found.section.tournament, request.today)
    levels = systems.levels_on(found.section.tournament.start_date)
    ordered = sorted(ratings, key=lambda pk: (-(ratings[pk] or 0), persons[pk].name))
    return [
        (pk, f"{persons[pk].distinct_name}, {rating_words(levels, ratings[pk])}")
        for pk in ordered
    ]
