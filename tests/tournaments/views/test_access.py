"""Every page and act is refused to users who may not use it: an anonymous visitor, a
user without a role, and the secretary of another club.
"""

import pytest
from django.urls import get_resolver, reverse

from federation.enums import RoleKind
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import (
    board,
    played,
    section,
    started,
    submitted,
)
from tests.worlds import shared
from tournaments.domain.movements.proposing import judge_section
from tournaments.models import ClassMovement

pytestmark = pytest.mark.django_db

PUBLIC = {
    "start", "calendar", "tournament_stages", "tournament", "player_panel", "round",
    "tie_breaks", "live", "live_round", "rating_changes", "scorecard",
    "print_section", "print_round", "section_trf", "section_trf_for_fide",
    "section_pgn", "section_table", "month", "calendar_feed",
}  # fmt: skip
SEEN_OF_TOURNAMENT = {"tournament", "live", "rating_changes", "scorecard"}
OF_TOURNAMENT = {
    "change", "cancel", "new_section", "submit", "changes", "recall",
    "correct", "take_up_again", "copy",
}  # fmt: skip
OF_SECTION = {
    "section", "suggestions", "enter", "newcomer", "paste", "import_tournament", "order", "edit_section",
    "drop_section", "start_section", "undo_start", "dates", "boards", "results",
    "withdraw", "publish_round", "absences", "kept_apart", "let_meet",
    "draw_lots", "result_changes", "phone_codes",
}  # fmt: skip
OF_ENTRY = {"drop_entry", "outside", "other_class", "come_back"}
OF_BOARD = {"result", "board_history"}
OF_CHANGE, OF_CODE = {"take_back_change"}, {"revoke_phone_code"}
# Opened with a phone code: tests in views/phone.
BY_CODE = {"phone_start", "phone", "phone_leave", "phone_boards", "phone_board"}
OF_PLAYERS = {
    "ask_to_play", "leave_section", "open_entries", "close_entries", "accept_request",
    "decline_request", "move_request", "entry_list", "my_entries", "standings",
    "live_standings",
}  # fmt: skip
"""See entry_requests/test_entries_by_players.py and spectators/test_standings.py."""
OF_SANCTION = {
    "sanction", "apply_sanction", "withdraw_sanction", "renew_sanction", "invoice",
    "endorse_sanction", "decide_sanction", "sanction_paid", "sanction_not_paid",
    "sanction_terms",
}  # fmt: skip
"""Tested in views/sanctions/test_access.py."""
OF_COMMITTEE = {
    "movements", "movement", "movement_batches", "dispensation", "on_request",
    "step_down",
}  # fmt: skip
# Exist only after a decision: test_movement_batches, test_stepping_down.
OF_BATCH = {"movement_batch", "undo_step_down"}
# Exist only after a removal: domain/removals/test_putting_back.py.
OF_REMOVALS = {"put_back"}
OF_CRAWLERS = {
    "robots", "sitemap_index", "sitemap_pages", "sitemap_players",
    "sitemap_tournaments",
}  # fmt: skip
"""Open to everybody: tested in views/search_engines."""
OF_MEMBERS = {"paste_members"}
"""Tested in views/player_lists/test_new_members.py."""
SIGNED_IN = {"desk", "new"}
# Exist only in leagues: views/teams.
OF_TEAMS = {
    "teams", "league_rules", "start_league", "stop_league", "team", "drop_team",
    "league", "live_league", "match", "match_protocol", "line_up", "begin_match",
    "reopen_line_ups", "enter_match", "confirm_match", "object_to_match",
    "decide_match", "withdraw_team", "readmit_team",
}  # fmt: skip
# Exist only if the rules have norms and deadlines: test_norms, test_conditions.
WITH_NORMS = {
    "norms", "entry_norms", "conditions", "note_conditions", "take_back_conditions",
}  # fmt: skip
POSTED = {
    "recall", "correct", "enter", "order", "withdraw", "come_back", "result",
    "take_up_again", "publish_round", "absences", "let_meet", "draw_lots",
    "take_back_change", "revoke_phone_code",
}  # fmt: skip
ORGANISERS = OF_TOURNAMENT | OF_SECTION | OF_ENTRY | OF_BOARD | OF_CHANGE | OF_CODE
# Arguments of their addresses besides the section.
OF_ROUND: dict[str, tuple[int | str, ...]] = {
    "round": (1,),
    "live_round": (1,),
    "publish_round": (1,),
    "absences": (1,),
    "let_meet": (1,),
    "print_section": ("standings",),
    "section_table": ("boards", "csv"),
    "print_round": ("pairings", 1),
}


@shared
def group():
    made = played(started(section(gives_titles=True), size=2))
    given(made)
    submitted(made)
    judge_section(made.pk)
    return made


def ask(client, group, name):
    entry, pairing = group.entries.first(), board(group, 1, 2)
    args = {
        "player_panel": entry.player_id,
        "tie_breaks": entry.pk,
        "dispensation": entry.pk,
        "step_down": entry.player_id,
        "movement": ClassMovement.objects.values_list("pk", flat=True).first(),
    }
    args |= dict.fromkeys(OF_TOURNAMENT | SEEN_OF_TOURNAMENT, group.tournament_id)
    of_section = (
        OF_SECTION
        | OF_ROUND.keys()
        | {"section_trf", "section_trf_for_fide", "section_pgn"}
    )
    args |= dict.fromkeys(of_section, group.pk) | dict.fromkeys(OF_ENTRY, entry.pk)
    args |= dict.fromkeys(OF_BOARD, pairing.pk)
    args |= dict.fromkeys(OF_CHANGE, pairing.changes.latest("pk").pk)
    args |= dict.fromkeys(OF_CODE, group.phone_codes.get().pk)
    of = (entry.pk,) if name == "scorecard" else OF_ROUND.get(name, ())
    url = reverse(
        f"tournaments:{name}", args=[*([args[name]] if name in args else []), *of]
    )
    return client.post(url) if name in POSTED else client.get(url)


def test_every_page_is_in_one_of_the_lists():
    known = (
        (
            PUBLIC
            | ORGANISERS
            | OF_COMMITTEE
            | OF_BATCH
            | SIGNED_IN
            | WITH_NORMS
            | BY_CODE
        )
        | OF_TEAMS
        | OF_SANCTION
        | OF_PLAYERS
        | OF_REMOVALS
        | OF_MEMBERS
        | OF_CRAWLERS
    )

    _path, resolver = get_resolver().namespace_dict["tournaments"]
    assert {pattern.name for pattern in resolver.url_patterns} == known


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_public_pages_are_open_to_all(client, group, name):
    assert ask(client, group, name).status_code == 200


@pytest.mark.parametrize("name", sorted(ORGANISERS | OF_COMMITTEE | SIGNED_IN))
def test_anonymous_visitor_is_redirected_to_the_log_in(client, group, name):
    answer = ask(client, group, name)

    if name == "result":
        assert answer.status_code == 401
    else:
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", sorted(ORGANISERS | OF_COMMITTEE | {"new"}))
def test_user_without_a_role_is_refused(client, group, name):
    client.force_login(UserFactory())

    assert ask(client, group, name).status_code == 403


@pytest.mark.parametrize("name", sorted(ORGANISERS))
def test_tournament_of_another_club_is_not_found(client, group, name):
    client.force_login(secretary_of(ClubFactory()))

    assert ask(client, group, name).status_code == 404


@pytest.mark.parametrize("name", sorted(ORGANISERS))
@pytest.mark.parametrize("kind", ["secretary", "deputy", "district", "officer"])
def test_users_who_run_the_tournament_may_open_its_pages(
    client, group, settings, name, kind
):
    settings.DEMO = True
    club = group.tournament.organiser
    scope = {
        "secretary": {"club": club},
        "deputy": {"club": club},
        "district": {"district": club.district},
        "officer": {},
    }[kind]
    client.force_login(RoleFactory(kind=RoleKind(kind), **scope).user)

    assert ask(client, group, name).status_code in (200, 302, 422)


@pytest.mark.parametrize("name", sorted(OF_COMMITTEE))
@pytest.mark.parametrize("kind", ["committee", "officer", "administrator"])
def test_movements_are_open_only_to_the_committee(client, group, settings, name, kind):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind(kind)).user)

    expected = 200 if kind == "committee" else 403
    assert ask(client, group, name).status_code == expected


def test_tournament_in_preparation_is_visible_only_to_its_organisers(client):
    made = section()
    url = reverse("tournaments:tournament", args=[made.tournament_id])

    assert client.get(url).status_code == 404
    client.force_login(secretary_of(made.tournament.organiser))
    assert client.get(url).status_code == 200


@pytest.mark.parametrize("name", sorted(POSTED))
def test_get_request_never_acts(client, group, name):
    client.force_login(secretary_of(group.tournament.organiser))
    first = group.pk if name in OF_SECTION else group.tournament_id

    url = reverse(f"tournaments:{name}", args=[first, *OF_ROUND.get(name, ())])
    assert client.get(url).status_code == 405


@pytest.mark.parametrize(
    "url",
    [
        "/tournaments/99999999999999999999999/",
        "/sections/99999999999999999999999/",
        "/movements/99999999999999999999999/",
        "/tournaments/player/99999999999999999999999/panel",
        "/boards/99999999999999999999999/result/",
        "/entries/99999999999999999999999/outside/",
        "/tournaments/-1/",
        "/tournaments/abc/",
    ],
)
def test_unknown_number_is_not_found(client, url, settings):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user)

    answer = client.post(url) if "boards" in url else client.get(url)
    assert answer.status_code == 404
