"""The words and signs for results, tie-breaks and outcomes."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.formats.figures import plain
from tournaments.rules.classes.proposals import Branch, Movement
from tournaments.rules.results import Colour, Result
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import TieBreakValue, Unit
from tournaments.rules.withdrawals import CountedBoard

Words = str | Promise

BOARD_TEXTS: Mapping[Result, Words] = MappingProxyType(
    {
        Result.NOT_PLAYED: "",
        Result.WHITE_WIN: "1–0",
        Result.DRAW: "½–½",
        Result.BLACK_WIN: "0–1",
        Result.DOUBLE_LOSS: "0–0",
        Result.FORFEIT_WHITE: "+\N{NO-BREAK SPACE}−",
        Result.FORFEIT_BLACK: "−\N{NO-BREAK SPACE}+",
        Result.DOUBLE_FORFEIT: "−\N{NO-BREAK SPACE}−",
        Result.BOTH_ONE: "1–1",
        Result.BOTH_ZERO: pgettext_lazy("both get no point, by decision", "0–0 dec."),
        Result.ADJUDICATED_WHITE: pgettext_lazy("adjudicated", "1–0 adj."),
        Result.ADJUDICATED_DRAW: pgettext_lazy("adjudicated", "½–½ adj."),
        Result.ADJUDICATED_BLACK: pgettext_lazy("adjudicated", "0–1 adj."),
        Result.UNRATED_WHITE: "(1–0)",
        Result.UNRATED_DRAW: "(½–½)",
        Result.UNRATED_BLACK: "(0–1)",
        Result.BYE: _("bye"),
        Result.FULL_BYE: _("bye, one point"),
        Result.HALF_BYE: _("bye, half a point"),
        Result.ZERO_BYE: _("bye, no point"),
        Result.ADJOURNED: _("adjourned"),
        Result.POSTPONED: _("postponed"),
    }
)
RESULT_NAMES: Mapping[Result, Words] = MappingProxyType(
    {
        Result.NOT_PLAYED: _("not played yet"),
        Result.WHITE_WIN: _("White won"),
        Result.DRAW: _("draw"),
        Result.BLACK_WIN: _("Black won"),
        Result.DOUBLE_LOSS: _("both lost"),
        Result.FORFEIT_WHITE: _("White won by forfeit"),
        Result.FORFEIT_BLACK: _("Black won by forfeit"),
        Result.DOUBLE_FORFEIT: _("forfeited by both"),
        Result.BOTH_ONE: _("one point to both, by decision"),
        Result.BOTH_ZERO: _("no point to either, by decision"),
        Result.ADJUDICATED_WHITE: _("White won, adjudicated"),
        Result.ADJUDICATED_DRAW: _("draw, adjudicated"),
        Result.ADJUDICATED_BLACK: _("Black won, adjudicated"),
        Result.UNRATED_WHITE: _("White won, not rated"),
        Result.UNRATED_DRAW: _("draw, not rated"),
        Result.UNRATED_BLACK: _("Black won, not rated"),
        Result.BYE: _("bye"),
        Result.FULL_BYE: _("bye, one point"),
        Result.HALF_BYE: _("bye, half a point"),
        Result.ZERO_BYE: _("bye, no point"),
        Result.ADJOURNED: _("adjourned"),
        Result.POSTPONED: _("postponed"),
    }
)
COLOUR_LETTERS: Mapping[Colour, Words] = MappingProxyType(
    {
        Colour.WHITE: pgettext_lazy("White, in a crosstable by rounds: 7w1", "w"),
        Colour.BLACK: pgettext_lazy("Black, in a crosstable by rounds: 7b1", "b"),
    }
)
MOVEMENT_NAMES: Mapping[str, Words] = MappingProxyType(
    {
        Movement.PROMOTED: _("Moves up"),
        Movement.STAYS: _("Stays"),
        Movement.RELEGATED: _("Moves down"),
        Movement.COMMITTEE: _("The rules committee decides"),
    }
)
BRANCH_WORDS: Mapping[Branch, Words] = MappingProxyType(
    {
        Branch.NO_TITLES_HERE: _("Nobody can move between classes here."),
        Branch.CLASS_FOR_LIFE: _("Holds class M for life."),
        Branch.MASTER_PROTECTED: _("No M player falls in a tournament like this."),
        Branch.NOTHING_TO_LOSE: _("There is no class to fall to."),
        Branch.WON_SECTION: _("Won the section."),
        Branch.EIGHTY_PERCENT: _("Scored at least 80 %."),
        Branch.PLACE: _("The place gives the class."),
        Branch.FULL_SCORE: _("Won every game."),
        Branch.ZERO_POINTS: _("Scored no points."),
        Branch.REACHED_PROMOTION: _("Reached the score for rising."),
        Branch.REACHED_STAYING: _("Reached the score for staying."),
        Branch.BELOW_STAYING: _("Below the score for staying."),
        Branch.NOT_COMPLETE: _("The section is not complete."),
        Branch.CLASS_NOT_CHOSEN: _("A player in the section has no first class yet."),
        Branch.OTHER_CLASS: _("Plays in a section of another class."),
        Branch.TOO_FEW_ENTRIES: _("The section has fewer than eight players."),
        Branch.TOO_MANY_MASTERS: _("There is more than one M player."),
        Branch.SHARED_PLACE: _("The first place is shared after the tie-breaks."),
        Branch.NEVER_PLAYED: _("Never played a game here."),
        Branch.OUTSIDE_TABLES: _("The tables only cover 7 to 13 rounds."),
        Branch.UNRATED_OPPONENT: _("Met somebody without a rating or an estimate."),
        Branch.TABLES_DISAGREE: _("Enough to rise and too little to stay."),
    }
)


def settled_words(counted: CountedBoard | None) -> Words:
    """Return how a withdrawal settled a board (SSF §11.1a); empty for most boards."""
    if counted is None or not counted.is_settled:
        return ""
    result = counted.board.result
    if counted.annulled and result.is_played and result.is_rated:
        return _("not counted in the table, but rated: a player has left")
    if counted.annulled:
        return _("not counted: a player has left")
    return _("settled: a player has left")


def tie_break_text(code: str, value: TieBreakValue | None) -> str:
    """Format a tie-break's column: its first figures."""
    if value is None or not value.key:
        return ""
    unit = TIE_BREAKS[code].unit
    if unit is Unit.PLACE:
        return str(-value.key[0])
    return " · ".join(amount_text(unit, figure) for figure in value.key[:3])


def amount_text(unit: Unit, figure: int) -> str:
    """Format a figure of a tie-break: whole, with a half, or with its decimals."""
    if unit is Unit.TEN_THOUSANDTHS:
        return number_format(Decimal(figure) / unit.parts, use_l10n=True)
    return plain(Decimal(figure) / unit.parts)
