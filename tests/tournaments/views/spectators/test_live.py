"""Public pages that update themselves: `tournaments.views.spectators.live`."""

import gzip
import html
import re
import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from tests.factories import acting, member, secretary_of
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
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
from tests.worlds import shared
from tournaments.domain.lots import draw_section_lots
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.round_pairings import RoundPublication, publish_round
from tournaments.models import RoundPairing, Tournament
from tournaments.queries.spectators.last_change import last_change
from tournaments.views.spectators import fresh
from tournaments.views.spectators.fresh import place_of

pytestmark = pytest.mark.django_db


@shared
def swiss(club):
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    return started(made, size=5)


def of_tournament(group):
    return reverse("tournaments:live", args=[group.tournament_id])


def of_round(group, number=1):
    return reverse("tournaments:live_round", args=[group.pk, number])


def of_screen(group):
    return f"{of_tournament(group)}?screen=1"


def page_of(group):
    return reverse("tournaments:tournament", args=[group.tournament_id])


def ask(client, address, mark="", **headers):
    known = {"If-None-Match": mark} if mark else {}
    return client.get(address, headers=known | headers)


LINK_TO_ROUND = {
    of_tournament: lambda group: reverse("tournaments:round", args=[group.pk, 1]),
    of_round: lambda group: reverse(
        "tournaments:print_round", args=[group.pk, "slips", 1]
    ),
    of_screen: lambda group: "Round 1",
}
"""The link or text by which a part shows a published round."""
PARTS = [of_tournament, of_round, of_screen]


@pytest.mark.parametrize("address", PARTS)
def test_unchanged_part_is_answered_with_304_and_two_queries(
    client, swiss, address, django_assert_max_num_queries
):
    as_proposed(swiss)
    first = ask(client, address(swiss))

    with django_assert_max_num_queries(2):
        again = ask(client, address(swiss), first["ETag"])

    assert (first.status_code, again.status_code) == (200, 304)
    assert (again.content, again["ETag"]) == (b"", first["ETag"])


def test_weak_etag_of_a_proxy_is_recognised(client, swiss):
    mark = ask(client, of_tournament(swiss))["ETag"]
    assert ask(client, of_tournament(swiss), f"W/{mark}").status_code == 304


@pytest.mark.parametrize("address", PARTS)
def test_result_changes_the_part(client, swiss, address):
    as_proposed(swiss)
    before = ask(client, address(swiss))
    result(board(swiss, 2, 1), "1-0")

    after = ask(client, address(swiss), before["ETag"])

    assert (after.status_code, "1–0" in html_of(before)) == (200, False)
    assert "1–0" in html_of(after)


@pytest.mark.parametrize("address", PARTS)
def test_cached_part_serves_all_visitors(
    client, swiss, address, django_assert_max_num_queries
):
    as_proposed(swiss)
    made = ask(client, address(swiss))
    with django_assert_max_num_queries(2):
        again = ask(client, address(swiss))
    assert (again.content, again["ETag"]) == (made.content, made["ETag"])


def test_page_uses_the_cached_part_until_it_changes(
    client, swiss, django_assert_max_num_queries
):
    as_proposed(swiss)
    made = ask(client, of_tournament(swiss))
    with django_assert_max_num_queries(6):
        page = client.get(page_of(swiss))
    assert html_of(made) in html_of(page)
    assert f'data-mark="{html.escape(made["ETag"])}"' in page.text

    result(board(swiss, 2, 1), "1-0")

    assert "1–0" in client.get(page_of(swiss)).text


def test_page_of_an_organiser_never_uses_the_public_part(client, club, swiss):
    as_proposed(swiss, publication=RoundPublication(is_draft=True))
    client.force_login(secretary_of(club))
    own = client.get(page_of(swiss)).text
    client.logout()
    link = reverse("tournaments:round", args=[swiss.pk, 1])
    assert (link in own, link in client.get(page_of(swiss)).text) == (True, False)


def test_part_is_in_the_language_of_the_reader(client, swiss):
    as_proposed(swiss)
    english = html_of(ask(client, of_round(swiss)))
    swedish = html_of(ask(client, of_round(swiss), **{"Accept-Language": "sv"}))
    assert ("White" in english, "White" in swedish, "Vit" in swedish) == (
        True, False, True,
    )  # fmt: skip


def test_draft_is_not_shown_and_the_part_of_an_organiser_is_not_shared(
    client, club, swiss
):
    as_proposed(swiss, publication=RoundPublication(is_draft=True))
    name = str(swiss.entries.get(pairing_number=2).player)
    client.force_login(secretary_of(club))
    own = ask(client, of_round(swiss))
    client.logout()

    other = ask(client, of_round(swiss), own["ETag"])

    assert (name in html_of(own), name in html_of(other)) == (True, False)
    assert ask(client, of_round(swiss)).content == other.content


def test_screen_shows_no_draft_even_to_an_organiser(client, club, swiss):
    as_proposed(swiss, publication=RoundPublication(is_draft=True))
    client.force_login(secretary_of(club))
    assert "Round 1" not in html_of(ask(client, of_screen(swiss)))
    assert "Round 1" not in html_of(client.get(f"{page_of(swiss)}?screen=1"))
    publish_round(swiss.pk, 1, acting=acting())
    assert "Round 1" in html_of(ask(client, of_screen(swiss)))


@pytest.mark.parametrize("address", PARTS)
def test_scheduled_round_appears_at_its_time(client, swiss, address):
    as_proposed(swiss)
    moment = timezone.now() + timedelta(seconds=1.5)
    RoundPairing.objects.update(published_at=moment)
    before = ask(client, address(swiss))
    assert ask(client, address(swiss), before["ETag"]).status_code == 304

    time.sleep((moment - timezone.now()).total_seconds() + 0.05)
    after = ask(client, address(swiss), before["ETag"])

    assert after.status_code == 200
    is_there = [
        LINK_TO_ROUND[address](swiss) in html_of(each) for each in (before, after)
    ]
    assert is_there == [False, True]


def test_tournament_in_preparation_is_visible_only_to_its_organisers(client, club):
    group = section(tournament(club))
    entered(group, member(club))
    client.force_login(secretary_of(club))
    mark = ask(client, of_tournament(group))["ETag"]
    assert ask(client, of_tournament(group), mark).status_code == 304
    client.logout()

    for address in (of_tournament, of_screen):
        assert ask(client, address(group)).status_code == 404
        assert ask(client, address(group), mark).status_code == 404
    assert ask(client, of_round(group)).status_code == 404
    assert ask(client, reverse("tournaments:live", args=[0])).status_code == 404
    assert (
        ask(client, reverse("tournaments:live_round", args=[0, 1])).status_code == 404
    )


def test_missing_round_is_not_found(client, swiss):
    assert ask(client, of_round(swiss, 4)).status_code == 404


def test_every_visible_change_gives_another_mark(swiss):
    rows = Tournament.objects.filter(pk=swiss.tournament_id)
    seen = [last_change(rows, timezone.now())]

    def changed() -> bool:
        seen.append(last_change(rows, timezone.now()))
        return seen[-1] not in seen[:-1]

    assert seen[0].is_public
    as_proposed(swiss)
    assert changed()
    played(swiss, "1-0")
    assert changed()
    withdraw_entry(swiss.entries.get(pairing_number=5).pk, 1, acting=acting())
    assert changed()
    submitted(swiss, is_final=False)
    assert changed()
    assert not changed()


def test_drawn_lots_and_the_end_give_another_mark(club):
    lots = started(section(tournament(club), tie_breaks=("wins", "lots")), size=2)
    result(board(lots, 1, 2), "1/2")
    rows = Tournament.objects.filter(pk=lots.tournament_id)
    before = last_change(rows, timezone.now())
    draw_section_lots(lots.pk, acting=acting())
    assert last_change(rows, timezone.now()) != before

    other = started(section(tournament(club)), size=2)
    rows = Tournament.objects.filter(pk=other.tournament_id)
    before = last_change(rows, timezone.now())
    cancel_tournament(other.tournament_id, acting=acting())
    assert last_change(rows, timezone.now()) != before


def part_of(page) -> dict[str, str]:
    found = re.search(
        r'<(?:div|main) class="(?:live|hall-pages)"([^>]*)>', html_of(page)
    )
    return dict(re.findall(r'data-(live|mark|seconds)="([^"]*)"', found[1]))


@pytest.mark.parametrize(
    "page",
    [
        page_of,
        lambda group: f"{page_of(group)}?screen=1",
        lambda group: reverse("tournaments:round", args=[group.pk, 1]),
    ],
)
def test_page_contains_its_mark_and_asks_every_ten_seconds(client, swiss, page):
    as_proposed(swiss)
    part = part_of(client.get(page(swiss)))
    mark = part["mark"].replace("&quot;", '"')
    assert int(part["seconds"]) == 10
    assert ask(client, part["live"], mark).status_code == 304
    assert "js/live" in html_of(client.get(page(swiss)))


def test_page_of_a_finished_tournament_does_not_ask(client, swiss):
    Tournament.objects.update(state="finished")
    assert part_of(client.get(page_of(swiss))) == {}
    assert "data-live-over" in html_of(ask(client, of_tournament(swiss)))


def test_automatic_requests_do_not_prolong_the_session(client, club, swiss):
    client.force_login(secretary_of(club))
    client.get(page_of(swiss))
    session = client.session
    session["seen_at"] = seen = int(time.time()) - 3600
    session.save()

    ask(client, of_tournament(swiss), **{"X-Asked-By-Itself": "1"})
    assert client.session["seen_at"] == seen
    ask(client, of_tournament(swiss))
    assert client.session["seen_at"] > seen


def test_older_part_is_served_while_another_request_builds_the_new_one(client, swiss):
    """The older part has its own mark."""
    as_proposed(swiss)
    before = ask(client, of_tournament(swiss))
    result(board(swiss, 2, 1), "1-0")
    being_made = f"{place_of(of_tournament(swiss))}-made"
    cache.add(being_made, "by somebody else", 15)

    meanwhile = ask(client, of_tournament(swiss))
    assert (meanwhile["ETag"], meanwhile.content) == (before["ETag"], before.content)
    assert ask(client, of_tournament(swiss), before["ETag"]).status_code == 304

    cache.delete(being_made)
    assert "1–0" in html_of(ask(client, of_tournament(swiss), before["ETag"]))


def test_large_part_is_rebuilt_seldom_but_at_once_after_a_change_of_name(
    client, swiss, monkeypatch
):
    """Building a part of 800 players takes half a second."""
    monkeypatch.setattr(fresh, "SMALL", 0)
    monkeypatch.setattr(fresh, "REST", 1_000_000)
    as_proposed(swiss)
    before = ask(client, of_tournament(swiss))
    result(board(swiss, 2, 1), "1-0")

    assert ask(client, of_tournament(swiss))["ETag"] == before["ETag"]
    assert ask(client, of_tournament(swiss), before["ETag"]).status_code == 304

    player = swiss.entries.in_order().first().player
    player.last_name = "Berglind"
    player.save()

    after = ask(client, of_tournament(swiss), before["ETag"])
    assert ("1–0" in html_of(after), "Berglind" in html_of(after)) == (True, True)


def test_part_is_compressed_for_clients_that_accept_gzip(client, swiss):
    plain = ask(client, of_tournament(swiss))
    packed = ask(client, of_tournament(swiss), **{"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain.headers
