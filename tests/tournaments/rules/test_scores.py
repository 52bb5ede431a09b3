"""Games and scores of all players after SSF §11.1."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.berger import schedule_round_robin
from tournaments.rules.points import Gain
from tournaments.rules.results import Colour, Result, half_points
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

PAIR_RESULTS = [result for result in Result if result is not Result.BYE]


@st.composite
def berger_sections(draw):
    size = draw(st.integers(2, 9))
    boards = tuple(
        Board(planned.number, w, b, draw(st.sampled_from(PAIR_RESULTS)))
        for planned in schedule_round_robin(size)
        for w, b in planned.boards
    )
    kept_boards = tuple(board for board in boards if draw(st.integers(0, 9)))
    entries = tuple(
        Entry(n, n, withdrawn=draw(st.booleans())) for n in range(1, size + 1)
    )
    return Section(TournamentKind.BERGER, size, entries, kept_boards)


@settings(max_examples=80, deadline=None)
@given(berger_sections())
def test_points_are_conserved(section):
    counted = count_section(section)
    given_out = sum(
        half_points(c.board.result, colour)
        for c in counted.boards
        for colour in Colour
        if not c.annulled
    )
    assert sum(s.half_points for s in counted.scores.values()) == given_out
    assert sum(s.wins for s in counted.scores.values()) == sum(
        c.board.result.is_played and Gain.WIN in map(c.board.result.gain, Colour)
        for c in counted.boards
        if not c.annulled
    )


@settings(max_examples=80, deadline=None)
@given(berger_sections())
def test_annulled_players_have_no_score_and_give_none(section):
    counted = count_section(section)
    for entry in counted.annulled:
        assert counted.scores[entry].half_points == 0
        assert counted.scores[entry].games == 0
    for entry in counted.ranked:
        assert counted.scores[entry].half_points == sum(
            game.half_points
            for game in counted.games[entry]
            if game.opponent not in counted.annulled
        )


@settings(max_examples=80, deadline=None)
@given(berger_sections())
def test_staying_player_has_no_open_game_against_a_withdrawn_one(section):
    counted = count_section(section)
    withdrawn_ids = {entry.id for entry in section.entries if entry.withdrawn}
    for entry in set(counted.ranked) - withdrawn_ids:
        ranked_gone = withdrawn_ids - counted.annulled
        against = [g for g in counted.games[entry] if g.opponent in ranked_gone]
        assert sorted(game.opponent for game in against) == sorted(ranked_gone)
        assert all(game.result.is_finished for game in against)


SWISS = Section(
    TournamentKind.SWISS,
    3,
    tuple(Entry(n, n) for n in (1, 2, 3)),
    (
        Board(2, 3, 1, Result.BLACK_WIN),
        Board(1, 1, 2, Result.DRAW),
        Board(1, 3, None, Result.BYE),
        Board(3, 1, None, Result.BYE),
        Board(2, 2, None, Result.BYE),
        Board(3, 2, 3, Result.FORFEIT_WHITE),
    ),
)


def test_byes_and_forfeits_give_points_but_are_no_games_and_no_wins():
    scores = count_section(SWISS).scores
    assert {
        entry: (score.half_points, score.games, score.wins)
        for entry, score in scores.items()
    } == {1: (5, 2, 1), 2: (5, 1, 0), 3: (2, 1, 0)}


def test_games_are_in_round_order_from_the_side_of_the_player():
    games = count_section(SWISS).games[1]
    assert [(g.round, g.opponent, g.colour, g.half_points) for g in games] == [
        (1, 2, Colour.WHITE, 1),
        (2, 3, Colour.BLACK, 2),
        (3, None, Colour.WHITE, 2),
    ]


def test_a_swiss_section_without_a_board_is_not_complete():
    assert not count_section(Section(SWISS.kind, 3, SWISS.entries, ())).is_complete


def test_a_swiss_section_is_complete_when_its_last_round_is_finished():
    assert count_section(SWISS).is_complete
    without_last = tuple(b for b in SWISS.boards if b.round < 3)
    assert not count_section(
        Section(SWISS.kind, 3, SWISS.entries, without_last)
    ).is_complete
    postponed = (*without_last, Board(3, 2, 3, Result.POSTPONED))
    assert not count_section(
        Section(SWISS.kind, 3, SWISS.entries, postponed)
    ).is_complete


def test_berger_section_is_complete_when_all_have_met_or_withdrawn():
    boards = (
        Board(1, 2, 3, Result.DRAW),
        Board(2, 1, 2, Result.DRAW),
    )
    entries = tuple(Entry(n, n) for n in (1, 2, 3))
    assert not count_section(
        Section(TournamentKind.BERGER, 3, entries, boards)
    ).is_complete
    left = (Entry(1, 1, withdrawn=True), *entries[1:])
    assert count_section(Section(TournamentKind.BERGER, 3, left, boards)).is_complete


def test_section_of_one_round_is_complete_when_it_is_finished():
    one = Section(SWISS.kind, 1, SWISS.entries, ())
    assert not count_section(one).is_complete
    played = Section(SWISS.kind, 1, SWISS.entries, SWISS.boards[1:3])
    assert count_section(played).is_complete
