from datetime import date

import pytest
from django.urls import reverse

from federation.models import Suspension
from ratings.ledger.domain.reports import accept_report, hold_report, return_report
from ratings.models import Pool, Report
from tests.factories import UserFactory, acting, computed, line, member, officer
from tests.ratings.page_text import rows
from tests.ratings.rating_lists import accepted, published, rated
from tests.tournaments.pages import html_of
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
from tournaments.domain.rounds.boards import set_boards
from tournaments.enums import UnratedReason

pytestmark = pytest.mark.django_db
NOT_PLAYED = UnratedReason.NOT_PLAYED


@shared
def their_group(club):
    return played(started(section(tournament(club)), size=4))


@pytest.fixture
def group(secretary, their_group):
    return their_group


def url(name, group):
    return reverse(f"tournaments:{name}", args=[group.tournament_id])


def test_consequence_is_explained_before_the_button(client, group):
    shown = html_of(client.get(url("submit", group)))

    assert shown.index("count at once") < shown.index("Send in the results</button>")
    assert "The checks found nothing unusual." in shown


def test_results_that_would_change_no_rating_are_named_so_before_the_button(
    client, club, secretary
):
    days = {"start_date": date(2024, 5, 6), "end_date": date(2024, 6, 24)}
    late, other = (
        played(started(section(tournament(club, **days)), size=2)) for _ in range(2)
    )
    accept_report(submitted(other).pk, acting=acting(officer()))
    Pool.objects.update(carries_from=0, ends_on=date(2024, 8, 31))
    published(date(2024, 5, 6))

    shown = html_of(client.get(url("submit", late)))

    assert "The results change no rating" in shown
    assert "count at once" not in shown


def test_results_are_submitted_and_their_changes_appear(client, group):
    answer = client.post(url("submit", group))
    assert answer.url == url("changes", group)

    waiting = html_of(client.get(answer.url))
    assert 'hx-trigger="every 2s"' in waiting
    assert "Reload the page" in waiting

    computed()
    part = client.get(answer.url, headers={"HX-Request": "true"})
    shown = html_of(part)
    assert "hx-trigger" not in shown
    assert "<html" not in shown
    for entry in group.entries.select_related("player"):
        assert entry.player.full_name in shown


def test_missing_games_block_the_final_report_and_not_the_interim_one(
    client, secretary, club
):
    group = started(section(tournament(club)), size=3)
    result(board(group, 1, 2), "1-0")

    page = client.get(url("submit", group))
    assert "Results that are missing" in html_of(page)
    client.post(url("submit", group))
    assert not Report.objects.exists()

    client.post(url("submit", group) + "?interim=1")
    assert Report.objects.get().is_final is False


@pytest.mark.parametrize("day", ["0001-01-01", "1990-01-01", "9999-12-01"])
def test_mistyped_day_is_shown(client, secretary, club, day):
    group = started(section(tournament(club)), size=2)
    result(board(group, 1, 2), "1-0", finished_date=date.fromisoformat(day))

    shown = html_of(client.get(url("submit", group)))

    assert "Days outside the tournament" in shown
    assert f"({day})" in shown
    assert "Change that day at the game" in shown
    assert "Missing games do not stop you" not in shown


def test_interim_submission_is_offered_only_if_missing_games_alone_prevent_one(
    client, secretary, club
):
    group = started(section(tournament(club)), size=3)
    offer = "Missing games do not stop you"
    result(board(group, 1, 2), "1-0")
    assert offer in html_of(client.get(url("submit", group)))

    result(board(group, 1, 3), "1-0", finished_date=date(1990, 1, 1))
    assert offer not in html_of(client.get(url("submit", group)))


def suspended_group(club):
    barred = member(club)
    Suspension.objects.create(
        player=barred,
        from_date=date(2026, 5, 1),
        to_date=date(2026, 5, 31),
        reason="Walked off",
        decided_by=UserFactory(),
    )
    of = section(tournament(club))
    return played(started(of, players=[barred, member(club)]))


def test_warning_needs_an_answer_and_stores_it(client, secretary, club):
    group = suspended_group(club)

    page_text = html_of(client.get(url("submit", group)))
    assert "Players who are suspended" in page_text

    refused = client.post(url("submit", group), {"suspended": " "})
    assert "Write an answer: the rating office will read it." in html_of(refused)
    assert not Report.objects.exists()

    client.post(url("submit", group), {"suspended": "The board let him play"})
    assert Report.objects.get().warnings.get().answer == "The board let him play"


def test_submitted_tournament_redirects_to_its_changes(client, group):
    submitted(group)

    assert client.get(url("submit", group)).url == url("changes", group)
    assert client.post(url("submit", group)).url == url("changes", group)
    assert Report.objects.count() == 1


def test_held_report_is_shown_instead_of_a_new_submission(client, secretary, club):
    group = started(section(tournament(club)), size=3)
    result(board(group, 1, 2), "1-0")
    report = submitted(group, is_final=False)
    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))

    assert client.get(url("submit", group) + "?interim=1").url == url("changes", group)


def test_results_are_recalled(client, group):
    submitted(group)

    answer = client.post(url("recall", group), follow=True)

    assert "Taken back." in html_of(answer)
    assert Report.objects.get().state == "withdrawn"


def test_accepted_report_is_opened_for_correction_instead_of_recalled(client, group):
    accept_report(submitted(group).pk, acting=acting(officer()))

    refused = client.post(url("recall", group), follow=True)
    assert "cannot be taken back" in html_of(refused)

    client.post(url("correct", group))
    group.tournament.refresh_from_db()
    assert group.tournament.state == "running"


def test_there_are_no_changes_before_a_submission(client, group):
    assert client.get(url("changes", group)).status_code == 404


def test_query_count_of_the_changes_does_not_depend_on_the_number_of_players(
    client, group, club, django_assert_num_queries, django_assert_max_num_queries
):
    six = played(started(section(tournament(club)), size=6))
    submitted(group)
    submitted(six)
    computed()
    with django_assert_max_num_queries(32) as few:
        client.get(url("changes", group))
    with django_assert_num_queries(len(few)):
        client.get(url("changes", six))


def test_tournament_in_preparation_or_cancelled_cannot_be_submitted(
    client, secretary, club
):
    prepared, off = tournament(club), started(section(tournament(club)), size=2)
    cancel_tournament(off.tournament_id, acting=acting())
    for pk in (prepared.pk, off.tournament_id):
        answer = client.get(reverse("tournaments:submit", args=[pk]))
        assert answer.url == reverse("tournaments:tournament", args=[pk])


def page_context(client, group, query=""):
    return client.get(url("submit", group) + query).context


def test_page_counts_played_games_and_each_player_once(client, secretary, club):
    of = tournament(club)
    group = started(section(of), size=3)
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "+-")
    result(board(group, 2, 3), "--")
    both = [group.entries.get(pairing_number=number).player for number in (1, 2)]
    played(started(section(of, name="Group B"), players=both))

    shown = page_context(client, group)

    rated = shown["rated"]
    assert (rated.rated, rated.unrated, shown["players"]) == (2, ((NOT_PLAYED, 1),), 3)


def test_interim_report_is_submitted_only_on_request(client, group):
    assert page_context(client, group)["is_final"]
    assert not page_context(client, group, "?interim")["is_final"]

    client.post(url("submit", group) + "?interim")

    group.tournament.refresh_from_db()
    assert (Report.objects.get().is_final, group.tournament.state) == (False, "running")


def may(client, group):
    shown = client.get(url("changes", group)).context
    return shown["may_recall"], shown["may_correct"]


def test_possible_acts_follow_from_the_state_of_the_report(client, group):
    officers = acting(officer())
    report = submitted(group)
    assert may(client, group) == (True, False)
    hold_report(report.pk, "Who is Ek?", acting=officers)
    assert may(client, group) == (True, False)
    return_report(report.pk, "Wrong day", acting=officers)
    assert may(client, group) == (False, True)
    client.post(url("correct", group))
    assert may(client, group) == (False, False)


def test_newest_report_is_shown(client, group):
    submitted(group)
    client.post(url("recall", group))
    second = submitted(group)

    assert client.get(url("changes", group)).context["report"] == second


def quick_group(club):
    """Return three games of one hour, one of them a forfeit, in a pool that requires
    two.
    """
    group = started(section(tournament(club, minutes=60)), size=3)
    result(board(group, 1, 2), "+-")
    return played(group)


UNRATED = "3 games are not rated: won by forfeit (1), too little thinking time (2)."


def test_unrated_games_are_shown_with_the_reason_before_submission(
    client, secretary, club
):
    shown = html_of(client.get(url("submit", quick_group(club))))

    assert "No game is rated" in shown
    assert UNRATED in shown
    assert "Group A:</span> 2 × 60 min &lt; 120 min" in shown
    assert "minutes for each player, and how many minutes are required." in shown
    assert "Below, 2.1" not in shown


def test_notation_of_boards_is_explained_if_some_are_named(client, secretary, club):
    group = started(section(tournament(club)), size=3)
    result(board(group, 1, 2), "1-0")

    assert "Below, 2.1 is round 2, board 1." in html_of(
        client.get(url("submit", group))
    )


def test_changes_show_the_same_unrated_games(client, secretary, club):
    group = quick_group(club)
    client.post(url("submit", group), {"too_short": "We know"})

    assert UNRATED in html_of(client.get(url("changes", group)))
    computed()
    assert UNRATED in html_of(client.get(url("changes", group)))


def test_numbers_of_rated_and_unrated_games_are_shown(client, secretary, club):
    group = started(section(tournament(club)), size=3)
    result(board(group, 1, 2), "+-")
    played(group)

    shown = html_of(client.get(url("submit", group)))

    assert "Some games are not rated" in shown
    assert "2 games are rated. 1 game is not rated: won by forfeit (1)." in shown


def test_nothing_is_shown_about_unrated_games_if_all_are_rated(client, group):
    assert "Some games are not rated" not in html_of(client.get(url("submit", group)))
    client.post(url("submit", group))
    assert "Some games are not rated" not in html_of(client.get(url("changes", group)))


def test_nothing_is_shown_about_unrated_games_of_a_recalled_report(
    client, secretary, club
):
    group = quick_group(club)
    client.post(url("submit", group), {"too_short": "We know"})
    client.post(url("recall", group))

    assert "Some games are not rated" not in html_of(client.get(url("changes", group)))


def test_same_game_in_another_tournament_is_linked(client, group, club):
    first = group.pairings.filter(round=1).first()
    other = started(
        section(tournament(club, name="Other cup")),
        players=[first.white.player, first.black.player],
    )
    submitted(played(other))

    page = html_of(client.get(url("submit", group)))

    assert "Games that another tournament has reported already" in page
    link = reverse("tournaments:tournament", args=[other.tournament_id])
    assert f'<a href="{link}">The other tournament</a>' in page


def test_changes_distinguish_this_tournament_from_the_whole_period(client, group):
    players = [entry.player for entry in group.entries.in_order()]
    day = group.tournament.start_date
    accepted(line(players[0], member(), 2, day, key=1), source_number=77)
    client.post(url("submit", group))
    computed()

    shown = client.get(url("changes", group))

    words = html_of(shown)
    assert "This tournament" in words
    assert "Whole period" in words
    # All games here were drawn between equals; SSF rating, point 3: 16 elsewhere.
    own = {row.person.pk: points for row, points in shown.context["shown"].lines}
    changes_by_player = {
        row.person.pk: row.change.change for row in shown.context["shown"].rows
    }
    assert own[players[0].pk] == 0
    assert changes_by_player[players[0].pk] == 16


def test_line_of_the_changes_has_games_points_and_both_ratings(client, secretary, club):
    """A win between equals gives 16 points; three games elsewhere give the loser 48."""
    winner, loser = (rated(1900, first_name=n, last_name="Ek") for n in ("Ada", "Bo"))
    group = started(section(tournament(club)), players=[winner, loser])
    first = board(group, 1, 2)
    result(first, "1-0" if first.white.player_id == winner.pk else "0-1")
    day = group.tournament.start_date
    others = [line(loser, rated(1900), 2, day, key=key) for key in (1, 2, 3)]
    accepted(*others, source_number=77)
    client.post(url("submit", group))
    computed()

    found = rows(client.get(url("changes", group)))

    assert [row[1:] for row in found] == [
        ["1 + 3", "0", "−16", "1900", "+32", "1932"],
        ["1", "1", "+16", "1900", "+16", "1916"],
    ]
    assert [row[0].split(" Points")[0] for row in found] == ["Bo Ek", "Ada Ek"]


def test_unpaired_round_is_named_and_links_to_its_boards(client, secretary, club):
    group = started(section(tournament(club), format="boards", rounds=2), size=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")

    page = client.get(reverse("tournaments:submit", args=[group.tournament_id]))
    shown = " ".join(page.text.split())

    boards = reverse("tournaments:boards", args=[group.pk])
    assert f'<a href="{boards}?round=2">Round 2 is not paired. Pair it</a>,' in shown


def test_earlier_answers_are_prefilled_in_the_next_submission(client, secretary, club):
    group = suspended_group(club)
    client.post(url("submit", group), {"suspended": "The board let him play"})
    client.post(url("recall", group))

    again = client.get(url("submit", group))

    assert again.context["form"]["suspended"].value() == "The board let him play"
