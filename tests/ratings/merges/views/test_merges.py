"""Two cards of one person in the browser: found, compared, merged by two, undone."""

from datetime import date

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.domain.duplicates import find_duplicates
from federation.models import NotDuplicates, Resemblance
from ratings.four_eyes.domain.proposed_acts import approve_act
from ratings.ledger.domain.reports import withdraw_report
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import Merge, Pool, ProposedAct
from tests.factories import (
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
from tests.ratings.page_text import text
from tests.ratings.rating_lists import accepted, published
from tests.ratings.rating_lists import rated as start_rated
from tests.worlds import shared

URL = "/same-player/"
SPRING = date(2026, 2, 1)
pytestmark = pytest.mark.django_db


@shared
def pair():
    """Two cards that look alike, with a game each."""
    merged_card = member(first_name="Åsa", last_name="Ek", birth_year=1980)
    remaining_card = member(first_name="Asa", last_name="Ek", birth_year=1980)
    accepted(line(merged_card, member(), 2, SPRING))
    accepted(line(remaining_card, member(), 2, SPRING))
    computed()
    find_duplicates()
    return merged_card, remaining_card


def address(*players):
    return f"{URL}{players[0].pk}/{players[1].pk}/"


def proposed(merged_card, remaining_card, by=None):
    acting = ActionContext((by or UserFactory()).pk, NOON)
    return propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one and the same"), acting=acting
    )


def merged(merged_card, remaining_card):
    merge = confirm_merge(
        proposed(merged_card, remaining_card).pk,
        acting=ActionContext(UserFactory().pk, NOON),
    )
    computed()
    return merge


def test_similar_cards_are_shown_with_their_similarity(as_officer, pair):
    page = as_officer.get(URL).content.decode()
    assert page.count("Similarity: 100 %") == 1
    assert address(*pair) in page


def test_query_count_does_not_depend_on_number_of_pairs(
    as_officer, django_assert_max_num_queries
):
    one, two, three = (
        [PlayerFactory(first_name=name, last_name=name, birth_year=1980) for _ in "ab"]
        for name in ("Adam", "Berit", "Cecilia")
    )
    Resemblance.objects.create(first=one[0], second=one[1], score=1)
    with django_assert_max_num_queries(30) as few:
        as_officer.get(URL)
    for first, second in (two, three):
        Resemblance.objects.create(first=first, second=second, score=1)
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert as_officer.get(URL).content.decode().count("Similarity:") == 3


def test_register_is_searched_for_pairs_on_request(as_officer, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = True
    answer = as_officer.post(f"{URL}look/", follow=True)
    assert "is being searched" in answer.content.decode()


def test_page_says_that_none_is_found_yet_before_a_search(as_officer):
    shown = as_officer.get(URL).content.decode()
    assert "No pairs have been found so far" in shown
    assert "The register is searched a few times a day." in shown


def test_cards_are_compared_by_number(as_officer, pair):
    query = {"one": pair[0].national_id, "other": pair[1].national_id}
    assert as_officer.get(URL, query).url == address(*pair)


@pytest.mark.parametrize("other", ["nobody", ""])
def test_unknown_number_is_reported(as_officer, pair, other):
    answer = as_officer.get(URL, {"one": pair[0].national_id, "other": other})
    assert answer.status_code == 422
    assert "field-error" in answer.content.decode()


def test_comparing_a_card_with_itself_is_refused(as_officer, pair):
    number = pair[0].national_id
    answer = as_officer.get(URL, {"one": number, "other": number})
    assert "These are not two cards, but one." in answer.content.decode()


def test_both_cards_are_shown_side_by_side(as_officer, pair):
    merged_card, remaining_card = pair
    page = as_officer.get(address(merged_card, remaining_card)).content.decode()
    for expected in (
        merged_card.national_id,
        remaining_card.national_id,
        "Games in 2026",
        "Year of birth",
    ):
        assert expected in page


@pytest.mark.parametrize("other", ["itself", 10**9])
def test_comparison_requires_two_cards(as_officer, pair, other):
    ids = pair[0].pk, pair[0].pk if other == "itself" else other
    assert as_officer.get(f"{URL}{ids[0]}/{ids[1]}/").status_code == 404


def test_an_officer_proposes_and_another_confirms(as_officer, signed_in, pair):
    merged_card, remaining_card = pair
    form_data = {
        "act": "propose",
        "stays": remaining_card.pk,
        "reason": "one and the same",
    }
    as_officer.post(address(*pair), form_data)
    merge = Merge.objects.get()
    assert (merge.gone, merge.stays, merge.made_by) == (
        merged_card,
        remaining_card,
        as_officer.user,
    )
    assert (
        "another officer confirms it" in as_officer.get(address(*pair)).content.decode()
    )
    refused = as_officer.post(address(*pair), confirmed(merge))
    assert refused.status_code == 409
    signed_in(officer()).post(address(*pair), confirmed(merge))
    merge.refresh_from_db()
    assert merge.is_in_force


def confirmed(merge):
    """Return the form of the page that shows this proposal."""
    return {"act": "confirm", "merge": merge.pk}


def rejected(merge, reason=""):
    return {"act": "reject", "merge": merge.pk, "reason": reason}


def test_another_proposal_than_the_one_seen_is_not_settled(as_officer, signed_in, pair):
    merged_card, remaining_card = pair
    proposal = {"act": "propose", "stays": remaining_card.pk, "reason": "one man"}
    as_officer.post(address(*pair), proposal)
    second = signed_in(officer())
    seen = Merge.objects.get()
    page = second.get(address(*pair)).content.decode()
    assert page.count(f'name="merge" value="{seen.pk}"') == 2

    as_officer.post(address(*pair), rejected(seen))
    as_officer.post(address(*pair), proposal | {"stays": merged_card.pk})

    for form_data in (confirmed(seen), {"act": "confirm"}, rejected(seen, "no")):
        answer = second.post(address(*pair), form_data)
        assert answer.status_code == 409
        assert "Another proposal" in text(answer)
    assert Merge.objects.waiting().get() != seen


def test_merge_requires_the_remaining_card_and_a_reason(as_officer, pair):
    answer = as_officer.post(address(*pair), {"act": "propose", "stays": "7"})
    assert answer.status_code == 422
    assert answer.content.decode().count("field-error") >= 2
    assert not Merge.objects.exists()


def test_unknown_act_is_refused(as_officer, pair):
    assert as_officer.post(address(*pair), {"act": "sell"}).status_code == 422


@pytest.mark.parametrize("act", ["confirm", "reject", "undo"])
def test_merge_without_proposal_cannot_be_settled(as_officer, pair, act):
    assert (
        as_officer.post(address(*pair), {"act": act, "reason": "x"}).status_code == 409
    )


def test_rejection_requires_a_reason_and_is_stored(as_officer, pair):
    merge = proposed(*pair)
    assert as_officer.post(address(*pair), rejected(merge)).status_code == 409
    as_officer.post(address(*pair), rejected(merge, "father and son"))
    merge.refresh_from_db()
    assert merge.answer == "father and son"
    assert "father and son" in as_officer.get(f"{URL}?shelf=settled").content.decode()


def test_a_merge_is_undone_with_a_reason(as_officer, pair):
    merge = merged(*pair)
    assert as_officer.post(address(*pair), {"act": "undo"}).status_code == 422
    as_officer.post(address(*pair), {"act": "undo", "reason": "father and son"})
    proposed_act = ProposedAct.objects.get()
    page = reverse("ratings:proposed_act", args=[proposed_act.pk])
    assert page in as_officer.get(address(*pair)).content.decode()
    other = officer()
    approve_act(proposed_act.pk, acting=ActionContext(other.pk, NOON))
    merge.refresh_from_db()
    assert merge.undone_by == other


def test_confirmed_distinct_pair_stays_marked(as_officer, pair):
    as_officer.post(address(*pair), {"act": "apart"})
    assert NotDuplicates.objects.get().decided_by == as_officer.user
    find_duplicates()
    assert address(*pair) not in as_officer.get(URL).content.decode()


def test_games_that_are_an_obstacle_are_named(as_officer, pair):
    posted(line(*pair, 2, date(2026, 3, 3)), name="Spring Open")
    page = as_officer.get(address(*pair)).content.decode()
    assert "Spring Open" in page
    assert "They cannot be merged as things stand" in page
    form_data = {"act": "propose", "stays": pair[0].pk, "reason": "x"}
    assert as_officer.post(address(*pair), form_data).status_code == 409


@pytest.mark.parametrize("shelf", ["alike", "unconfirmed", "standing", "settled"])
def test_every_empty_status_tab_says_so(as_officer, shelf):
    page = as_officer.get(URL, {"shelf": shelf}).content.decode()
    assert 'class="empty' in page


def test_merges_are_listed_by_status(as_officer, pair):
    proposed(*pair)
    assert (
        "one and the same"
        in as_officer.get(f"{URL}?shelf=unconfirmed").content.decode()
    )
    confirm_merge(Merge.objects.get().pk, acting=ActionContext(UserFactory().pk, NOON))
    assert (
        "one and the same" in as_officer.get(f"{URL}?shelf=standing").content.decode()
    )


def test_page_of_the_merged_card_redirects_to_the_remaining_one(client, pair):
    merged_card, remaining_card = pair
    merged(merged_card, remaining_card)
    leads = client.get(reverse("ratings:player", args=[merged_card.pk]))
    assert leads.url == reverse("ratings:player", args=[remaining_card.pk])
    page = client.get(leads.url).content.decode()
    assert remaining_card.full_name in page


def test_old_list_still_explains_the_merged_card(client, pair):
    merged_card, remaining_card = pair
    rating_list = published(SPRING)
    merged(merged_card, remaining_card)
    where = reverse(
        "ratings:list_explanation", args=[rating_list.number, merged_card.pk]
    )
    page = client.get(where)
    assert page.status_code == 200
    assert "report-fault" not in page.content.decode()


def test_member_page_of_the_merged_card_redirects(signed_in, pair):
    merged_card, remaining_card = pair
    merged(merged_card, remaining_card)
    administrator = signed_in(RoleFactory(kind="administrator").user)
    leads = administrator.get(reverse("federation:member", args=[merged_card.pk]))
    assert leads.url == reverse("federation:member", args=[remaining_card.pk])


def test_merged_player_is_listed_once_among_club_members(client):
    club = ClubFactory()
    merged_card, remaining_card = (
        member(club, first_name=name) for name in ("Gunhild", "Stina")
    )
    merged(merged_card, remaining_card)
    page = client.get(reverse("ratings:club", args=[club.pk])).content.decode()
    assert ("Gunhild" in page, "Stina" in page) == (False, True)


def test_users_without_permission_are_refused(signed_in, strangers, pair):
    for browser in (*strangers, signed_in(secretary_of(ClubFactory()))):
        assert browser.get(URL).status_code == 403
        assert browser.get(address(*pair)).status_code == 403
        assert browser.post(address(*pair), {"act": "apart"}).status_code == 403
        assert browser.post(f"{URL}look/").status_code == 403


NOT_ADDED = "what was played before is not added together"


def test_page_says_what_a_merge_leaves_unchanged_if_corrections_are_carried(
    as_officer, pair
):
    assert NOT_ADDED not in as_officer.get(address(*pair)).content.decode()
    published(SPRING)
    assert NOT_ADDED not in as_officer.get(address(*pair)).content.decode()
    Pool.objects.update(carries_from=0)
    page = as_officer.get(address(*pair)).content.decode()
    assert NOT_ADDED in page
    assert "Up to 30 April 2026 the two" in page
    proposed(*pair)
    assert NOT_ADDED in as_officer.get(address(*pair)).content.decode()


def test_pool_without_games_in_approved_periods_gives_no_warning(as_officer):
    strangers = member(), member()
    accepted(line(member(), member(), 2, SPRING))
    computed()
    published(SPRING)
    Pool.objects.update(carries_from=0)
    assert NOT_ADDED not in as_officer.get(address(*strangers)).content.decode()


def test_pool_in_which_one_card_played_only_later_gives_no_warning(as_officer):
    pair = member(), member()
    accepted(line(member(), member(), 2, SPRING))
    published(SPRING)
    accepted(line(pair[0], member(), 2, date(2026, 6, 1)))
    computed()
    Pool.objects.update(carries_from=0)
    assert NOT_ADDED not in as_officer.get(address(*pair)).content.decode()


def test_card_with_most_counting_games_is_suggested_to_remain(as_officer):
    one, other = member(), member()
    for _ in range(2):
        report = accepted(line(one, member(), 2, SPRING))
        withdraw_report(
            report.pk, "A mistake", acting=ActionContext(UserFactory().pk, NOON)
        )
    accepted(line(other, member(), 2, SPRING))
    page = as_officer.get(address(one, other))
    assert page.context["form"].initial["stays"] == other.pk


def test_pair_proposed_again_shows_the_newest_proposal(as_officer, pair):
    merge = merged(*pair)
    undo_merge(
        merge.pk, reason="two women", acting=ActionContext(UserFactory().pk, NOON)
    )
    again = proposed(*pair)
    assert as_officer.get(address(*pair)).context["merge"] == again


def test_merged_pair_shows_no_warning(as_officer, pair):
    published(SPRING)
    Pool.objects.update(carries_from=0)
    merged(*pair)
    assert NOT_ADDED not in as_officer.get(address(*pair)).content.decode()


def test_start_ratings_of_both_cards_are_shown_side_by_side(as_officer):
    merged_card, remaining_card = start_rated(1600), start_rated(1835)
    page = text(as_officer.get(address(merged_card, remaining_card)))
    label = chess_pool().label
    assert f"Start rating by decision differs {label}: 1600 {label}: 1835" in " ".join(
        page.split()
    )
    assert "that of the card that stays applies" in page


def test_withdrawn_proposal_is_not_shown_as_rejected(as_officer, pair):
    merge = proposed(*pair, by=as_officer.user)
    as_officer.post(address(*pair), rejected(merge))

    page = text(as_officer.get(address(*pair)))
    listed = text(as_officer.get(f"{URL}?shelf=settled"))
    assert ("taken back" in page, "rejected" in page) == (True, False)
    assert ("taken back" in listed, "rejected by" in listed) == (True, False)


def test_reason_for_undoing_is_not_labelled_as_an_answer(as_officer, pair):
    merge = merged(*pair)
    undo_merge(merge.pk, reason="father and son", acting=ActionContext(None, NOON))

    page_text = text(as_officer.get(address(*pair)))
    assert "Why it was undone father and son" in page_text


def test_missing_data_on_one_card_is_no_contradiction(as_officer):
    merged_card, remaining_card = start_rated(1600), member(fide_id=1700007)
    page = text(as_officer.get(address(merged_card, remaining_card)))
    assert "differs" not in page


def test_reason_for_undoing_is_kept_if_undoing_is_refused(as_officer, pair):
    merged(*pair)
    merged(pair[1], member())

    answer = as_officer.post(address(*pair), {"act": "undo", "reason": "two sisters"})

    assert answer.status_code == 409
    assert answer.context["why"]["reason"].value() == "two sisters"
    assert "two sisters" in text(answer)


def test_each_pair_is_listed_under_its_tab_with_current_clubs(as_officer):
    clubs = [ClubFactory(name=name) for name in ("Alfa", "Beta", "Gamma")]
    merged_card = member(clubs[0], first_name="Åsa", last_name="Ek", birth_year=1980)
    remaining_card = PlayerFactory(first_name="Asa", last_name="Ek", birth_year=1980)
    days = {"from_date": date(2010, 1, 1), "to_date": date(2015, 12, 31)}
    MembershipFactory(player=remaining_card, club=clubs[1], **days)
    MembershipFactory(player=remaining_card, club=clubs[2], from_date=date(2016, 1, 1))
    find_duplicates()

    alike = as_officer.get(URL)
    proposed(merged_card, remaining_card)
    waiting = as_officer.get(URL, {"shelf": "unconfirmed"})

    for page in (alike, waiting):
        (row,) = page.context["rows"]
        shown = {row.one.pk: row.one_club, row.other.pk: row.other_club}
        assert shown == {merged_card.pk: "Alfa", remaining_card.pk: "Gamma"}
    labels = [
        [each["label"] for each in page.context["tabs"]] for page in (alike, waiting)
    ]
    assert labels[0][:2] == ["Look alike (1)", "To be confirmed (0)"]
    assert labels[1][1] == "To be confirmed (1)"


def test_officer_is_redirected_to_the_result_of_each_act(as_officer, pair, settings):
    def acted(act, **form_data):
        return as_officer.post(address(*pair), {"act": act, **form_data})

    form_data = {"stays": pair[1].pk, "reason": "one and the same"}
    proposing = acted("propose", **form_data)
    seen = Merge.objects.get().pk
    rejecting = acted("reject", merge=seen, reason="two sisters")
    settings.FOUR_EYES = False
    at_once = as_officer.post(
        address(*pair), {"act": "propose", **form_data}, follow=True
    )

    assert (proposing.url, rejecting.url) == (address(*pair), URL)
    assert [str(each) for each in at_once.context["messages"]][-1] == (
        "Merged: the ratings are recomputed."
    )
