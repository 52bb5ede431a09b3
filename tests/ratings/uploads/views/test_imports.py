"""The pages of an import: uploading a file, reviewing it, posting it."""

import csv
import io
import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from federation.enums import RoleKind
from federation.models import Player
from ratings.engine.domain.computation import compute_pool
from ratings.enums import ImportState
from ratings.files.column_names import own_name
from ratings.imports.formats.game_columns import COLOURS, OPTIONAL, REQUIRED, WHO
from ratings.ledger.domain.reports import hold_report
from ratings.models import ImportEvent, ImportFile, ImportPlayer, Report
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    acting,
    chess_pool,
    computed,
    officer,
    secretary_of,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import published
from tests.ratings.uploads.bringing import (
    NAMED,
    agree,
    faults,
    matches,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
SURE = {"sure": "on"}
URL = "/imports/"


def bring(client, content, name="games.csv"):
    file = SimpleUploadedFile(name, content)
    return client.post(URL, {"pool": chess_pool().pk, "file": file})


@pytest.fixture
def two(db):
    return PlayerFactory(national_id="1"), PlayerFactory(national_id="2")


def named(*more):
    """Return a file with a known player, a similar one and an unknown one."""
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    PlayerFactory(first_name="Bo", last_name="Åberg", birth_year=1951)
    return reviewed(
        table(
            "2023-03-14,Ada Ek,1950,Bo Aberg,1951,1,Open,1",
            "2023-03-15,Ada Ek,1950,Zoltan Unheard,1960,1,Open,2",
            *more,
            header=NAMED,
        )
    )


def test_uploaded_file_has_its_own_page(as_officer, two):
    response = bring(as_officer, table("2023-03-14,1,2,1,Open"))
    file = ImportFile.objects.get()
    assert response["Location"] == f"/imports/{file.pk}/"
    assert file.uploaded_by == as_officer.user
    waiting = as_officer.get(response["Location"])
    assert "The file is being read: 0 per cent." in text(waiting)
    assert 'hx-trigger="every 1s"' in waiting.content.decode()
    assert rows(as_officer.get(URL))[0][:2] == ["games.csv", "Being read"]
    worked_on(file)
    as_officer.post(f"{URL}{file.pk}/minutes/", {"minutes": "180"})
    worked_on(file)
    assert "To be posted: 1 game of 1 event" in text(as_officer.get(f"{URL}{file.pk}/"))


def test_same_file_again_redirects_to_the_first(as_officer, two):
    content = table("2023-03-14,1,2,1,Open")
    first = bring(as_officer, content)
    second = bring(as_officer, content, "renamed.csv")
    assert second["Location"] == first["Location"]
    assert ImportFile.objects.count() == 1
    assert "This file was uploaded before" in text(as_officer.get(second["Location"]))


def test_missing_and_empty_files_are_refused_with_a_message(as_officer):
    response = as_officer.post(URL, {"pool": chess_pool().pk})
    assert response.status_code == 422
    assert "Choose a file first." in text(response)
    response = bring(as_officer, b"")
    assert response.status_code == 422
    assert "The file is empty" in text(response)


def test_unreadable_file_shows_the_reason(as_officer):
    bring(as_officer, b"%PDF-1.7 and so on", "list.csv")
    file = worked_on(ImportFile.objects.get())
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "list.csv is a PDF; what is needed is a CSV file." in shown
    assert "Nothing in the file is saved." in shown


def test_each_player_is_shown_with_the_reason_and_the_candidates(as_officer):
    file = named()
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "To be decided (2) By name (1) By number (0) New (0)" in shown
    assert "Bo Aberg 1951 · 1 game Why we ask: a similar name" in shown
    assert "Zoltan Unheard 1960 · 1 game Why we ask: nobody similar" in shown
    found = text(as_officer.get(f"{URL}{file.pk}/?shelf=named"))
    assert "by: name and year of birth" in found


def test_choice_is_stored_and_checked_again(as_officer):
    file = named()
    bo = ImportPlayer.objects.get(file=file, last_name="Aberg")
    zoltan = ImportPlayer.objects.get(file=file, last_name="Unheard")
    response = as_officer.post(
        f"{URL}{file.pk}/players/",
        {
            f"player-{bo.place}": bo.player_id,
            f"player-{zoltan.place}": "out",
            "shelf": "undecided",
        },
    )
    assert response["Location"] == f"/imports/{file.pk}/?shelf=undecided"
    assert [each[3] for each in matches(file).values()].count("player") == 2
    waiting = as_officer.get(response["Location"])
    assert "being checked with what is decided now" in text(waiting)
    worked_on(file)
    shown = text(as_officer.get(response["Location"]))
    assert "To be posted: 1 game of 1 event" in shown
    assert "1 game is not included" in shown
    zoltan.refresh_from_db()
    assert zoltan.chosen_by == as_officer.user


def test_player_is_chosen_by_number_and_unknown_number_is_reported(as_officer):
    file = named()
    other = PlayerFactory(national_id="777")
    bo = ImportPlayer.objects.get(file=file, last_name="Aberg")
    url = f"{URL}{file.pk}/players/"
    response = as_officer.post(url, {f"number-{bo.place}": "778"})
    assert response.status_code == 422
    assert (
        "“778” does not say for certain who it is: choose below. Everything else was saved."
        in text(response)
    )
    as_officer.post(url, {f"number-{bo.place}": "777"})
    bo.refresh_from_db()
    assert (bo.choice, bo.player) == ("player", other)


def test_decision_for_many_players_is_made_at_once(as_officer):
    file = named()
    as_officer.post(f"{URL}{file.pk}/players/", {"act": "sure"})
    as_officer.post(f"{URL}{file.pk}/players/", {"act": "new"})
    assert sorted(each[3] for each in matches(file).values()) == [
        "new",
        "player",
        "player",
    ]


@pytest.mark.parametrize("part", ["players", "clubs"])
def test_new_ones_of_a_posted_file_are_not_said_to_be_saved(as_officer, part):
    file = named()
    for act in ("sure", "new"):
        as_officer.post(f"{URL}{file.pk}/players/", {"act": act})
    worked_on(file)
    as_officer.post(f"{URL}{file.pk}/post/", {"seen": 3})
    agree(file)
    assert worked_on(file).state == ImportState.POSTED
    as_officer.get(f"{URL}{file.pk}/")  # shows what the acts before said
    done = as_officer.post(f"{URL}{file.pk}/{part}/", {"act": "new"}, follow=True)
    assert "Saved:" not in text(done)
    assert "The file is posted already, so nothing was changed" in text(done)


def test_posting_applies_to_the_review_seen_and_is_refused_if_changed(as_officer):
    file = named()
    as_officer.post(f"{URL}{file.pk}/players/", {"act": "sure"})
    url = f"{URL}{file.pk}/post/"
    response = as_officer.post(url, {"seen": 2})
    assert response.status_code == 409
    assert "being read or checked just now" in text(response)
    worked_on(file)
    response = as_officer.post(url, {"seen": 1})
    assert response.status_code == 409
    assert "Something else was chosen in the meantime" in text(response)
    assert as_officer.post(url, {"seen": 2}).status_code == 302
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "somebody else will look at it and approve it" in shown
    agree(file)
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "Games are being posted: 0 of 2." in shown
    worked_on(file)
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "In the ledger: 1 game of 1 event" in shown
    assert "The ratings are being computed." in shown
    assert Report.objects.get().sent_by == as_officer.user


def test_left_out_rows_are_paginated_and_downloaded_unchanged(as_officer, two):
    file = reviewed(
        table(
            "2023-03-14,1,2,7,Open",
            "2023-03-14,1,2,=,=cmd()",
            "2023-13-14,1,2,=,=cmd()",
        )
    )
    shown = rows(as_officer.get(f"{URL}{file.pk}/?show=rows"))
    assert shown[0][:2] == ["2", "score ‘7’ is not one of 1, 0.5 (½, =), 0"]
    response = as_officer.get(f"{URL}{file.pk}/rows.csv")
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(content))) == [
        ["line", "reason", "date", "white", "black", "score", "event"],
        ["2", shown[0][1], "2023-03-14", "1", "2", "7", "Open"],
        ["4", shown[1][1], "2023-13-14", "1", "2", "=", "'=cmd()"],
    ]
    assert 'filename="games-rows.csv"' in response["Content-Disposition"]


def test_left_out_rows_have_a_localised_header_that_can_be_read_again(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,7,Open"))
    url = f"{URL}{file.pk}/rows.csv"
    mended = {}
    for language in ("sv", "en"):
        answer = as_officer.get(url, headers={"Accept-Language": language})
        mended[language] = b"".join(answer.streaming_content).replace(b",7,", b",1,")
    swedish = mended["sv"].decode("utf-8-sig").splitlines()[0]
    assert swedish == "rad,skäl,datum,vit,svart,resultat,turnering"
    for content in mended.values():
        again = reviewed(content, "rows.csv")
        assert (again.state, again.unread, faults(again)) == ("review", [], [])
        assert again.header[2:] == ["date", "white", "black", "score", "event"]


def test_corrected_rows_keep_texts_that_begin_like_a_formula(as_officer, two):
    header = "date,white,black,score,event,=HYPERLINK(1)"
    file = reviewed(table("2023-13-14,1,2,+--,+65 Cup,", header=header))
    answer = as_officer.get(f"{URL}{file.pk}/rows.csv")
    content = b"".join(answer.streaming_content)
    assert b",'=hyperlink(1)" in content.splitlines()[0]
    again = reviewed(content.replace(b"2023-13", b"2023-12"), "rows.csv")
    assert (again.games, faults(again)) == (1, [])
    assert ImportEvent.objects.get(file=again).name == "+65 Cup"


def test_left_out_rows_as_a_workbook_can_be_read_again(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,=,=Open", "2023-13-14,1,2,=,=Open"))
    answer = as_officer.get(f"{URL}{file.pk}/rows.xlsx")
    again = reviewed(b"".join(answer.streaming_content), "rows.xlsx")
    assert [line for line, _words in faults(again)] == [2]
    assert again.header == [
        "line",
        "reason",
        "date",
        "white",
        "black",
        "score",
        "event",
    ]


def test_events_are_shown_with_their_outcome(as_officer, two):
    posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    file = reviewed(
        table("2023-03-14,1,2,1,Open", "2023-03-15,1,2,1,Other", "2023-03-16,1,9,1,Z")
    )
    assert rows(as_officer.get(f"{URL}{file.pk}/?show=events")) == [
        ["Z", "1", "No game of it can be posted"],
        ["Open", "1", "In the ledger already"],
        ["Other", "1", "New: it can be posted 1 game would be rated."],
    ]


def test_differing_event_is_replaced_only_if_ticked(as_officer, two):
    posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    file = reviewed(table("2023-03-14,1,2,0,Open"))
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 event was imported before with other games" in shown
    url = f"{URL}{file.pk}/post/"
    assert as_officer.post(url, {"seen": 1}).status_code == 409
    assert as_officer.post(url, {"seen": 1, "replaces": "on"}).status_code == 302
    agree(file)
    worked_on(file)
    assert list(Report.objects.order_by("version").values_list("state", flat=True)) == [
        "superseded",
        "accepted",
    ]


def test_missing_data_of_the_file_is_reported(as_officer, two):
    file = reviewed(
        table(
            "2023-03-14,1,2,1,Örebro,x",
            header="date,white,black,score,event,clubb",
            encoding="latin-1",
        )
    )
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 game has no time control: 120 minutes were given for it." in shown
    assert "1 game has no round: it is put in round 1." in shown
    assert "does not say what it is: it is read as Windows-1252." in shown
    assert "Columns that are not read: clubb." in shown


@pytest.mark.parametrize("act", ["drop", "columns/again"])
def test_discarding_a_file_requires_a_tick(as_officer, two, act):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    response = as_officer.post(f"{URL}{file.pk}/{act}/", follow=True)
    assert "Tick that you have read what is lost." in text(response)
    file.refresh_from_db()
    assert file.state == "review"
    assert ImportPlayer.objects.filter(file=file).count() == 2


def test_a_file_is_deleted(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    response = as_officer.post(f"{URL}{file.pk}/drop/", SURE, follow=True)
    assert "games.csv was deleted. Nothing in it was posted." in text(response)
    again = as_officer.post(f"{URL}{file.pk}/drop/", SURE, follow=True)
    assert "already been deleted" in text(again)


def test_deleting_a_posted_file_warns_that_undoing_becomes_impossible(as_officer, two):
    warning = "the import can no longer be undone as a whole"
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    assert warning not in text(as_officer.get(f"{URL}{file.pk}/"))

    posted_file(file)

    assert warning in text(as_officer.get(f"{URL}{file.pk}/"))


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_rows(
    as_officer, django_assert_num_queries, count
):
    names = ["Ada Ek", "Bo Al", "Cy Asp"][:count]
    for name in names:
        PlayerFactory(first_name=name.split()[0], last_name=f"{name.split()[1]}e")
    rows_of = [
        f"2023-03-14,{name},,Zoltan Unheard,,{score},Event {name},"
        for name in names
        for score in (1, 7)
    ]
    for at in range(count):
        file = reviewed(table(*rows_of, f"{at}", header=NAMED))
    with django_assert_num_queries(6):
        as_officer.get(URL)
    for query, most in (("", 13), ("?show=rows", 8), ("?show=events", 8)):
        with django_assert_num_queries(most):
            as_officer.get(f"{URL}{file.pk}/{query}")


def test_only_officers_and_administrators_may_import(signed_in, strangers, two):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert administrator.get(f"{URL}{file.pk}/").status_code == 200
    for stranger in (*strangers, signed_in(secretary_of(ClubFactory()))):
        for page in (URL, f"{URL}{file.pk}/", f"{URL}{file.pk}/rows.csv"):
            assert stranger.get(page).status_code == 403
        for act in (
            "players",
            "minutes",
            "questions",
            "columns",
            "columns/again",
            "post",
            "drop",
        ):
            assert stranger.post(f"{URL}{file.pk}/{act}/").status_code == 403
        assert bring(stranger, b"x").status_code == 403
    assert ImportFile.objects.count() == 1


def test_typed_number_takes_precedence_over_a_tick(as_officer):
    file, other = named(), PlayerFactory(national_id="777")
    bo = ImportPlayer.objects.get(file=file, last_name="Aberg")
    form_data = {f"player-{bo.place}": "out", f"number-{bo.place}": " 777 "}
    as_officer.post(f"{URL}{file.pk}/players/", form_data)
    bo.refresh_from_db()
    assert (bo.choice, bo.player, bo.chosen_by) == ("player", other, as_officer.user)


def test_tick_for_an_unknown_candidate_is_ignored(as_officer):
    file = named()
    zoltan = ImportPlayer.objects.get(file=file, last_name="Unheard")
    for form_data in ({f"player-{zoltan.place}": 10**9}, {"player-99": "new"}):
        response = as_officer.post(f"{URL}{file.pk}/players/", form_data)
        assert response.status_code == 302
    file.refresh_from_db()
    assert (file.chosen, file.is_checked) == (1, True)


def test_posted_reports_of_a_discarded_file_stay_and_page_says_so(as_officer, two):
    file = posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    response = as_officer.post(f"{URL}{file.pk}/drop/", SURE, follow=True)
    assert "What was posted from it stays." in text(response)
    assert Report.objects.get().state == "accepted"


def test_refusing_a_posting_requires_a_reason_and_withdrawing_does_not(
    as_officer, signed_in, two
):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    other = signed_in(officer())
    url, answer = f"{URL}{file.pk}/post/", f"{URL}{file.pk}/answer/"
    as_officer.post(url, {"seen": 1})
    assert other.post(answer, {"act": "reject", "answer": " "}).status_code == 422
    assert other.post(answer, {"act": "reject", "answer": "No."}).status_code == 302
    file.refresh_from_db()
    assert (file.state, file.answer, file.answered_by) == ("review", "No.", other.user)
    as_officer.post(url, {"seen": 1})
    assert as_officer.post(answer, {"act": "approve"}).status_code == 409
    assert as_officer.post(answer, {"act": "reject"}).status_code == 302
    file.refresh_from_db()
    assert (file.state, file.answer) == ("review", "")


def test_page_shows_only_rows_and_events_of_its_file(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,7,Open", "2023-03-14,1,2,1,Open"))
    other = reviewed(table("2023-13-14,1,2,1,Cup", "2023-03-14,1,2,1,Cup"), "o.csv")
    pages = [f"{URL}{each.pk}/" for each in (file, other)]
    shown = [rows(as_officer.get(f"{page}?show=rows")) for page in pages]
    assert [[row[1][:10] for row in each] for each in shown] == [
        ["score ‘7’ "],
        ["date ‘2023"],
    ]
    shown = [rows(as_officer.get(f"{page}?show=events")) for page in pages]
    assert [[row[0] for row in each] for each in shown] == [["Open"], ["Cup"]]


TIMED = "date,white,black,score,event,minutes"


def test_review_shows_rated_games_and_newcomers(as_officer, two):
    file = reviewed(
        table("2023-03-14,1,2,1,Quick,20", "2023-03-15,1,2,1,Long,180", header=TIMED)
    )
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 game would be rated." in shown
    assert "1 game would not be rated: too short a game to be rated." in shown
    assert "2 players are new in the pool and get a first rating." in shown
    found = rows(as_officer.get(f"{URL}{file.pk}/?show=events"))
    assert [row[2] for row in found[-2:]] == [
        "New: it can be posted 0 games would be rated. 1 game would not be rated: too"
        " short a game to be rated.",
        "New: it can be posted 1 game would be rated.",
    ]


def test_missing_time_control_is_requested(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,1,Open"), minutes=None)
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 game has no time control: nothing is posted until you give one." in shown
    assert "Ask for it to be posted" not in shown
    refused = as_officer.post(f"{URL}{file.pk}/post/", {"seen": 1})
    assert refused.status_code == 409
    wrong = as_officer.post(f"{URL}{file.pk}/minutes/", {"minutes": "x"})
    assert wrong.status_code == 422
    assert "Enter a whole number." in text(wrong)
    answer = as_officer.post(f"{URL}{file.pk}/minutes/", {"minutes": "20"})
    assert answer["Location"] == f"{URL}{file.pk}/"
    worked_on(file)
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 game would not be rated: too short a game to be rated." in shown
    assert "1 game has no time control: 20 minutes were given for it." in shown
    assert "Ask for it to be posted" in shown


def test_page_shows_an_event_held_later(as_officer, two):
    file = posted_file(reviewed(table("2023-03-14,1,2,1,Open,20", header=TIMED)))
    url = f"{URL}{file.pk}/?show=events"
    assert "Open 1 In the ledger, its ratings are being computed" in text(
        as_officer.get(url)
    )
    compute_pool(chess_pool().pk, at=NOON, cause="test")
    shown = text(as_officer.get(url))
    assert "1 event counts." in shown
    assert "1 game is not rated: too short a game to be rated." in shown
    report = Report.objects.get()
    assert f'href="/reports/{report.pk}/"' in as_officer.get(url).content.decode()
    hold_report(report.pk, "Unclear", acting=acting(officer()))
    shown = text(as_officer.get(url))
    assert "1 event does not count" in shown
    assert "1 event is held and does not count." in shown
    assert "Unclear" in shown


def test_held_version_names_the_counting_one(as_officer, two):
    posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    file = posted_file(reviewed(table("2023-03-14,1,2,0,Open")), replaces=True)
    report = Report.objects.order_by("-version")[0]
    hold_report(report.pk, "Unclear", acting=acting(officer()))
    shown = text(as_officer.get(f"{URL}{file.pk}/?show=events"))
    assert "Version 1 counts instead." in shown
    first = ImportFile.objects.order_by("pk")[0]
    assert "1 event counts." not in text(as_officer.get(f"{URL}{file.pk}/"))
    assert "1 event is in the ledger; its ratings are being computed." in text(
        as_officer.get(f"{URL}{first.pk}/")
    )


def candidates(response, name):
    """Return the texts of the choices for a player of the file."""
    page = text(response)
    return page[page.index(name) :].split("Somebody else, by name", 1)[0]


def test_identical_name_is_labelled_same_not_similar(as_officer):
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    file = reviewed(
        table("2023-03-14,Ada Ek,,Zoltan Unheard,1960,1,Open,1", header=NAMED)
    )
    assert matches(file)["Ada Ek"][0] == "same"
    shown = as_officer.get(f"{URL}{file.pk}/")
    candidate_text = candidates(shown, "Ada Ek")
    assert "Why we ask: the same name" in candidate_text
    assert "%" not in candidate_text
    player = Player.objects.get(last_name="Ek")
    assert f'href="/players/{player.pk}/?pool=' in shown.content.decode()
    accepted = as_officer.post(f"{URL}{file.pk}/players/", {"act": "sure"})
    assert accepted.status_code == 302
    assert matches(file)["Ada Ek"][3] == "player"


def test_player_is_chosen_by_typing_a_name(as_officer):
    file = named()
    eva = PlayerFactory(first_name="Eva", last_name="Lind")
    place = ImportPlayer.objects.get(last_name="Unheard").place
    url = f"{URL}{file.pk}/players/"
    assert as_officer.post(url, {f"number-{place}": "Lind, Eva"}).status_code == 302
    assert matches(file)["Zoltan Unheard"][1] == eva


def test_ambiguous_typed_name_is_resolved_by_a_tick(as_officer):
    file = named()
    both = [PlayerFactory(first_name="Eva", last_name="Lind") for _one in range(2)]
    place = ImportPlayer.objects.get(last_name="Unheard").place
    url = f"{URL}{file.pk}/players/"
    response = as_officer.post(url, {f"number-{place}": "Eva Lind"})
    assert response.status_code == 422
    assert "Several may be meant" in text(response)
    assert candidates(response, "Zoltan Unheard").count("Eva Lind") >= 2
    answer = {
        f"number-{place}": "Eva Lind",
        f"asked-{place}": "Eva Lind",
        f"player-{place}": str(both[1].pk),
    }
    assert as_officer.post(url, answer).status_code == 302
    assert matches(file)["Zoltan Unheard"][1] == both[1]


def test_one_invalid_number_keeps_the_other_choices(as_officer):
    file = named()
    bo = Player.objects.get(last_name="Åberg")
    unsure = ImportPlayer.objects.get(last_name="Aberg").place
    unheard = ImportPlayer.objects.get(last_name="Unheard").place
    response = as_officer.post(
        f"{URL}{file.pk}/players/",
        {
            f"player-{unsure}": str(bo.pk),
            f"player-{unheard}": "new",
            f"number-{unheard}": "999999",
        },
    )
    assert response.status_code == 422
    assert "Nobody has that name or number." in text(response)
    page = response.content.decode()
    assert 'value="999999"' in page
    assert 'value="new" checked' in " ".join(page.split())
    assert matches(file)["Bo Aberg"][1:] == (bo, matches(file)["Bo Aberg"][2], "player")
    assert matches(file)["Zoltan Unheard"][3] == ""


def test_only_an_officer_may_undo_an_import(as_officer, signed_in, strangers, two):
    file = posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    url = f"{URL}{file.pk}/undo/"
    for stranger in (*strangers, signed_in(secretary_of(ClubFactory()))):
        assert stranger.post(url, {"why": "x"}).status_code == 403
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert administrator.post(url, {"why": "x"}).status_code == 403
    assert as_officer.post(url, {"why": " "}).status_code == 422
    assert Report.objects.get().state == "accepted"
    done = as_officer.post(url, {"why": "Wrong file"}, follow=True)
    assert "Nothing in it counts any more." in text(done)
    assert "Games posted" not in text(done)
    assert "Wrong file" in text(done)
    assert Report.objects.get().state == "withdrawn"


def test_refused_undoing_keeps_the_reason(as_officer, two):
    """An approved list depends on the file."""
    file = posted_file(reviewed(table("2023-03-14,1,2,1,Open")))
    computed()
    published(date(2023, 3, 14))

    refused = as_officer.post(f"{URL}{file.pk}/undo/", {"why": "Wrong file"})

    assert refused.status_code == 409
    assert ">Wrong file</textarea>" in refused.content.decode()


def test_candidate_registered_later_is_given_as_the_reason(as_officer):
    file = named()
    PlayerFactory(first_name="Zoltan", last_name="Unheard", birth_year=None)

    shown = text(as_officer.get(f"{URL}{file.pk}/"))

    assert "somebody similar has been added to the register" in shown
    assert "who matches nobody" not in shown


def test_last_name_alone_offers_all_players_with_it(as_officer):
    file = named()
    for first in ("Kristoffer", "Alexandra"):
        PlayerFactory(first_name=first, last_name="Lindström-Pettersson")
    place = ImportPlayer.objects.get(last_name="Unheard").place

    response = as_officer.post(
        f"{URL}{file.pk}/players/", {f"number-{place}": "lindström"}
    )

    assert "Several may be meant" in text(response)
    offered = candidates(response, "Zoltan Unheard")
    assert [
        offered.count(f"{first} Lindström-Pettersson") > 0
        for first in ("Kristoffer", "Alexandra")
    ] == [True, True]


def test_single_name_in_the_file_offers_players_with_it(as_officer):
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    for first in ("Kristoffer", "Alexandra"):
        PlayerFactory(first_name=first, last_name="Popescu")
    file = reviewed(table("2023-03-14,Ada Ek,1950,Popescu,,1,Open,1", header=NAMED))

    shown = as_officer.get(f"{URL}{file.pk}/")

    offered = candidates(shown, "Popescu")
    assert "Kristoffer Popescu" in offered
    assert "Alexandra Popescu" in offered
    assert "only one name is given, and these have it among theirs" in offered


def test_unread_column_is_named_as_in_the_file(as_officer, two):
    file = reviewed(
        table("2023-03-14,1,2,1,Open,Ek", header="date,white,black,score,event,Klubb")
    )
    assert "Columns that are not read: Klubb." in text(
        as_officer.get(f"{URL}{file.pk}/")
    )


def test_every_column_name_shown_on_the_page_is_recognised(as_officer):
    page = as_officer.get(URL).content.decode()
    names = re.findall(r"<code>([^<]+)</code>", page)
    own = {own_name(name) for name in names}
    known = {
        *REQUIRED, *OPTIONAL, *(c + end for c in COLOURS for end in WHO),
        "id", "name", "birth_year", "gender", "club", "start_rating", "fide_id",
    }  # fmt: skip
    assert "vit" in names
    assert own - known == set()


def test_posted_event_is_not_shown_as_open(as_officer, two):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    assert "until you post" in text(as_officer.get(f"{URL}{file.pk}/"))
    as_officer.post(f"{URL}{file.pk}/post/", {"seen": 1})
    assert "until you post" not in text(as_officer.get(f"{URL}{file.pk}/"))
    as_officer.post(f"{URL}{file.pk}/answer/", {"act": "reject"})
    posted = posted_file(file)
    assert "until you post" not in text(as_officer.get(f"{URL}{posted.pk}/"))
