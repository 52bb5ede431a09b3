import pytest
from django.urls import reverse

from tests.ratings.page_text import text
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import section, started, tournament
from tests.tournaments.views.rounds.test_proposed_round import proposal, typed
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def their_group(club):
    return started(section(tournament(club), format="boards", rounds=3), size=4)


@pytest.fixture
def group(secretary, their_group):
    return their_group


def send(client, group, **sent):
    url = reverse("tournaments:kept_apart", args=[group.pk])
    return client.post(
        url,
        {"reason": "Mother and son", "strictness": "where_possible", **sent},
        follow=True,
    )


def test_kept_apart_players_are_not_paired_with_each_other(client, group):
    one, two = (group.entries.get(pairing_number=n).pk for n in (1, 2))

    shown = html_of(send(client, group, one=one, other=two, strictness="always"))

    assert "The two are kept apart." in shown
    assert "Mother and son; always" in shown
    answer = proposal(client, group, "monrad")
    assert typed(answer) == [("3", "1"), ("4", "2")]
    assert "(are not to meet)" in html_of(answer)

    pair = group.kept_apart.get()
    url = reverse("tournaments:let_meet", args=[group.pk, pair.pk])
    assert "Everybody may meet everybody" in html_of(client.post(url, follow=True))


def test_player_cannot_be_kept_apart_from_themself(client, group):
    one = group.entries.get(pairing_number=1).pk

    shown = html_of(send(client, group, one=one, other=one))

    assert "Choose somebody other than the first player." in shown
    assert "Mother and son" in shown
    assert not group.kept_apart.exists()


def test_each_button_names_the_pair_that_may_meet_again(client, group):
    one, two, three, _four = (entry.pk for entry in group.entries.in_order())
    send(client, group, one=one, other=two)

    shown = html_of(send(client, group, one=one, other=three))

    names = [str(entry.player) for entry in group.entries.in_order()]
    for other in names[1:3]:
        assert f'aria-label="let {names[0]} and {other} meet"' in shown


def test_page_explains_where_possible(client, group):
    shown = html_of(client.get(reverse("tournaments:kept_apart", args=[group.pk])))

    assert "where possible: they meet only if the round cannot be paired" in shown


def test_refusal_says_that_kept_apart_players_block_the_round(client, secretary, club):
    made = section(tournament(club), format="boards", rounds=3)
    group = started(made, size=2)
    one, two = (entry.pk for entry in group.entries.in_order())
    send(client, group, one=one, other=two, strictness="always")

    shown = html_of(proposal(client, group, "monrad"))

    assert "has met, or is kept apart from, everybody who is left." in shown
    assert "has met everybody who is left." not in shown


def test_kept_apart_players_without_any_pairing_are_named(client, group):
    one, two, three, _four = (entry.pk for entry in group.entries.in_order())
    for pair in ((one, two), (one, three), (two, three)):
        send(client, group, one=pair[0], other=pair[1], strictness="always")

    shown = html_of(proposal(client, group, "monrad"))

    assert "or somebody from whom they are kept apart" in shown


def test_round_robin_has_no_kept_apart_page(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    url = reverse("tournaments:kept_apart", args=[group.pk])
    assert client.get(url).url == reverse("tournaments:section", args=[group.pk])


def test_line_has_the_pair_and_how_strictly_it_is_kept_apart(client, group):
    one, _two, three, four = (entry.pk for entry in group.entries.in_order())
    send(client, group, one=four, other=one)

    answer = send(client, group, one=three, other=one, strictness="always", reason="x")

    names = [str(entry.player) for entry in group.entries.in_order()]
    shown = text(answer)
    assert f"1. {names[0]} – 4. {names[3]} Mother and son; where possible" in shown
    assert f"1. {names[0]} – 3. {names[2]} x; always" in shown
