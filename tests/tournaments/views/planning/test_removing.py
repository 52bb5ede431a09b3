from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.permissions import actor_of
from ratings.enums import OutsideKind
from tests.factories import ClubFactory, PlayerFactory, acting, member
from tests.ratings.page_text import text
from tests.tournaments.pages import html_of, url
from tests.tournaments.teams import begun, line_up, members_of, started_league
from tests.tournaments.tournaments_made import (
    board,
    entered,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.submitting import recall_results
from tournaments.domain.teams.line_ups import begin_match
from tournaments.models import Section, Tournament
from tournaments.queries.desk import deleted_drafts

pytestmark = pytest.mark.django_db
SURE = {"asked": "yes", "sure": "on"}


def test_cancelling_says_how_many_entries_and_results_are_lost(client, secretary, club):
    group = started(section(tournament(club)), size=3)
    result(board(group, 1, 2), "1-0")

    page = html_of(client.get(url("cancel", group.tournament_id)))

    assert "3 entries" in page
    assert "1 result that was entered" in page
    assert "What no longer applies" in page


def test_result_that_no_one_entered_is_not_counted_as_lost(client, secretary, club):
    of = tournament(club)
    empty = started_league(club, ClubFactory(), of=section(of))
    begun(empty.matches.get())
    again = started_league(club, ClubFactory(), of=section(of))
    line_up(
        again.matches.get(),
        again.teams.get(number=1),
        members_of(again.teams.get(number=1)),
    )
    begin_match(again.matches.get().pk, acting=acting())

    page = html_of(client.get(url("cancel", of.pk)))

    assert again.pairings.filter(result="full-bye").count() == 4
    assert ("12 entries" in page, "that was entered" in page) == (True, False)
    assert "that were entered" not in page


def test_cancelling_says_what_was_submitted(client, secretary, club):
    group = played(started(section(tournament(club)), size=2))
    submitted(group)
    recall_results(group.tournament_id, acting=acting())

    page = html_of(client.get(url("cancel", group.tournament_id)))

    assert "results were sent in (version 1); they do not count" in page


def test_tournament_is_cancelled_and_resumed(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    of = group.tournament

    called_off = client.post(url("cancel", of.pk), SURE, follow=True)
    assert "It can be resumed here" in html_of(called_off)
    assert "Resume the tournament" in html_of(called_off)
    of.refresh_from_db()
    assert of.state == "cancelled"

    taken_up = client.post(url("take_up_again", of.pk), follow=True)
    assert "Resume the tournament" not in html_of(taken_up)
    of.refresh_from_db()
    assert of.state == "running"


def test_impossible_cancellation_is_refused_before_confirmation(
    client, secretary, club
):
    group = played(started(section(tournament(club)), size=2))
    submitted(group, is_final=False)

    answer = client.get(url("cancel", group.tournament_id))

    assert "Results of the tournament already count." in html_of(answer)
    assert "What no longer applies" not in html_of(answer)


def test_tournament_that_is_not_cancelled_is_not_resumed(client, secretary, club):
    of = tournament(club)

    answer = client.post(url("take_up_again", of.pk), follow=True)

    assert "The tournament is no longer open for this." in html_of(answer)


def test_deleted_draft_is_not_visible_and_can_be_restored(
    client, secretary, club, today
):
    of = tournament(club, name="Secret plans", start_date=today, end_date=today)
    page = url("cancel", of.pk)
    assert "Delete the draft" in html_of(client.get(page))
    client.post(page, SURE)

    desk = html_of(client.get(reverse("tournaments:desk")))
    assert "Put back Secret plans" in desk
    page = html_of(client.get(url("tournament", of.pk)))
    assert ">Deleted<" in page.replace(" ", "").replace("</svg>", ">")
    assert "Cancelled" not in page
    client.logout()
    calendar = client.get(reverse("tournaments:calendar"))
    assert "Secret plans" not in html_of(calendar)
    assert client.get(url("tournament", of.pk)).status_code == 404

    client.force_login(secretary)
    back = html_of(client.post(url("take_up_again", of.pk), follow=True))
    assert "The draft is back, as it was before it was deleted." in back
    assert Tournament.objects.get().state == "draft"


def test_deleted_draft_of_the_past_can_be_found_for_30_days(
    client, secretary, club, today
):
    past = today - timedelta(days=60)
    of = tournament(club, name="Old plans", start_date=past, end_date=past)
    client.post(url("cancel", of.pk), SURE)

    assert "Put back Old plans" in html_of(client.get(reverse("tournaments:desk")))
    actor = actor_of(secretary, today)
    for days, found in ((29, [of]), (31, [])):
        at = timezone.now() + timedelta(days=days)
        assert deleted_drafts(actor, today, at) == found


def test_cancelled_public_tournament_is_shown_as_called_off(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    client.post(url("cancel", group.tournament_id), SURE)
    client.logout()

    shown = client.get(url("tournament", group.tournament_id))

    assert "Cancelled" in html_of(shown)


def test_section_is_removed(client, secretary, club):
    made = section(tournament(club))

    client.post(url("drop_section", made.pk), SURE)

    assert not Section.objects.exists()


def test_removal_after_the_start_is_refused_with_a_message(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    refused = html_of(client.get(url("drop_entry", group.entries.first().pk)))

    assert "The section has started." in refused
    assert group.entries.count() == 2


def test_page_that_removes_an_entry_names_the_player(client, secretary, club):
    entry, other = entered(section(tournament(club)), member(club), member(club))

    shown = html_of(client.get(url("drop_entry", entry.pk)))

    assert entry.player.full_name in shown
    assert other.player.full_name not in shown


@pytest.mark.parametrize("name", ["cancel", "drop_section"])
def test_zero_entries_are_not_listed_as_lost(client, secretary, club, name):
    made = section(tournament(club))
    pk = made.pk if name == "drop_section" else made.tournament_id

    page = html_of(client.get(url(name, pk)))

    assert "0 entries" not in page
    assert "What is lost" not in page


def test_removal_that_can_be_undone_is_not_called_lost(client, secretary, club):
    made = section(tournament(club))
    entered(made, member(club))

    page = html_of(client.get(url("drop_section", made.pk)))

    assert "What goes with it, and can be put back" in page
    assert "What is lost" not in page


def test_only_given_ratings_are_counted_as_written(client, secretary, club):
    made = section(tournament(club))
    by_itself, typed, estimated = entered(
        made,
        PlayerFactory(fide_id=4610001, fide_rating=2307),
        PlayerFactory(fide_id=4610002, fide_rating=2307),
        PlayerFactory(),
    )
    set_outside(typed.pk, OutsideRating(2400), acting=acting())
    guess = OutsideRating(1500, OutsideKind.ESTIMATE, "Seen playing")
    set_outside(estimated.pk, guess, acting=acting())

    assert "2 FIDE ratings or estimates that were written" in html_of(
        client.get(url("drop_section", made.pk))
    )
    words = "the FIDE rating or estimate that was written"
    assert words not in html_of(client.get(url("drop_entry", by_itself.pk)))
    assert words in html_of(client.get(url("drop_entry", typed.pk)))


def test_removal_shows_its_contents_author_and_last_day(client, secretary, club):
    of = tournament(club)
    removed, stays = section(of), section(of)
    entered(removed, member(club), member(club))
    (entry,) = entered(stays, member(club, first_name="Ada", last_name="Ek"))
    for name, pk in (("drop_section", removed.pk), ("drop_entry", entry.pk)):
        client.post(url(name, pk), SURE)
    now = timezone.localtime()
    until = now + timedelta(days=30)

    on_tournament = text(client.get(url("tournament", of.pk)))
    on_section = text(client.get(url("section", stays.pk)))

    day = "%Y-%m-%d"
    for page, summary in ((on_tournament, "Group A 2 players"), (on_section, "Ada Ek")):
        line = page.partition(f"put back {summary} removed ")[2]
        assert line.startswith(f"{now:{day}} ")
        assert f" , {secretary}; can be put back until {until:{day}} " in line[:120]
