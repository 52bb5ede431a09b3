from django.urls import path, register_converter

from ratings.board.views import board
from ratings.calculators.api import documentation
from ratings.calculators.views import calculators
from ratings.clubs.views import clubs
from ratings.corrections.views import claim_lists, claims, lifting, new_claim
from ratings.decisions.views import decisions, new_decision
from ratings.earlier_lists.views import earlier_lists
from ratings.editions.views import editions, policies, pools
from ratings.engine.views import runs
from ratings.fide.views import lists as fide_lists
from ratings.four_eyes.views import proposed_acts
from ratings.laboratory.views import ending as laboratory_ending
from ratings.laboratory.views import laboratory
from ratings.lists.views import (
    downloads,
    lists,
    oddity_limits,
    pool_records,
    proposal_chains,
    proposals,
    publications,
)
from ratings.lists.views.file_layouts import LayoutInAddress
from ratings.merges.views import compare, merges
from ratings.pages.views import (
    addresses,  # noqa: F401 - registers converters
    freshness,
    pins,
)
from ratings.players.views import achievements, explanations, meetings, players
from ratings.returns.views import newcomers, returns, sheets
from ratings.review.views import inbox, reports
from ratings.uploads.views import columns as import_columns
from ratings.uploads.views import imports
from ratings.uploads.views import questions as import_questions
from ratings.uploads.views import rows as import_rows

register_converter(LayoutInAddress, "layout")

app_name = "ratings"
urlpatterns = [
    # public pages
    path("list/", lists.current_list, name="current_list"),
    path("list/<layout:layout>", downloads.current_file, name="current_file"),
    path("list/live/", lists.live_list, name="live_list"),
    path("list/live/<layout:layout>", downloads.live_file, name="live_file"),
    path("list/<number:number>/", lists.published_list, name="list"),
    path(
        "list/<number:number>/<layout:layout>",
        downloads.list_file,
        name="list_file",
    ),
    path(
        "list/<number:number>/difference/",
        publications.list_difference,
        name="list_difference",
    ),
    path(
        "list/<number:number>/players/<number:player_id>/",
        explanations.list_explanation,
        name="list_explanation",
    ),
    path(
        "list/<number:number>/players/<number:player_id>/event/<number:report_id>/",
        explanations.list_event,
        name="list_event",
    ),
    path("lists/", publications.all_lists, name="lists"),
    path("players/", players.players, name="players"),
    path("players/<number:player_id>/", players.player, name="player"),
    path(
        "players/<number:player_id>/records/",
        achievements.player_records,
        name="player_records",
    ),
    path(
        "players/<number:player_id>/events/",
        achievements.player_events,
        name="player_events",
    ),
    path("players/<number:player_id>/against/", meetings.opponents, name="opponents"),
    path(
        "players/<number:player_id>/against/<number:opponent_id>/",
        meetings.against,
        name="against",
    ),
    path(
        "players/<number:player_id>/period/<day:end_date>/",
        explanations.explain_period,
        name="explanation",
    ),
    path(
        "players/<number:player_id>/seasons/<number:year>/", sheets.sheet, name="sheet"
    ),
    path(
        "players/<number:player_id>/event/<number:report_id>/",
        explanations.explain_event,
        name="event",
    ),
    path("records/", pool_records.current_records, name="records"),
    path("records/<number:number>/", pool_records.list_records, name="list_records"),
    path("districts/<slug:code>/", clubs.district, name="district"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<number:club_id>/", clubs.club, name="club"),
    path("calculators/", calculators.calculators, name="calculators"),
    path("calculators/<slug:system>/", calculators.calculator, name="calculator"),
    path("api/docs", documentation.documentation, name="api_docs"),
    path("pin/", pins.pin, name="pin"),
    path("fresh/", freshness.freshness, name="freshness"),
    # secretaries of clubs and those who receive their reports
    path("clubs/<number:club_id>/newcomers/", newcomers.newcomers, name="newcomers"),
    path("returns/", returns.club_returns, name="returns"),
    path("returns/<number:pk>/", returns.club_return, name="return"),
    path("returns/<number:pk>/send/", returns.send_return, name="send_return"),
    path("returns/<number:pk>/judge/", returns.judge_return, name="judge_return"),
    # the rating officer
    path("inbox/", inbox.inbox, name="inbox"),
    path("reports/<int:pk>/", reports.report, name="report"),
    path("reports/<int:pk>/changes/", reports.report_changes, name="report_changes"),
    path("reports/<int:pk>/judge/", reports.judge, name="judge"),
    path("reports/<int:pk>/recall/", reports.recall, name="recall"),
    path("approval/", proposals.proposals, name="proposals"),
    path(
        "approval/pools/<slug:code>/",
        proposal_chains.proposal_chain,
        name="proposal_chain",
    ),
    path("approval/<int:pk>/", proposals.proposal, name="proposal"),
    path("approval/<int:pk>/state/", proposals.proposal_state, name="proposal_state"),
    path("decisions/", decisions.decisions, name="decisions"),
    path("decisions/new/", new_decision.new_decision, name="new_decision"),
    path("decisions/players/", new_decision.decision_players, name="decision_players"),
    path("decisions/<int:pk>/", decisions.settle_decision, name="settle_decision"),
    path("fide/", fide_lists.fide_lists, name="fide_lists"),
    path("fide/new/", fide_lists.bring_fide_list, name="bring_fide_list"),
    path("fide/differences/", fide_lists.fide_differences, name="fide_differences"),
    path("fide/uploads/<int:pk>/", fide_lists.fide_upload, name="fide_upload"),
    path("same-player/", merges.merges, name="merges"),
    path("same-player/look/", merges.look_through, name="look_through"),
    path(
        "same-player/<number:one_id>/<number:other_id>/",
        compare.compare_players,
        name="compare_players",
    ),
    path("claims/", claim_lists.claims, name="claims"),
    # everyone who is concerned
    path(
        "claims/new/<number:report_id>/<int:key>/",
        new_claim.new_claim,
        name="new_claim",
    ),
    path("claims/<int:pk>/", claims.claim, name="claim"),
    path("claims/<int:pk>/answer/", claims.answer_claim, name="answer_claim"),
    path("claims/<int:pk>/withdraw/", claims.withdraw_claim, name="withdraw_claim"),
    path("claims/<int:pk>/decide/", claims.decide_claim, name="decide_claim"),
    path("claims/<int:pk>/lift/", lifting.lift_correction, name="lift_correction"),
    # the board
    path("board/", board.board, name="board"),
    path(
        "board/<number:report_id>/<number:player_id>/",
        board.decide,
        name="decide_level",
    ),
    path("runs/", runs.runs, name="runs"),
    path("imports/", imports.imports, name="imports"),
    path("imports/lists/", earlier_lists.earlier_lists, name="earlier_lists"),
    path(
        "imports/lists/<int:pk>/",
        earlier_lists.earlier_lists_file,
        name="earlier_lists_file",
    ),
    path("imports/<int:pk>/", imports.import_file, name="import_file"),
    path("imports/<int:pk>/players/", imports.choose_players, name="choose_players"),
    path("imports/<int:pk>/minutes/", imports.import_minutes, name="import_minutes"),
    path(
        "imports/<int:pk>/questions/",
        import_questions.import_questions,
        name="import_questions",
    ),
    path(
        "imports/<int:pk>/columns/",
        import_columns.import_columns,
        name="import_columns",
    ),
    path(
        "imports/<int:pk>/columns/again/",
        import_columns.import_columns_again,
        name="import_columns_again",
    ),
    path("imports/<int:pk>/clubs/", imports.choose_clubs, name="choose_clubs"),
    path("imports/<int:pk>/post/", imports.post_import, name="post_import"),
    path("imports/<int:pk>/answer/", imports.answer_import, name="answer_import"),
    path("imports/<int:pk>/undo/", imports.undo_import, name="undo_import"),
    path("imports/<int:pk>/drop/", imports.drop_import, name="drop_import"),
    path(
        "imports/<int:pk>/rows.<slug:kind>", import_rows.import_rows, name="import_rows"
    ),
    path("laboratory/", laboratory.laboratory, name="laboratory"),
    path("laboratory/new/", laboratory.new_experiment, name="new_experiment"),
    path("laboratory/<number:pk>/", laboratory.experiment, name="experiment"),
    path(
        "laboratory/<number:pk>/result.json",
        laboratory.experiment_json,
        name="experiment_json",
    ),
    path(
        "laboratory/<number:pk>/result.<slug:kind>",
        laboratory.experiment_numbers,
        name="experiment_numbers",
    ),
    path(
        "laboratory/<number:pk>/stop/",
        laboratory_ending.stop,
        name="stop_experiment",
    ),
    path(
        "laboratory/<number:pk>/delete/",
        laboratory_ending.delete,
        name="delete_experiment",
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
        "laboratory/shared/<str:secret>/result.json",
        laboratory.shared_json,
        name="shared_json",
    ),
    path(
        "laboratory/shared/<str:secret>/result.<slug:kind>",
        laboratory.shared_numbers,
        name="shared_numbers",
    ),
    # the administrator
    path("pools/", pools.pools, name="pools"),
    path("pools/new/", pools.new_pool, name="new_pool"),
    path("pools/<slug:code>/", pools.pool, name="pool"),
    path("pools/<slug:code>/name/", pools.rename, name="rename_pool"),
    path("pools/<slug:code>/end/", pools.end_pool, name="end_pool"),
    path("pools/<slug:code>/fide/", pools.pool_fide, name="pool_fide"),
    path(
        "pools/<slug:code>/unusual/",
        oddity_limits.oddity_limits,
        name="oddity_limits",
    ),
    path("pools/<slug:code>/corrections/", policies.corrections, name="corrections"),
    path("corrections/<int:pk>/", policies.policy_proposal, name="policy_proposal"),
    path("acts/<int:pk>/", proposed_acts.proposed_act, name="proposed_act"),
    path(
        "pools/<slug:code>/propose/", editions.propose_edition, name="propose_edition"
    ),
    path(
        "editions/<int:pk>/withdraw/",
        editions.withdraw_edition,
        name="withdraw_edition",
    ),
    path(
        "editions/proposals/<int:pk>/",
        editions.edition_proposal,
        name="edition_proposal",
    ),
    path(
        "editions/proposals/<int:pk>/ratings.<slug:kind>",
        editions.converted_ratings,
        name="converted_ratings",
    ),
]
