"""Lists of players: read, matched, reviewed and imported."""

from datetime import date

import pytest

from federation.models import Club, Membership, Player
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.enums import ClubChoice, DecisionKind, MatchChoice
from ratings.models import Decision, ImportClub, ImportFile, ImportPlayer, Posting
from ratings.pools.domain.pools import create_pool
from ratings.uploads.domain import rosters as upload_rosters
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.clubs import (
    ChosenClub,
    choose_clubs,
    create_the_remaining_clubs,
)
from ratings.uploads.domain.newcomers import register_the_rest
from ratings.uploads.domain.posting import ask_to_post
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.queries.imports import sums_of
from tests.factories import (
    NOON,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    acting,
    chess_pool,
    officer,
)
from tests.ratings.uploads.bringing import (
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
HEADER = "id,name,birth_year,gender,club,start_rating"
ADA = "7,Ada Ek,1980,f,Örebro SK,1650"
BO = "8,Bo Al,1981,m,,"


class Crash(Exception):
    """Simulates the death of the worker's process."""


def players(*rows, header=HEADER, **how):
    return table(*rows, header=header, **how)


def decided(file) -> ImportFile:
    """Mark all unmatched players and clubs as new."""
    register_the_rest(file.pk, acting=acting(officer()))
    create_the_remaining_clubs(file.pk, acting=acting(officer()))
    return worked_on(file)


def brought_in(*rows, **how) -> ImportFile:
    return posted_file(decided(reviewed(players(*rows, **how), "players.csv")))


def starts():
    return dict(Decision.objects.values_list("player__national_id", "points"))


def test_player_list_is_recognised_by_its_header_and_waits_for_review():
    file = reviewed(players(ADA, BO), "players.csv")
    assert (file.state, file.kind, file.listed, file.games, file.clubs) == (
        "review", "players", 2, 0, 1,
    )  # fmt: skip
    assert matches(file) == {
        "Ada Ek": ("nobody", None, None, ""),
        "Bo Al": ("nobody", None, None, ""),
    }
    assert (file.new_listed, file.new_starts, file.waiting_listed) == (0, 0, 2)
    assert not Player.objects.exists()


def test_entered_player_still_counts_as_new_afterwards():
    file = decided(reviewed(players(ADA, BO), "players.csv"))
    before = sums_of(file).by_status

    after = sums_of(posted_file(file))

    assert after.by_status == before
    assert (after.new, after.new_unlisted) == (2, 0)


def test_decided_player_is_entered_with_club_and_start_rating():
    file = brought_in(ADA, BO)
    assert (file.state, file.posted_players, file.posted_starts) == ("posted", 2, 1)
    ada, bo = Player.objects.order_by("national_id")
    assert (ada.national_id, ada.full_name, ada.birth_year, ada.gender) == (
        "7", "Ada Ek", 1980, "f",
    )  # fmt: skip
    membership = Membership.objects.get()
    assert (membership.player, membership.club.name) == (ada, "Örebro SK")
    decision = Decision.objects.get()
    assert (decision.player, decision.points, decision.made_by) == (ada, 1650, None)
    assert decision.on_date == membership.from_date
    assert decision.reason == "Imported from players.csv"
    assert Posting.objects.get().reason.startswith("Imported from players.csv (SHA-256")
    assert bo.full_name == "Bo Al"
    assert faults(file) == []


def test_check_predicts_posting_and_writes_nothing():
    file = decided(reviewed(players(ADA, BO), "players.csv"))
    assert (file.new_listed, file.new_starts, file.waiting_listed) == (2, 1, 0)
    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_player_with_undecided_club_is_left_out():
    file = reviewed(players(ADA, BO), "players.csv")
    register_the_rest(file.pk, acting=acting(officer()))
    file = worked_on(file)
    assert (file.new_listed, file.new_starts, file.waiting_listed) == (1, 0, 1)
    file = posted_file(file)
    assert Player.objects.get().full_name == "Bo Al"
    choose_clubs(
        file.pk, {0: ChosenClub(ClubChoice.LEAVE_OUT)}, acting=acting(officer())
    )
    posted_file(worked_on(file))
    assert Player.objects.count() == 2
    assert not Membership.objects.exists()
    assert starts() == {"7": 1650}


def test_existing_club_is_found_in_any_case_and_similar_one_proposed():
    ClubFactory(name="Örebro SK")
    lund = ClubFactory(name="Lunds Akademiska Schackklubb")
    rows = "7,Ada Ek,,,ÖREBRO SK,", "8,Bo Al,,,Lunds Akademiska SK,", "9,Cy Ny,,,XYZ,"
    file = reviewed(players(*rows), "players.csv")
    clubs = ImportClub.objects.filter(file=file).order_by("place")
    assert [(each.name, each.choice, each.players) for each in clubs] == [
        ("ÖREBRO SK", "club", 1),
        ("Lunds Akademiska SK", "", 1),
        ("XYZ", "", 1),
    ]
    assert (clubs[1].club, clubs[2].club) == (lund, None)
    assert 0.4 < clubs[1].score < 1
    assert create_the_remaining_clubs(file.pk, acting=acting(officer())) == 1


def test_club_choice_is_fixed_once_its_players_are_imported():
    club = ClubFactory(name="Lunds Akademiska Schackklubb")
    file = reviewed(players("8,Bo Al,,,Lunds Akademiska SK,"), "players.csv")
    register_the_rest(file.pk, acting=acting(officer()))
    chosen = {0: ChosenClub(ClubChoice.CLUB, club.pk)}
    assert choose_clubs(file.pk, chosen, acting=acting(officer())) == 1
    assert choose_clubs(file.pk, chosen, acting=acting(officer())) == 0
    file = posted_file(worked_on(file))
    assert Membership.objects.get().club == club
    with pytest.raises(ImportNotPossible, match=r"^clubs_are_in$"):
        choose_clubs(file.pk, {0: ChosenClub(ClubChoice.NEW)}, acting=acting(officer()))


def test_new_clubs_join_the_only_district():
    district = DistrictFactory()
    brought_in(ADA)
    assert Club.objects.get().district == district


def test_same_list_in_the_same_or_another_encoding_changes_nothing():
    file = brought_in(ADA, BO)
    assert not brought(players(ADA, BO), "again.csv").is_new
    again = reviewed(players(BO, ADA, encoding="utf-16"), "again.csv")
    assert again.pk != file.pk
    assert {how for how, *_ in matches(again).values()} == {"number"}
    assert (again.new_listed, again.new_starts, again.waiting_listed) == (0, 0, 0)
    with pytest.raises(ImportNotPossible, match=r"^nothing_to_post$"):
        ask_to_post(
            again.pk, seen=again.chosen, replaces=False, acting=acting(officer())
        )
    assert (Player.objects.count(), Decision.objects.count()) == (2, 1)


def test_register_is_unchanged_and_missing_start_rating_is_added():
    ada = PlayerFactory(
        national_id="7", first_name="Ada", last_name="Eek", birth_year=1980
    )
    file = reviewed(players(ADA), "players.csv")
    assert (file.new_listed, file.new_starts) == (0, 1)
    posted_file(file)
    ada.refresh_from_db()
    assert (ada.last_name, starts()) == ("Eek", {"7": 1650})
    assert not Membership.objects.exists()


def test_start_rating_different_from_the_existing_one_is_refused():
    brought_in(ADA)
    file = reviewed(players(ADA.replace("1650", "1700")), "other.csv")
    assert (file.new_starts, file.refused) == (0, 1)
    assert faults(file) == [(2, "start rating is 1650 there; it stays")]


def test_a_start_rating_of_another_pool_does_not_count():
    ada = PlayerFactory(
        national_id="7", first_name="Ada", last_name="Ek", birth_year=1980
    )
    other = create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(1990, 1, 1),
    )
    start = DecisionDraft(
        other.pk, DecisionKind.START, ada.pk, date(2025, 1, 1), 1500, "known strength"
    )
    made = make_decision(start, acting=acting(officer()))
    confirm_decision(made.pk, acting=acting(officer()))

    file = reviewed(players(ADA), "players.csv")
    assert (file.new_starts, file.refused, faults(file)) == (1, 0, [])
    posted_file(file)
    decided_for = Decision.objects.order_by("pk").values_list("pool__code", "points")
    assert list(decided_for) == [("other", 1500), ("chess-long", 1650)]


def test_two_lines_matched_to_one_player_are_reported():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1980)
    file = reviewed(players(ADA, "9,Ada Ek,1980,,,1500"), "players.csv")
    both = {place: PlayerChoice(MatchChoice.PLAYER, ada.pk) for place in (0, 1)}
    choose(file.pk, both, acting=acting(officer()))
    file = posted_file(worked_on(file))
    message = "taken to be the same player in the register as on line 2"
    assert faults(file) == [(3, message)]
    assert starts() == {ada.national_id: 1650}


def test_player_may_be_registered_under_another_number():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1980)
    file = reviewed(players(ADA), "players.csv")
    assert matches(file)["Ada Ek"] == ("same", ada, 1.0, "")


def test_fide_number_decides_if_the_number_is_unknown():
    ada = PlayerFactory(fide_id=1700001, first_name="Ada", last_name="Ek")
    file = reviewed(players("7,Ada Ek,1700001", header="id,name,fide_id"), "p.csv")
    assert matches(file)["Ada Ek"] == ("fide", ada, 1.0, "player")


def test_left_out_player_can_be_imported_later():
    file = reviewed(players(BO), "players.csv")
    choose(file.pk, {0: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting(officer()))
    file = worked_on(file)
    assert (file.new_listed, file.waiting_listed) == (0, 1)
    choose(file.pk, {0: PlayerChoice(MatchChoice.NEW)}, acting=acting(officer()))
    posted_file(worked_on(file))
    assert Player.objects.get().full_name == "Bo Al"


def test_number_assigned_in_the_meantime_needs_an_answer():
    file = decided(reviewed(players(ADA, BO), "players.csv"))
    PlayerFactory(national_id="8")
    file = posted_file(file)
    assert (file.state, file.posted_players, file.waiting_listed) == ("posted", 1, 1)
    assert matches(file)["Bo Al"][0] == "conflict"


def test_open_questions_of_a_list_are_counted():
    file = reviewed(players("7,Ada Ek,,,,", BO), "players.csv")
    assert file.defaulted == {"no_birth_year": 1, "no_club": 2, "no_start_rating": 2}


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1"]
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_is_read(encoding, ends):
    content = players(ADA, BO, encoding=encoding, ends=ends)
    file = reviewed(content, "players.csv")
    assert (file.state, file.listed, file.refused) == ("review", 2, 0)
    assert ImportClub.objects.get().name == "Örebro SK"


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        (",Ada Ek,,,,", "the id is missing"),
        ("9,,,,,", "the name is missing"),
        ("9,Ada Ek,80,,,", "birth year ‘80’ is not a whole number from 1880 to 2026"),
        (
            "9,Ada Ek,2027,,,",
            "birth year ‘2027’ is not a whole number from 1880 to 2026",
        ),
        ("9,Ada Ek,,q,,", "gender ‘q’ is neither f nor m"),
        ("9,Ada Ek,,,,-5", "start rating ‘-5’ is not a whole number from 0 to 9999"),
        ("9,Ada Ek", "2 fields where the header has 6"),
        ("7,Cy Ny,,,,", "id 7 is already on line 2"),
    ],
)
def test_invalid_row_is_reported_and_the_others_are_read(row, answer):
    file = reviewed(players(ADA, row, BO), "players.csv")
    assert (file.listed, faults(file)) == (2, [(3, answer)])


def test_ratings_of_a_pool_of_levels_are_levels():
    pool = create_pool(
        code="renju",
        name="Renju",
        system="renju",
        parameters={},
        from_date=date(1990, 1, 1),
    )
    rows = "7,Ada Ek,3 kyu", "8,Bo Al,1 DAN", "9,Cy Ny,21 kyu", "10,Di Ro,8"
    content = players(*rows, "11,Eva Li,1650", header="id,name,start_rating")
    file = worked_on(brought(content, "players.csv", pool=pool).file)
    assert faults(file) == [
        (4, "start rating ‘21 kyu’ is not a level from 10 kyu to 10 dan"),
        (6, "start rating ‘1650’ is not a level from 10 kyu to 10 dan"),
    ]
    posted_file(decided(file))
    assert starts() == {"7": 8, "8": 11, "10": 8}


@pytest.mark.parametrize("rounds", [0, 2])
def test_crashed_posting_leaves_whole_parts_and_duplicates_no_player(
    monkeypatch, rounds
):
    monkeypatch.setattr(upload_rosters, "AT_ONCE", 2)
    rows = [f"{n},Ada Ek{n},1980,,Club {n % 3},15{n:02}" for n in range(10, 20)]
    file = decided(reviewed(players(*rows), "players.csv"))
    asked_and_agreed(file)
    original = upload_rosters._settle_some  # noqa: SLF001
    left = iter(range(rounds))

    def dying(file_id):
        answer = original(file_id)
        if next(left, None) is None:
            raise Crash
        return answer

    monkeypatch.setattr(upload_rosters, "_settle_some", dying)
    with pytest.raises(Crash):
        upload_rosters.settle_rosters(file.pk)
    file.refresh_from_db()
    assert (file.state, file.done, file.total) == ("posting", 2 * rounds + 2, 10)
    assert Player.objects.count() == file.posted_players == 2 * rounds + 2

    monkeypatch.setattr(upload_rosters, "_settle_some", original)
    file = worked_on(file)
    assert (file.state, file.posted_players, file.posted_starts) == ("posted", 10, 10)
    assert (Player.objects.count(), Club.objects.count()) == (10, 3)
    assert Decision.objects.count() == 10


def test_member_of_another_club_keeps_the_membership():
    membership = MembershipFactory(player__national_id="7")
    player = membership.player
    row = f"7,{player.full_name},,,Örebro SK,"
    file = reviewed(players(row), "players.csv")
    assert (file.new_listed, file.new_starts) == (0, 0)
    assert Membership.objects.get() == membership
    assert ImportPlayer.objects.get().choice == "player"
    assert chess_pool().posted == 0


# --- with another list ---------------------------------------------------------------
def test_undecided_clubs_of_another_list_do_not_block():
    ClubFactory(name="Örebro SK")
    reviewed(players("8,Bo Al,,,Qqq,"), "other.csv")
    file = reviewed(players(ADA), "players.csv")
    register_the_rest(file.pk, acting=acting(officer()))
    file = worked_on(file)
    assert (file.new_listed, file.waiting_listed) == (1, 0)


def test_clubs_of_another_list_are_not_created_or_joined():
    other = decided(reviewed(players("8,Bo Al,,,Qqq,"), "other.csv"))
    posted_file(decided(reviewed(players(ADA), "players.csv")))
    assert [each.name for each in Club.objects.all()] == ["Örebro SK"]
    assert [each.club.name for each in Membership.objects.all()] == ["Örebro SK"]
    posted_file(other)
    assert Membership.objects.get(player__national_id="8").club.name == "Qqq"


def test_each_player_joins_the_club_of_the_row():
    brought_in("7,Ada Ek,,,Aa,", "8,Bo Al,,,,", "9,Cy Ny,,,Bb,", "10,Di Ro,,,AA,")
    assert dict(
        Membership.objects.values_list("player__national_id", "club__name")
    ) == {"7": "Aa", "9": "Bb", "10": "Aa"}


def test_existing_start_rating_is_the_newest_start_decision():
    ada = PlayerFactory(
        national_id="7", first_name="Ada", last_name="Ek", birth_year=1980
    )
    bo = PlayerFactory(
        national_id="8", first_name="Bo", last_name="Al", birth_year=1981
    )
    for player, kind, points in (
        (ada, DecisionKind.START, 1500),
        (ada, DecisionKind.START, 1600),
        (ada, DecisionKind.ADJUSTMENT, 25),
        (bo, DecisionKind.ADJUSTMENT, 30),
    ):
        Decision.objects.create(
            pool=chess_pool(),
            kind=kind,
            player=player,
            on_date=date(2025, 1, 1),
            points=points,
            reason="x",
            made_at=NOON,
        )
    file = reviewed(players(ADA, "8,Bo Al,1981,m,,1400"), "players.csv")
    assert faults(file) == [(2, "start rating is 1600 there; it stays")]
    assert file.new_starts == 1
    posted_file(file)
    assert Decision.objects.order_by("pk").last().points == 1400


def test_start_rating_of_an_unposted_list_is_ignored():
    reviewed(players(ADA), "players.csv")
    file = reviewed(players(ADA.replace("1650", "1700")), "other.csv")
    assert (file.new_starts, faults(file)) == (0, [])
    file = posted_file(decided(file))
    assert starts() == {"7": 1700}
    first = reviewed(players(ADA, BO), "again.csv")
    assert faults(first) == [(2, "start rating is 1700 there; it stays")]


def test_same_player_in_another_list_is_no_duplicate():
    ada = PlayerFactory(
        national_id="7", first_name="Ada", last_name="Ek", birth_year=1980
    )
    files = [
        reviewed(players(f"7,Ada Ek,1980,{gender},,"), "players.csv")
        for gender in ("", "f")
    ]
    assert [each[1] for file in files for each in matches(file).values()] == [ada] * 2
    assert [faults(file) for file in files] == [[], []]


def test_fide_number_assigned_in_the_meantime_needs_an_answer():
    header = "id,name,fide_id"
    file = decided(reviewed(players("7,Ada Ek,1700007", header=header), "p.csv"))
    PlayerFactory(fide_id=1700007)
    file = posted_file(file)
    assert (file.posted_players, file.waiting_listed) == (0, 1)
    assert matches(file)["Ada Ek"][0] == "conflict"


def test_memberships_begin_on_the_first_day_of_the_files_pool():
    other = create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(1991, 2, 3),
    )
    file = worked_on(brought(players(ADA), "players.csv", pool=other).file)
    posted_file(decided(file))
    decision = Decision.objects.get()
    assert (decision.pool, decision.on_date) == (other, date(1991, 2, 3))
    assert Membership.objects.get().from_date == date(1991, 2, 3)


def test_player_chosen_after_posting_is_imported_by_the_next_posting():
    wrong, right = (PlayerFactory(last_name=name) for name in ("Wrong", "Right"))
    file = reviewed(players(ADA), "players.csv")
    for player, starts in ((wrong, [wrong]), (right, [wrong, right])):
        chosen = PlayerChoice(MatchChoice.PLAYER, player.pk)
        choose(file.pk, {0: chosen}, acting=acting(officer()))
        posted_file(worked_on(file))
        decisions = Decision.objects.order_by("pk")
        assert [each.player for each in decisions] == starts
