"""Workers that die, run concurrently, or meet choices made in the meantime."""

from contextlib import closing

import pytest
from django.db import OperationalError, connection

from federation.domain.authorship import ActionContext
from ratings import tasks
from ratings.enums import MatchChoice
from ratings.imports.domain import batches as imported_batches
from ratings.imports.domain.batches import post_all
from ratings.imports.formats import sources
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import (
    Game,
    ImportBlock,
    ImportFault,
    ImportFile,
    ImportPart,
    ImportPlayer,
    Report,
)
from ratings.models.imports import ImportEvent
from ratings.pools.domain.pools import create_pool
from ratings.uploads.domain import checking as upload_checking
from ratings.uploads.domain import matching as upload_matching
from ratings.uploads.domain import posting as upload_posting
from ratings.uploads.domain import reading as upload_reading
from ratings.uploads.domain.choices import PlayerChoice, accept_proposals, choose
from ratings.uploads.domain.file_lock import imports_overdue, lock_import
from ratings.uploads.domain.posting import ask_to_post
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.uploading import drop_import
from ratings.uploads.domain.work import process_import
from tests.factories import NOON, PlayerFactory, officer
from tests.races import together
from tests.ratings.uploads.bringing import (
    TODAY,
    agree,
    asked_and_agreed,
    brought,
    faults,
    matches,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


class Crash(BaseException):
    """Simulates the death of the process: nothing may catch it."""


@pytest.fixture
def players(db):
    return [PlayerFactory(national_id=f"{number}") for number in range(6)]


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(sources, "CHUNKS", 1)
    chunks = sources.TextTable.chunks
    monkeypatch.setattr(sources.TextTable, "chunks", lambda each, *_: chunks(each, 10))


def history():
    """Sixty rows in six events with interleaved lines; every ninth row is invalid."""
    return table(
        *(
            f"2023-01-{1 + n % 28:02},{n % 6},{(n + 1 + n % 4) % 6},"
            f"{'7' if n % 9 == 8 else '1=0'[n % 3]},Event {n % 6},{n + 1}"
            for n in range(60)
        ),
        header="date,white,black,score,event,round",
    )


def dies_after(monkeypatch, room, name, times):
    """Make the function of that name work so many times, then simulate a crash."""
    original = getattr(room, name)
    left = iter(range(times))

    def dying(*arguments, **facts):
        answer = original(*arguments, **facts)
        if next(left, None) is None:
            raise Crash
        return answer

    monkeypatch.setattr(room, name, dying)
    return original


def ledger():
    games = Game.objects.order_by("report__name", "key").values_list(
        "report__name", "key", "played_date", "white", "black", "score", "board"
    )
    return list(games)


@pytest.mark.parametrize("parts", [0, 1, 4])
def test_crashed_reading_leaves_whole_parts_and_the_next_worker_resumes(
    players, small_parts, monkeypatch, parts
):
    file = brought(history()).file
    original = dies_after(monkeypatch, upload_reading, "store_part", parts)
    with pytest.raises(Crash):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.parts) == ("reading", parts + 1)
    assert ImportPart.objects.count() == parts + 1

    monkeypatch.setattr(upload_reading, "store_part", original)
    file = worked_on(file)
    assert (file.state, file.rows, file.games, file.refused) == ("review", 60, 54, 6)
    assert [line for line, _ in faults(file)] == [10, 19, 28, 37, 46, 55]
    assert (file.people, file.events, file.new_games) == (6, 6, 54)


def test_file_read_in_two_runs_is_posted_like_one_read_in_one(
    players, small_parts, monkeypatch
):
    posted_file(reviewed(history()))
    in_one = ledger()
    file = ImportFile.objects.get()
    drop_import(file.pk)
    again = brought(history()).file
    original = dies_after(monkeypatch, upload_reading, "store_part", 2)
    with pytest.raises(Crash):
        worked_on(again)
    monkeypatch.setattr(upload_reading, "store_part", original)
    again = worked_on(again)
    assert (again.known_games, again.known_events, again.new_games) == (54, 6, 0)
    assert ledger() == in_one


def test_matching_resumes_after_a_worker_dies(players, monkeypatch):
    monkeypatch.setattr(upload_matching, "AT_ONCE", 2)
    file = brought(history()).file
    original = dies_after(monkeypatch, upload_matching, "_match_some", 1)
    with pytest.raises(Crash):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.matched, file.done, file.total) == ("matching", 4, 4, 6)
    monkeypatch.setattr(upload_matching, "_match_some", original)
    file = worked_on(file)
    assert (file.state, file.matched) == ("review", 6)
    assert [each[0] for each in matches(file).values()] == ["number"] * 6


@at_once
@pytest.mark.parametrize("batches", [0, 2])
def test_crashed_posting_leaves_whole_events_and_counts_nothing_twice(
    players, monkeypatch, batches
):
    monkeypatch.setattr(upload_posting, "AT_ONCE", 10)
    file = reviewed(history())
    asked_and_agreed(file)
    original = dies_after(monkeypatch, imported_batches, "_post", batches)
    with pytest.raises(Crash):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.posted_events) == ("posting", batches + 1)
    assert Report.objects.count() == batches + 1
    assert file.done == file.posted_games == Game.objects.count()

    gone_by, finish = [], upload_posting._finish  # noqa: SLF001 - to look in before

    def seen_at_the_end(*facts):
        gone_by.append(ImportFile.objects.get(pk=file.pk).done)
        finish(*facts)

    monkeypatch.setattr(upload_posting, "_finish", seen_at_the_end)
    monkeypatch.setattr(imported_batches, "_post", original)
    file = worked_on(file)
    assert gone_by == [54]
    assert (file.state, file.posted_events, file.posted_games) == ("posted", 6, 54)
    assert (Report.objects.count(), Game.objects.count()) == (6, 54)
    assert len(faults(file)) == 6


@at_once
def test_two_workers_do_not_work_on_one_file(players, monkeypatch):
    file = brought(history()).file
    answers = together(
        *(lambda: process_import(file.pk, today=TODAY) for _ in range(3)),
    )
    assert answers.count(True) >= 1
    assert not [each for each in answers if isinstance(each, Exception)]
    file.refresh_from_db()
    assert (file.state, file.rows, file.games) == ("review", 60, 54)


@at_once
def test_sweep_finds_a_file_without_a_worker():
    file = brought(history()).file
    assert imports_overdue() == [file.pk]

    def elsewhere():
        with closing(connection), lock_import(file.pk) as ours:
            return ours, imports_overdue()

    # A session's own lock does not block itself, so two sessions are used.
    with lock_import(file.pk) as ours:
        assert ours
        ((theirs, lying),) = together(elsewhere)
    assert (theirs, lying) == (False, [])
    worked_on(file)
    assert imports_overdue() == []


@at_once
def test_concurrent_uploads_of_a_file_lead_to_the_same_one():
    user = officer()
    first, second = together(*(lambda: brought(history(), by=user) for _ in range(2)))
    assert first.file == second.file
    assert {first.is_new, second.is_new} == {True, False}
    assert ImportFile.objects.count() == 1


def test_discarded_file_can_be_uploaded_again(players):
    first = brought(history())
    assert not brought(history(), "again.csv").is_new
    worked_on(first.file)
    drop_import(first.file.pk)
    assert brought(history()).is_new


def test_choices_made_during_a_check_are_checked_before_posting(players, monkeypatch):
    file = reviewed(history())
    acting = ActionContext(officer().pk, NOON)
    chosen = iter([{0: PlayerChoice(MatchChoice.LEAVE_OUT)}])

    def meanwhile(*arguments):
        for each in chosen:
            choose(file.pk, each, acting=acting)
        return post_all(*arguments)

    choose(file.pk, {1: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting)
    monkeypatch.setattr(upload_checking, "post_all", meanwhile)
    file = worked_on(file)
    assert (file.chosen, file.checked) == (3, 3)
    theirs = sum(
        n % 9 != 8 and bool({n % 6, (n + 1 + n % 4) % 6} & {0, 1}) for n in range(60)
    )
    assert (file.new_games, file.waiting_games) == (54 - theirs, theirs)


def test_choices_are_refused_while_a_file_is_read_or_posted(players):
    file = brought(history()).file
    acting = ActionContext(officer().pk, NOON)
    with pytest.raises(ImportNotPossible) as answer:
        accept_proposals(file.pk, acting=acting)
    assert answer.value.code == "import_not_ready"
    file = worked_on(file)
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting)
    for code in ("import_asked", "import_is_posting"):
        for act in (
            lambda: choose(file.pk, {}, acting=acting),
            lambda: drop_import(file.pk),
        ):
            with pytest.raises(ImportNotPossible, match=code):
                act()
        if code == "import_asked":
            agree(file)
    with pytest.raises(ImportNotPossible) as answer:
        ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting)
    assert answer.value.code == "import_not_ready"


def test_left_out_player_is_imported_later_and_the_event_replaced(players):
    file = reviewed(history())
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {1: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting)
    file = posted_file(worked_on(file))
    before = Game.objects.count()
    assert (file.posted_games, file.waiting_games) == (before, 54 - before)
    choose(file.pk, {1: PlayerChoice(MatchChoice.PLAYER, players[1].pk)}, acting=acting)
    file = worked_on(file)
    assert (file.state, file.differing_events > 0) == ("review", True)
    posted_file(file, replaces=True)
    counting = Report.objects.filter(state="accepted")
    assert sum(counting.values_list("games", flat=True)) == 54


def test_withdrawn_event_is_posted_again_only_if_requested(players):
    posted_file(reviewed(history()))
    taken_out = Report.objects.order_by("pk")[0]
    acting = ActionContext(officer().pk, NOON)
    withdraw_report(taken_out.pk, "wrong", acting=acting)
    file = reviewed(history() + b"\n")
    assert (file.new_games, file.differing_games) == (0, taken_out.games)
    with pytest.raises(ImportNotPossible):
        ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting)
    posted_file(file, replaces=True)
    counting = Report.objects.filter(state="accepted")
    assert sum(counting.values_list("games", flat=True)) == 54


def test_failed_work_is_logged_and_not_retried_forever(players, monkeypatch):
    def fails(*_arguments, **_facts):
        raise ZeroDivisionError("a fault of ours")

    file = brought(history()).file
    monkeypatch.setattr(upload_reading, "open_import", fails)
    with pytest.raises(ZeroDivisionError):
        worked_on(file)
    file.refresh_from_db()
    assert file.state == "refused"
    assert "a fault of ours" in file.problem["facts"]["fault"]
    assert imports_overdue() == []


def test_file_discarded_during_its_check_stays_discarded(players, monkeypatch):
    file = reviewed(history())
    choose(
        file.pk,
        {1: PlayerChoice(MatchChoice.LEAVE_OUT)},
        acting=ActionContext(officer().pk, NOON),
    )

    def put_away_meanwhile(*_arguments, **_facts):
        drop_import(file.pk)
        raise IndexError("its events are gone")

    monkeypatch.setattr(upload_checking, "gather", put_away_meanwhile)
    with pytest.raises(IndexError):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.problem) == ("dropped", {})


def test_unavailable_database_is_waited_for(players, monkeypatch):
    def away(*_arguments, **_facts):
        raise OperationalError("away")

    file = brought(history()).file
    monkeypatch.setattr(upload_reading, "open_import", away)
    with pytest.raises(OperationalError):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.problem) == ("reading", {})


def test_worker_failing_after_posting_leaves_the_file_posted(players, monkeypatch):
    finish = upload_posting._finish  # noqa: SLF001

    def finish_and_fail(*arguments):
        finish(*arguments)
        raise RuntimeError("too late")

    file = reviewed(history())
    asked_and_agreed(file)
    monkeypatch.setattr(upload_posting, "_finish", finish_and_fail)
    with pytest.raises(RuntimeError):
        worked_on(file)
    file.refresh_from_db()
    assert (file.state, file.problem) == ("posted", {})


def test_same_file_in_another_pool_is_a_separate_file(players):
    other = create_pool(
        code="other", name="Other", system="elo", parameters={}, from_date=TODAY
    )
    first = brought(history())
    assert brought(history(), pool=other).is_new
    assert brought(history()).file == first.file


def test_player_without_a_name_is_not_marked_as_new(players):
    file = reviewed(table("2023-03-14,1,777,1,Open"))
    nameless = ImportPlayer.objects.get(number="777")
    acting = ActionContext(officer().pk, NOON)
    with pytest.raises(ImportNotPossible, match=r"^nameless$"):
        choose(file.pk, {nameless.place: PlayerChoice(MatchChoice.NEW)}, acting=acting)
    nameless.refresh_from_db()
    assert nameless.choice == ""


def test_discarded_file_keeps_its_row(players):
    file = reviewed(history())
    drop_import(file.pk)
    for rows in (ImportBlock, ImportPart, ImportPlayer, ImportEvent, ImportFault):
        assert not rows.objects.exists()
    assert ImportFile.objects.get().state == "dropped"
    with pytest.raises(ImportNotPossible) as answer:
        drop_import(file.pk)
    assert answer.value.code == "import_is_gone"


def test_new_player_whose_number_was_taken_meanwhile_needs_an_answer():
    PlayerFactory(national_id="9")
    file = reviewed(
        table(
            "2023-03-14,9,777,Zoltan Unheard,1,Open",
            header="date,white,black,black_name,score,event",
        )
    )
    place = ImportPlayer.objects.get(number="777").place
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {place: PlayerChoice(MatchChoice.NEW)}, acting=acting)
    file = worked_on(file)
    PlayerFactory(national_id="777")
    file = posted_file(file)
    assert (file.state, file.posted_games, file.waiting_games) == ("posted", 0, 1)
    assert matches(file)["Zoltan Unheard"][0] == "conflict"


def test_task_continues_with_a_file(players):
    file = brought(history()).file
    tasks.work_on_import(file_id=file.pk)
    file.refresh_from_db()
    assert file.state == "review"
