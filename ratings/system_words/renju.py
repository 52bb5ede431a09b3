"""Words for renju levels."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.system_words.definition import ParagraphText, RefusalWords, SystemWords

NOTES: Mapping[str, Promise] = {
    "rough_estimate": _("a rough estimate, by %(count)s of the games: %(level)s"),
    "settled": _("settled on %(level)s, rounds of computing: %(count)s"),
    "nothing_scored": _("nothing scored: %(level)s"),
    "decided": _("decided by the committee: %(level)s"),
    "entry_is_final": _("the entry level is the final one: %(level)s"),
    "counted_as_three_away": _("opponents counted as three units away: %(count)s"),
    "raised": _("the norm of %(level)s is met"),
    "limited": _("the norm of %(level)s is met, but nobody rises by more than two units"),
    "first_tournament": _("more than two units up, in the first tournament: %(level)s"),
    "kept": _("the norm for keeping %(level)s is met"),
    "most_points": _("most points of all keep %(level)s"),
    "lowered": _("the norm for keeping is not met: %(level)s"),
    "lowest": _("nobody falls below %(level)s"),
    "not_sanctioned": _("the tournament is not sanctioned"),
    "too_few_participants": _("too few participants, five are needed: %(count)s"),
    "unfinished_games": _("games still under way: %(count)s"),
    "no_finished_game": _("no finished game"),
    "too_few_games": _("too few finished games, seven are needed: %(count)s"),
    "too_few_near_games": _(
        "too few games against players at most three units below, five are needed: "
        "%(count)s"),
    "later_ranking_higher": _(
        "a higher level from elsewhere in the meantime: %(level)s"),
    "later_ranking_lowered": _(
        "a level that changed in the meantime is lowered: %(level)s"),
    "later_ranking_stands": _("a level that changed in the meantime stands: %(level)s"),
    "kept_active": _("not confirmed for five years on %(day)s: kept, active over the board since %(since)s"),
    "start_confirmed": _("a decided level: the five years for confirming it run from %(day)s"),
    "board": _("the board makes the final decision about %(level)s"),
    "all_finished": _("Norms apply only when all games are finished."),
    "top_keeps": _("Whoever scores most points of all keeps the level in any case."),
    "board_from": _("From %(level)s the board decides."),
    "decided_by_board": _("decided by the board: %(level)s"),
}  # fmt: skip
"""What each paragraph did to a player, by the code of the note."""

REFUSALS: Mapping[str, RefusalWords] = {
    "no_such_level": RefusalWords(
        _("There is no such level."),
        _(
            "a number that counts in it is not a level: levels go from 1, which is 10"
            " kyu, to 20"
        ),
    ),
    "entry_levels_never_settle": RefusalWords(
        _("The levels of new players never settle."),
        _(
            "the entry levels of new players never settle, so the committee has to"
            " decide the start level of one of them, dated within the tournament"
        ),
    ),
}
PARAGRAPHS: Mapping[str, ParagraphText] = {
    "Renju 1 §1": _("Levels go from 10 kyu up to 1 kyu and from 1 dan up to 10 dan."),
    "Renju 1 §2": _("The ranking committee decides what the rules leave open."),
    "Renju 1 §5": _("From 3 dan up, the board makes the final decision."),
    "Renju 2 §1": _("Only sanctioned tournaments change a level."),
    "Renju 2 §2": _(
        "The points in finished games are compared with the norms of the levels, "
        "by what the opponents were at the start."),
    "Renju 2 §2d": _("Pmean is the mean index of the opponents: 10 kyu is 1, 10 dan 20."),
    "Renju 2 §2c": _("An opponent counts as at most three units away."),
    "Renju 2 §2e-f": _(
        "A norm is N · (0.5 + 0.15 · (level − Pmean)), to keep a level N · (0.25 + 0.15 · (level − Pmean)), to the nearest half point."
    ),
    "Renju 3 §2": _(
        "Norms apply from seven finished games, five of them against players at "
        "most three units below."
    ),
    "Renju 3 §4": _(
        "Nobody rises by more than two units, except in the first tournament."),
    "Renju 2 §2g": _(
        "The highest norm met gives the level; a player who does not meet the norm "
        "for keeping a level falls by one unit."),
    "Renju 2 §3": _("Whoever scores most points of all keeps the level."),
    "Renju 2 §4": _("A level that changed elsewhere during the tournament is taken into account."),
    "Renju 2 §5": _("A level has to be confirmed every five years, or it falls by one unit."),
    "Renju 3 §1": _("A tournament has at least five participants."),
    "Renju 3 §3": _(
        "Finished games are those really played, and those that ran for three "
        "months."),
    "Renju 4 §2": _("New players’ entry levels are computed from all their games until nothing changes."),
    "Renju 4 §3": _("A new player’s entry level is the final one as well."),
}  # fmt: skip
WORDS = SystemWords(
    system="renju",
    order=6,
    label=_("Renju levels"),
    notes=NOTES,
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
)
