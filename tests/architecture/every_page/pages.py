"""Every page against every role: who may open it, and what the others get.

A page names the parts of its address by the rows of the world. A row of this table
means: the roles of `get` may read, those of `post` may act, those of `missing` get
404 (the page belongs to another club or district), and all others get 403. An
anonymous visitor is redirected to the log-in.
"""

from dataclasses import dataclass

from tests.architecture.world import ROLES

IN, LOGIN, FORBIDDEN, MISSING, NOT_MADE = "in", "log in", "403", "404", "405"

Roles = frozenset[str]


def roles(text: str) -> Roles:
    named = frozenset(text.split())
    assert named <= set(ROLES), named - set(ROLES)
    return named


NO_ROLE: Roles = frozenset()
EVERYBODY = roles(" ".join(ROLES))
SIGNED_IN = EVERYBODY - {"nobody"}
ADMINISTRATORS = roles("administrator")
OFFICERS = roles("officer")
COMMITTEE = roles("committee")
BOARD = roles("board")
SANCTIONERS = roles("committee board")
POWERFUL = roles("officer committee board administrator")
IMPORTERS = roles("officer administrator")
INVITERS = roles("secretary stranger administrator")
CLUB_EDITORS = roles("secretary deputy administrator")
CLUB_STAFF = roles("secretary deputy")
EDITORS_ANYWHERE = CLUB_EDITORS | roles("stranger")
OTHER_CLUB = roles("stranger")
OTHERS = roles("stranger elsewhere")
ORGANISERS = roles("secretary deputy district officer")
ORGANISERS_ANYWHERE = ORGANISERS | OTHERS
CLAIM_STRANGERS = OTHERS | roles("player")
LINKED = roles("player")
"""Roles whose account is linked to a player."""
READERS = roles("secretary deputy district officer administrator")


@dataclass(frozen=True, slots=True)
class Page:
    """Without `get` or `post` the method is not allowed; with `door_last` an anonymous
    visitor gets the same answer. `path` is the address of a page without a name.
    """

    name: str
    parts: tuple[str, ...] = ()
    get: Roles | None = None
    post: Roles | None = None
    missing: Roles = NO_ROLE
    door_last: bool = False
    path: str = ""

    def expected(self, method: str, role: str) -> str:
        allowed = self.get if method == "get" else self.post
        if role == "nobody" and not self.is_public:
            return NOT_MADE if allowed is None and self.door_last else LOGIN
        if allowed is None:
            return NOT_MADE
        if role in allowed:
            return IN
        return MISSING if role in self.missing else FORBIDDEN

    @property
    def is_public(self) -> bool:
        named_roles = (self.get or NO_ROLE) | (self.post or NO_ROLE) | self.missing
        return "nobody" in named_roles


def public(name: str, *parts: str) -> Page:
    return Page(name, parts, get=EVERYBODY)


def read(name: str, *parts: str, by: Roles, missing: Roles = NO_ROLE) -> Page:
    return Page(name, parts, get=by, missing=missing)


def done(name: str, *parts: str, by: Roles, missing: Roles = NO_ROLE) -> Page:
    """Return a page that acts on POST only."""
    return Page(name, parts, post=by, missing=missing)


def both(name: str, *parts: str, by: Roles, missing: Roles = NO_ROLE) -> Page:
    return Page(name, parts, get=by, post=by, missing=missing)


IN_A_DEMO = {"federation:mailbox": public("federation:mailbox")}
"""Pages that exist only in a demo."""

FEDERATION = (
    both("federation:style_guide", by=EVERYBODY),
    read("federation:mailbox", by=NO_ROLE, missing=EVERYBODY),
    both("federation:invitation", "secret", by=EVERYBODY),
    both("federation:my_account", by=SIGNED_IN),
    read("federation:my_data", by=SIGNED_IN),
    read("federation:my_data_file", by=SIGNED_IN),
    both("federation:ask_to_be_erased", by=SIGNED_IN),
    read("federation:person_data", "member", by=ADMINISTRATORS),
    read("federation:person_data_file", "member", by=ADMINISTRATORS),
    both("federation:ask_to_erase", "member", by=ADMINISTRATORS),
    read("federation:erasures", by=ADMINISTRATORS),
    both("federation:erasure", "erasure", by=ADMINISTRATORS),
    read("federation:accounts", by=ADMINISTRATORS),
    both("federation:close_account", "user", by=ADMINISTRATORS),
    both("federation:reopen_account", "user", by=ADMINISTRATORS),
    both("federation:lost_factor", "user", by=ADMINISTRATORS),
    read("federation:roles", by=INVITERS),
    both("federation:agree_invitation", "appointment", by=POWERFUL),
    both("federation:invite", by=INVITERS),
    both(
        "federation:end_role",
        "role",
        by=roles("deputy secretary administrator"),  # the deputy's own
        missing=OTHER_CLUB,
    ),
    done(
        "federation:withdraw_invitation",
        "invitation",
        by=roles("secretary administrator"),
        missing=OTHER_CLUB,
    ),
    read("federation:members", by=READERS | OTHERS),
    read("federation:members_file", "table_kind", by=READERS | OTHERS),
    both("federation:new_member", by=EDITORS_ANYWHERE),
    read("federation:member", "member", by=READERS, missing=OTHERS),
    both("federation:edit_member", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:visibility", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:remove_member", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:status", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:main_club", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:join_club", "member", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both("federation:ask_for_member", by=CLUB_STAFF | OTHER_CLUB),
    both(
        "federation:joining",
        "asked_of_club",
        by=CLUB_STAFF,
        missing=SIGNED_IN - CLUB_STAFF,
    ),
    done(
        "federation:withdraw_joining",
        "asked_of_club",
        by=OTHER_CLUB,
        missing=CLUB_STAFF,
    ),
    both("federation:leave_club", "membership", by=CLUB_EDITORS, missing=OTHER_CLUB),
    both(
        "federation:invite_player",
        "member",
        by=roles("secretary administrator"),
        missing=OTHER_CLUB,
    ),
    both(
        "federation:unlink_account",
        "member",
        by=roles("secretary administrator"),
        missing=OTHER_CLUB,
    ),
    read("federation:suspensions", by=ADMINISTRATORS),
    both("federation:suspend", "member", by=ADMINISTRATORS),
    both("federation:end_suspension", "suspension", by=ADMINISTRATORS),
    read("federation:places", by=ADMINISTRATORS),
    both("federation:new_club", by=ADMINISTRATORS),
    both("federation:edit_club", "club", by=ADMINISTRATORS),
    both("federation:new_district", by=ADMINISTRATORS),
    both("federation:edit_district", "district", by=ADMINISTRATORS),
    read("federation:audit", by=ADMINISTRATORS),
    read("federation:audit_file", "table_kind", by=ADMINISTRATORS),
    read("federation:outbox", by=ADMINISTRATORS),
    done("federation:try_again", "letter", by=ADMINISTRATORS),
)

RATINGS = (
    public("ratings:current_list"),
    public("ratings:current_file", "layout"),
    public("ratings:live_list"),
    public("ratings:live_file", "layout"),
    public("ratings:list", "list"),
    public("ratings:list_file", "list", "layout"),
    public("ratings:list_difference", "list"),
    public("ratings:list_explanation", "list", "rated"),
    public("ratings:list_event", "event_list", "rated", "event"),
    public("ratings:lists"),
    public("ratings:players"),
    public("ratings:player", "rated"),
    public("ratings:player_records", "rated"),
    public("ratings:player_events", "rated"),
    public("ratings:opponents", "rated"),
    public("ratings:against", "rated", "opponent"),
    public("ratings:explanation", "rated", "period_end"),
    public("ratings:sheet", "rated", "season_year"),
    public("ratings:event", "rated", "event"),
    public("ratings:records"),
    public("ratings:list_records", "list"),
    public("ratings:district", "district_code"),
    public("ratings:clubs"),
    public("ratings:club", "club"),
    public("ratings:calculators"),
    public("ratings:calculator", "calculator"),
    public("ratings:api_docs"),
    Page("ratings:pin", post=EVERYBODY),
    public("ratings:freshness"),
    both("ratings:newcomers", "club", by=CLUB_STAFF | OFFICERS, missing=OTHER_CLUB),
    read("ratings:returns", by=CLUB_STAFF | OTHER_CLUB | OFFICERS),
    read("ratings:return", "club_return", by=CLUB_STAFF | OFFICERS, missing=OTHER_CLUB),
    done("ratings:send_return", "club_return", by=CLUB_STAFF, missing=OTHER_CLUB),
    done("ratings:judge_return", "club_return", by=OFFICERS),
    both("ratings:inbox", by=OFFICERS),
    read("ratings:report", "report", by=ORGANISERS, missing=OTHERS),
    read("ratings:report_changes", "report", by=ORGANISERS, missing=OTHERS),
    done("ratings:judge", "report", by=OFFICERS),
    done("ratings:recall", "report", by=ORGANISERS - OFFICERS, missing=OTHERS),
    read("ratings:proposals", by=OFFICERS),
    both("ratings:proposal", "period", by=OFFICERS),
    both("ratings:proposal_chain", "pool_code", by=OFFICERS),
    read("ratings:proposal_state", "period", by=OFFICERS),
    read("ratings:decisions", by=OFFICERS),
    both("ratings:new_decision", by=OFFICERS),
    read("ratings:decision_players", by=OFFICERS),
    done("ratings:settle_decision", "decision", by=OFFICERS),
    read("ratings:fide_lists", by=OFFICERS),
    both("ratings:bring_fide_list", by=OFFICERS),
    read("ratings:fide_differences", by=OFFICERS),
    read("ratings:fide_upload", "fide_upload", by=OFFICERS),
    read("ratings:merges", by=OFFICERS),
    done("ratings:look_through", by=OFFICERS),
    both("ratings:compare_players", "rated", "opponent", by=OFFICERS),
    read("ratings:claims", by=OFFICERS),
    both("ratings:new_claim", "report", "key", by=ORGANISERS, missing=CLAIM_STRANGERS),
    read("ratings:claim", "claim", by=ORGANISERS, missing=CLAIM_STRANGERS),
    done(
        "ratings:answer_claim",
        "claim",
        by=roles("secretary deputy"),
        missing=CLAIM_STRANGERS,
    ),
    done("ratings:withdraw_claim", "claim", by=OFFICERS, missing=CLAIM_STRANGERS),
    done("ratings:decide_claim", "claim", by=OFFICERS),
    both("ratings:lift_correction", "claim", by=OFFICERS),
    read("ratings:board", by=BOARD),
    done("ratings:decide_level", "event", "rated", by=BOARD),
    read("ratings:runs", by=roles("officer administrator")),
    both("ratings:imports", by=IMPORTERS),
    both("ratings:earlier_lists", by=IMPORTERS),
    both("ratings:earlier_lists_file", "earlier_lists", by=IMPORTERS),
    read("ratings:import_file", "import", by=IMPORTERS),
    read("ratings:import_rows", "import", "table_kind", by=IMPORTERS),
    done("ratings:choose_players", "import", by=IMPORTERS),
    done("ratings:choose_clubs", "import", by=IMPORTERS),
    done("ratings:import_minutes", "import", by=IMPORTERS),
    done("ratings:import_questions", "import", by=IMPORTERS),
    done("ratings:import_columns", "import", by=IMPORTERS),
    done("ratings:import_columns_again", "import", by=IMPORTERS),
    done("ratings:post_import", "import", by=IMPORTERS),
    done("ratings:answer_import", "import", by=IMPORTERS),
    done("ratings:undo_import", "import", by=OFFICERS),
    done("ratings:drop_import", "import", by=IMPORTERS),
    read("ratings:laboratory", by=roles("officer administrator")),
    both("ratings:new_experiment", by=roles("officer administrator")),
    read("ratings:experiment", "experiment", by=roles("officer administrator")),
    read(
        "ratings:experiment_numbers",
        "experiment",
        "table_kind",
        by=roles("officer administrator"),
    ),
    read("ratings:experiment_json", "experiment", by=roles("officer administrator")),
    done("ratings:experiment_link", "experiment", by=roles("officer administrator")),
    done("ratings:stop_experiment", "experiment", by=roles("officer administrator")),
    both("ratings:delete_experiment", "experiment", by=roles("officer administrator")),
    public("ratings:shared_experiment", "experiment_secret"),
    public("ratings:shared_numbers", "experiment_secret", "table_kind"),
    public("ratings:shared_json", "experiment_secret"),
    read("ratings:pools", by=ADMINISTRATORS),
    both("ratings:new_pool", by=ADMINISTRATORS),
    read("ratings:pool", "pool_code", by=ADMINISTRATORS),
    both("ratings:rename_pool", "pool_code", by=ADMINISTRATORS),
    both("ratings:end_pool", "pool_code", by=ADMINISTRATORS),
    both("ratings:corrections", "pool_code", by=ADMINISTRATORS),
    both("ratings:pool_fide", "pool_code", by=ADMINISTRATORS),
    both("ratings:oddity_limits", "pool_code", by=ADMINISTRATORS),
    both("ratings:policy_proposal", "policy_proposal", by=ADMINISTRATORS),
    both("ratings:proposed_act", "proposed_act", by=ADMINISTRATORS),
    both("ratings:propose_edition", "pool_code", by=ADMINISTRATORS),
    both("ratings:withdraw_edition", "edition", by=ADMINISTRATORS),
    both("ratings:edition_proposal", "edition_proposal", by=ADMINISTRATORS),
    read(
        "ratings:converted_ratings", "edition_proposal", "table_kind", by=ADMINISTRATORS
    ),
)


def organisers_read(name: str, *parts: str) -> Page:
    return read(name, *parts, by=ORGANISERS, missing=OTHERS)


def organisers_do(name: str, *parts: str) -> Page:
    return done(name, *parts, by=ORGANISERS, missing=OTHERS)


def organisers(name: str, *parts: str) -> Page:
    return both(name, *parts, by=ORGANISERS, missing=OTHERS)


TOURNAMENTS = (
    public("tournaments:start"),
    public("tournaments:robots"),
    public("tournaments:sitemap_index"),
    public("tournaments:sitemap_pages"),
    public("tournaments:sitemap_players", "players_part"),
    public("tournaments:sitemap_tournaments", "tournaments_part"),
    public("tournaments:calendar"),
    public("tournaments:month"),
    public("tournaments:calendar_feed"),
    organisers("tournaments:copy", "tournament"),
    public("tournaments:tournament_stages"),
    public("tournaments:player_panel", "entrant"),
    public("tournaments:tournament", "tournament"),
    public("tournaments:live", "tournament"),
    public("tournaments:rating_changes", "tournament"),
    public("tournaments:scorecard", "tournament", "entry"),
    public("tournaments:round", "section", "round_number"),
    public("tournaments:live_round", "section", "round_number"),
    public("tournaments:standings", "section", "round_number"),
    public("tournaments:live_standings", "section", "round_number"),
    public("tournaments:print_section", "section", "paper_of_section"),
    public("tournaments:print_round", "section", "paper_of_round", "round_number"),
    public("tournaments:norms", "renju_tournament"),
    public("tournaments:entry_norms", "renju_entry"),
    read("tournaments:desk", by=SIGNED_IN),
    both("tournaments:sanction_terms", by=BOARD),
    read(
        "tournaments:sanction",
        "sanctioned",
        by=ORGANISERS | SANCTIONERS,
        missing=OTHERS,
    ),
    read(
        "tournaments:invoice",
        "sanctioned",
        by=ORGANISERS | SANCTIONERS,
        missing=OTHERS,
    ),
    organisers("tournaments:apply_sanction", "sanctioned"),
    organisers("tournaments:withdraw_sanction", "sanctioned"),
    organisers_do("tournaments:renew_sanction", "sanctioned"),
    done(
        "tournaments:endorse_sanction",
        "sanctioned",
        by=roles("district"),
        missing=roles("elsewhere"),
    ),
    done("tournaments:decide_sanction", "sanctioned", by=SANCTIONERS),
    done("tournaments:sanction_paid", "sanctioned", by=SANCTIONERS),
    done("tournaments:sanction_not_paid", "sanctioned", by=SANCTIONERS),
    both("tournaments:movements", by=COMMITTEE),
    both("tournaments:movement", "movement", by=COMMITTEE),
    read("tournaments:on_request", by=COMMITTEE),
    both("tournaments:step_down", "member", by=COMMITTEE),
    done("tournaments:undo_step_down", "step_down", by=COMMITTEE),
    read("tournaments:movement_batches", by=COMMITTEE),
    both("tournaments:movement_batch", "movement_batch", by=COMMITTEE),
    both("tournaments:new", by=ORGANISERS_ANYWHERE),
    organisers("tournaments:change", "tournament"),
    organisers("tournaments:cancel", "tournament"),
    organisers_do("tournaments:take_up_again", "tournament"),
    organisers("tournaments:new_section", "tournament"),
    organisers("tournaments:submit", "tournament"),
    organisers_read("tournaments:changes", "tournament"),
    organisers("tournaments:conditions", "renju_tournament"),
    organisers_do("tournaments:note_conditions", "renju_tournament"),
    organisers_do("tournaments:take_back_conditions", "conditions"),
    organisers_do("tournaments:recall", "tournament"),
    organisers_do("tournaments:correct", "tournament"),
    organisers_read("tournaments:section", "section"),
    organisers_read("tournaments:suggestions", "section"),
    organisers_do("tournaments:enter", "section"),
    public("tournaments:entry_list", "section"),
    done("tournaments:ask_to_play", "section", by=LINKED),
    both("tournaments:leave_section", "section", by=LINKED),
    read("tournaments:my_entries", by=SIGNED_IN),
    organisers("tournaments:open_entries", "section"),
    organisers_do("tournaments:close_entries", "section"),
    organisers_do("tournaments:accept_request", "entry_request"),
    organisers_do("tournaments:decline_request", "entry_request"),
    organisers_do("tournaments:move_request", "entry_request"),
    organisers("tournaments:newcomer", "section"),
    organisers("tournaments:paste", "section"),
    both("tournaments:paste_members", by=EDITORS_ANYWHERE),
    organisers("tournaments:import_tournament", "section"),
    public("tournaments:section_trf", "section"),
    public("tournaments:section_trf_for_fide", "section"),
    public("tournaments:section_pgn", "section"),
    public("tournaments:section_table", "section", "table_of_section", "table_kind"),
    organisers_do("tournaments:order", "section"),
    organisers("tournaments:edit_section", "section"),
    organisers("tournaments:drop_section", "section"),
    organisers("tournaments:start_section", "section"),
    organisers("tournaments:undo_start", "section"),
    organisers("tournaments:dates", "section"),
    organisers("tournaments:boards", "section"),
    organisers_do("tournaments:publish_round", "section", "round_number"),
    organisers_do("tournaments:absences", "section", "round_number"),
    organisers("tournaments:kept_apart", "section"),
    organisers_do("tournaments:let_meet", "section", "round_number"),
    organisers("tournaments:results", "section"),
    organisers_do("tournaments:withdraw", "section"),
    public("tournaments:tie_breaks", "entry"),
    organisers("tournaments:teams", "league"),
    organisers("tournaments:league_rules", "league"),
    organisers("tournaments:start_league", "league"),
    organisers("tournaments:stop_league", "league"),
    organisers("tournaments:team", "team"),
    organisers("tournaments:drop_team", "team"),
    organisers("tournaments:withdraw_team", "team"),
    organisers_do("tournaments:readmit_team", "team"),
    public("tournaments:league", "league"),
    public("tournaments:live_league", "league"),
    public("tournaments:match", "team_match"),
    public("tournaments:match_protocol", "team_match"),
    both("tournaments:line_up", "team_match", "team", by=CLUB_STAFF),
    done("tournaments:begin_match", "team_match", by=ORGANISERS),
    done("tournaments:reopen_line_ups", "team_match", by=ORGANISERS),
    done("tournaments:enter_match", "team_match", by=ORGANISERS),
    done("tournaments:confirm_match", "team_match", by=ORGANISERS),
    done("tournaments:object_to_match", "team_match", by=ORGANISERS),
    done("tournaments:decide_match", "team_match", by=ORGANISERS),
    organisers_do("tournaments:draw_lots", "section"),
    organisers("tournaments:drop_entry", "entry"),
    organisers_do("tournaments:put_back", "removal"),
    organisers("tournaments:outside", "entry"),
    organisers("tournaments:other_class", "entry"),
    both("tournaments:dispensation", "entry", by=COMMITTEE),
    organisers_do("tournaments:come_back", "entry"),
    organisers_read("tournaments:board_history", "board"),
    organisers_read("tournaments:result_changes", "section"),
    organisers_do("tournaments:take_back_change", "result_change"),
    organisers("tournaments:phone_codes", "section"),
    organisers_do("tournaments:revoke_phone_code", "phone_code"),
    # These need no account: a visitor who has not typed a code gets the form for it.
    both("tournaments:phone_start", by=EVERYBODY),
    both("tournaments:phone", "typed_code", by=EVERYBODY),
    done("tournaments:phone_leave", by=EVERYBODY),
    public("tournaments:phone_boards"),
    both("tournaments:phone_board", "board", by=EVERYBODY),
    Page(
        "tournaments:result",
        ("board",),
        post=ORGANISERS,
        missing=OTHERS,
        door_last=True,
    ),
)

PAGES = FEDERATION + RATINGS + TOURNAMENTS


def account(name: str, *parts: str) -> Page:
    return both(name, *parts, by=SIGNED_IN)


def calculator(name: str, *parts: str) -> Page:
    """Return a page that programs call with POST."""
    return done(name, *parts, by=EVERYBODY)


NOTHING_HERE = {"get": NO_ROLE, "post": NO_ROLE, "missing": EVERYBODY}
ACCOUNT = (
    both("account_login", by=EVERYBODY),
    both("account_logout", by=EVERYBODY),
    both("account_signup", by=EVERYBODY),
    both("account_reset_password", by=EVERYBODY),
    both("account_reset_password_from_key", "reset_who", "reset_key", by=EVERYBODY),
    public("account_reset_password_from_key_done"),
    public("account_reset_password_done"),
    public("account_inactive"),
    public("account_email_verification_sent"),
    Page(
        "account_confirm_email",
        ("reset_key",),
        get=EVERYBODY,
        post=NO_ROLE,
        missing=EVERYBODY,  # no letter was sent with this key
    ),
    account("account_confirm_login_code"),
    account("account_change_password"),
    account("account_set_password"),
    account("account_email"),
    account("account_reauthenticate"),
    read("mfa_index", by=SIGNED_IN),
    account("mfa_authenticate"),
    account("mfa_reauthenticate"),
    account("mfa_activate_totp"),
    account("mfa_deactivate_totp"),
    account("mfa_generate_recovery_codes"),
    read("mfa_view_recovery_codes", by=NO_ROLE, missing=SIGNED_IN),  # none are made
    both("mfa_download_recovery_codes", by=NO_ROLE, missing=SIGNED_IN),
)
API = (
    public("api:openapi-json"),
    public("api:rating_on_a_day", "rated", "period_end"),
    public("api:wrong_method_of_players", "rated", "period_end"),
    *(calculator(f"api:{name}") for name in ("ssf", "lask", "scrabble", "elo")),
    calculator("api:glicko2"),
    calculator("api:renju"),
    calculator("api:wrong_method_of_calculator"),
    calculator("api:calculator", "calculator"),
    calculator("api:wrong_method_of_games", "calculator"),
    Page("api:api-root", **NOTHING_HERE),
    Page("^v1/", path="/api/v1/nothing", **NOTHING_HERE),
)
DOORS = (
    *ACCOUNT,
    *API,
    both("set_language", by=EVERYBODY),
    Page("healthz", path="/healthz", get=EVERYBODY, post=EVERYBODY),
    # Without a token, as here; with one: tests/federation/views/test_metrics.py.
    Page("metrics", path="/metrics", **NOTHING_HERE),
)
"""Addresses answered by libraries and the API, besides the pages of the three apps."""
