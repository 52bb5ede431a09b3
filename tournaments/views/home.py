"""The public start page, and the desk: what the user has to do today."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.permissions import Permission, may_somewhere
from federation.queries.joining import answerable
from federation.requests import OfficeRequest
from ratings.board.queries.board import waiting_for_board
from ratings.corrections.queries.claim_words import with_games_named
from ratings.corrections.queries.claims import claims_desk
from ratings.four_eyes.queries.second_eyes import waiting_for
from ratings.models import RatingList
from ratings.returns.queries.returns import (
    late_returns,
    returns_to_receive,
    returns_to_send,
)
from tournaments.models import Tournament
from tournaments.queries.deadlines import overdue_deadlines
from tournaments.queries.desk import (
    deleted_drafts,
    district_desk,
    movements_to_check_again,
    movements_to_decide,
    officer_desk,
    organiser_desk,
)
from tournaments.queries.sanctions.desk import sanction_desk
from tournaments.queries.stages import stages_of
from tournaments.queries.teams.waiting import matches_waiting
from tournaments.views.access import address

SHOWN_AT_START = 8


@require_safe
def start(request: OfficeRequest) -> HttpResponse:
    rows = Tournament.objects.select_related("organiser", "district")
    under_way = list(rows.under_way(request.today).newest_first()[:SHOWN_AT_START])
    finished = list(
        rows.filter(state="finished").order_by("-end_date", "-pk")[:SHOWN_AT_START]
    )
    stages = stages_of(under_way + finished, request.today, timezone.now())
    lists = list(RatingList.published.select_related("pool").newest_of_each_pool())
    context = {
        "newest": lists[0] if lists else None,
        "others": lists[1:],
        "list_url": address("ratings:current_list"),
        "players_url": address("ratings:players"),
        "under_way": [(each, stages[each.pk]) for each in under_way],
        "finished": [(each, stages[each.pk]) for each in finished],
    }
    return render(request, "tournaments/home/start.html", context)


@login_required
@require_safe
def desk(request: OfficeRequest) -> HttpResponse:
    actor = request.actor
    claims = claims_desk(actor)
    now = timezone.now()
    context = {
        "own": organiser_desk(actor, request.today, now),
        "deleted": deleted_drafts(actor, request.today, now),
        "districts": district_desk(actor, request.today, now),
        "rating_office": officer_desk(request.today) if actor.is_officer else None,
        "overdue": overdue_deadlines(request.today) if actor.is_officer else (),
        "joining": list(answerable(actor, now, request.today)),
        "claims": claims,
        "claims_to_answer": with_games_named(claims.to_answer, actor, request.today),
        "own_claims": with_games_named(claims.own, actor, request.today),
        "movements": movements_to_decide() if actor.is_committee else None,
        "looks": movements_to_check_again() if actor.is_committee else 0,
        "for_board": len(waiting_for_board()) if actor.is_board else None,
        "team_matches": matches_waiting(actor, request.today),
        "sanctions": sanction_desk(actor, request.today),
        "may_create": may_somewhere(actor, Permission.RUN_TOURNAMENT),
        "has_role": bool(actor.roles),
        "owed_returns": returns_to_send(actor),
        "sent_returns": returns_to_receive() if actor.is_officer else 0,
        "late_returns": late_returns(request.today) if actor.is_officer else 0,
        "second_eyes": waiting_for(actor, now),
        "inbox_url": address("ratings:inbox"),
        "roles_url": address("federation:roles") if actor.is_administrator else "",
        "player_url": address("ratings:player", actor.player_id)
        if actor.player_id
        else "",
    }
    return render(request, "tournaments/home/desk.html", context)
