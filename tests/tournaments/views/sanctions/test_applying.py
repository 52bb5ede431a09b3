import pytest
from django.urls import reverse

from tests.factories import ClubFactory, acting
from tests.federation.views.as_browsers import filled_in
from tests.ratings.page_text import text
from tests.tournaments.sanctions import (
    committee_member,
    district_officer,
    endorsed,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import section, started, tournament
from tests.worlds import shared
from tournaments.domain.sanctions.deciding import SanctionAnswer, sanction_tournament
from tournaments.models import Sanction

pytestmark = pytest.mark.django_db


@shared
def group(club):
    made = section(tournament(club))
    district_officer(made)
    return made


def page(name, of):
    return reverse(f"tournaments:{name}", args=[of.tournament_id])


def application_data(of, **facts):
    form_data = {"kind": "club", "arbiter": "Berit Alm", "prizes": "Three", **facts}
    return {f"class_{of.pk}": "II", **form_data}


def test_application_waits_for_the_district(client, secretary, group):
    answer = client.post(
        page("apply_sanction", group), application_data(group), follow=True
    )

    assert (
        "The application has been sent. The district endorses it first." in answer.text
    )
    sanction = Sanction.objects.get(tournament=group.tournament_id)
    assert (sanction.state, sanction.applied_by) == ("applied", secretary)
    assert sanction.sections.get().section_class == "II"


def test_invalid_input_is_named_and_the_rest_is_kept(client, secretary, group):
    answer = client.post(
        page("apply_sanction", group), application_data(group, arbiter="")
    )

    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"arbiter"}
    assert "Three" in answer.text
    assert not Sanction.objects.exists()


def test_too_little_time_is_announced_and_refused(client, secretary, club):
    made = section(tournament(club, minutes=90))

    before = client.get(page("apply_sanction", made)).text
    after = client.post(page("apply_sanction", made), application_data(made)).text

    words = "at least two hours for 60 moves"
    assert (before.count(words), after.count(words)) == (1, 2)
    assert not Sanction.objects.exists()


def test_form_contains_the_previous_application(client, secretary, group):
    client.post(page("apply_sanction", group), application_data(group))
    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})

    form = client.get(page("apply_sanction", group)).context["form"]

    assert form.initial == {
        "kind": "club",
        "arbiter": "Berit Alm",
        "prizes": "Three",
        f"class_{group.pk}": "II",
    }


def test_withdrawal_is_confirmed_names_the_losses_and_can_be_undone(
    client, secretary, group
):
    endorsed(group)
    answer = client.post(page("withdraw_sanction", group))
    assert "the district’s endorsement" in answer.text
    assert Sanction.objects.get().state == "endorsed"

    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})
    assert Sanction.objects.get().state == "none"

    again = client.post(page("renew_sanction", group), follow=True)
    assert Sanction.objects.get().state == "applied"
    assert "The application has been sent again, for Group A." in text(again)


def test_withdrawal_is_confirmed_again_if_more_would_be_lost_than_was_read(
    client, secretary, group
):
    waiting = endorsed(group)
    url = page("withdraw_sanction", group)
    read = filled_in(client.get(url))
    sanction_tournament(
        group.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )

    answer = client.post(url, read)
    assert "This has changed since you read it: read it again." in answer.text
    assert "the sanction: nobody moves between classes" in answer.text
    assert Sanction.objects.get().state == "sanctioned"

    client.post(url, filled_in(answer))
    assert Sanction.objects.get().state == "none"


def test_withdrawal_is_not_offered_after_a_section_has_started(
    client, secretary, group
):
    sanctioned(group)
    assert page("withdraw_sanction", group) in client.get(page("sanction", group)).text
    started(group, size=4)

    assert page("withdraw_sanction", group) not in (
        client.get(page("sanction", group)).text
    )
    answer = client.post(page("withdraw_sanction", group))
    assert "its fee is owed" in answer.text
    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})
    assert Sanction.objects.get().state == "sanctioned"


def test_change_after_the_application_is_shown(client, secretary, group):
    endorsed(group)
    group.tournament.minutes = 90
    group.tournament.save()

    assert (
        "has changed since it was applied for"
        in client.get(page("sanction", group)).text
    )


def test_application_for_another_club_is_not_found(client, secretary):
    other = section(tournament(ClubFactory()))

    answer = client.post(page("apply_sanction", other), application_data(other))

    assert answer.status_code == 404
    assert not Sanction.objects.exists()


def test_fee_is_shown_before_applying_and_while_the_application_waits(
    client, secretary, group
):
    free = client.get(page("apply_sanction", group)).context["fee"]
    terms(fee="25.00")

    before = text(client.get(page("apply_sanction", group)))
    client.post(page("apply_sanction", group), application_data(group))
    waiting = text(client.get(page("sanction", group)))

    assert free is None
    words = "25 kr for each participant"
    assert (words in before, words in waiting) == (True, True)


def test_only_section_must_be_applied_for(client, secretary, group, club):
    def offered(of):
        form = client.get(page("apply_sanction", of)).context["form"]
        return str(form.fields[f"class_{of.pk}"].choices[0][1])

    alone = offered(group)
    section(group.tournament, name="Second")
    assert (alone, offered(group)) == (
        "Choose the class",
        "Not part of the application",
    )
