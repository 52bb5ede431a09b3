import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.ledger.domain.reports import accept_report
from tests.factories import RoleFactory, UserFactory, acting, officer
from tests.ratings.page_text import text
from tests.tournaments.pages import html_of, url
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication
from tournaments.domain.submitting import correct_results
from tournaments.models import Pairing
from tournaments.rules.results import Result

pytestmark = pytest.mark.django_db
LONG_BEFORE = datetime(2026, 5, 4, 12, tzinfo=UTC)


@shared
def their_group(club):
    return started(section(tournament(club)), size=3)


@pytest.fixture
def group(secretary, their_group):
    return their_group


def write(client, pairing, **fields):
    return client.post(url("result", pairing.pk), fields)


def test_board_is_written_and_returned(client, group):
    one = board(group, 1, 2)

    answer = write(client, one, result="1-0", version="0")

    assert answer.status_code == 200
    assert answer.json() == {
        "pairing": one.pk,
        "version": 1,
        "result": "1-0",
        "white": "1",
        "black": "0",
        "finished": "",
    }


def test_conflict_returns_both_results(client, group, club):
    one = board(group, 1, 2)
    client.force_login(
        RoleFactory(kind="deputy", club=club, user=UserFactory(name="Ann")).user
    )
    write(client, one, result="1-0", version="0")

    answer = write(client, one, result="0-1", version="0")

    assert answer.status_code == 409
    data = answer.json()
    assert (data["result"], data["version"]) == ("1-0", 1)
    assert (data["theirs"], data["by"]) == ("1–0", "Ann")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"result": "1-0"},
        {"result": "1-0", "version": ""},
        {"result": "1-0", "version": "-1"},
        {"result": "1-0", "version": "9" * 40},
        {"result": "1-0", "version": "²"},
        {"result": "2-0", "version": "0"},
        {"result": "bye", "version": "0"},
    ],
)
def test_invalid_result_is_refused_with_a_message(client, group, fields):
    answer = write(client, board(group, 1, 2), **fields)

    assert answer.status_code == 422
    assert answer.json()["message"]


def test_result_of_a_board_removed_meanwhile_is_refused_with_a_message(
    client, secretary, club
):
    swiss = started(section(tournament(club), format="boards"), size=4)
    one, _two = set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    set_boards(swiss.pk, 1, [(1, 4), (3, 2)], acting=acting())

    answer = write(client, one, result="1-0", version="0")

    assert answer.status_code == 404
    assert "It no longer exists" in answer.json()["message"]


def test_result_of_a_user_who_has_lost_the_role_is_refused_with_a_message(
    client, group
):
    client.force_login(UserFactory())

    answer = write(client, board(group, 1, 2), result="1-0", version="0")

    assert answer.status_code == 403
    assert "You may not enter results" in answer.json()["message"]


def test_form_reports_results_of_boards_removed_meanwhile(client, secretary, club):
    swiss = started(section(tournament(club), format="boards"), size=6)
    old = set_boards(swiss.pk, 1, [(1, 2), (3, 4), (5, 6)], acting=acting())
    typed = {}
    for each, chosen in zip(old, ("1-0", "0-1", ""), strict=True):
        typed |= {f"result-{each.pk}": chosen, f"version-{each.pk}": "0"}
        typed[f"seen-{each.pk}"] = ""
    set_boards(swiss.pk, 1, [(1, 2), (3, 6), (5, 4)], acting=acting())

    answer = client.post(url("results", swiss.pk), typed, follow=True)

    shown = html_of(answer)
    assert "1 result is saved." in shown
    assert "1 result was not saved: its board has been removed" in shown


def test_refused_form_keeps_what_was_typed(client, secretary, club):
    swiss = started(section(tournament(club), format="boards"), size=4)
    one, two = set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    typed = {f"version-{each.pk}": "0" for each in (one, two)}
    typed |= {f"seen-{each.pk}": "" for each in (one, two)}
    typed |= {f"result-{one.pk}": "1-0", f"result-{two.pk}": "bye"}

    answer = client.post(url("results", swiss.pk), typed)

    assert answer.status_code == 422
    boards = answer.context["sheet"].rounds[0].boards
    assert [board.typed.result for board in boards] == ["1-0", "bye"]
    kept = f'name="result-{one.pk}" value="1-0" checked'
    assert kept in " ".join(answer.text.split())
    assert "is not a date" not in answer.text


def test_game_without_a_day_was_played_with_its_round(client, group):
    answer = write(client, board(group, 1, 2), result="1-0", version="0", finished="")

    assert answer.status_code == 200
    assert answer.json()["finished"] == ""


@pytest.mark.parametrize("day", ["soon", "2026-02-30", "2026-13-45", "0000-00-00"])
def test_invalid_day_is_refused_with_a_message_and_nothing_is_written(
    client, group, day
):
    one = board(group, 1, 2)

    answer = write(client, one, result="1-0", version="0", finished=day)

    assert answer.status_code == 422
    assert answer.json()["message"] == "That is not a date. Write it like 2026-05-31."
    assert Pairing.objects.get(pk=one.pk).result == ""


def test_day_is_removed_only_on_request(client, group):
    one = board(group, 1, 2)
    write(client, one, result="1-0", version="0", finished="2026-05-20")

    answer = write(client, one, result="0-1", version="1", finished="")
    assert answer.json()["finished"] == "2026-05-20"
    cleared = write(client, one, result="0-1", version="2", finished="none")
    assert cleared.json()["finished"] == ""


def test_nul_character_is_refused(client, group):
    answer = write(client, board(group, 1, 2), result="\x00", version="0")

    assert answer.status_code == 400


def test_closed_tournament_is_refused_with_a_message(client, secretary, club):
    group = played(started(section(tournament(club)), size=2))
    submitted(group)

    answer = write(client, group.pairings.get(), result="1-0", version="1")

    assert answer.status_code == 422
    assert "no longer open" in answer.json()["message"]


def closed_page(client, group):
    return html_of(client.get(url("results", group.pk) + "?view=boards"))


def test_submitted_results_are_shown_and_cannot_be_typed(client, secretary, club):
    group = played(started(section(tournament(club)), size=2), "1-0")
    submitted(group)

    page = closed_page(client, group)

    assert "closed, because they were sent in" in page
    assert ('type="radio"' in page, "answer-closed" in page) == (False, True)


def test_results_of_a_cancelled_tournament_say_that_it_was_called_off(
    client, secretary, club
):
    group = started(section(tournament(club)), size=2)
    cancel_tournament(group.tournament_id, acting=acting())

    page = closed_page(client, group)

    assert "cancelled, so its results are closed" in page
    assert url("changes", group.tournament_id) not in page


def test_grid_has_both_cells_of_every_game(client, group):
    shown = html_of(client.get(url("results", group.pk)))

    for pairing in group.pairings.all():
        assert shown.count(f'data-board="{pairing.pk}"') == 2
        assert f'name="result-{pairing.pk}"' in shown


def test_form_saves_changed_results(client, group):
    one, other = board(group, 1, 2), board(group, 1, 3)
    form_data = {
        f"result-{one.pk}": "1/2", f"version-{one.pk}": "0", f"seen-{one.pk}": "",
        f"result-{other.pk}": "", f"version-{other.pk}": "0", f"seen-{other.pk}": "",
    }  # fmt: skip

    answer = client.post(url("results", group.pk), form_data, follow=True)

    assert "1 result is saved." in html_of(answer)
    results = dict(Pairing.objects.values_list("pk", "result"))
    assert (results[one.pk], results[other.pk]) == ("1/2", "")


def test_form_never_overwrites_a_newer_result_and_shows_both(client, group):
    one = board(group, 1, 2)
    result(one, "1-0")
    form_data = {
        f"result-{one.pk}": "0-1",
        f"version-{one.pk}": "0",
        f"seen-{one.pk}": "",
    }

    answer = client.post(url("results", group.pk), form_data)

    shown = html_of(answer)
    assert answer.status_code == 409
    assert "Somebody else has changed the same game" in shown
    assert Pairing.objects.get(pk=one.pk).result == "1-0"

    mine = {f"result-{one.pk}": "0-1", f"version-{one.pk}": "1"}
    client.post(url("results", group.pk), mine)
    assert Pairing.objects.get(pk=one.pk).result == "0-1"


def finished(pairing, day, shown="", version="1", chosen="1-0", seen="1-0"):
    """Return the form data of a board, with its day and the day that was shown."""
    pk = pairing.pk
    return {
        f"result-{pk}": chosen, f"seen-{pk}": seen, f"version-{pk}": version,
        f"finished-{pk}": day, f"seen-finished-{pk}": shown,
    }  # fmt: skip


def day_of(pairing):
    day = Pairing.objects.get(pk=pairing.pk).finished_date
    return day and day.isoformat()


def test_form_sets_and_clears_a_day(client, group):
    one = result(board(group, 1, 2), "1-0", finished_date=date(2026, 5, 20))
    page = url("results", group.pk)

    client.post(page, finished(one, "2026-05-21", shown="2026-05-20"))
    assert day_of(one) == "2026-05-21"

    client.post(page, finished(one, "", shown="2026-05-21", version="2"))
    assert day_of(one) is None


def test_unchanged_day_of_the_form_is_not_sent(client, group):
    one = result(board(group, 1, 2), "adjourned")
    Pairing.objects.filter(pk=one.pk).update(changed_at=LONG_BEFORE)

    client.post(
        url("results", group.pk), finished(one, "", chosen="1-0", seen="adjourned")
    )

    assert day_of(one) == timezone.localdate().isoformat()


@pytest.mark.parametrize("day", ["2026-02-30", "soon"])
def test_invalid_day_is_reported_at_its_field_and_the_rest_is_saved(client, group, day):
    one, other = board(group, 1, 2), board(group, 1, 3)
    result(one, "adjourned")
    form_data = finished(one, day, chosen="0-1", seen="adjourned")
    form_data |= finished(other, "", version="0", seen="")

    answer = client.post(url("results", group.pk), form_data)

    assert answer.status_code == 422
    shown = html_of(answer)
    assert "1 result is saved." in shown
    row = shown[shown.index(f'data-row="{one.pk}"') :]
    row = row[: row.index("</li>")]
    assert f'name="finished-{one.pk}" value="{day}"' in row
    assert "That is not a date. Write it like 2026-05-31." in row
    assert 'value="0-1" checked' in row
    results = dict(Pairing.objects.values_list("pk", "result"))
    assert (results[one.pk], results[other.pk]) == ("adjourned", "1-0")


def test_form_shows_both_days_of_a_conflict_and_writes_the_chosen_one(client, group):
    one = result(board(group, 1, 2), "1-0", finished_date=date(2026, 5, 20))
    stale = finished(one, "2026-05-21", version="0", seen="adjourned")

    answer = client.post(url("results", group.pk), stale)

    shown = html_of(answer)
    assert answer.status_code == 409
    assert "1–0, 21 May 2026" in shown
    assert "1–0, 20 May 2026" in shown
    panel = shown[shown.index("both-versions") :]
    mine = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', panel[:1500]))
    client.post(url("results", group.pk), mine)
    assert day_of(one) == "2026-05-21"


def test_invalid_form_changes_nothing(client, group):
    one = board(group, 1, 2)
    form_data = {f"result-{one.pk}": "won", f"version-{one.pk}": "0", "result-x": "1-0"}

    answer = client.post(url("results", group.pk), form_data, follow=True)

    assert "That is not a result of this board." in html_of(answer)
    assert Pairing.objects.get(pk=one.pk).result == ""


@pytest.mark.parametrize("query", ["?round=99", "?round=x", "?view=boards&round=-1"])
def test_invalid_round_shows_the_first_open_one(client, group, query):
    assert client.get(url("results", group.pk) + query).context["open_round"] == 1


def test_swiss_round_is_shown_with_its_boards(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=2), size=4)
    (one, two) = set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())

    shown = html_of(client.get(url("results", swiss.pk)))

    for pairing in (one, two):
        assert f'data-row="{pairing.pk}"' in shown


def test_page_says_from_when_a_drafted_round_is_public(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=2), size=4)
    at = timezone.localtime() + timedelta(days=1)
    later = HowPaired(publication=RoundPublication(at=at))
    now = acting(secretary, timezone.now())
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=now, paired=later)

    shown = text(client.get(url("results", swiss.pk)))

    assert (
        f"Published later Everybody sees these boards from {at:%Y-%m-%d %H:%M} on"
        in (shown)
    )
    assert "Round 1 is paired, but its boards are not public yet." in shown
    assert "Pair round 1" not in shown


def test_withdrawal_warns_of_a_bye_after_it(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=2), size=3)
    set_boards(swiss.pk, 1, [(1, 2), (3, None)], acting=acting())
    three, one = (swiss.entries.get(pairing_number=number) for number in (3, 1))

    def leaves(entry):
        data = {"entry": entry.pk, "after_round": 0}
        return text(client.post(url("withdraw", swiss.pk), data, follow=True))

    words = "The player has a bye in round 1, which still gives its points"
    assert (words in leaves(three), words in leaves(one)) == (True, False)


def test_withdrawal_does_not_warn_of_a_bye_without_points(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=2), size=3)
    set_boards(swiss.pk, 1, [(1, 2), (3, None)], acting=acting())
    swiss.pairings.filter(black=None).update(result=Result.ZERO_BYE)
    data = {"entry": swiss.entries.get(pairing_number=3).pk, "after_round": 0}

    page = text(client.post(url("withdraw", swiss.pk), data, follow=True))

    assert "The player has a bye" not in page


def test_organiser_is_warned_of_a_game_of_somebody_who_left(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=3), size=4)
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(board(swiss, 3, 4), "1-0")

    def leaves(number):
        entry = swiss.entries.get(pairing_number=number)
        data = {"entry": entry.pk, "after_round": 0}
        return text(client.post(url("withdraw", swiss.pk), data, follow=True))

    words = "The player has a game in round 1, which awaits its result"
    assert (words in leaves(2), words in leaves(3)) == (True, False)


def test_result_after_a_player_left_is_refused_and_kept_on_the_page(client, group):
    later = group.pairings.filter(round=3).exclude(black=None).get()
    withdraw_entry(later.white_id, 1, acting=acting())
    number = later.white.pairing_number
    words = f"Number {number} left after round 1, so a game of round 3 counts by the"

    answer = write(client, later, result="1-0", version=0)
    sheet = {f"result-{later.pk}": "1-0", f"version-{later.pk}": 0}
    page = client.post(f"{url('results', group.pk)}?view=boards&round=3", sheet)

    assert (answer.status_code, page.status_code) == (422, 422)
    assert words in answer.json()["message"]
    assert words in text(page)
    assert re.search(r'value="1-0"[^>]*checked', html_of(page))
    later.refresh_from_db()
    assert later.result == ""


def test_organiser_is_warned_of_games_played_in_advance_by_somebody_who_left(
    client, group
):
    later = group.pairings.filter(round=3).exclude(black=None).get()
    result(later, "1-0")

    def leaves(entry_id):
        data = {"entry": entry_id, "after_round": 1}
        return text(client.post(url("withdraw", group.pk), data, follow=True))

    words = "The player has games entered as played after that: of round 3."
    other = group.entries.exclude(pk__in=[later.white_id, later.black_id]).get()
    assert (words in leaves(other.pk), words in leaves(later.white_id)) == (False, True)


def test_player_withdraws_and_returns(client, group):
    entry = group.entries.first()

    form_data = {"entry": entry.pk, "after_round": "1"}
    page_text = html_of(client.post(url("withdraw", group.pk), form_data, follow=True))
    assert "Noted. The remaining games are settled by the rules." in page_text
    entry.refresh_from_db()
    assert entry.withdrawn_after == 1

    client.post(url("come_back", entry.pk))
    entry.refresh_from_db()
    assert entry.withdrawn_after is None


def test_player_withdrawn_from_a_swiss_is_not_paired_again_and_is_marked(
    client, secretary, club
):
    swiss = started(section(tournament(club), format="boards", rounds=3), size=4)
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    form_data = {"entry": swiss.entries.first().pk, "after_round": "1"}
    players = reverse("tournaments:section", args=[swiss.pk])
    assert "left after round" not in html_of(client.get(players))

    page_text = html_of(client.post(url("withdraw", swiss.pk), form_data, follow=True))

    assert "Noted. The results stand. The player is not paired again." in page_text
    name = swiss.entries.get(withdrawn_after=1).player.full_name
    assert page_text.count("left after round 1") == 1
    shown = html_of(client.get(players))
    assert name in shown
    assert shown.count("left after round 1") == 1


def test_player_who_withdraws_from_a_swiss_later_is_paired_until_then(
    client, secretary, club
):
    swiss = started(section(tournament(club), format="boards", rounds=5), size=4)
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    entry = swiss.entries.get(pairing_number=3)
    form_data = {"entry": entry.pk, "after_round": "4"}

    page_text = html_of(client.post(url("withdraw", swiss.pk), form_data, follow=True))

    words = "is paired until round 4, and not after it."
    assert f"Noted. {entry.player.full_name} {words}" in page_text
    assert f"3. {entry.player.full_name} left after round 4" not in page_text


@pytest.mark.parametrize("rounds_before", [0, 2])
def test_proposed_round_of_a_withdrawal_is_the_last_with_boards(
    client, secretary, club, rounds_before
):
    swiss = started(section(tournament(club), format="boards", rounds=5), size=4)
    for number in range(1, rounds_before + 1):
        set_boards(swiss.pk, number, [(1, number + 1)], acting=acting())

    form = client.get(url("results", swiss.pk)).context["withdrawal"]

    assert form["after_round"].initial == rounds_before


def test_proposed_round_of_a_withdrawal_from_a_round_robin_is_the_last_with_a_result(
    client, group
):
    result(board(group, 1, 2), "1-0")
    round_played = board(group, 1, 2).round

    form = client.get(url("results", group.pk)).context["withdrawal"]

    assert form["after_round"].initial == round_played


def test_withdrawn_player_is_not_offered_for_withdrawal(client, group):
    withdrawn, *others = group.entries.in_order()
    withdraw_entry(withdrawn.pk, 1, acting=acting())
    shown = client.get(reverse("tournaments:results", args=[group.pk])).context
    choices = [pk for pk, _name in shown["withdrawal"].fields["entry"].choices]
    assert choices == ["", *(entry.pk for entry in others)]
    assert [each.entry for each in shown["withdrawn"]] == [withdrawn]


def test_first_round_with_a_missing_result_is_open(client, secretary, club):
    group = started(section(tournament(club)), size=4)

    def opened():
        page = client.get(reverse("tournaments:results", args=[group.pk]))
        return page.context["open_round"]

    rounds = [opened()]
    for number in (1, 2, 3):
        for pairing in group.pairings.filter(round=number):
            result(pairing, "1/2")
        rounds.append(opened())
    assert rounds == [1, 2, 3, 3]


@pytest.mark.parametrize("form_data", [{}, {"entry": "x", "after_round": "9" * 30}])
def test_withdrawal_needs_a_player_and_a_round(client, group, form_data):
    answer = client.post(url("withdraw", group.pk), form_data, follow=True)

    assert "Choose who leaves and after which round." in html_of(answer)


def test_query_count_of_the_sheet_does_not_depend_on_the_number_of_players(
    client, group, club, django_assert_num_queries, django_assert_max_num_queries
):
    six = started(section(tournament(club)), size=6)
    with django_assert_max_num_queries(12) as few:
        client.get(url("results", group.pk))
    with django_assert_num_queries(len(few)):
        client.get(url("results", six.pk))


def test_page_left_open_by_another_account_writes_nothing(client, group):
    one = board(group, 1, 2)
    sent = {"result": "1-0", "version": 0}
    answer = client.post(url("result", one.pk), sent, headers={"X-Account": "0"})
    one.refresh_from_db()
    assert (answer.status_code, one.result) == (401, "")


def test_requested_round_is_open(client, group):
    page = client.get(url("results", group.pk) + "?round=3")

    assert page.context["open_round"] == 3
    assert not page.context["by_board"]
    boards = client.get(url("results", group.pk) + "?view=boards")
    assert boards.context["by_board"]


def test_withdrawal_may_be_before_the_first_round_or_after_any(client, group):
    form = client.get(url("results", group.pk)).context["withdrawal"]

    after = [number for number, _text in form.fields["after_round"].choices]
    assert after == ["", 0, 1, 2, 3]
    client.post(
        url("withdraw", group.pk),
        {"entry": group.entries.first().pk, "after_round": "0"},
    )
    assert group.entries.first().withdrawn_after == 0


def test_section_that_has_not_started_has_no_results_page(client, secretary, club):
    group = section(tournament(club))

    assert client.get(url("results", group.pk)).url == url("section", group.pk)


def test_sheet_is_open_while_the_tournament_is_running(client, group):
    assert client.get(url("results", group.pk)).context["is_open"]
    submitted(played(group))
    assert not client.get(url("results", group.pk)).context["is_open"]


def test_message_gives_the_number_of_saved_results_and_the_view_is_kept(client, group):
    boards = list(group.pairings.in_order())
    form_data = {}
    for one in boards[:2]:
        form_data |= {
            f"result-{one.pk}": "1-0",
            f"seen-{one.pk}": "",
            f"version-{one.pk}": "0",
        }

    answer = client.post(
        url("results", group.pk) + "?view=boards", form_data, follow=True
    )

    assert answer.redirect_chain[0][0] == url("results", group.pk) + "?view=boards"
    assert "2 results are saved." in html_of(answer)
    assert [one.result for one in group.pairings.in_order()] == ["1-0", "1-0", ""]


def test_no_player_is_preselected_for_withdrawal(client, group):
    form = client.get(url("results", group.pk)).context["withdrawal"]

    assert [form[name].initial for name in form.fields] == [None, 0]
    assert [field.choices[0] for field in form.fields.values()] == [("", ""), ("", "")]
    client.post(url("withdraw", group.pk), {"entry": "", "after_round": ""})
    assert group.entries.exclude(withdrawn_after=None).count() == 0


def test_closed_results_link_to_recall_or_correction(client, group):
    """Recall is possible until the office has accepted them, correction afterwards."""
    report = submitted(played(group))
    changes = reverse("tournaments:changes", args=[group.tournament_id])

    def link():
        (found,) = re.findall(
            f'href="{changes}">([^<]*)</a>',
            html_of(client.get(url("results", group.pk))),
        )
        return found.strip()

    assert link() == "Take the results back"
    accept_report(report.pk, acting=acting(officer()))
    assert link() == "Correct the results"


def test_version_that_counts_after_taking_back_a_correction_is_named(client, group):
    report = submitted(played(group))
    changes = reverse("tournaments:changes", args=[group.tournament_id])
    recall = reverse("tournaments:recall", args=[group.tournament_id])
    assert "The results then no longer count" in html_of(client.get(changes))
    accept_report(report.pk, acting=acting(officer()))
    correct_results(group.tournament_id, acting=acting())
    submitted(group)

    assert "Version 1, which was accepted, then counts" in html_of(client.get(changes))
    answer = client.post(recall, follow=True)
    assert "Taken back. Version 1 counts" in html_of(answer)


def test_keys_are_explained_only_where_results_can_be_typed(client, group):
    assert 'class="key-line"' in html_of(client.get(url("results", group.pk)))
    submitted(played(group))

    for query in ("", "?view=boards"):
        assert 'class="key-line"' not in html_of(
            client.get(url("results", group.pk) + query)
        )
