"""The pages of the laboratory."""

import csv
from datetime import date
from io import StringIO

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind, Visibility
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
    share_experiment,
)
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.models import Experiment, Pool
from ratings.rules.ssf.parameters import SsfParameters
from tests.factories import (
    NOON,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    line,
    member,
    posted,
    side,
)
from tests.ratings.rating_lists import rated

URL, NEW = "/laboratory/", "/laboratory/new/"
SPRING = date(2026, 2, 1)
TODAY = date(2026, 6, 15)

pytestmark = pytest.mark.django_db


def requested(*candidates, name="What if"):
    ways = candidates or (
        CandidateDraft("As it is rated"),
        CandidateDraft("FIDE Elo", "elo", {"k_rules": [{"k": 1}]}),
    )
    draft = ExperimentDraft(chess_pool().pk, name, ways)
    by = UserFactory(name="Rut Rating")
    return request_experiment(draft, today=TODAY, acting=acting(by))


def played():
    """Post a loss of Bertil to Adam, who overtakes him unless K is 1."""
    adam = rated(1500, first_name="Adam", last_name="Ek")
    bertil = rated(1505, first_name="Bertil", last_name="Öberg")
    child = member(birth_year=2012)
    young = side(child, outside=1200, outside_kind="fide")
    posted(line(adam, bertil, 2, SPRING), line(young, adam, 1, SPRING))
    return adam, bertil


def finished(**facts):
    experiment = requested(**facts)
    run_experiment_now(experiment.pk, at=NOON)
    return Experiment.objects.get(pk=experiment.pk)


def page(experiment):
    return reverse("ratings:experiment", args=[experiment.pk])


def form(**facts):
    return {
        "name": "What if K were 20?",
        "pool": chess_pool().pk,
        "decisions": "all",
        "measured_from": "",
        "c0-system": "elo",
        "c0-label": "",
        **facts,
    }


# --- who may ------------------------------------------------------------------------------
def test_users_without_permission_are_refused(strangers):
    experiment = finished()
    for browser in strangers:
        for address in (URL, NEW, page(experiment), f"{page(experiment)}result.csv"):
            assert browser.get(address).status_code == 403
        assert browser.post(NEW, form()).status_code == 403
        for act in ("link/", "stop/", "delete/"):
            assert browser.post(f"{page(experiment)}{act}").status_code == 403
        assert browser.get(f"{page(experiment)}delete/").status_code == 403
    assert Experiment.objects.count() == 1


def test_stranger_does_not_stop_an_experiment(strangers):
    experiment = requested()
    for browser in strangers:
        assert browser.post(f"{page(experiment)}stop/").status_code == 403
    assert Experiment.objects.get().state == "waiting"


def test_administrator_may_open_the_laboratory(signed_in):
    browser = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert browser.get(URL).status_code == 200


# --- the list -------------------------------------------------------------------------------
def test_experiments_are_listed_newest_first(as_officer):
    requested(name="First"), requested(name="Second")
    rows = as_officer.get(URL).context["table"].rows
    assert [row.record.name for row in rows] == ["Second", "First"]


def test_an_empty_laboratory_says_what_it_is_for(as_officer, english):
    assert "No experiment yet" in as_officer.get(URL).content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_experiments(
    as_officer, django_assert_num_queries, count
):
    for _number in range(count):
        finished()
    as_officer.get(URL)
    with django_assert_num_queries(5):
        as_officer.get(URL)


# --- requesting -----------------------------------------------------------------------
def test_experiment_request_stores_differing_parameters(as_officer):
    form_data = numbers_shown(as_officer, **{"c1-system": "glicko2", "c1-label": "G"})
    response = as_officer.post(NEW, form_data | {"c0-p_k_rules": "20"})

    experiment = Experiment.objects.get()
    assert response["Location"] == page(experiment)
    assert (experiment.name, experiment.state) == ("What if K were 20?", "waiting")
    own, elo, glicko = experiment.candidates
    assert [each["label"] for each in (own, elo, glicko)] == [
        "As it is rated", "FIDE Elo", "G",
    ]  # fmt: skip
    assert elo["stretches"][0]["parameters"]["k_rules"] == [{"k": 20}]
    assert experiment.asked_by == as_officer.user


def adopt(**parameters):
    """A second edition of the same system."""
    draft = EditionDraft(chess_pool().pk, date(2026, 1, 1), "ssf_2008", parameters)
    adopt_draft(draft, acting=ActionContext(None, NOON))


def numbers_shown(browser, **facts):
    """Return the form data after requesting its parameters, ready to submit."""
    response = browser.post(NEW, form(**facts) | {"step": "numbers"})
    assert response.status_code == 200
    assert not Experiment.objects.exists()
    rows = response.context["experiment_forms"].rows
    shown = {
        bound.html_name: bound.value() if isinstance(bound.value(), bool) else text
        for row in rows
        if row.numbers
        for bound in row.numbers
        if (text := bound.field.prepare_value(bound.value())) is not None
        and bound.value() is not False
    }
    systems = {row.shown_name: row.system for row in rows if row.numbers}
    return form(**facts) | shown | systems


def test_form_shows_the_parameters_by_which_the_pool_is_rated(as_officer):
    adopt(period_starts=[[1, 1], [7, 1]], halving_from=2300)
    form_data = numbers_shown(
        as_officer, **{"c0-system": "ssf_2008", "c1-system": "glicko2"}
    )
    assert form_data["c0-p_halving_from"] == 2300
    assert (
        form_data["c0-p_period_starts"]
        == form_data["c1-p_period_starts"]
        == "01-01, 07-01"
    )


def test_comparison_changes_only_the_requested_parameters(as_officer):
    adopt(period_starts=[[1, 1], [7, 1]], halving_from=2300)
    form_data = numbers_shown(as_officer, **{"c0-system": "ssf_2008"})

    as_officer.post(NEW, form_data | {"c0-p_deduction": "30"})

    own, other = Experiment.objects.get().candidates
    assert len(own["stretches"]) == len(other["stretches"]) == 2
    for before, after in zip(own["stretches"], other["stretches"], strict=True):
        numbers = SsfParameters.from_json(before["parameters"]).to_json()
        assert after == before | {"parameters": numbers | {"deduction": 30}}


def test_typed_values_are_kept_when_parameters_are_requested(as_officer, english):
    form_data = form(**{"c0-label": "Mine", "decisions": "starts", "step": "numbers"})
    asked_for = as_officer.post(NEW, form_data | {"name": ""}).context[
        "experiment_forms"
    ]
    assert asked_for.form["decisions"].value() == "starts"
    assert asked_for.rows[0].choice["label"].value() == "Mine"
    again = numbers_shown(as_officer, **{"c0-label": "Mine"})
    again["c0-p_floor"] = "half"
    shown_again = as_officer.post(NEW, again | {"step": "numbers"})
    assert (
        shown_again.context["experiment_forms"].rows[0].numbers["p_floor"].value()
        == "half"
    )
    assert "has to be a whole number" not in shown_again.content.decode()


def test_parameters_of_a_system_no_longer_chosen_are_ignored(as_officer):
    form_data = numbers_shown(as_officer) | {"c0-system": "glicko2"}
    refused = as_officer.post(NEW, form_data)
    assert refused.status_code == 422
    assert "p_tau" in refused.context["experiment_forms"].rows[0].numbers.fields
    assert not Experiment.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "error_text"),
    [
        ({"name": ""}, "Enter the question."),
        ({"c0-system": ""}, "Choose at least one system"),
        ({"c0-system": "", "c0-label": "K"}, "Choose the system that this is about."),
        ({"c0-system": "go"}, "Select a valid choice"),
        ({"c0-p_floor": "low"}, "Enter a whole number."),
        (
            {"c0-p_k_rules": "40, under_games 30"},
            "The last rule has to apply to everybody",
        ),
        ({"c0-p_k_rules": "40, height 30\n20"}, "A rule is K, a number"),
        ({"measured_from": "soon"}, "Enter the day as 2026-03-01."),
    ],
)
def test_invalid_values_are_reported_at_the_field_and_kept(
    as_officer, english, wrong, error_text
):
    filled = numbers_shown(as_officer) | wrong
    response = as_officer.post(NEW, filled, headers={"accept-language": "en"})
    text = response.content.decode()
    assert response.status_code == 422
    errors = [
        error for _at, _label, error in response.context["experiment_forms"].errors
    ]
    assert any(error_text in error for error in errors), errors
    assert "What if K were 20?" in text or wrong == {"name": ""}
    assert not Experiment.objects.exists()


def test_an_experiment_can_be_changed_and_tried_again(as_officer):
    first = requested(
        CandidateDraft("As it is"), CandidateDraft("Swift", "glicko2", {"tau": 1.1})
    )

    row = as_officer.get(f"{NEW}?from={first.pk}").context["experiment_forms"].rows[0]

    assert (row.choice["system"].value(), row.choice["label"].value()) == (
        "glicko2",
        "Swift",
    )
    assert row.numbers["p_tau"].value() == "1.1"


@pytest.mark.parametrize("asked_for", ["999999", "x", "²", ""])
def test_a_copy_of_nothing_is_an_empty_form(as_officer, asked_for):
    response = as_officer.get(NEW, {"from": asked_for})
    assert response.context["experiment_forms"].rows[0].choice["system"].value() is None


# --- the result -------------------------------------------------------------------------------
def test_running_experiment_shows_progress_and_polls(as_officer):
    experiment = requested()
    Experiment.objects.filter(pk=experiment.pk).update(
        state="running", heard_at=NOON, done=40, whole=90
    )
    text = as_officer.get(
        page(experiment), headers={"accept-language": "en"}
    ).content.decode()
    assert "40 of 90 games rated" in text
    assert 'hx-trigger="every 1s"' in text
    assert f'href="{page(experiment)}">Show again' in text


def test_finished_experiment_stops_polling_and_shows_all_results(as_officer):
    adam, _bertil = played()
    experiment = finished()

    response = as_officer.get(page(experiment), headers={"accept-language": "en"})

    shown, text = response.context["shown"], response.content.decode()
    assert "hx-trigger" not in text.split('id="experiment"')[1]
    assert [row.place for row in shown.quality] == [1, 2]
    assert shown.calibration.series == ("As it is rated", "FIDE Elo")
    assert [row.label for row in shown.inflation.rows] == ["2026-03-31", "2026-06-15"]
    (movers,) = shown.movers
    assert [(row.who.name, row.rises) for row in movers.rows] == [
        ("Bertil Öberg", 1), ("Adam Ek", -1),
    ]  # fmt: skip
    assert f'href="/players/{adam.pk}/?pool=chess-long"' in text
    assert [row.label for row in shown.surplus.rows] == ["2026"]
    assert "Coefficients K: 1" in text


def test_a_pool_that_carries_corrections_says_that_the_laboratory_does_not(as_officer):
    played()
    address, notice = page(finished()), "as if nothing had been corrected late"
    assert notice not in as_officer.get(address).content.decode()
    Pool.objects.update(carries_from=1)
    assert notice in as_officer.get(address).content.decode()


def test_experiment_without_a_common_game_says_so(as_officer):
    text = as_officer.get(
        page(finished()), headers={"accept-language": "en"}
    ).content.decode()
    assert "There is no game for which every system made a prediction" in text


def test_failed_experiment_shows_the_error(as_officer):
    experiment = requested()
    Experiment.objects.filter(pk=experiment.pk).update(
        state="failed", error="KeyError('go')"
    )
    assert (
        "KeyError(&#x27;go&#x27;)" in as_officer.get(page(experiment)).content.decode()
    )


def test_excluded_games_are_counted_with_the_reason(as_officer):
    adam = rated(1500)
    guest = side(member(), is_member=False)
    posted(line(adam, guest, 2, SPRING))

    left_out = as_officer.get(
        page(finished()), headers={"accept-language": "en"}
    ).context["left_out"]

    assert [(label, games) for label, _reason, games in left_out] == [
        ("As it is rated", 1)
    ]


# --- files ------------------------------------------------------------------------------------
def test_results_can_be_downloaded_as_json(as_officer):
    played()
    experiment = finished()
    answer = as_officer.get(f"{page(experiment)}result.json").json()
    assert (answer["name"], answer["posting"]) == ("What if", experiment.posted)
    assert answer["result"] == experiment.result
    assert answer["candidates"] == experiment.candidates


def test_results_can_be_downloaded_as_csv(as_officer):
    adam, _bertil = played()
    experiment = finished()

    response = as_officer.get(f"{page(experiment)}result.csv")

    rows = list(csv.reader(StringIO(response.getvalue().decode("utf-8-sig"))))
    assert rows[0] == ["measure", "candidate", "at", "statistic", "value"]
    assert ["mover Adam Ek", "As it is rated", str(adam.pk), "place", "1"] in rows
    games = next(row for row in rows if row[:2] == ["quality", "FIDE Elo"])
    assert games[3:] == ["games", str(experiment.result["measured_games"])]
    assert {row[0] for row in rows[1:]} >= {
        "calibration", "ratings of everybody", "surplus of the young", "distribution",
    }  # fmt: skip


def test_an_experiment_without_a_result_has_no_files(as_officer):
    experiment = requested()
    for ending in ("csv", "xlsx", "json"):
        response = as_officer.get(f"{page(experiment)}result.{ending}")
        assert response.status_code == 404


# --- the link -----------------------------------------------------------------------------------
def test_link_gives_access_to_the_result_until_revoked(as_officer, client):
    played()
    experiment = finished()
    as_officer.post(f"{page(experiment)}link/", {"act": "share"})
    link = as_officer.get(page(experiment)).context["link"]
    as_officer.logout()

    response = client.get(link)
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "no-referrer"
    assert client.get(f"{link}result.csv").status_code == 200
    assert client.get(f"{link}result.xlsx")["Cache-Control"] == "private, no-store"
    assert client.get(f"{link}result.json").json()["name"] == "What if"

    as_officer.force_login(as_officer.user)
    as_officer.post(f"{page(experiment)}link/", {"act": "stop"})
    as_officer.logout()
    assert client.get(link).status_code == 404


def test_readers_of_a_link_see_only_public_names(client):
    adam, bertil = played()
    adam.visibility = Visibility.HIDDEN
    adam.save()
    experiment = finished()
    secret = share_experiment(experiment.pk)

    address = f"/laboratory/shared/{secret}/"

    assert "Adam Ek" not in client.get(address).content.decode()
    table = client.get(f"{address}result.csv").getvalue().decode()
    assert "Adam Ek" not in table
    assert f",{adam.pk},place" not in table
    (movers,) = client.get(f"{address}result.json").json()["result"]["movers"]
    assert [each["player"] for each in movers] == [bertil.pk, None]
    assert "Bertil Öberg" in client.get(address).content.decode()


def test_link_without_secret_gives_404(client):
    finished()
    assert client.get("/laboratory/shared/None/").status_code == 404


# --- stopping and deleting --------------------------------------------------------------------
def test_waiting_experiment_can_be_stopped_and_tried_again(as_officer, english):
    experiment = requested()
    address = f"{page(experiment)}stop/"
    assert f'action="{address}"' in as_officer.get(page(experiment)).content.decode()

    text = as_officer.post(address, follow=True).content.decode()

    assert Experiment.objects.get().state == "stopped"
    assert "The experiment is stopped." in text
    assert "This experiment was stopped" in text
    assert f'action="{address}"' not in text
    assert f"{NEW}?from={experiment.pk}" in text
    assert "Stopped" in as_officer.get(URL).content.decode()


def test_experiment_that_ended_meanwhile_keeps_its_result(as_officer, english):
    experiment = finished()
    text = as_officer.post(f"{page(experiment)}stop/", follow=True).content.decode()
    assert "The experiment had already ended." in text
    assert Experiment.objects.get().state == "done"


def test_experiment_is_deleted_after_confirmation(as_officer, client, english):
    experiment = finished()
    link = f"/laboratory/shared/{share_experiment(experiment.pk)}/"
    address = f"{page(experiment)}delete/"
    assert f'href="{address}"' in as_officer.get(page(experiment)).content.decode()
    assert "What if, Rut Rating" in as_officer.get(address).content.decode()
    assert Experiment.objects.exists()

    response = as_officer.post(address, follow=True)

    assert response.redirect_chain[-1][0] == URL
    assert "The experiment is deleted." in response.content.decode()
    assert not Experiment.objects.exists()
    assert as_officer.get(page(experiment)).status_code == 404
    assert as_officer.post(address).status_code == 404
    assert client.get(link).status_code == 404


def test_running_experiment_is_stopped_before_it_is_deleted(as_officer, english):
    experiment = requested()
    assert "/delete/" not in as_officer.get(page(experiment)).content.decode()
    text = as_officer.post(f"{page(experiment)}delete/", follow=True).content.decode()
    assert "Stop the experiment before you delete it." in text
    assert Experiment.objects.exists()


def test_readers_of_a_link_cannot_delete_the_experiment(client):
    experiment = finished()
    link = f"/laboratory/shared/{share_experiment(experiment.pk)}/"
    assert "/delete/" not in client.get(link).content.decode()
    for act in ("stop/", "delete/"):
        assert client.post(f"{page(experiment)}{act}").status_code == 302
    assert Experiment.objects.exists()
