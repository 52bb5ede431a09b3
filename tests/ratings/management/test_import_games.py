"""Importing games into the ledger: each kind of row, repetition, and invalid input."""

import zipfile
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.core.management import CommandError
from django.utils import timezone

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.enums import PostingType, ReportState
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import Counting, CurrentRating, Game, Period, Posting, Report
from ratings.pools.domain.pools import end_pool
from ratings.uploads.domain import trial
from tests.factories import (
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)
from tests.ratings.management.importing import HEADER, CommandRun, workbook_of

GAME = "1987-03-14,1,2,1,Rilton 1987"
OTHER = "1987-03-15,2,3,½,Rilton 1987"
LATER = "1991-05-02,3,4,0,Lund 1991"


def test_each_event_becomes_an_accepted_report_with_its_games(files, pool):
    run = files.games(GAME, LATER, OTHER)
    assert (run.status, run.err) == (0, [])
    assert run.out == [
        "games.csv: UTF-8",
        "3 games of 2 events are in.",
        "First game 1987-03-14, last 1991-05-02.",
    ]
    rilton, lund = Report.objects.order_by("start_date")
    assert (rilton.name, rilton.start_date, rilton.end_date, rilton.games) == (
        "Rilton 1987", date(1987, 3, 14), date(1987, 3, 15), 2,
    )  # fmt: skip
    assert (rilton.state, rilton.source_kind, rilton.players, rilton.version) == (
        ReportState.ACCEPTED, "import", 3, 1,
    )  # fmt: skip
    booked = (rilton.first_booked_date, rilton.last_booked_date)
    assert booked == (rilton.start_date, rilton.end_date)
    game = lund.lines.get()
    assert (game.white.national_id, game.black.national_id, game.score) == ("3", "4", 0)
    assert (game.played_date, game.base_on, game.booked_on) == (date(1991, 5, 2),) * 3
    assert (game.minutes, game.played, game.round, game.board) == (120, True, 1, 1)
    assert (game.white_birth_year, game.white_member, game.white_outside) == (
        1982, True, None,
    )  # fmt: skip
    assert game.white_outside_kind == ""


def test_each_report_has_a_posting_number_and_journal_line(files, pool):
    files.games(GAME, LATER)
    pool.refresh_from_db()
    lines = Posting.objects.filter(pool=pool).order_by("number")
    assert [(each.number, each.act, each.report.name) for each in lines] == [
        (1, PostingType.SUBMIT, "Rilton 1987"),
        (2, PostingType.SUBMIT, "Lund 1991"),
    ]
    assert lines[0].reason.startswith("Imported from games.csv (SHA-256 ")
    assert [each.span.lower for each in Counting.objects.order_by("pk")] == [1, 2]
    assert pool.posted == 2


def test_periods_from_first_game_to_today_are_created_as_reconstructed(files, pool):
    files.games(GAME)
    periods = list(Period.objects.filter(pool=pool).order_by("start_date"))
    assert periods[0].start_date == date(1987, 1, 1)
    today = timezone.localdate()
    assert periods[-1].start_date <= today <= periods[-1].end_date
    assert [each.reconstructed for each in periods] == [True] * (len(periods) - 1) + [
        False
    ]
    days = timedelta(days=1)
    assert all(
        one.end_date + days == other.start_date for one, other in pairwise(periods)
    )


def test_existing_periods_are_not_marked_reconstructed(files, pool):
    files.games(LATER)
    Period.objects.update(reconstructed=False)
    files.games(GAME)
    assert not Period.objects.filter(
        reconstructed=True, start_date__gte=date(1991, 5, 1)
    ).exists()
    assert Period.objects.get(start_date=date(1987, 1, 1)).reconstructed


def test_importing_the_same_file_again_duplicates_nothing_and_says_so(files):
    files.games(GAME, LATER)
    run = files.games(GAME, LATER)
    assert (Game.objects.count(), Report.objects.count(), run.status) == (2, 2, 0)
    assert run.out[1:3] == [
        "0 games of 0 events are in.",
        "2 games of 2 events had been imported before: nothing is doubled.",
    ]


def test_event_is_recognised_in_another_file_order_and_spelling(files):
    files.games(GAME, OTHER)
    path = files.write(
        "other.csv", "event;score;black;white;date",
        "RILTON  1987;0,5;3;2;1987.3.15", "Rilton 1987;1;2;1;1987-03-14",
        encoding="utf-16",
    )  # fmt: skip
    run = CommandRun("import_games", path, pool="long", minutes=120)
    assert (Game.objects.count(), run.status) == (2, 0)
    assert run.out[0] == "other.csv: UTF-16"


def test_event_imported_again_with_other_games_is_refused_by_row(files):
    files.games(GAME, OTHER)
    run = files.games(GAME, LATER)
    assert run.status == 2
    assert run.err == [
        "line 2: the event was imported before with other games; --replace puts all"
        " those of this file in their place"
    ]
    assert [each.version for each in Report.objects.all()] == [1, 1]


def test_replace_posts_a_next_version_that_counts_instead(files, pool):
    files.games(GAME, OTHER)
    run = files.games("1987-03-14,1,2,0,Rilton 1987", OTHER, replace=True)
    first, second = Report.objects.order_by("version")
    assert (run.status, first.state, second.state) == (0, "superseded", "accepted")
    as_of = Counting.objects.filter(pool=pool)
    assert [each.report_id for each in as_of.as_of(1)] == [first.pk]
    assert [each.report_id for each in as_of.as_of(2)] == [second.pk]
    assert set(first.lines.values_list("key", flat=True)) == set(
        second.lines.values_list("key", flat=True)
    )


def test_importing_again_does_not_undo_an_officers_withdrawal(files):
    files.games(GAME)
    withdraw_report(
        Report.objects.get().pk, "An error.", acting=ActionContext(None, NOON)
    )
    assert files.games(GAME).status == 1
    assert Report.objects.get().state == "withdrawn"


def test_invalid_rows_are_reported_and_the_rest_is_imported(files):
    rows = [
        f"{date(1987, 1, 1) + timedelta(days=n)},1,2,1,Event {n // 50}"
        for n in range(2500)
    ]
    rows[10] = "1987-01-11,1,9,1,Event 0"
    rows[1200] = "1990-04-15,1,1,1,Event 24"
    rows[2499] = "1993-11-04,1,2,2,Event 49"
    run = files.games(*rows)
    assert run.status == 2
    assert run.err == [
        "line 12: black: there is no player ‘9’",
        "line 1202: a player is paired against themselves",
        "line 2501: score ‘2’ is not one of 1, 0.5 (½, =), 0",
    ]
    assert (Game.objects.count(), Report.objects.count()) == (2497, 50)


def test_duplicate_game_is_refused_naming_the_line_of_the_first(files):
    run = files.games(GAME, OTHER, GAME)
    assert (run.status, run.err) == (2, ["line 4: the same game as on line 2"])
    assert Game.objects.count() == 2


def test_importing_nothing_gives_exit_status_one(files):
    run = files.games("1987-03-14,1,9,1,X")
    assert run.status == 1
    assert run.err == ["line 2: black: there is no player ‘9’"]
    empty = files.games()
    assert (empty.status, empty.out[2]) == (1, "The file holds no games.")
    assert not Report.objects.exists()


def test_days_after_the_pools_last_one_are_refused(files, pool):
    end_pool(pool.pk, date(1985, 12, 31), acting=ActionContext(UserFactory().pk, NOON))
    run = files.games("1986-01-01,1,2,1,X", "1985-12-31,1,2,1,X")
    assert run.status == 2
    assert run.err == ["line 2: date 1986-01-01 is after the pool ended (1985-12-31)"]


def test_days_before_the_pool_or_in_the_future_are_refused(files):
    tomorrow = timezone.localdate() + timedelta(days=1)
    run = files.games(f"{tomorrow},1,2,1,X", "1969-12-31,1,2,1,X", GAME)
    assert run.status == 2
    assert run.err == [
        f"line 2: date {tomorrow} is in the future",
        "line 3: date 1969-12-31 is before the pool began (1970-01-01)",
    ]


def test_dry_run_reports_the_same_and_writes_nothing(files, pool):
    before = Posting.objects.count()
    run = files.games(GAME, "1987-03-14,1,9,1,X", dry_run=True)
    assert run.status == 2
    assert run.err == ["line 3: black: there is no player ‘9’"]
    assert run.out[1:] == [
        "1 game of 1 event would be in.",
        "1 row refused.",
        "First game 1987-03-14, last 1987-03-14.",
        "1 game would be rated.",
        "2 players are new in the pool and get a first rating.",
        "Ada Ek: 1000 (start by the rules)",
        "Bo Al: 1000 (start by the rules)",
        "This was a dry run: nothing was written.",
    ]
    assert not Report.objects.exists()
    assert not Period.objects.filter(pool=pool).exists()
    assert not CurrentRating.objects.exists()
    assert Posting.objects.count() == before


def test_dry_run_names_games_that_would_not_be_rated(files):
    row = "2023-03-14,1,2,1,Quick,20"
    run = files.games(row, header=f"{HEADER},minutes", dry_run=True)
    assert run.out[3:5] == [
        "0 games would be rated.",
        "1 game would not be rated: too short a game to be rated.",
    ]


def test_a_dry_run_names_the_event_that_would_be_held_and_why(files, pool):
    pool.editions.update(system="lask_1970", parameters={})
    rows = ("2023-03-14,1,2,1,Club", "2023-03-15,3,4,1,Rated,1500,1400")
    run = files.games(
        *(f"{rows[0]},,", rows[1]),
        header=f"{HEADER},white_rating,black_rating",
        dry_run=True,
        minutes=180,
    )
    held_lines = [line for line in run.out if "would be held" in line]
    files.games(rows[0], minutes=180)
    compute_pool(pool.pk, at=NOON, cause="test")
    report = Report.objects.get(name="Club")
    assert (report.state, held_lines) == (
        ReportState.HELD, [f"Club would be held: {report.reason}"],
    )  # fmt: skip


def test_dry_run_with_replace_computes_the_next_version(files):
    files.games(GAME)
    run = files.games(GAME.replace(",1,Rilton", ",0,Rilton"), dry_run=True)
    assert run.status == 1
    run = files.games(
        GAME.replace(",1,Rilton", ",0,Rilton"), dry_run=True, replace=True
    )
    assert "1 game would be rated." in run.out
    assert Report.objects.get().version == 1


def test_dry_run_of_a_too_large_file_says_that_nothing_was_computed(files, monkeypatch):
    monkeypatch.setattr(trial, "MOST_GAMES", 1)
    run = files.games(GAME, OTHER, dry_run=True)
    assert run.out[-2] == (
        "The file is too large for its ratings to be computed in advance: which "
        "events count, which are held and why will be known after posting."
    )


TWO_IN_A_ROUND = (
    "1987-03-14,1,2,1,Rilton 1987,1",
    "1987-03-14,3,1,1,Rilton 1987,1",
    "1987-03-15,2,3,1,Rilton 1987,2",
    "1991-05-02,3,4,0,Lund 1991,1",
)
ROUNDS = f"{HEADER},round"


@pytest.mark.parametrize("dry_run", [True, False])
def test_event_with_two_games_of_a_player_in_a_round_is_skipped(files, dry_run):
    run = files.games(*TWO_IN_A_ROUND, header=ROUNDS, dry_run=dry_run)
    twice = "round 1: a player has 2 games (lines 2, 3)"
    assert run.status == 2
    assert run.err == [
        f"line 2: {twice}",
        f"line 3: {twice}",
        "line 4: the event is left out, since a player has more than one game in a"
        " round (line 2); --two-in-a-round takes them all",
    ]
    names = set(Report.objects.values_list("name", flat=True))
    assert names == (set() if dry_run else {"Lund 1991"})


def test_two_games_of_a_player_in_a_round_are_imported_if_allowed(files):
    run = files.games(*TWO_IN_A_ROUND, header=ROUNDS, two_in_a_round=True)
    assert (run.status, run.err) == (0, [])
    assert Game.objects.count() == 4


@pytest.mark.parametrize("dry_run", [True, False])
def test_event_already_in_the_ledger_needs_no_permission_for_double_rounds(
    files, dry_run
):
    files.games(*TWO_IN_A_ROUND, header=ROUNDS, two_in_a_round=True)

    again = files.games(*TWO_IN_A_ROUND, header=ROUNDS, dry_run=dry_run)

    assert (again.status, again.err) == (0, [])
    known = "4 games of 2 events had been imported before: nothing is doubled."
    assert known in again.out


def test_differing_event_is_skipped_as_such_and_asks_only_with_replace(
    files,
):
    files.games(*TWO_IN_A_ROUND[:2], header=ROUNDS, two_in_a_round=True)

    outcome = files.games(*TWO_IN_A_ROUND[:3], header=ROUNDS)
    replacing = files.games(*TWO_IN_A_ROUND[:3], header=ROUNDS, replace=True)

    assert {line.partition(": ")[2][:34] for line in outcome.err} == {
        "the event was imported before with"
    }
    assert replacing.err[0] == "line 2: round 1: a player has 2 games (lines 2, 3)"


def test_games_without_round_are_not_two_in_one_round(files):
    rows = [row.rpartition(",")[0] + "," for row in TWO_IN_A_ROUND]
    assert files.games(*rows, header=ROUNDS).status == 0
    assert set(Game.objects.values_list("round", flat=True)) == {1}


def test_duplicate_game_is_not_two_games_in_a_round(files):
    run = files.games(TWO_IN_A_ROUND[0], TWO_IN_A_ROUND[0], header=ROUNDS)
    assert run.err == ["line 3: the same game as on line 2"]
    assert Game.objects.count() == 1


def test_refused_rows_are_written_with_line_reason_and_content(files):
    rejects = str(files.path / "rejects.csv")
    files.games(GAME, "1987-03-14,9,2,1,X", GAME, "x", rejects=rejects)
    assert files.read("rejects.csv") == [
        ["line", "reason", *HEADER.split(",")],
        ["3", "white: there is no player ‘9’", "1987-03-14", "9", "2", "1", "X"],
        ["5", "1 field where the header has 5", "x"],
        ["4", "the same game as on line 2", "1987-03-14", "1", "2", "1", "Rilton 1987"],
    ]
    mended = files.write(
        "mended.csv", f"line,reason,{HEADER}", "3,why,1987-03-14,3,2,1,X"
    )
    assert CommandRun("import_games", mended, pool="long", minutes=120).status == 0


def test_optional_columns_are_stored_in_the_ledger(files):
    stranger = PlayerFactory(national_id="S")
    MembershipFactory(player=PlayerFactory(national_id="M"), club=ClubFactory())
    files.games(
        "1987-03-14,1,S,1,X,2,60,,,2105",
        "1987-03-14,M,1,0,X,1,90+30,yes,1800,",
        "1987-03-14,2,3,+,X,,,,,",
        header=f"{HEADER},round,time_control,forfeit,white_rating,black_rating",
    )
    by_round = Game.objects.order_by("round", "board")
    first, third, second = by_round
    assert (second.round, second.minutes, second.played) == (2, 60, True)
    assert second.black == stranger
    assert (second.black_member, second.black_outside) == (False, 2105)
    assert (second.black_outside_kind, second.white_outside_kind) == ("estimate", "")
    assert (first.round, first.minutes, first.played) == (1, 120, False)
    assert (first.white_member, first.white_outside) == (True, 1800)
    assert first.white_adopts
    assert (third.played, third.score, third.board) == (False, 2, 2)


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook"),
        (b"", "is empty"),
        (b"date,white\n1987-03-14,1\n", "missing: black, score, event"),
    ],
)
def test_file_that_is_no_table_of_games_is_refused(files, content, answer):
    path = files.path / "games.csv"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=answer) as error:
        CommandRun("import_games", str(path), pool="long", minutes=120)
    assert error.value.returncode == 1


def test_a_workbook_is_read_by_its_first_sheet_whatever_its_name(files):
    rows = (
        HEADER.split(","),
        ["1987-03-14", "1", "2", "1", "X"],
        ["1987-03-14", "9", "2", "1", "X"],
    )
    path = files.path / "games.csv"
    path.write_bytes(workbook_of(*rows, names=("Partier", "Mer")))

    run = CommandRun(
        "import_games",
        str(path),
        pool="long",
        minutes=120,
        rejects=str(files.path / "no.csv"),
    )

    assert run.out == [
        "games.csv: Excel workbook, sheet ‘Partier’, the first of 2 that is not hidden",
        "1 game of 1 event are in.",
        "1 row refused.",
        "First game 1987-03-14, last 1987-03-14.",
    ]
    assert [row[0] for row in files.read("no.csv")] == ["line", "3"]
    assert run.status == 2


def test_a_damaged_workbook_is_refused(files):
    with zipfile.ZipFile(files.path / "games.csv", "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(CommandError, match="is a damaged Excel workbook"):
        CommandRun(
            "import_games", str(files.path / "games.csv"), pool="long", minutes=120
        )


def test_workbook_is_not_overwritten_by_its_refused_rows(files):
    path = files.path / "games.xlsx"
    path.write_bytes(workbook_of(HEADER.split(",")))
    with pytest.raises(CommandError, match="is the file itself"):
        CommandRun(
            "import_games", str(path), pool="long", minutes=120, rejects=str(path)
        )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_event_names_are_read_in_every_encoding(files, encoding):
    path = files.write("g.csv", HEADER, "1987-03-14,1,2,½,Åre", encoding=encoding)
    run = CommandRun("import_games", path, pool="long", minutes=120)
    assert (run.status, Report.objects.get().name) == (0, "Åre")
    assumed = " (assumed: it is not UTF-8, and says nothing itself)"
    assert run.out[0].endswith(assumed) == (encoding == "latin-1")


def test_old_line_endings_are_read(files):
    path = files.path / "g.csv"
    path.write_bytes(f"{HEADER}\r{GAME}\r{OTHER}\r".encode())
    assert CommandRun("import_games", str(path), pool="long", minutes=120).status == 0
    assert Game.objects.count() == 2


def test_unknown_pool_is_refused_with_the_existing_ones(files):
    with pytest.raises(CommandError, match="There is: chess-long, long"):
        CommandRun(
            "import_games", files.write("g.csv", HEADER, GAME), pool="go", minutes=120
        )


def test_refused_rows_of_any_delimiter_can_be_corrected_and_imported(files):
    path = files.write("semi.csv", HEADER.replace(",", ";"), "1987-03-14;9;2;1;X")
    rejects = str(files.path / "rejects.csv")
    CommandRun("import_games", path, pool="long", minutes=120, rejects=rejects)
    header, row = files.read("rejects.csv")
    assert header == ["line", "reason", *HEADER.split(",")]
    mended = ",".join(row).replace(",9,", ",1,")
    again = files.write("mended.csv", ",".join(header), mended)
    assert CommandRun("import_games", again, pool="long", minutes=120).status == 0


def test_unwritable_rejects_file_is_reported_before_the_import(files):
    with pytest.raises(CommandError, match="No such file or directory"):
        files.games(GAME, rejects=str(files.path / "none" / "rejects.csv"))
    assert not Report.objects.exists()


def test_computation_after_an_import_rates_the_imported_games(files, pool):
    files.games(GAME, OTHER, LATER)
    assert compute_pool(pool.pk, at=NOON, cause="test") == 1
    pool.refresh_from_db()
    assert pool.computation.computed == pool.posted


def test_input_file_is_not_overwritten_by_its_refused_rows(files):
    path = files.write("games.csv", HEADER, "1987-03-14,9,2,1,X")
    with pytest.raises(CommandError, match="is the file itself"):
        CommandRun("import_games", path, pool="long", minutes=120, rejects=path)
    assert files.read("games.csv")[1] == ["1987-03-14", "9", "2", "1", "X"]


def test_withdrawn_event_is_not_recognised_as_imported(files):
    files.games(GAME, LATER)
    acting = ActionContext(UserFactory().pk, NOON)
    withdraw_report(Report.objects.get(name="Lund 1991").pk, "wrong", acting=acting)
    run = files.games(GAME, LATER)
    assert run.status == 2
    assert run.err == [
        "line 3: the event was imported before and has been withdrawn since;"
        " --replace posts it again"
    ]
    assert run.out[2] == (
        "1 game of 1 event had been imported before: nothing is doubled."
    )
    again = files.games(GAME, LATER, replace=True)
    assert (again.status, again.out[1]) == (0, "1 game of 1 event are in.")
    lund = Report.objects.filter(name="Lund 1991").order_by("version")
    assert [each.state for each in lund] == [
        ReportState.WITHDRAWN,
        ReportState.ACCEPTED,
    ]


def test_file_is_compared_with_the_version_that_counts_again(files):
    files.games(GAME)
    corrected = GAME.replace(",1,R", ",0,R")
    files.games(corrected, replace=True)
    acting = ActionContext(UserFactory().pk, NOON)
    withdraw_report(Report.objects.get(version=2).pk, "wrong", acting=acting)
    assert files.games(GAME).status == 0
    assert (
        files.games(corrected)
        .err[0]
        .startswith("line 2: the event was imported before with other games;")
    )


def test_unclosed_quotation_loses_no_other_row(files):
    run = files.games('1987-03-14,1,2,1,"Rilton', GAME, OTHER)
    assert (run.status, run.out[1]) == (2, "2 games of 1 event are in.")
    assert run.err == ["line 2: a quotation mark on this line is not closed"]


def test_empty_spreadsheet_rows_are_no_games(files):
    assert files.games(GAME, ",,,,", ",,,,").status == 0


def test_two_columns_of_one_meaning_are_refused(files):
    with pytest.raises(CommandError, match=r"mean the same: Minuter, time_control\."):
        files.games(f"{GAME},30,90+30", header=f"{HEADER},Minuter,time_control")


def test_error_about_a_field_is_at_most_one_line(files):
    run = files.games(f"1987-03-14,{'9' * 5000},2,1,X")
    assert run.err == [f"line 2: white: there is no player ‘{'9' * 199}…’"]


def test_error_about_a_row_is_one_line_without_terminal_escapes(files):
    run = files.games('1987-03-14,1,2,"1\n\x1b[2J",X')
    assert run.err == ["line 2: score ‘1��[2J’ is not one of 1, 0.5 (½, =), 0"]


def test_games_without_a_time_control_are_refused_unless_it_is_given(files, pool):
    path = files.write("games.csv", HEADER, GAME)
    with pytest.raises(CommandError, match=r"no column with a time control.*--minutes"):
        CommandRun("import_games", path, pool="long")
    assert Game.objects.count() == 0

    path = files.write(
        "some.csv", f"{HEADER},minutes", f"{GAME},90", "1987-03-15,2,3,½,Rilton 1987,"
    )
    run = CommandRun("import_games", path, pool="long")
    assert (run.status, run.err) == (2, ["line 3: no time control is given"])
    assert Game.objects.get().minutes == 90

    path = files.write("both.csv", HEADER, LATER)
    assert CommandRun("import_games", path, pool="long", minutes=180).status == 0
    assert [game.minutes for game in Game.objects.order_by("pk")] == [90, 180]


def test_a_file_without_time_control_is_refused_until_its_minutes_are_given(
    files, pool
):
    path = files.write("g.csv", HEADER, GAME)
    with pytest.raises(CommandError, match="--minutes"):
        CommandRun("import_games", path, pool="long")
    assert not Report.objects.exists()


def test_errors_name_columns_as_the_file_does(files, pool):
    header = "Speldag;white;Motståndare;score;Serie"
    path = files.write("g.csv", header, GAME.replace(",", ";"))
    chosen = [("date", "speldag"), ("black", "Motståndare"), ("event", "Serie")]
    run = CommandRun("import_games", path, pool="long", minutes=120, column=chosen)
    assert run.out[1] == "1 game of 1 event are in."
    with pytest.raises(CommandError, match="no column ‘spelag’"):
        CommandRun(
            "import_games", path, pool="long", minutes=120, column=[("date", "Spelag")]
        )
