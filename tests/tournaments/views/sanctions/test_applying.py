import pytest
from django.urls import reverse

from tests.factories import ClubFactory
from tests.ratings.reading import text
from tests.tournaments.makers import section, started, tournament
from tests.tournaments.sanctions import district_officer, endorsed, sanctioned, terms
from tests.worlds import shared
from tournaments.models import Sanction

pytestmark = pytest.mark.django_db


@shared
def group(club):
    made = section(tournament(club))
    district_officer(made)
    return made


def page(name, of):
    return reverse(f"tournaments:{name}", args=[of.tournament_id])


def told(of, **facts):
    said = {"kind": "club", "arbiter": "Berit Alm", "prizes": "Three", **facts}
    return {f"class_{of.pk}": "II", **said}


def test_a_secretary_applies(client, secretary, group):
    answer = client.post(page("apply_sanction", group), told(group), follow=True)

    assert (
        "The application has been sent. The district endorses it first." in answer.text
    )
    sanction = Sanction.objects.get(tournament=group.tournament_id)
    assert (sanction.state, sanction.applied_by) == ("applied", secretary)
    assert sanction.sections.get().section_class == "II"


def test_bad_input_is_named_and_keeps_the_rest(client, secretary, group):
    answer = client.post(page("apply_sanction", group), told(group, arbiter=""))

    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"arbiter"}
    assert "Three" in answer.text
    assert not Sanction.objects.exists()


def test_too_little_time_is_said_before_and_refused(client, secretary, club):
    made = section(tournament(club, minutes=90))

    before = client.get(page("apply_sanction", made)).text
    after = client.post(page("apply_sanction", made), told(made)).text

    words = "at least two hours for 60 moves"
    assert (before.count(words), after.count(words)) == (1, 2)
    assert not Sanction.objects.exists()


def test_what_was_applied_for_before_is_in_the_form(client, secretary, group):
    client.post(page("apply_sanction", group), told(group))
    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})

    form = client.get(page("apply_sanction", group)).context["form"]

    assert form.initial == {
        "kind": "club",
        "arbiter": "Berit Alm",
        "prizes": "Three",
        f"class_{group.pk}": "II",
    }


def test_taking_back_asks_first_says_what_is_lost_and_can_be_undone(
    client, secretary, group
):
    endorsed(group)
    asked = client.post(page("withdraw_sanction", group))
    assert "the district’s endorsement" in asked.text
    assert Sanction.objects.get().state == "endorsed"

    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})
    assert Sanction.objects.get().state == "none"

    again = client.post(page("renew_sanction", group), follow=True)
    assert Sanction.objects.get().state == "applied"
    assert "The application has been sent again, for Group A." in text(again)


def test_a_sanction_under_which_a_section_has_started_is_not_offered_to_be_taken_back(
    client, secretary, group
):
    sanctioned(group)
    assert page("withdraw_sanction", group) in client.get(page("sanction", group)).text
    started(group, size=4)

    assert page("withdraw_sanction", group) not in (
        client.get(page("sanction", group)).text
    )
    asked = client.post(page("withdraw_sanction", group))
    assert "its fee is owed" in asked.text
    client.post(page("withdraw_sanction", group), {"asked": "yes", "sure": "on"})
    assert Sanction.objects.get().state == "sanctioned"


def test_a_change_after_the_application_is_shown(client, secretary, group):
    endorsed(group)
    group.tournament.minutes = 90
    group.tournament.save()

    assert (
        "has changed since it was applied for"
        in client.get(page("sanction", group)).text
    )


def test_other_clubs_are_not_applied_for(client, secretary):
    other = section(tournament(ClubFactory()))

    answer = client.post(page("apply_sanction", other), told(other))

    assert answer.status_code == 404
    assert not Sanction.objects.exists()


def test_the_fee_is_told_before_applying_and_while_it_waits(client, secretary, group):
    free = client.get(page("apply_sanction", group)).context["fee"]
    terms(fee="25.00")

    before = text(client.get(page("apply_sanction", group)))
    client.post(page("apply_sanction", group), told(group))
    waiting = text(client.get(page("sanction", group)))

    assert free is None
    words = "25 kr for each participant"
    assert (words in before, words in waiting) == (True, True)


def test_the_only_section_is_asked_for_and_cannot_be_left_out(
    client, secretary, group, club
):
    def offered(of):
        form = client.get(page("apply_sanction", of)).context["form"]
        return str(form.fields[f"class_{of.pk}"].choices[0][1])

    alone = offered(group)
    section(group.tournament, name="Second")
    assert (alone, offered(group)) == (
        "Choose the class",
        "Not part of the application",
    )
