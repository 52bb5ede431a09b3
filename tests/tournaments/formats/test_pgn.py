"""Games as PGN: ordered and escaped tags, and the result instead of moves."""

from datetime import date

from tournaments.formats.pgn import PgnGame, PgnPlayer, write_pgn


def test_game_has_the_seven_tags_in_order_and_then_the_others_alphabetically():
    ada = PgnPlayer("Åkesson, Ada", "WGM", 2104, 1712345)
    game = PgnGame(
        "Cup", "Örebro", date(2026, 5, 4), 3, 2, ada, PgnPlayer("Ek, Bo"), "1/2-1/2"
    )
    assert "".join(write_pgn([game])) == (
        '[Event "Cup"]\n[Site "Örebro"]\n[Date "2026.05.04"]\n[Round "3"]\n'
        '[White "Åkesson, Ada"]\n[Black "Ek, Bo"]\n[Result "1/2-1/2"]\n'
        '[Board "2"]\n[WhiteElo "2104"]\n[WhiteFideId "1712345"]\n'
        '[WhiteTitle "WGM"]\n\n1/2-1/2\n\n'
    )


def test_quotation_marks_and_backslashes_are_escaped_and_unknown_values_are_marked():
    one, other = PgnPlayer('A "Bo" \\ C'), PgnPlayer("D\nE")
    text = "".join(write_pgn([PgnGame("", "", None, 1, 1, one, other)]))
    assert '[White "A \\"Bo\\" \\\\ C"]' in text
    assert '[Black "D E"]' in text
    assert '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]' in text
    assert text.endswith("\n\n*\n\n")
