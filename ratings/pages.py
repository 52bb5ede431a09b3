from django.urls import path, register_converter

from ratings.api import documentation
from ratings.views import (
    calculators,
    clubs,
    decisions,
    downloads,
    editions,
    explanations,
    freshness,
    inbox,
    laboratory,
    lists,
    pins,
    players,
    pools,
    proposals,
    publications,
    reports,
    runs,
)
from ratings.views.addresses import DayInAddress, NumberInAddress

register_converter(DayInAddress, "day")
register_converter(NumberInAddress, "number")

app_name = "ratings"
urlpatterns = [
    # everybody
    path("list/", lists.current_list, name="current_list"),
    path("list/list.csv", downloads.current_csv, name="current_csv"),
    path("list/live/", lists.live_list, name="live_list"),
    path("list/live/list.csv", downloads.live_csv, name="live_csv"),
    path("list/<number:number>/", lists.published_list, name="list"),
    path("list/<number:number>/list.csv", downloads.published_csv, name="list_csv"),
    path(
        "list/<number:number>/difference/",
        publications.difference,
        name="list_difference",
    ),
    path(
        "list/<number:number>/players/<number:player_id>/",
        explanations.explain_on_list,
        name="list_explanation",
    ),
    path(
        "list/<number:number>/players/<number:player_id>/event/<number:report_id>/",
        explanations.explain_event_on_list,
        name="list_event",
    ),
    path("lists/", publications.all_lists, name="lists"),
    path("players/", players.players, name="players"),
    path("players/<number:player_id>/", players.player, name="player"),
    path(
        "players/<number:player_id>/period/<day:end_date>/",
        explanations.explain_period,
        name="explanation",
    ),
    path(
        "players/<number:player_id>/event/<number:report_id>/",
        explanations.explain_event,
        name="event",
    ),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<number:club_id>/", clubs.club, name="club"),
    path("calculators/", calculators.calculators, name="calculators"),
    path("calculators/<slug:system>/", calculators.calculator, name="calculator"),
    path("api/docs", documentation.documentation, name="api_docs"),
    path("pin/", pins.pin, name="pin"),
    path("fresh/", freshness.freshness, name="freshness"),
    # the rating officer
    path("inbox/", inbox.inbox, name="inbox"),
    path("reports/<int:pk>/", reports.report, name="report"),
    path("reports/<int:pk>/changes/", reports.changes, name="report_changes"),
    path("reports/<int:pk>/judge/", reports.judge, name="judge"),
    path("reports/<int:pk>/recall/", reports.recall, name="recall"),
    path("approval/", proposals.proposals, name="proposals"),
    path("approval/<int:pk>/", proposals.proposal, name="proposal"),
    path("approval/<int:pk>/state/", proposals.proposal_state, name="proposal_state"),
    path("decisions/", decisions.decisions, name="decisions"),
    path("decisions/new/", decisions.new_decision, name="new_decision"),
    path("decisions/players/", decisions.decision_players, name="decision_players"),
    path("decisions/<int:pk>/", decisions.settle_decision, name="settle_decision"),
    path("runs/", runs.runs, name="runs"),
    path("laboratory/", laboratory.laboratory, name="laboratory"),
    path("laboratory/new/", laboratory.new_experiment, name="new_experiment"),
    path("laboratory/<number:pk>/", laboratory.experiment, name="experiment"),
    path(
        "laboratory/<number:pk>/result.csv",
        laboratory.experiment_csv,
        name="experiment_csv",
    ),
    path(
        "laboratory/<number:pk>/result.json",
        laboratory.experiment_json,
        name="experiment_json",
    ),
    path(
        "laboratory/<number:pk>/link/",
        laboratory.experiment_link,
        name="experiment_link",
    ),
    path(
        "laboratory/shared/<str:secret>/",
        laboratory.shared_experiment,
        name="shared_experiment",
    ),
    path(
        "laboratory/shared/<str:secret>/result.csv",
        laboratory.shared_csv,
        name="shared_csv",
    ),
    path(
        "laboratory/shared/<str:secret>/result.json",
        laboratory.shared_json,
        name="shared_json",
    ),
    # the administrator
    path("pools/", pools.pools, name="pools"),
    path("pools/new/", pools.new_pool, name="new_pool"),
    path("pools/<slug:code>/", pools.pool, name="pool"),
    path("pools/<slug:code>/name/", pools.rename, name="rename_pool"),
    path("pools/<slug:code>/end/", pools.end, name="end_pool"),
    path("pools/<slug:code>/propose/", editions.propose, name="propose_edition"),
    path("editions/<int:pk>/withdraw/", editions.withdraw, name="withdraw_edition"),
    path("editions/proposals/<int:pk>/", editions.proposal, name="edition_proposal"),
    path(
        "editions/proposals/<int:pk>/ratings.csv",
        editions.converted_csv,
        name="converted_ratings",
    ),
]
