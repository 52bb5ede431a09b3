"""Refusals in words: what is wrong and how to mend it."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.refusals import TournamentRefusal

WORDS: Mapping[str, Promise] = MappingProxyType(
    {
        "gone": gettext_lazy(
            "It is no longer there: somebody has taken it away. Load the page anew."
        ),
        "state": gettext_lazy(
            "The tournament is not open for this any longer. Load the page anew."
        ),
        "started": gettext_lazy(
            "The section has started. Take back the start first, if no result is"
            " entered yet."
        ),
        "announced": gettext_lazy(
            "The section has started, and tie-breaks are announced before the start"
            " (SSF § 10)."
        ),
        "reported": gettext_lazy(
            "Results of the tournament have been sent in, so the start stands."
        ),
        "pool_stands": gettext_lazy(
            "Results have been sent in to be rated like this, so it stands."
        ),
        "period_stands": gettext_lazy(
            "The period is chosen before any results are sent in. Some have been, so"
            " it stands."
        ),
        "method": gettext_lazy(
            "These games are rated game by game on that day: choose that."
        ),
        "method_period": gettext_lazy(
            "A tournament that is rated as a whole counts in one period: choose that"
            " of its first day."
        ),
        "method_stands": gettext_lazy(
            "Results have been sent in to be rated by this method, so it stands."
        ),
        "counting": gettext_lazy(
            "Results of the tournament count already. Recall them first; once they are"
            " accepted, only the rating office can withdraw them."
        ),
        "not_started": gettext_lazy("The section has not started yet."),
        "entered": gettext_lazy("The player is in this section already."),
        "entered_as": gettext_lazy(
            "That is a card of %(player)s, who is in this section already: the two were"
            " found to be one person."
        ),
        "no_number": gettext_lazy("No player has this number."),
        "no_club": gettext_lazy(
            "The district arranges this tournament, so there is no club to join."
            " Enter the newcomer as somebody from outside."
        ),
        "outside": gettext_lazy(
            "The rating must be a whole number from %(low)s to %(high)s."
        ),
        "level": gettext_lazy("These games are rated by levels. Choose a level."),
        "estimate": gettext_lazy("Write what the estimate is based on."),
        "order": gettext_lazy(
            "The players have changed in the meantime. Load the page anew."
        ),
        "tie_breaks": gettext_lazy("There is no tie-break called %(unknown)s."),
        "too_few": gettext_lazy("At least %(least)s players are needed."),
        "too_many": gettext_lazy(
            "That would be %(rounds)s rounds; %(most)s are the most there can be."
            " Divide the players into more sections."
        ),
        "dates": gettext_lazy("Give a day for each of the %(rounds)s rounds."),
        "date_outside": gettext_lazy(
            "Each day must lie within the tournament, %(first)s – %(last)s."
        ),
        "dates_fall": gettext_lazy(
            "Round %(round)s would be played before round %(before)s. Give the rounds"
            " days in their order."
        ),
        "no_edition": gettext_lazy(
            "No rating system holds on %(day)s. Choose a later first day."
        ),
        "pool_ended": gettext_lazy(
            "What it is rated as takes no results after %(day)s. Choose an earlier last"
            " day, or something else in “Rated as”."
        ),
        "round": gettext_lazy("The section has %(rounds)s rounds."),
        "no_such_number": gettext_lazy("Nobody has the number %(number)s."),
        "plays_twice": gettext_lazy(
            "Number %(number)s has two boards in round %(round)s."
        ),
        "against_self": gettext_lazy("Number %(number)s cannot meet themself."),
        "withdrawn": gettext_lazy("Number %(number)s has left the tournament."),
        "has_boards": gettext_lazy("Boards are paired here already."),
        "has_result": gettext_lazy(
            "There is a result already. Take away the result first."
        ),
        "boards_changed": gettext_lazy(
            "Somebody else has changed the boards of this round. They are shown as"
            " they are now; nothing of yours was saved."
        ),
        "result": gettext_lazy("That is not a result of this board."),
        "submitted": gettext_lazy(
            "The results are sent in already. Recall them first, or open them for"
            " correction."
        ),
        "held": gettext_lazy(
            "The rating office holds the last report. Recall it first."
        ),
        "accepted": gettext_lazy(
            "The rating office has judged the report, so it cannot be recalled."
            " Open the tournament for correction instead."
        ),
        "nothing_rated": gettext_lazy(
            "The rating office has taken every game that is played so far out of the"
            " rating. Send in again when there are others."
        ),
        "nothing_submitted": gettext_lazy("Nothing is sent in yet."),
        "errors": gettext_lazy("Something must be mended before it can be sent in."),
        "unanswered": gettext_lazy("Write an answer to each question below."),
        "not_accepted": gettext_lazy(
            "The rating office has not accepted the tournament's report yet. The"
            " class register waits for that."
        ),
        "decided": gettext_lazy("Somebody has decided that in the meantime."),
        "no_class": gettext_lazy(
            "The rules leave this to the committee: choose the class."
        ),
        "reason": gettext_lazy("Write the reason."),
        "conditions": gettext_lazy("Write the rules and conditions first."),
        "unreachable": gettext_lazy(
            "None of the players has an account, so no letter was written. Send the"
            " conditions in another way and note the day."
        ),
        "in_future": gettext_lazy("That day has not come yet."),
        "mailed": gettext_lazy(
            "The letters have left, so this stands. You can write once more."
        ),
    }
)


def refusal_words(refused: TournamentRefusal) -> str:
    words = WORDS.get(refused.code)
    if words is None:
        return _("That is not possible now.")
    facts = {name: _shown(value) for name, value in refused.facts.items()}
    return str(words) % facts if facts else str(words)


def register_words(code: str) -> str:
    words = {
        "number_taken": _("Another player has that number."),
        "fide_id_taken": _("Another player has that FIDE number."),
        "too_many_tries": _(
            "That was tried too many times today. Go on tomorrow, or ask the"
            " federation's office."
        ),
        "state": _("Somebody has judged the report in the meantime."),
    }
    return words.get(code, _("That is not possible now."))


def _shown(value: object) -> object:
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    return value
