from datetime import timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.ledger.domain.reports import accept_report
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    UserFactory,
    acting,
    member,
    officer,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import rated
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
from tournaments.domain.movements.deciding import confirm_movements, reject_movements
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.movements.reconsidering import uphold_decision
from tournaments.domain.submitting import correct_results
from tournaments.models import ClassMovement
from tournaments.views.movements import movements

pytestmark = pytest.mark.django_db


def class_two(**facts):
    player = member(**facts)
    ClassMembershipFactory(player=player, player_class="II")
    return player


def judged(size=8, *, accepted=True):
    """Return a judged section of class II: number 1 wins every game, the others draw."""
    players = [class_two() for _ in range(size)]
    group = started(section(gives_titles=True), players=players)
    return won_by_number_one(group, accepted=accepted)


def played_for_number_one(group):
    """Let number 1 of a started section win every game, and the others draw."""
    for number in range(2, group.entries.count() + 1):
        one = board(group, 1, number)
        result(one, "1-0" if one.white.pairing_number == 1 else "0-1")
    return played(group)


def won_by_number_one(group, *, accepted=True):
    """Play a started section, submit it and judge it."""
    report = submitted(played_for_number_one(group))
    if accepted:
        accept_report(report.pk, acting=acting(officer()))
    judge_section(group.pk)
    return group


@shared
def group():
    return judged()


def of(group, number):
    return group.movements.get(entry__pairing_number=number)


def test_page_without_proposals_says_how_they_arise(client, committee):
    assert "No movement is waiting" in html_of(client.get(url("movements")))


def test_proposals_are_shown_with_reason_and_paragraph(client, committee, group):
    shown = html_of(client.get(url("movements")))

    assert of(group, 1).entry.player.full_name in shown
    assert "Won the section." in shown
    assert "SSF § 7.2a" in shown
    assert of(group, 2).entry.player.full_name not in shown


def test_line_has_name_classes_score_reason_and_tournament(client, committee, group):
    movement = of(group, 1)
    name, why = movement.entry.player.full_name, "Won the section. SSF § 7.2a"
    line = [f"{name} 7 of 7; {why}", "II → I", "7 of 7", why]

    assert rows(client.get(url("movements"))) == [
        ["", "Spring cup , Group A"],
        ["", *line],
    ]

    other = UserFactory(name="Rut Rejects")
    reject_movements([movement.pk], "Wrong", public_reason="Ours", acting=acting(other))
    assert rows(client.get(url("movements"), {"show": "decided"})) == [
        ["Spring cup , Group A"],
        [*line, "Rejected 2026-06-15 14:00 Rut Rejects: Wrong For everybody: Ours"],
    ]


def test_section_is_named_once_above_its_movements_with_a_link(
    client, committee, group
):
    confirm_movements([of(group, n).pk for n in (1, 2, 3)], acting=acting())
    judged()
    link = f'href="{url("tournament", group.tournament_id)}"'
    decided = html_of(client.get(url("movements"), {"show": "decided"}))
    assert (decided.count("data-row"), decided.count(link)) == (4, 1)


def test_section_is_named_once_when_some_of_its_movements_came_after_others(
    client, committee
):
    """As after a correction, which deletes and adds what it changes."""
    cup = tournament()
    first, second = (
        started(
            section(cup, gives_titles=True), players=[class_two() for _ in "12345678"]
        )
        for _ in "AB"
    )
    for each in (first, second):
        played_for_number_one(each)
    accept_report(submitted(first).pk, acting=acting(officer()))
    for each in (first, second):
        judge_section(each.pk)
    of(first, 2).delete()
    judge_section(first.pk)
    ClassMovement.objects.filter(pk=of(first, 2).pk).update(to_class="I")
    moving = [of(*each).pk for each in ((first, 1), (second, 1), (first, 2))]
    assert moving == sorted(moving)

    waiting = html_of(client.get(url("movements")))
    confirm_movements(moving, acting=acting())
    decided = html_of(client.get(url("movements"), {"show": "decided"}))
    for shown in (waiting, decided):
        assert (shown.count("data-row>"), shown.count('class="group"')) == (3, 2)


def test_report_that_is_not_accepted_is_marked_once_above_its_movements(
    client, committee
):
    judged(accepted=False)
    assert rows(client.get(url("movements")))[0] == [
        "",
        "Spring cup , Group A report not accepted yet",
    ]


def test_fifty_movements_are_on_a_page(client, committee, group, monkeypatch):
    assert movements.PER_PAGE == 50
    monkeypatch.setattr(movements, "PER_PAGE", 2)
    confirm_movements([of(group, n).pk for n in (1, 2, 3)], acting=acting())
    last = client.get(url("movements"), {"show": "decided", "page": "2"})
    assert len(last.context["shown"]) == 1
    assert 'href="?show=decided&amp;page=1"' in html_of(last)


def test_mean_of_the_opponents_is_rounded(client, committee):
    players = [rated(1803), *(rated(1800) for _ in range(7))]
    for player, player_class in zip(players, ("I", *("II",) * 7), strict=True):
        ClassMembershipFactory(player=player, player_class=player_class)
    group = played(started(section(gives_titles=True), players=players))
    accept_report(submitted(group).pk, acting=acting(officer()))
    judge_section(group.pk)

    movement = group.movements.get(entry__player=players[-1])
    shown = text(client.get(url("movement", movement.pk)))

    # Six times 1800 and 1803: 1800 and three sevenths.
    assert "1800.43" in shown


def test_ticked_movements_are_confirmed(client, committee, group):
    answer = client.post(url("movements"), {"movement": [of(group, 1).pk]}, follow=True)

    assert "1 movement is confirmed." in html_of(answer)
    assert of(group, 1).state == "confirmed"
    assert of(group, 1).decided_by == committee


def test_nothing_is_ticked_initially(client, committee, group):
    page = client.get(url("movements")).content.decode()

    assert 'name="movement"' in page
    assert "checked" not in page


@pytest.mark.parametrize(
    ("ids", "says"),
    [
        ([], "Tick at least one proposal."),
        (["x"], "The ticks could not be read."),
        (["9" * 40], "The ticks could not be read."),
        (["999999"], "1 was left as it is: it has been decided or judged again"),
    ],
)
def test_invalid_tick_is_reported(client, committee, ids, says, group):
    answer = client.post(url("movements"), {"movement": ids}, follow=True)

    assert says in html_of(answer)
    assert not ClassMovement.objects.exclude(state="proposed").exists()


def test_movement_decided_in_the_meantime_is_left_and_the_others_are_confirmed(
    client, committee
):
    first, second = of(judged(), 1), of(judged(), 1)
    confirm_movements([first.pk], acting=acting())

    answer = client.post(
        url("movements"), {"movement": [first.pk, second.pk]}, follow=True
    )

    assert "1 movement is confirmed." in html_of(answer)
    assert "1 was left as it is: it has been decided or judged again" in html_of(answer)
    second.refresh_from_db()
    assert second.state == "confirmed"


def test_movement_is_not_confirmed_before_the_report_is_accepted(client, committee):
    group = judged(accepted=False)

    answer = client.post(url("movements"), {"movement": [of(group, 1).pk]}, follow=True)

    assert "has not accepted the tournament" in html_of(answer)


def test_page_of_a_movement_shows_its_whole_reasoning(client, committee, group):
    shown = html_of(client.get(url("movement", of(group, 1).pk)))

    for words in ("Score", "7 of 7", "Needed to rise", "Place", "SSF § 7.2a"):
        assert words in shown
    assert shown.count("<dt>Outcome</dt>") == 1
    assert "<dt>Why</dt>" in shown


def test_reasons_are_kept_when_nothing_is_ticked(client, committee, group):
    judged()
    written = {"reason": "The section was too small.", "public_reason": "Too small."}
    answer = client.post(url("movements"), {"act": "reject", **written})
    assert "Tick at least one proposal." in text(answer)
    assert [words in answer.text for words in written.values()] == [True, True]


def test_rejection_needs_a_reason_and_stores_it(client, committee, group):
    movement = of(group, 1)

    refused = client.post(url("movement", movement.pk), {"act": "reject", "reason": ""})
    assert "Give a reason." in html_of(refused)

    form_data = {"act": "reject", "reason": "No sanction", "public_reason": "Not ours"}
    client.post(url("movement", movement.pk), form_data)
    movement.refresh_from_db()
    assert (movement.state, movement.reason, movement.public_reason) == (
        "rejected",
        "No sanction",
        "Not ours",
    )


def test_message_after_a_rejection_says_what_follows(client, committee, group):
    movement = of(group, 1)
    form_data = {"act": "reject", "reason": "No sanction"}

    shown = html_of(client.post(url("movement", movement.pk), form_data, follow=True))

    assert "1 movement is rejected." in shown
    assert movement.entry.player.full_name in shown
    assert "keeps class II" in shown
    assert "The class register stays as it is." in shown
    assert "Undo the whole batch" in shown


def test_ticked_movements_are_rejected_together_with_a_reason(client, committee):
    groups = [judged(), judged()]
    form_data = {"movement": [of(group, 1).pk for group in groups], "act": "reject"}

    refused = client.post(url("movements"), form_data)
    assert refused.status_code == 422
    above = html_of(refused).partition("<table")[0]
    assert "Nothing has been rejected yet" in above
    assert "Give a reason." in above
    assert refused.content.decode().count(" checked") == 2
    assert not ClassMovement.objects.exclude(state="proposed").exists()

    form_data |= {"reason": "No sanction"}
    shown = html_of(client.post(url("movements"), form_data, follow=True))

    assert "2 movements are rejected." in shown
    assert {of(group, 1).state for group in groups} == {"rejected"}
    assert of(groups[0], 1).batch == of(groups[1], 1).batch


def test_public_page_shows_only_the_public_reason(client, committee, group):
    movement = of(group, 1)
    form_data = {"act": "reject", "reason": "He cheated", "public_reason": "Not ours"}
    client.post(url("movement", movement.pk), form_data)
    client.logout()

    shown = html_of(client.get(url("tournament", movement.section.tournament_id)))

    assert "Not ours" in shown
    assert "He cheated" not in shown


@pytest.mark.parametrize("visibility", ["initials", "hidden"])
def test_committee_sees_the_name_of_a_hidden_player(
    client, committee, visibility, group
):
    movement = of(group, 1)
    player = movement.entry.player
    Player.objects.filter(pk=player.pk).update(
        first_name="Qvintus", last_name="Wzorkander", visibility=visibility
    )

    def named(*pages):
        return ["Qvintus Wzorkander" in html_of(client.get(page)) for page in pages]

    assert named(url("movements"), url("movement", movement.pk)) == [True, True]
    batch = confirm_movements([movement.pk], acting=acting())[0].batch
    settled = f"{url('movements')}?show=decided", url("movement_batch", batch.pk)
    assert named(*settled) == [True, True]
    # Elsewhere the committee sees the public name.
    tournament = url("tournament", movement.section.tournament_id)
    assert "Wzorkander" not in html_of(client.get(tournament))


def test_movement_left_open_by_the_rules_is_decided_by_hand(client, committee):
    # SSF §6: a sanctioned section has at least eight players.
    movement = of(judged(size=4), 1)
    form_data = {"act": "decide", "to_class": "I", "reason": "Jubilee"}
    form = client.get(url("movement", movement.pk)).context["form"]
    assert form.fields["to_class"].choices[0] == ("", "—")

    client.post(url("movement", movement.pk), form_data)

    movement.refresh_from_db()
    assert (movement.state, movement.to_class) == ("confirmed", "I")


@pytest.mark.parametrize("form_data", [{}, {"act": "dance"}, {"act": "decide"}])
def test_unknown_act_changes_nothing(client, committee, form_data, group):
    movement = of(group, 1)

    assert client.post(url("movement", movement.pk), form_data).status_code == 200
    movement.refresh_from_db()
    assert movement.state == "proposed"


def test_decided_movements_have_their_own_page(client, committee, group):
    movement = of(group, 1)
    client.post(url("movement", movement.pk), {"act": "confirm"})

    shown = html_of(client.get(url("movements"), {"show": "decided"}))
    assert movement.entry.player.full_name in shown

    again = client.post(url("movement", movement.pk), {"act": "confirm"})
    assert "Somebody has decided that in the meantime." in html_of(again)


def test_class_changed_since_is_shown_beside_that_of_the_start(
    client, committee, today, group
):
    movement = of(group, 1)
    player = movement.entry.player

    def beside():
        [shown] = [
            each
            for each in client.get(url("movements")).context["shown"]
            if each.movement == movement
        ]
        return shown.register_class

    assert beside() == ""
    later = today + timedelta(days=1)
    ClassMembershipFactory(player=player, player_class="M", from_date=later)
    assert beside() == ""
    ClassMembershipFactory(player=player, player_class="I", from_date=today)
    assert beside() == "I"


def test_decided_movements_are_newest_first_without_open_ones(client, committee, group):
    for number, minute in ((3, 1), (1, 2), (2, 0)):
        at = NOON + timedelta(minutes=minute)
        by = ActionContext(committee.pk, at)
        confirm_movements([of(group, number).pk], acting=by)

    shown = client.get(url("movements"), {"show": "decided"}).context["shown"]

    numbers = [each.movement.entry.pairing_number for each in shown]
    assert numbers == [1, 3, 2]


def test_query_count_does_not_depend_on_the_number_of_movements(
    client, committee, django_assert_num_queries, django_assert_max_num_queries
):
    judged()
    with django_assert_max_num_queries(11) as one:
        client.get(url("movements"))
    judged()
    judged()
    with django_assert_num_queries(len(one)):
        client.get(url("movements"))


def corrected(group):
    """Confirm the promotion of the winner, then correct the results: number 2 has won."""
    confirm_movements([of(group, 1).pk], acting=acting())
    correct_results(group.tournament_id, acting=acting())
    for number in range(3, 9):
        result(board(group, 1, number), "1/2")
    one = board(group, 1, 2)
    result(one, "1-0" if one.white.pairing_number == 2 else "0-1")
    accept_report(submitted(group).pk, acting=acting(officer()))
    judge_section(group.pk)
    return of(group, 1)


def test_effect_of_a_correction_on_a_decided_movement_is_shown(
    client, committee, group
):
    movement = corrected(group)

    assert "1 decided movement comes out differently" in html_of(
        client.get(url("movements"))
    )
    shown = html_of(client.get(url("movements"), {"show": "look"}))
    assert movement.entry.player.full_name in shown
    assert "after a correction: Stays" in shown
    one = html_of(client.get(url("movement", movement.pk)))
    assert "The results have been corrected since" in one
    desk = html_of(client.get(url("desk")))
    assert "1 decided movement comes out differently" in desk


def test_committee_keeps_its_decision_or_decides_again(client, committee):
    upheld, again = corrected(judged()), corrected(judged())

    refused = client.post(url("movement", upheld.pk), {"act": "keep", "reason": ""})
    assert "Give a reason." in html_of(refused)
    client.post(url("movement", upheld.pk), {"act": "keep", "reason": "So be it"})
    form_data = {"act": "again", "to_class": "II", "reason": "The new results"}
    client.post(url("movement", again.pk), form_data)

    upheld.refresh_from_db()
    again.refresh_from_db()
    assert (upheld.to_class, upheld.looked_reason) == ("I", "So be it")
    assert (again.to_class, again.reason) == ("II", "The new results")
    assert "So be it" in html_of(client.get(url("movement", upheld.pk)))
    assert "Nothing to look at again" in html_of(
        client.get(url("movements"), {"show": "look"})
    )


def test_second_look_after_a_correction_shows_author_time_and_reason(
    client, committee, group
):
    movement = corrected(group)
    later = ActionContext(committee.pk, NOON + timedelta(minutes=1))
    uphold_decision(movement.pk, "So be it", acting=later)

    shown = text(client.get(url("movement", movement.pk)))

    assert (
        f"Reviewed again after a correction: 2026-06-15 14:01 {committee} : So be it"
    ) in shown.replace(f"{committee}:", f"{committee} :")


def test_only_relevant_movements_wait_for_the_committee(client, committee):
    # SSF §6: with four players all movements are left to the committee.
    group, small = judged(), judged(4)

    shown = client.get(url("movements")).context["shown"]

    waits = [each.movement.entry for each in shown]
    rises = of(group, 1).entry
    assert waits == [rises, *small.entries.in_order()]


def test_proposed_class_is_preselected(client, committee):
    group, small = judged(), judged(4)

    def offered(movement):
        page = client.get(url("movement", movement.pk))
        return page.context["form"].initial["to_class"]

    assert offered(of(group, 1)) == "I"
    assert offered(of(group, 2)) == "II"
    assert offered(of(small, 1)) == "II"


def test_message_gives_the_number_of_confirmed_movements(client, committee):
    groups = [judged(), judged()]
    ticked = [of(group, 1).pk for group in groups]

    answer = client.post(url("movements"), {"movement": ticked}, follow=True)

    assert "2 movements are confirmed." in html_of(answer)
    assert [of(group, 2).state for group in groups] == ["proposed", "proposed"]


def test_movement_confirmed_by_another_user_is_not_confirmed_again(
    client, committee, group
):
    one = of(group, 1)
    confirm_movements([one.pk], acting=acting())

    answer = client.post(url("movement", one.pk), {"act": "confirm"})

    assert "Somebody has decided that in the meantime." in html_of(answer)
    one.refresh_from_db()
    assert one.decided_by != committee


def test_reply_to_a_movement_decided_by_another_user_is_shown_to_be_copied(
    client, committee, group
):
    one = of(group, 1)
    confirm_movements([one.pk], acting=acting())
    form_data = {"act": "reject", "reason": "No sanction", "public_reason": "Not ours"}

    shown = html_of(client.post(url("movement", one.pk), form_data))

    assert "Somebody has decided that in the meantime." in shown
    assert "kept here to be copied: “No sanction”" in shown
    assert "kept here to be copied: “Not ours”" in shown


def test_reasons_are_shown_to_be_copied_if_all_ticked_movements_were_decided(
    client, committee, group
):
    one = of(group, 1)
    confirm_movements([one.pk], acting=acting())
    form_data = {"movement": [one.pk], "act": "reject", "reason": "No sanction"}

    shown = html_of(client.post(url("movements"), form_data, follow=True))

    assert "1 was left as it is" in shown
    assert "kept here to be copied: “No sanction”" in shown


def test_player_without_class_gets_one_and_does_not_stay(client, committee, group):
    movement = of(group, 2)
    reasoning = {**movement.reasoning, "branch": "nothing_to_lose"}
    ClassMovement.objects.filter(pk=movement.pk).update(
        kind="stays", from_class="", to_class="III", reasoning=reasoning
    )

    shown = html_of(client.get(url("movement", movement.pk)))

    assert shown.count("Gets class III") == 1
    assert "Give class III" in shown
    assert "Had no class; whoever plays is in class III at least." in shown
    for words in ("Stays", "There is no class to fall to", "Confirm the movement"):
        assert words not in shown
