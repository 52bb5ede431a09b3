"""Words for what each paragraph of the renju rules did to a player."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STEPS: Mapping[str, Promise] = {
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


def step_words(step: Mapping[str, Any]) -> str:
    """Return one step of the working in words, such as "the norm of 2 dan is met"."""
    days = [each.isoformat() for each in step.get("days", ())]
    said = dict(zip(("day", "since"), days, strict=False))
    return str(STEPS[step["code"]]) % {
        "level": step["level"],
        "count": step["count"],
        **said,
    }
