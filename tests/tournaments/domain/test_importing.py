"""Exporting a tournament to a file and importing it gives the same tournament."""

import random
from collections import Counter
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import override

from federation.domain.players import DuplicateCheck, PlayerDraft
from federation.formats.csv_files import csv_lines
from federation.formats.workbooks import workbook
from federation.permissions import Actor
from tests.factories import NOON, ClubFactory, acting, member
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    entered,
    played,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.file_players import NewcomerOfFile, PlayerRefusedError
from tournaments.domain.importing import days_of, import_section
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.keeping_apart import keep_apart
from tournaments.enums import Acceleration, SectionPairing
from tournaments.formats.trf.boards import read_section
from tournaments.formats.trf.writing import write_trf
from tournaments.formats.whole_files import read_whole
from tournaments.forms.brought_files import text_of_file
from tournaments.forms.tournament_file import LONGEST
from tournaments.models import Entry, Pairing, ResultChange
from tournaments.queries.player_lists.section_facts import section_facts
from tournaments.queries.player_lists.section_file import FEDERATION, section_file
from tournaments.queries.result_history.changes import Author, own_undo_redo
from tournaments.queries.section_results import read_section_results
from tournaments.rules.results import Colour, Result
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS
from tournaments.views.player_lists.section_tables import TABLES

pytestmark = pytest.mark.django_db
WITH_LETTERS = [
    each
    for each in Result
    if each is not Result.ZERO_BYE and each.letter(Colour.WHITE) != " "
]
"""Results that a tournament file distinguishes from a round without a board."""
SEEDS = range(14)
LISTS = [each.swiss for each in RULE_SETS.values() if each.swiss]


def file_of(group):
    group.refresh_from_db()
    officer = Actor(user_id=1)
    facts = section_facts(group, officer, NOON, None)
    return write_trf(section_file(facts, is_for_organiser=True))


def facts(group, results=str):
    """Return pairings with colours and the standings of a tournament. `results` gives
    as much of each result as the format can contain.
    """
    group.refresh_from_db()
    found = read_section_results(group)
    who = {entry.pk: entry.player.national_id for entry in found.entries}
    counted = [(each, counted_result_of(found, each)) for each in found.pairings]
    boards = sorted(
        (each.round, who[each.white_id], who.get(each.black_id, ""), results(code))
        for each, code in counted
        if code is not None and results(code) is not None
    )
    places = [
        (who[row.entry], row.first_place, found.counted.scores[row.entry].half_points)
        for row in found.standings
    ]
    days = list(group.round_days.order_by("number").values_list("date", flat=True))
    round_robin_with_withdrawal = [
        (e.pairing_number, e.withdrawn_after) for e in found.entries
    ]
    shape = (
        group.format,
        group.rounds,
        group.point_system,
        group.tie_breaks,
        round_robin_with_withdrawal,
    )
    return *shape, boards, places, days


def counted_result_of(found, pairing):
    """Return the result that counts; None for an annulled board that was not played."""
    counted = found.what_counts[pairing.pk]
    counted_result = counted.board.result
    return (
        None
        if counted.annulled
        and not (counted_result.is_played and counted_result.is_finished)
        else counted_result
    )


def paired_by(group):
    """Return what the next round depends on besides the rounds played."""
    group.refresh_from_db()
    return (
        group.pairing_system, group.first_colour, group.acceleration,
        group.last_accelerated,
    )  # fmt: skip


def letters(result):
    """Return the results as a tournament file has them: blanks for an unfinished game,
    none for a bye without a point, which the file does not distinguish from no board.
    """
    letters_of_both = result.letter(Colour.WHITE) + result.letter(Colour.BLACK)
    return None if letters_of_both == "Z " else letters_of_both


def finished_days(group):
    found = group.pairings.exclude(finished_date=None).in_order()
    return list(found.values_list("round", "white__pairing_number", "finished_date"))


def as_trf(group):
    return file_of(group)


def as_trf_for_fide(group):
    group.refresh_from_db()
    facts = section_facts(group, Actor(user_id=1), NOON, None)
    return write_trf(section_file(facts), is_for_fide=True)


def as_csv(group, language="en"):
    group.refresh_from_db()
    facts = section_facts(group, Actor(user_id=1), NOON, None)
    table = TABLES["boards"]
    with override(language):
        return "".join(csv_lines(table.head(facts), table.rows(facts)))


def as_swedish_csv(group):
    return as_csv(group, "sv")


def as_workbook(group):
    """Write the table as a workbook and read it through the upload form."""
    group.refresh_from_db()
    facts = section_facts(group, Actor(user_id=1), NOON, None)
    table = TABLES["boards"]
    content = b"".join(workbook("Boards", table.head(facts), table.rows(facts)))
    return text_of_file(SimpleUploadedFile("boards.xlsx", content), LONGEST)


FILES = [as_trf, as_trf_for_fide]
TABLES_OF_BOARDS = [as_csv, as_swedish_csv, as_workbook]
FORMATS = FILES + TABLES_OF_BOARDS


def numbers_in(read):
    """Return the numbers of each player in the file."""
    return {n: (who.number, who.fide_id) for n, who in read.players.items()}


def imported_copy(group, written=as_trf):
    """Import the file of the section into another tournament of the club."""
    event = group.tournament
    other = section(
        tournament(
            event.organiser, start_date=event.start_date, end_date=event.end_date
        ),
        format=group.format,
        rounds=group.rounds,
        tie_breaks=["wins"] if written in FILES else group.tie_breaks,
        point_system=group.point_system,
    )
    read = read_whole(written(group), FEDERATION)
    assert not read.faults
    players = {entry.pairing_number: entry.player_id for entry in group.entries.all()}
    assert numbers_in(read) == {
        e.pairing_number: (e.player.national_id, e.player.fide_id)
        for e in group.entries.select_related("player")
    }
    return import_section(other.pk, read, players, acting=acting())


def random_swiss(seed, results=tuple(Result)):
    """Return a section with random boards, of every result and bye, in some or all of
    the planned rounds.
    """
    games = [each for each in results if not each.is_bye]
    byes = [each for each in results if each.is_bye]
    chance = random.Random(seed)  # noqa: S311 (no secret)
    size, rounds = chance.randint(2, 11), chance.randint(1, 5)
    points = chance.choice(["usual", "3-1-0", "3-2-1"])
    group = started(
        section(
            format="boards",
            rounds=rounds,
            point_system=points,
            tie_breaks=chance.choice(LISTS),
            **random_system(chance, points),
        ),
        size=size,
    )
    entries = list(group.entries.in_order())
    leaver = chance.choice([*entries, None])
    if leaver:
        withdraw_entry(leaver.pk, chance.randint(0, rounds), acting=acting())
    for number in range(1, chance.randint(1, rounds) + 1):
        chance.shuffle(entries)
        pairs = list(zip(entries[::2], entries[1::2], strict=False))
        boards = [(one, two, chance.choice(games)) for one, two in pairs]
        if size % 2:
            boards.append((entries[-1], None, chance.choice(byes)))
        Pairing.objects.bulk_create(
            Pairing(
                section=group,
                round=number,
                board=place,
                white=one,
                black=two,
                result=code,
                finished_date=finished(chance, group, code),
            )
            for place, (one, two, code) in enumerate(boards, start=1)
        )
    return group


def random_system(chance, points):
    system = chance.choice([*SectionPairing])
    may_accelerate = system == "dutch_2026" and points == "usual"
    ahead = chance.choice([*Acceleration]) if may_accelerate else ""
    return {"pairing_system": system, "acceleration": ahead}


def finished(chance, group, code):
    """Return a random day on which a game was finished, None for the day of its round."""
    takes_long = code.is_played and chance.random() < 0.3
    days = chance.randint(0, 21)
    return group.tournament.start_date + timedelta(days) if takes_long else None


@shared
def groups_with_letters():
    """A section for each seed, of results that every file can write."""
    return [random_swiss(seed, WITH_LETTERS) for seed in SEEDS]


@shared
def groups():
    """A section for each seed, of all results."""
    return [random_swiss(seed) for seed in SEEDS]


@pytest.mark.parametrize("written", FILES)
@pytest.mark.parametrize("seed", SEEDS)
def test_export_then_import_of_a_file_gives_the_same_tournament(
    groups_with_letters, seed, written
):
    group = groups_with_letters[seed]
    copy = imported_copy(group, written)
    assert facts(copy, letters) == facts(group, letters)
    assert paired_by(copy) == paired_by(group)


@pytest.mark.parametrize("seed", SEEDS)
def test_trf_file_leaves_out_only_byes_without_a_point(groups, seed):
    group = groups[seed]
    *shape, boards, places, days = facts(group, letters)
    *same_shape, same_boards, same_places, same_days = facts(
        imported_copy(group), letters
    )
    assert (same_shape, same_boards, same_days) == (shape, boards, days)
    points = [
        sorted((who, half) for who, _place, half in each)
        for each in (places, same_places)
    ]
    assert points[0] == points[1]


@pytest.mark.parametrize("written", TABLES_OF_BOARDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_export_then_import_of_a_table_gives_the_same_tournament(groups, seed, written):
    group = groups[seed]
    copy = imported_copy(group, written)
    assert facts(copy) == facts(group)
    assert other_days(copy) == other_days(group)


def other_days(group):
    """Return the days of games that were not finished on the day of their round."""
    days = dict(group.round_days.values_list("number", "date"))
    return [each for each in finished_days(group) if each[2] != days[each[0]]]


def test_seeds_cover_every_result_and_sections_with_unplayed_rounds(groups):
    tried = Pairing.objects.filter(section__in=groups)
    assert {*tried.values_list("result", flat=True)} == {*Result}
    assert tried.exclude(finished_date=None).exists()
    last = [max(group.pairings.values_list("round", flat=True)) for group in groups]
    assert any(n < group.rounds for n, group in zip(last, groups, strict=True))
    assert Entry.objects.filter(section__in=groups).exclude(withdrawn_after=None)
    assert {group.pairing_system for group in groups} == {*SectionPairing}
    assert {group.acceleration for group in groups} == {*Acceleration}


@pytest.mark.parametrize(
    ("size", "kind"), [(4, "round_robin"), (5, "round_robin"), (4, "double")]
)
@pytest.mark.parametrize("written", FORMATS)
def test_complete_round_robin_is_imported_as_one(size, kind, written):
    group = started(section(format=kind), size=size)
    played(group)
    assert facts(imported_copy(group, written)) == facts(group)


def round_robin_with_withdrawal(size, kind, after):
    """Play a round robin from which number 2 withdraws after a round."""
    group = started(section(format=kind), size=size)
    leaver = group.entries.get(pairing_number=2)
    chance = random.Random(size)  # noqa: S311 (no secret)
    for pairing in group.pairings.all():
        is_leavers = leaver.pk in (pairing.white_id, pairing.black_id)
        if not is_leavers or pairing.round <= after:
            result(pairing, chance.choice(["1-0", "1/2", "0-1"]))
    withdraw_entry(leaver.pk, after, acting=acting())
    return group


@pytest.mark.parametrize(("size", "kind"), [(6, "round_robin"), (4, "double")])
@pytest.mark.parametrize(("after", "is_annulled"), [(1, True), (4, False)])
@pytest.mark.parametrize("written", FORMATS)
def test_player_withdrawn_from_a_round_robin_is_withdrawn_from_its_copy(
    size, kind, after, is_annulled, written
):
    group = round_robin_with_withdrawal(size, kind, after)
    counted = read_section_results(group).counted
    assert (bool(counted.annulled), counted.is_complete) == (is_annulled, True)
    assert facts(imported_copy(group, written)) == facts(group)


@pytest.mark.parametrize("after", [1, 4])
def test_letters_and_points_of_a_file_agree_after_a_withdrawal(after):
    worth = {"1": 1, "+": 1, "U": 1, "=": 0.5, "0": 0, "-": 0, "Z": 0}
    by_letters, totals = Counter(), Counter()
    for line in file_of(
        round_robin_with_withdrawal(6, "round_robin", after)
    ).splitlines():
        if line.startswith("001"):
            number = int(line[4:8])
            totals[number] += float(line[80:84])
            by_letters[number] += sum(worth[each] for each in line[98::10])
        if line.startswith("299"):
            for number in line[22:].split():
                by_letters[int(number)] += float(line[13:17])
    assert by_letters == totals


def test_imported_section_of_the_dutch_system_keeps_the_drawn_colour():
    group = started(section(format="boards", rounds=3), size=4)
    set_boards(group.pk, 1, [(2, 1), (3, 4)], acting=acting())
    played(group)
    text = file_of(group)
    assert "192 CUSTOM_SWISS" in text
    players = {e.pairing_number: e.player_id for e in group.entries.all()}
    for lines, system, colour in (
        ("192 FIDE_DUTCH_2026\r\n152 B", "dutch_2026", "black"),
        ("192 FIDE_DUTCH_2026", "dutch_2026", "black"),
        ("192 FIDE_DUTCH_2017\r\n152 W", "hand", "white"),
        ("192 CUSTOM_SWISS", "hand", ""),
    ):
        read = read_section(text.replace("192 CUSTOM_SWISS", lines), FEDERATION)
        copy = import_section(
            section(format="boards", rounds=3).pk, read, players, acting=acting()
        )
        assert paired_by(copy) == (system, colour, "", None)


def without_tie_breaks(group):
    """Return the file of the section without the lines about tie-breaks."""
    says = ("202", "### tie-breaks")
    lines = file_of(group).splitlines()
    return "\n".join(each for each in lines if not each.startswith(says))


@pytest.mark.parametrize(
    ("first_day", "line", "expected"),
    [
        ("2026/05/04", "202 BH/C1,BH,DE", "buchholz_cut1_2026 buchholz_2026 direct_encounter_fide"),
        ("2025/05/04", "212 PTS,BH/C1,WON", "buchholz_cut1_2024 wins"),
        ("2022/05/04", "212 PTS BH", "buchholz_2009"),
        ("2026/05/04", "202 BH,NONE", None),
    ],
)  # fmt: skip
def test_fide_codes_of_tie_breaks_are_read_by_the_first_day(first_day, line, expected):
    group = started(section(format="boards", rounds=3), size=4)
    text = f"{without_tie_breaks(group)}\n{line}"
    read = read_section(text.replace("042 2026/05/04", f"042 {first_day}"), FEDERATION)
    assert read.tie_breaks == (tuple(expected.split()) if expected else None)
    unknown = "it names a tie-break that is not known here, and is left out"
    assert (unknown in {note.text for _line, note in read.notes}) == (expected is None)


def test_invalid_line_of_the_office_is_reported():
    text = file_of(started(section(format="boards", rounds=3), size=4))
    for line in (
        "### withdrawn after round 2: 9",
        "### withdrawn after round 4: 1",
        "### rounds announced: 3 (As many as there are.)",
        "### rounds announced: 5 (\x00)",
        "### rounds announced: 5 ()",
    ):
        read = read_section(text + line, FEDERATION)
        assert (read.withdrawn, read.planned) == ({}, None)
        assert "it has not the columns of its kind" in {s.text for _, s in read.notes}


def test_imported_rounds_are_published_and_the_next_can_be_paired():
    group = started(section(format="boards", rounds=3), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    for pairing in group.pairings.all():
        result(pairing, "1-0")
    copy = imported_copy(group)
    assert list(copy.round_pairings.values_list("round", "published_at")) == [(1, NOON)]
    set_boards(copy.pk, 2, [(1, 3), (2, 4)], acting=acting())


def imported_from_table(planned, *rows):
    """Import a table of boards into a section with so many planned rounds."""
    group = section(tournament(), format="boards", rounds=planned)
    read = read_whole("\n".join(["round,white,black,result", *rows]), FEDERATION)
    chosen = {number: member().pk for number in read.players}
    return import_section(group.pk, read, chosen, acting=acting())


@pytest.mark.parametrize(
    ("planned", "rows", "rounds"),
    [
        (7, ["1,1,2,1-0", "2,2,1,"], 7),
        (1, ["1,1,2,1-0", "2,2,1,"], 2),
        (7, ["1,1,2,1-0", "2,2,1,0-1"], 2),
        (7, ["1,1,2,1-0", "2,2,1,", "3,,,"], 3),
    ],
)
def test_half_played_table_keeps_the_planned_rounds(planned, rows, rounds):
    assert imported_from_table(planned, *rows).rounds == rounds


def test_import_into_an_accelerated_section_removes_the_acceleration():
    group = section(
        format="boards", rounds=7, pairing_system="dutch_2026", acceleration="baku"
    )
    read = read_whole("round,white,black,result\n1,1,2,1-0", FEDERATION)
    chosen = {number: member().pk for number in read.players}

    taken = import_section(group.pk, read, chosen, acting=acting())

    assert (taken.acceleration, taken.planned_rounds) == ("", 1)


def test_finishing_day_of_an_unplayed_game_is_left_out():
    group = section(tournament(), format="boards", rounds=1)
    text = (
        "round,date,finished on,white,black,result\n"
        "1,2026-05-04,2026-05-09,1,2,1-0 w.o.\n1,2026-05-04,2026-05-09,3,4,1-0\n"
    )
    read = read_whole(text, FEDERATION)
    chosen = {number: member().pk for number in read.players}
    taken = import_section(group.pk, read, chosen, acting=acting())
    assert finished_days(taken) == [(1, 3, date(2026, 5, 9))]
    changes = ResultChange.objects.of_section(taken.pk).order_by("pairing__board")
    assert [*changes.values_list("became_finished", flat=True)] == [
        None, date(2026, 5, 9),
    ]  # fmt: skip


def file_and_section(group, club=None):
    return read_section(file_of(group), FEDERATION), section(tournament(club))


def test_days_outside_the_tournament_are_left_out():
    group = started(size=4)
    read = read_section(file_of(group), FEDERATION)
    later = group.tournament.end_date + timedelta(days=30)
    moved = section(tournament(start_date=later, end_date=later + timedelta(days=21)))
    moved.rounds = 3
    assert days_of(moved, read) is None
    moved.tournament = group.tournament
    assert len(days_of(moved, read)) == 3


def test_section_with_players_refuses_a_file():
    group = started(size=4)
    read, other = file_and_section(group)
    entered(other, member())
    chosen = {e.pairing_number: e.player_id for e in group.entries.all()}
    assert refusal_code(import_section, other.pk, read, chosen) == "not_empty"


def test_every_player_of_the_file_must_be_chosen():
    read, other = file_and_section(started(size=4))
    assert refusal_code(import_section, other.pk, read, {}) == "nobody_chosen"


def test_nothing_is_imported_if_one_player_is_refused():
    group = started(size=4)
    club = ClubFactory()
    read, other = file_and_section(group, club)
    ids = [e.player_id for e in group.entries.in_order()]
    chosen = {
        1: ids[0],
        2: NewcomerOfFile(
            PlayerDraft(first_name="New", last_name="Comer"), joins_club=True
        ),
        3: ids[0],
        4: ids[3],
    }

    with pytest.raises(PlayerRefusedError) as refused:
        import_section(other.pk, read, chosen, acting=acting())

    assert (refused.value.number, refused.value.cause.code) == (3, "entered")
    assert not other.entries.exists()
    assert not club.memberships.exists()


def test_newcomer_of_the_file_is_registered_and_entered():
    group = started(size=4)
    played(group)
    club = ClubFactory()
    read, other = file_and_section(group, club)
    ids = [e.player_id for e in group.entries.in_order()]
    chosen = dict(enumerate(ids, start=1))
    chosen[2] = NewcomerOfFile(
        PlayerDraft(first_name="Entirely", last_name="Unheard"), joins_club=True
    )

    taken = import_section(other.pk, read, chosen, acting=acting())

    assert taken.entries.get(pairing_number=2).player.public_name == "Entirely Unheard"
    assert taken.pairings.count() == group.pairings.count()


def test_two_similar_newcomers_of_the_file_are_two_players():
    group = started(size=4)
    read, other = file_and_section(group, ClubFactory())
    chosen = {e.pairing_number: e.player_id for e in group.entries.all()}
    for number, first in ((2, "Elsa"), (3, "Elias")):
        draft = PlayerDraft(first_name=first, last_name="Lindqvist", birth_year=2014)
        chosen[number] = NewcomerOfFile(
            draft, joins_club=False, looked=DuplicateCheck()
        )

    taken = import_section(other.pk, read, chosen, acting=acting())

    assert taken.entries.filter(player__last_name="Lindqvist").count() == 2


def test_imported_result_is_recorded_as_from_a_file_and_cannot_be_undone():
    group = played(started(size=4), "1-0")
    other = imported_copy(group)

    changes = ResultChange.objects.of_section(other.pk)
    assert set(changes.values_list("was", "became", "way")) == {("", "1-0", "file")}
    assert changes.count() == other.pairings.count()
    assert changes.exclude(version=1).count() == 0
    by = changes.values_list("by", flat=True)[0]
    assert own_undo_redo(other.pk, Author(by)).done == ()


def test_standard_tie_breaks_follow_the_format_and_others_are_kept():
    group = started(section(format="boards", rounds=2), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    for pairing in group.pairings.all():
        result(pairing, "1-0")
    read = read_section(without_tie_breaks(group), FEDERATION)
    players = {e.pairing_number: e.player_id for e in group.entries.all()}
    robin = section()
    own = section(tie_breaks=("wins",))
    assert robin.tie_breaks != group.tie_breaks
    for each, expected in ((robin, group.tie_breaks), (own, ["wins"])):
        taken = import_section(each.pk, read, players, acting=acting())
        assert taken.tie_breaks == expected


def test_imported_bye_can_be_removed_from_its_round():
    group = started(section(format="boards", rounds=2), size=3)
    one, two, three = group.entries.in_order()
    for place, (white, black, code) in enumerate(
        [(one, two, Result.WHITE_WIN), (three, None, Result.HALF_BYE)], start=1
    ):
        Pairing.objects.create(
            section=group, round=1, board=place, white=white, black=black, result=code
        )
    copy = imported_copy(group)
    set_boards(copy.pk, 1, [(1, 2)], acting=acting())
    assert copy.pairings.count() == 1


def test_kept_apart_pairs_are_imported():
    group = started(section(format="boards", rounds=3), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    played(group)
    one, _two, three, four = (entry.pk for entry in group.entries.in_order())
    keep_apart(group.pk, (one, three), is_strict=True, reason="x", acting=acting())
    keep_apart(group.pk, (one, four), is_strict=False, reason="x", acting=acting())

    copy = imported_copy(group)

    assert list(
        copy.kept_apart.values_list(
            "one__pairing_number", "other__pairing_number", "is_strict", "reason"
        )
    ) == [(1, 3, True, "tournament file")]


def test_every_player_of_a_file_has_another_rank_although_places_are_shared():
    """All games are drawn; a player who left early has no place."""
    group = played(started(size=5))
    group.pairings.exclude(black=None).filter(round__gt=1).update(result="")
    withdraw_entry(group.entries.get(pairing_number=2).pk, 1, acting=acting())

    lines = [each for each in file_of(group).splitlines() if each.startswith("001")]

    ranks = [int(line[85:89]) for line in lines]
    assert (sorted(ranks), ranks[1]) == ([1, 2, 3, 4, 5], 5)
    read = read_whole(file_of(group), FEDERATION)
    assert not [note for _line, note in read.notes if "rank" in note.text]
