from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from ratings.models import Edition, Pool
from ratings.rules.elo.parameters import edition
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    RoleFactory,
    chess_pool,
    member,
    officer,
    secretary_of,
)
from tests.races import together
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.rating_lists import decided
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.forms.planning import suggested_days
from tournaments.models import Section, Tournament

pytestmark = pytest.mark.django_db

TOLD = {
    "name": "Autumn cup",
    "start_date": "2026-09-07",
    "end_date": "2026-10-19",
    "place": "The library",
    "minutes": "120",
    "time_control": "",
    "period_rule": "by_date",
    "section_name": "Group A",
    "format": "round_robin",
    "rounds": "",
    "tie_breaks": "standard",
}


@pytest.fixture
def valid_data(club):
    return {**TOLD, "organiser": f"c{club.pk}", "pool": chess_pool().pk}


def send(client, name, form_data, *args):
    return client.post(reverse(f"tournaments:{name}", args=args), form_data)


def test_secretary_creates_a_tournament_and_continues_with_the_players(
    client, secretary, club, valid_data
):
    answer = send(client, "new", valid_data)

    made = Section.objects.get()
    assert answer.url == reverse("tournaments:section", args=[made.pk])
    assert made.tournament.organiser == club
    assert made.tournament.start_date == date(2026, 9, 7)
    assert (made.name, made.format) == ("Group A", "round_robin")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "This field is required"),
        ("name", "x" * 121, "at most 120 characters"),
        ("end_date", "2026-09-06", "The last day comes before the first day"),
        ("end_date", "2029-09-06", "more than two years"),
        ("start_date", "yesterday", "Enter a valid date"),
        ("start_date", "9999-12-31", "too far ahead"),
        ("start_date", "1990-01-01", "more than two years"),
        ("minutes", "0", "greater than or equal to 1"),
        ("minutes", "9" * 30, "less than or equal to 1440"),
        ("format", "knock-out", "Select a valid choice"),
        ("organiser", "c0", "Select a valid choice"),
        ("organiser", "nobody", "Select a valid choice"),
        ("rounds", "41", "less than or equal to 40"),
        ("pool", "99999999999999999999", "Select a valid choice"),
        ("period_rule", "", "Choose one."),
    ],
)
def test_invalid_value_is_refused_with_a_message_and_the_rest_is_kept(
    client, secretary, valid_data, field, value, words
):
    answer = send(client, "new", {**valid_data, field: value})

    shown = html_of(answer)
    assert answer.status_code == 200
    assert words in shown
    assert ("Autumn cup" in shown) == (field != "name")
    assert not Tournament.objects.exists()


def test_first_day_before_the_rating_system_is_reported_at_its_field(
    client, secretary, valid_data
):
    old = {**valid_data, "start_date": "2007-05-01", "end_date": "2007-06-01"}

    assert "No rating system applies on" in html_of(send(client, "new", old))


def test_section_paired_by_hand_needs_its_number_of_rounds(
    client, secretary, valid_data
):
    answer = send(client, "new", {**valid_data, "format": "boards"})

    assert "Say how many rounds there will be." in html_of(answer)


def test_secretary_organises_only_for_the_own_club(client, secretary, valid_data):
    other = ClubFactory()

    answer = send(client, "new", {**valid_data, "organiser": f"c{other.pk}"})

    assert "Select a valid choice" in html_of(answer)


def test_district_organises_for_itself_and_its_clubs(client, valid_data):
    district = DistrictFactory()
    club = ClubFactory(district=district)
    ClubFactory()
    client.force_login(RoleFactory(kind="district", district=district).user)

    shown = html_of(client.get(reverse("tournaments:new")))
    assert f'value="d{district.pk}"' in shown
    assert f'value="c{club.pk}"' in shown
    assert shown.count('<option value="c') == 1

    send(client, "new", {**valid_data, "organiser": f"d{district.pk}"})
    made = Tournament.objects.get()
    assert (made.organiser, made.district) == (None, district)


def offered(client, name, field, *args):
    form = client.get(reverse(f"tournaments:{name}", args=args)).context["form"]
    return [str(label) for _value, label in form.fields[field].choices]


def test_closed_club_organises_nothing(client, club, today):
    second = ClubFactory(name="Second", district=club.district)
    ClubFactory(name="Closed", district=club.district, closed_date=today)
    role = RoleFactory(kind="district", district=club.district)
    client.force_login(role.user)

    assert offered(client, "new", "organiser") == [
        club.district.name,
        *sorted([club.name, second.name]),
    ]


def test_ended_pool_is_offered_only_to_its_own_tournaments(
    client, secretary, club, today
):
    of = tournament(club)
    yesterday = today - timedelta(days=1)
    Pool.objects.create(code="ended", name="Ended", ends_on=yesterday)
    Pool.objects.create(code="last", name="Last day", ends_on=today)
    chess = str(chess_pool())

    assert offered(client, "new", "pool") == [chess, "Last day"]
    Pool.objects.filter(pk=of.pool_id).update(ends_on=yesterday)
    assert offered(client, "new", "pool") == ["Last day"]
    assert offered(client, "change", "pool", of.pk) == [chess, "Last day"]


def test_tournament_is_changed(client, secretary, club, valid_data):
    made = tournament(club)

    answer = send(client, "change", {**valid_data, "name": "Winter cup"}, made.pk)

    made.refresh_from_db()
    assert answer.url == reverse("tournaments:tournament", args=[made.pk])
    assert made.name == "Winter cup"


def test_days_that_exclude_rounds_are_refused_with_the_rounds(
    client, secretary, club, valid_data
):
    group = started(section(tournament(club)), size=4)
    days = {"start_date": "2026-05-05", "end_date": "2026-05-25"}

    answer = send(client, "change", {**valid_data, **days}, group.tournament_id)

    assert answer.context["form"].errors == {
        "__all__": [
            "These rounds would be outside the tournament’s days: Group A 1 "
            "(2026-05-04). First give the tournament days that cover the old and "
            "the new ones, then change the days of the rounds, and then make it "
            "shorter."
        ]
    }


def test_saving_is_confirmed_with_a_message(client, secretary, club, valid_data):
    made = section(tournament(club))
    change = reverse("tournaments:change", args=[made.tournament_id])
    edit = reverse("tournaments:edit_section", args=[made.pk])

    assert "The changes are saved." in html_of(
        client.post(change, valid_data, follow=True)
    )
    assert "The changes are saved." in html_of(
        client.post(edit, valid_data, follow=True)
    )


def test_form_submitted_twice_needs_confirmation(client, secretary, valid_data):
    send(client, "new", valid_data)

    again = html_of(send(client, "new", {**valid_data, "name": "AUTUMN CUP"}))
    assert "There is such a tournament already" in again
    assert Tournament.objects.count() == 1

    send(client, "new", {**valid_data, "another": "yes"})
    assert Tournament.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_form_submitted_twice_at_the_same_moment_creates_one_tournament():
    club = ClubFactory()
    form_data = {**TOLD, "organiser": f"c{club.pk}", "pool": chess_pool().pk}
    user = secretary_of(club)

    def submit():
        same = Client(headers={"Accept-Language": "en"})
        same.force_login(user)
        return send(same, "new", form_data).status_code

    assert sorted(together(*[submit] * 3)) == [200, 200, 302]
    assert Tournament.objects.count() == 1


def test_proposed_section_name_is_unused(client, secretary, club):
    made = tournament(club)
    section(made, name="Group B")

    shown = html_of(client.get(reverse("tournaments:new_section", args=[made.pk])))

    assert 'value="Group A"' in shown


def folded(shown) -> str:
    """Return the folded part of a form, with the rest of its opening tag."""
    return shown.partition('<details class="field-more"')[2].partition("</details>")[0]


def test_rare_fields_are_folded_until_they_have_a_value(
    client, secretary, club, valid_data
):
    page = folded(html_of(client.get(reverse("tournaments:new"))))
    assert page.startswith(">")
    assert 'name="own_list"' in page
    assert 'name="acceleration"' in page
    assert 'name="rounds"' not in page

    wrong = folded(html_of(send(client, "new", {**valid_data, "tie_breaks": "own"})))
    assert wrong.startswith(" open>")
    three = section(tournament(club), point_system="3-1-0")
    edited = client.get(reverse("tournaments:edit_section", args=[three.pk]))
    assert folded(html_of(edited)).startswith(" open>")


def test_new_section_gets_the_next_letter(client, secretary, club):
    made = tournament(club)
    section(made)

    shown = html_of(client.get(reverse("tournaments:new_section", args=[made.pk])))

    assert 'value="Group B"' in shown


def test_change_of_the_format_after_the_start_is_refused_with_a_message(
    client, secretary, club
):
    group = started(section(tournament(club)), size=2)
    form_data = {
        "section_name": "A",
        "format": "boards",
        "rounds": "3",
        "tie_breaks": "standard",
    }

    answer = send(client, "edit_section", form_data, group.pk)

    assert "The section has started." in html_of(answer)


def test_fixed_value_is_reported_at_its_field(client, secretary, club, valid_data):
    group = played(started(section(tournament(club)), size=2))
    submitted(group, is_final=False)
    section_told = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "ssf_2008_note",
    }  # fmt: skip

    of_section = send(client, "edit_section", section_told, group.pk)
    assert list(of_section.context["form"].errors) == ["tie_breaks"]
    assert "announced before the start" in html_of(of_section)

    days = {"start_date": "2026-05-04", "end_date": "2026-05-25"}
    full_data = {**valid_data, **days, "period_rule": "first_day"}
    answer = send(client, "change", full_data, group.tournament_id)
    assert list(answer.context["form"].errors) == ["period_rule"]
    assert "chosen before any results are sent in" in html_of(answer)


def test_section_is_renamed(client, secretary, club):
    made = section(tournament(club))
    form_data = {
        "section_name": "Class II",
        "format": "double",
        "tie_breaks": "ssf_2008_note",
        "gives_titles": "on",
    }

    send(client, "edit_section", form_data, made.pk)

    made.refresh_from_db()
    assert (made.name, made.format, made.gives_titles) == ("Class II", "double", True)
    assert made.tie_breaks == ["quality", "wins", "direct_encounter", "lots"]


# --- pools of LASK ----------------------------------------------------------------
@pytest.fixture
def lask():
    """Let LASK rate the pool, with an initial rating in the ledger."""
    kept_by_lask()
    decided(member(), 1900)


def form_of(client, name, *args):
    return client.get(reverse(f"tournaments:{name}", args=args)).context["form"]


def test_form_has_no_method_without_lask(client, secretary, club):
    made = section(tournament(club))
    assert not {"method", "is_large"} & set(form_of(client, "new").fields)
    assert "mean_rating" not in form_of(client, "edit_section", made.pk).fields


def test_method_is_chosen_and_shown_in_a_pool_of_lask(
    lask, client, secretary, club, valid_data
):
    send(client, "new", {**valid_data, "method": "monrad", "period_rule": "first_day"})
    made = Section.objects.get()
    assert made.tournament.method == "monrad"
    page = client.get(reverse("tournaments:tournament", args=[made.tournament_id]))
    assert "opponents’ mean of a Monrad tournament" in html_of(page)


def test_event_rated_as_a_whole_with_two_periods_is_reported_at_the_period(
    lask, client, secretary, valid_data
):
    answer = send(client, "new", {**valid_data, "method": "concentrated"})
    assert list(answer.context["form"].errors) == ["period_rule"]


def test_only_an_officer_marks_an_event_as_large(
    lask, client, secretary, club, valid_data
):
    of = tournament(club, is_large=True)
    assert "is_large" not in form_of(client, "change", of.pk).fields
    # Changes by the secretary leave it unchanged, whatever is submitted.
    send(client, "change", {**valid_data, "method": "games"}, of.pk)
    of.refresh_from_db()
    assert (of.name, of.is_large) == ("Autumn cup", True)
    client.force_login(officer())
    send(client, "change", {**valid_data, "method": "games"}, of.pk)
    of.refresh_from_db()
    assert of.is_large is False


def test_mean_of_a_section_needs_its_reason(lask, client, secretary, club):
    of = tournament(club, method="monrad", period_rule="first_day")
    made = section(of)
    form_data = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "standard",
        "mean_rating": "1775",
    }  # fmt: skip
    answer = send(client, "edit_section", form_data, made.pk)
    assert list(answer.context["form"].errors) == ["mean_reason"]
    send(client, "edit_section", {**form_data, "mean_reason": "class II"}, made.pk)
    made.refresh_from_db()
    assert (made.mean_rating, made.mean_reason) == (1775, "class II")


@pytest.mark.parametrize("mean", ["499", "3501", "many", "9" * 30])
def test_impossible_mean_is_refused(lask, client, secretary, club, mean):
    made = section(tournament(club, method="monrad", period_rule="first_day"))
    form_data = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "standard",
        "mean_rating": mean, "mean_reason": "x",
    }  # fmt: skip
    answer = send(client, "edit_section", form_data, made.pk)
    assert list(answer.context["form"].errors) == ["mean_rating"]


def test_length_of_matches_is_asked_if_an_edition_counts_it(
    client, secretary, club, valid_data
):
    assert "match_length" not in form_of(client, "new").fields
    Edition.objects.filter(pool=chess_pool()).update(
        system="elo", parameters=edition("backgammon").to_json()
    )

    answer = send(client, "new", {**valid_data, "match_length": "1000"})
    assert list(answer.context["form"].errors) == ["match_length"]
    send(client, "new", {**valid_data, "match_length": "7"})

    made = Tournament.objects.get()
    assert made.match_length == 7
    page = client.get(reverse("tournaments:tournament", args=[made.pk]))
    assert "matches of length 7" in html_of(page)


def test_pool_whose_edition_has_not_begun_asks_for_no_method(client, secretary):
    kept_by_lask()
    assert not {"method", "is_large"} & set(form_of(client, "new").fields)


def test_all_data_of_a_tournament_and_its_section_are_stored(
    client, secretary, club, valid_data
):
    more = {
        "time_control": "90 + 30",
        "minutes": "150",
        "period_rule": "first_day",
        "format": "boards",
        "rounds": "7",
        "tie_breaks": "ssf_2008_note",
        "gives_titles": "on",
    }

    send(client, "new", {**valid_data, **more})

    group = Section.objects.get()
    made = group.tournament
    assert (made.name, made.place, made.time_control, made.minutes) == (
        "Autumn cup",
        "The library",
        "90 + 30",
        150,
    )
    assert (made.start_date, made.end_date, made.period_rule) == (
        date(2026, 9, 7),
        date(2026, 10, 19),
        "first_day",
    )
    assert (made.district, made.pool, made.method) == (
        club.district,
        chess_pool(),
        "games",
    )
    assert made.created_by == secretary
    assert (group.format, group.rounds, group.gives_titles) == ("boards", 7, True)
    # SSF §10 note: the customary alternative.
    customary = ["quality", "wins", "direct_encounter", "lots"]
    assert group.tie_breaks == customary


def test_form_shows_the_stored_values(client, secretary, club):
    of = tournament(club, place="Lund", minutes=90, period_rule="first_day")
    customary = ("quality", "wins", "direct_encounter", "lots")
    group = section(of, name="Open", format="boards", rounds=7, tie_breaks=customary)

    def initial(name, pk):
        page = client.get(reverse(f"tournaments:{name}", args=[pk]))
        return page.context["form"].initial

    assert initial("change", of.pk) == {
        "name": "Spring cup",
        "organiser": f"c{club.pk}",
        "start_date": date(2026, 5, 4),
        "end_date": date(2026, 5, 25),
        "place": "Lund",
        "minutes": 90,
        "time_control": "",
        "pool": chess_pool().pk,
        "period_rule": "first_day",
        "method": "games",
        "is_large": False,
        "match_length": None,
    }
    assert initial("edit_section", group.pk) == {
        "section_name": "Open",
        "format": "boards",
        "rounds": 7,
        "rounds_reason": "",
        "pairing_system": "hand",
        "acceleration": "",
        "tie_breaks": "ssf_2008_note",
        "own_list": "",
        "point_system": "usual",
        "gives_titles": False,
        "mean_rating": None,
        "mean_reason": "",
    }


@pytest.mark.parametrize(("days", "is_made"), [(800, True), (801, False)])
def test_tournament_lasts_at_most_two_years_and_a_little(
    client, secretary, valid_data, days, is_made
):
    last = date(2026, 9, 7) + timedelta(days=days)

    send(client, "new", {**valid_data, "end_date": last.isoformat()})

    assert Tournament.objects.exists() == is_made


@pytest.mark.parametrize(("years", "is_made"), [(5, True), (6, False)])
def test_tournament_is_announced_at_most_five_years_ahead(
    client, secretary, valid_data, today, years, is_made
):
    day = f"{today.year + years}-06-01"

    answer = send(client, "new", {**valid_data, "start_date": day, "end_date": day})

    assert Tournament.objects.exists() == is_made
    assert (answer.status_code == 302) == is_made


def test_tournament_of_one_day_is_created(client, secretary, valid_data):
    send(client, "new", {**valid_data, "end_date": valid_data["start_date"]})

    assert Tournament.objects.get().end_date == date(2026, 9, 7)


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2026, 5, 6), date(2026, 5, 11)),
        (date(2026, 5, 4), date(2026, 5, 11)),
        (date(2026, 5, 10), date(2026, 5, 11)),
    ],
)
def test_seven_weeks_from_next_monday_are_proposed(today, first):
    assert suggested_days(today) == {
        "start_date": first,
        "end_date": first + timedelta(days=42),
    }


def test_secretary_of_two_clubs_chooses_the_organiser(client, club):
    user = RoleFactory(kind="secretary", club=club).user
    client.force_login(user)
    assert offered(client, "new", "organiser") == [club.name]
    second = ClubFactory()
    RoleFactory(kind="secretary", club=second, user=user)

    assert sorted(offered(client, "new", "organiser")) == sorted(
        [club.name, second.name]
    )


def test_secretary_whose_role_has_ended_is_refused(client, club, valid_data, today):
    former = RoleFactory(kind="secretary", club=club, to_date=today - timedelta(days=1))
    client.force_login(former.user)

    assert send(client, "new", valid_data).status_code == 403
    assert not Tournament.objects.exists()


def test_section_has_its_own_list_of_tie_breaks(client, secretary, club):
    made = section(tournament(club))
    form_data = {
        "section_name": "A", "format": "boards", "rounds": "5", "tie_breaks": "own",
        "own_list": "BH/C1@2024, bh, quality, DE, TPN",
    }  # fmt: skip

    send(client, "edit_section", form_data, made.pk)

    made.refresh_from_db()
    assert made.tie_breaks == [
        "buchholz_cut1_2024",
        "buchholz_2026",
        "quality",
        "direct_encounter_fide",
        "pairing_number",
    ]
    form = form_of(client, "edit_section", made.pk)
    assert form.initial["tie_breaks"] == "own"
    assert form.initial["own_list"] == "BH/C1@2024, BH, quality, DE, TPN"


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"own_list": ""}, "own_list", "Say which tie-breaks decide, in order."),
        ({"own_list": "BH, SUMO"}, "own_list", "no tie-break called SUMO"),
        ({"own_list": "BH@1999"}, "own_list", "no tie-break called BH@1999"),
        ({"tie_breaks": "nsf_2017"}, "tie_breaks", "for a section where all meet all"),
    ],
)
def test_invalid_list_of_tie_breaks_is_refused_with_the_valid_ones(
    client, secretary, club, changes, field, message
):
    made = section(tournament(club))
    form_data = {"section_name": "A", "format": "round_robin", "tie_breaks": "own"}

    answer = send(client, "edit_section", form_data | changes, made.pk)

    assert list(answer.context["form"].errors) == [field]
    assert message in html_of(answer)
    made.refresh_from_db()
    assert made.tie_breaks[0] == "direct_encounter"


def test_section_fields_have_one_order_on_every_page(client, secretary, club):
    """Fields inherited from another form would otherwise come last."""
    alone = list(
        client.get(reverse("tournaments:new_section", args=[tournament(club).pk]))
        .context["form"]
        .fields
    )
    all_fields = list(client.get(reverse("tournaments:new")).context["form"].fields)
    name, *rest = alone

    assert [field for field in all_fields if field in rest] == rest
    assert name in all_fields
    assert all_fields[-1] == "pool"
