"""Which boards of a tournament are sent to the ledger: `tournaments.domain.report_material`."""

from datetime import date

from tournaments.domain.report_material import PlannedGame
from tournaments.models import Entry, Pairing, Section
from tournaments.rules.results import Result


def test_finished_games_and_single_forfeits_are_in_the_ledger():
    # A double loss is a penalty: a line needs one score with its counterpart.
    def board(result):
        pairing = Pairing(result=result)
        return PlannedGame(Section(), pairing, Entry(), Entry(), date(2026, 1, 1))

    assert {result for result in Result if board(result).in_ledger} == {
        Result.WHITE_WIN,
        Result.ADJUDICATED_WHITE,
        Result.ADJUDICATED_DRAW,
        Result.ADJUDICATED_BLACK,
        Result.DRAW,
        Result.BLACK_WIN,
        Result.FORFEIT_WHITE,
        Result.FORFEIT_BLACK,
    }
