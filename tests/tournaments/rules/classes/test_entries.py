"""From recorded boards to proposals of class movements."""

from tournaments.rules.berger import schedule_round_robin
from tournaments.rules.classes.entries import Participant, prepare_section
from tournaments.rules.classes.movements import judge_entries
from tournaments.rules.classes.proposals import Movement
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import ClassGame, Competition
from tournaments.rules.results import Result
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.standings import rank_section

M, I, II, III = ClassRank  # noqa: E741
RATINGS = [2050, 1760, 1950, 2000, 1975, 1900, 2000, 1975, 1760]
SCORES = [0, 2, 0, 2, 1, 2, 1, 0, 1]
TO_RESULT = {0: Result.BLACK_WIN, 1: Result.DRAW, 2: Result.WHITE_WIN}


def prepare(section, participants, competition=Competition.SANCTIONED):
    counted = count_section(section)
    standings = rank_section(counted, ())
    return prepare_section(counted, standings, participants, competition)


def test_example_1_is_judged_from_its_boards():
    # Bilaga 1, example 1: Leif, class I, nine rounds Monrad.
    entries = tuple(Entry(n, n) for n in range(10))
    boards = tuple(
        Board(number, 0, number, TO_RESULT[score])
        for number, score in enumerate(SCORES, start=1)
    )
    section = Section(TournamentKind.SWISS, 9, entries, boards)
    leif = Participant(0, I, 1850)
    others = [
        Participant(n, II if n % 2 else I, rating)
        for n, rating in enumerate(RATINGS, start=1)
    ]
    (proposal, *_) = judge_entries(prepare(section, [leif, *others]))
    why = proposal.reasoning
    assert (why.opponents_mean, why.difference) == (1930, 20)
    assert (why.promotion_requires, why.staying_requires) == (14, 8)
    assert (proposal.movement, proposal.to_class) == (Movement.STAYS, I)


def berger_with_an_early_withdrawal():
    # Eight players by the tables; number 8 draws with 1 in round 1 and leaves.
    # Otherwise the lower number wins.
    boards = []
    for planned in schedule_round_robin(8):
        for white, black in planned.boards:
            result = Result.WHITE_WIN if white < black else Result.BLACK_WIN
            if 8 in (white, black):
                result = Result.DRAW if planned.number == 1 else Result.NOT_PLAYED
            boards.append(Board(planned.number, white, black, result))
    entries = tuple(Entry(n, n, withdrawn=n == 8) for n in range(1, 9))
    return Section(TournamentKind.BERGER, 7, entries, tuple(boards))


def test_early_withdrawal_is_annulled_for_the_others_and_relegates_the_player():
    participants = [Participant(n, II, 1750) for n in range(1, 9)]
    prepared = prepare(berger_with_an_early_withdrawal(), participants)
    assert prepared.is_complete
    assert prepared.scheduled_rounds == 7
    assert [entry.annulled for entry in prepared.entries] == [False] * 7 + [True]
    assert prepared.entries[7].places is None
    assert prepared.entries[7].games == (ClassGame(1, 1),)
    proposals = judge_entries(prepared)
    # Six games count: 2½ points keep class II (§7.3b), so that number 5 with 2 falls.
    assert [proposal.to_class for proposal in proposals] == [
        I, I, II, II, III, III, III, III,
    ]  # fmt: skip
    assert [proposal.reasoning.counted.rounds for proposal in proposals] == [6] * 7 + [
        7
    ]
    assert proposals[7].reasoning.paragraph == "SSF §7.7; §7.3b"


def test_mixed_section_with_six_counted_games_is_left_to_the_committee():
    participants = [Participant(n, II if n % 2 else I, 1750) for n in range(1, 9)]
    prepared = prepare(berger_with_an_early_withdrawal(), participants)
    movements = [proposal.movement for proposal in judge_entries(prepared)]
    # The player who withdrew has seven scheduled games and half a point: relegated.
    assert movements == [Movement.COMMITTEE] * 7 + [Movement.RELEGATED]


def test_unfinished_boards_are_left_out_and_make_the_section_incomplete():
    entries = (Entry(1, 1), Entry(2, 2))
    boards = (Board(1, 1, 2, Result.ADJOURNED),)
    section = Section(TournamentKind.SWISS, 1, entries, boards)
    prepared = prepare(section, [Participant(2, II, None), Participant(1, I, 1900)])
    assert not prepared.is_complete
    assert [(entry.id, entry.games) for entry in prepared.entries] == [(2, ()), (1, ())]
