from django.urls import path

from ratings.pages.views import addresses  # noqa: F401 - registers converters
from tournaments.views import (
    conditions,
    home,
    norms,
    prints,
    public,
    removals,
    removing,
    result_history,
    results,
    submitting,
    tie_breaks,
    withdrawals,
)
from tournaments.views.calendar import copying, month
from tournaments.views.classes import other_class
from tournaments.views.entry_requests import answers, own
from tournaments.views.movements import batches, movements, stepping_down
from tournaments.views.phone import codes, entering, opening
from tournaments.views.planning import entries, newcomer, planning, starting
from tournaments.views.player_lists import (
    new_members,
    pasting,
    section_files,
    tournament_file,
)
from tournaments.views.rounds import boards, keeping_apart, rounds
from tournaments.views.sanctions import applying, deciding, fees
from tournaments.views.search_engines import robots, sitemaps
from tournaments.views.spectators import live, ratings, scorecard
from tournaments.views.teams import league, line_ups, matches, teams
from tournaments.views.teams import withdrawals as team_withdrawals

app_name = "tournaments"
urlpatterns = [
    path("robots.txt", robots.robots, name="robots"),
    path("sitemap.xml", sitemaps.sitemap_index, name="sitemap_index"),
    path("sitemaps/pages.xml", sitemaps.sitemap_pages, name="sitemap_pages"),
    path(
        "sitemaps/players-<number:part>.xml",
        sitemaps.sitemap_players,
        name="sitemap_players",
    ),
    path(
        "sitemaps/tournaments-<number:part>.xml",
        sitemaps.sitemap_tournaments,
        name="sitemap_tournaments",
    ),
    path("tournaments/month/", month.month, name="month"),
    path("tournaments/calendar.ics", month.calendar_feed, name="calendar_feed"),
    path("tournaments/<int:pk>/copy/", copying.copy, name="copy"),
    path("sanctions/terms/", fees.sanction_terms, name="sanction_terms"),
    path("tournaments/<int:pk>/sanction/", applying.sanction, name="sanction"),
    path(
        "tournaments/<int:pk>/sanction/apply/",
        applying.apply_sanction,
        name="apply_sanction",
    ),
    path(
        "tournaments/<int:pk>/sanction/withdraw/",
        applying.withdraw_sanction,
        name="withdraw_sanction",
    ),
    path(
        "tournaments/<int:pk>/sanction/renew/",
        applying.renew_sanction,
        name="renew_sanction",
    ),
    path(
        "tournaments/<int:pk>/sanction/endorse/",
        deciding.endorse_sanction,
        name="endorse_sanction",
    ),
    path(
        "tournaments/<int:pk>/sanction/decide/",
        deciding.decide_sanction,
        name="decide_sanction",
    ),
    path("tournaments/<int:pk>/sanction/invoice/", fees.invoice, name="invoice"),
    path(
        "tournaments/<int:pk>/sanction/paid/", fees.sanction_paid, name="sanction_paid"
    ),
    path(
        "tournaments/<int:pk>/sanction/not-paid/",
        fees.sanction_not_paid,
        name="sanction_not_paid",
    ),
    path("", home.start, name="start"),
    path("today/", home.desk, name="desk"),
    path("movements/", movements.movements, name="movements"),
    path("movements/batches/", batches.movement_batches, name="movement_batches"),
    path("movements/batches/<int:pk>/", batches.movement_batch, name="movement_batch"),
    path("movements/on-request/", stepping_down.on_request, name="on_request"),
    path(
        "movements/on-request/players/<int:pk>/",
        stepping_down.step_down,
        name="step_down",
    ),
    path(
        "movements/on-request/<int:pk>/undo/",
        stepping_down.undo_step_down,
        name="undo_step_down",
    ),
    path("movements/<int:pk>/", movements.movement, name="movement"),
    path("my-entries/", own.my_entries, name="my_entries"),
    path("tournaments/", public.calendar, name="calendar"),
    path("tournaments/where/", public.tournament_stages, name="tournament_stages"),
    path("tournaments/new/", planning.new, name="new"),
    path("tournaments/player/<int:pk>/panel", public.player_panel, name="player_panel"),
    path("tournaments/<int:pk>/", public.tournament, name="tournament"),
    path("tournaments/<int:pk>/live/", live.live_tournament, name="live"),
    path(
        "tournaments/<int:pk>/ratings/", ratings.rating_changes, name="rating_changes"
    ),
    path(
        "tournaments/<int:pk>/entries/<int:entry>/",
        scorecard.scorecard,
        name="scorecard",
    ),
    path("tournaments/<int:pk>/change/", planning.change, name="change"),
    path("tournaments/<int:pk>/cancel/", removing.cancel, name="cancel"),
    path(
        "tournaments/<int:pk>/take-up-again/",
        removing.take_up_again,
        name="take_up_again",
    ),
    path("tournaments/<int:pk>/section/", planning.new_section, name="new_section"),
    path("tournaments/<int:pk>/submit/", submitting.submit, name="submit"),
    path("tournaments/<int:pk>/conditions/", conditions.conditions, name="conditions"),
    path(
        "tournaments/<int:pk>/conditions/sent/",
        conditions.note,
        name="note_conditions",
    ),
    path(
        "conditions/<int:pk>/take-back/",
        conditions.take_back,
        name="take_back_conditions",
    ),
    path("tournaments/<int:pk>/norms/", norms.norms, name="norms"),
    path("tournaments/<int:pk>/changes/", submitting.changes, name="changes"),
    path("tournaments/<int:pk>/recall/", submitting.recall, name="recall"),
    path("tournaments/<int:pk>/correct/", submitting.correct, name="correct"),
    path("sections/<int:pk>/", entries.section, name="section"),
    path("sections/<int:pk>/suggestions", entries.suggestions, name="suggestions"),
    path("sections/<int:pk>/enter/", entries.enter, name="enter"),
    path("sections/<int:pk>/entry-list/", own.entry_list, name="entry_list"),
    path("sections/<int:pk>/ask/", own.ask_to_play, name="ask_to_play"),
    path("sections/<int:pk>/leave/", own.leave_section, name="leave_section"),
    path("sections/<int:pk>/open-entries/", answers.open_entries, name="open_entries"),
    path(
        "sections/<int:pk>/close-entries/", answers.close_entries, name="close_entries"
    ),
    path(
        "entry-requests/<int:pk>/accept/", answers.accept_request, name="accept_request"
    ),
    path(
        "entry-requests/<int:pk>/decline/",
        answers.decline_request,
        name="decline_request",
    ),
    path("entry-requests/<int:pk>/move/", answers.move_request, name="move_request"),
    path("sections/<int:pk>/newcomer/", newcomer.newcomer, name="newcomer"),
    path("sections/<int:pk>/paste/", pasting.paste, name="paste"),
    path("members/paste/", new_members.paste_members, name="paste_members"),
    path(
        "sections/<int:pk>/take-in/",
        tournament_file.import_tournament,
        name="import_tournament",
    ),
    path("sections/<int:pk>/trf/", section_files.section_trf, name="section_trf"),
    path(
        "sections/<int:pk>/trf/fide/",
        section_files.section_trf_for_fide,
        name="section_trf_for_fide",
    ),
    path("sections/<int:pk>/pgn/", section_files.section_pgn, name="section_pgn"),
    path(
        "sections/<int:pk>/table/<slug:what>.<slug:kind>",
        section_files.section_table,
        name="section_table",
    ),
    path("sections/<int:pk>/order/", entries.order, name="order"),
    path("sections/<int:pk>/edit/", planning.edit_section, name="edit_section"),
    path("sections/<int:pk>/drop/", removing.drop_section, name="drop_section"),
    path("sections/<int:pk>/start/", starting.start_section, name="start_section"),
    path("sections/<int:pk>/undo-start/", removing.undo_start, name="undo_start"),
    path("sections/<int:pk>/dates/", starting.dates, name="dates"),
    path("sections/<int:pk>/boards/", boards.boards, name="boards"),
    path(
        "sections/<int:pk>/boards/<int:number>/publish/",
        boards.publish_round,
        name="publish_round",
    ),
    path(
        "sections/<int:pk>/boards/<int:number>/absences/",
        boards.absences,
        name="absences",
    ),
    path("sections/<int:pk>/kept-apart/", keeping_apart.kept_apart, name="kept_apart"),
    path(
        "sections/<int:pk>/kept-apart/<int:kept>/let-meet/",
        keeping_apart.let_meet,
        name="let_meet",
    ),
    path("sections/<int:pk>/rounds/<int:number>/", rounds.round_page, name="round"),
    path(
        "sections/<int:pk>/rounds/<int:number>/live/",
        live.live_round,
        name="live_round",
    ),
    path("sections/<int:pk>/standings/<int:number>/", live.standings, name="standings"),
    path(
        "sections/<int:pk>/standings/<int:number>/live/",
        live.live_standings,
        name="live_standings",
    ),
    path(
        "sections/<int:pk>/print/<slug:what>/",
        prints.print_section,
        name="print_section",
    ),
    path(
        "sections/<int:pk>/print/<slug:what>/<int:number>/",
        prints.print_section,
        name="print_round",
    ),
    path("sections/<int:pk>/results/", results.results, name="results"),
    path("sections/<int:pk>/withdraw/", withdrawals.withdraw, name="withdraw"),
    path("entries/<int:pk>/norms/", norms.entry_norms, name="entry_norms"),
    path("entries/<int:pk>/tie-breaks/", tie_breaks.tie_breaks, name="tie_breaks"),
    path("sections/<int:pk>/draw-lots/", tie_breaks.draw_lots, name="draw_lots"),
    path("entries/<int:pk>/drop/", removing.drop_entry, name="drop_entry"),
    path("removals/<int:pk>/put-back/", removals.put_back, name="put_back"),
    path("entries/<int:pk>/outside/", entries.outside, name="outside"),
    path("entries/<int:pk>/class/", other_class.other_class, name="other_class"),
    path(
        "entries/<int:pk>/dispensation/", other_class.dispensation, name="dispensation"
    ),
    path("entries/<int:pk>/come-back/", withdrawals.come_back, name="come_back"),
    path("boards/<int:pk>/result/", results.result, name="result"),
    path(
        "boards/<int:pk>/history/", result_history.board_history, name="board_history"
    ),
    path(
        "sections/<int:pk>/changes/",
        result_history.result_changes,
        name="result_changes",
    ),
    path(
        "result-changes/<int:pk>/take-back/",
        result_history.take_back_change,
        name="take_back_change",
    ),
    path("sections/<int:pk>/phone/", codes.phone_codes, name="phone_codes"),
    path(
        "phone-codes/<int:pk>/revoke/",
        codes.revoke_phone_code,
        name="revoke_phone_code",
    ),
    path("r/", opening.phone_start, name="phone_start"),
    path("r/c/<str:code>/", opening.phone_start, name="phone"),
    path("r/leave/", opening.phone_leave, name="phone_leave"),
    path("r/boards/", entering.phone_boards, name="phone_boards"),
    path("r/boards/<int:pk>/", entering.phone_board, name="phone_board"),
    path("sections/<int:pk>/teams/", teams.teams, name="teams"),
    path("sections/<int:pk>/teams/rules/", teams.league_rules, name="league_rules"),
    path("sections/<int:pk>/teams/start/", teams.start_league, name="start_league"),
    path("sections/<int:pk>/teams/stop/", teams.stop_league, name="stop_league"),
    path("teams/<int:pk>/", teams.team, name="team"),
    path("teams/<int:pk>/drop/", teams.drop_team, name="drop_team"),
    path("teams/<int:pk>/withdraw/", team_withdrawals.withdraw, name="withdraw_team"),
    path("teams/<int:pk>/readmit/", team_withdrawals.readmit, name="readmit_team"),
    path("sections/<int:pk>/league/", league.league, name="league"),
    path("sections/<int:pk>/league/live/", league.live_league, name="live_league"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/print/", matches.match_protocol, name="match_protocol"),
    path("matches/<int:pk>/line-up/<int:team>/", line_ups.line_up, name="line_up"),
    path("matches/<int:pk>/begin/", matches.begin_match, name="begin_match"),
    path("matches/<int:pk>/reopen/", matches.reopen_line_ups, name="reopen_line_ups"),
    path("matches/<int:pk>/results/", matches.enter_match, name="enter_match"),
    path("matches/<int:pk>/confirm/", matches.confirm_match, name="confirm_match"),
    path("matches/<int:pk>/object/", matches.object_to_match, name="object_to_match"),
    path("matches/<int:pk>/decide/", matches.decide_match, name="decide_match"),
]
