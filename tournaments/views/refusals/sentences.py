"""Refusals in words: what is wrong and how to correct it."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.refusals import TournamentRefusal
from tournaments.queries.teams.words import TEAM_REFUSALS
from tournaments.views.refusals.classes import CLASS_REFUSALS
from tournaments.views.refusals.entries import ENTRY_REFUSALS
from tournaments.views.refusals.phone import PHONE_REFUSALS
from tournaments.views.refusals.sanctions import SANCTION_REFUSALS

REFUSALS: Mapping[str, Promise] = MappingProxyType(
    {
        "gone": gettext_lazy(
            "It no longer exists: somebody has removed it. Reload the page."
        ),
        "state": gettext_lazy(
            "The tournament is no longer open for this. Reload the page."
        ),
        "started": gettext_lazy(
            "The section has started. Take back the start first, if no result is"
            " entered yet."
        ),
        "announced": gettext_lazy(
            "The section has started, and tie-breaks are announced before the start"
            " (SSF §\u00a010)."
        ),
        "acceleration_announced": gettext_lazy(
            "The section has started, and whether its first rounds are accelerated is"
            " announced before that."
        ),
        "rounds_paired": gettext_lazy(
            "Round %(round)s is paired. If it is not played, remove its boards first."
        ),
        "rounds_reason": gettext_lazy(
            "%(planned)s rounds were announced. Say why there are more or fewer."
        ),
        "points_announced": gettext_lazy(
            "The section has started, and what a win is worth is announced before that."
        ),
        "reported": gettext_lazy("Results of the tournament have been sent in."),
        "pool_stands": gettext_lazy(
            "Results have been sent in to be rated like this, so it can no longer "
            "be changed."
        ),
        "period_stands": gettext_lazy(
            "The period is chosen before any results are sent in. Some have been, "
            "so it can no longer be changed."
        ),
        "method": gettext_lazy(
            "These games are rated game by game on that day: choose that."
        ),
        "method_period": gettext_lazy(
            "A tournament that is rated as a whole counts in one period: choose that"
            " of its first day."
        ),
        "method_stands": gettext_lazy(
            "Results have been sent in to be rated by this method, so it can no "
            "longer be changed."
        ),
        "counting": gettext_lazy(
            "Results of the tournament already count. Take them back first; once they "
            "are accepted, only the rating office can withdraw them."
        ),
        "not_started": gettext_lazy("The section has not started yet."),
        **TEAM_REFUSALS,
        "entered": gettext_lazy("The player is already in this section."),
        "entered_as": gettext_lazy(
            "That is a card of %(player)s, who is in this section already: the two were"
            " found to be one person."
        ),
        "not_empty": gettext_lazy(
            "The section has players already. Import the file into a new section."
        ),
        "file_points": gettext_lazy(
            "The file counts points that this section cannot have: 1–½–0, 3–1–0 or"
            " 3–2–1, and 1–½–0 alone where players can move between classes."
        ),
        "nobody_chosen": gettext_lazy("Choose who it is for every player in the file."),
        "no_number": gettext_lazy("No player has this number."),
        "no_club": gettext_lazy(
            "The district arranges this tournament, so there is no club to join."
            " Enter the newcomer as somebody from outside."
        ),
        "outside": gettext_lazy(
            "The rating must be a whole number from %(low)s to %(high)s."
        ),
        "level": gettext_lazy("These games are rated by levels. Choose a level."),
        "estimate": gettext_lazy("Say what the estimate is based on."),
        "fide_number": gettext_lazy(
            "A FIDE rating goes with a FIDE number, and the player’s card has none. Have"
            " the number noted on the card, or give the rating as an estimate."
        ),
        "order": gettext_lazy(
            "The players have changed in the meantime. Reload the page."
        ),
        **SANCTION_REFUSALS,
        **CLASS_REFUSALS,
        "tie_breaks": gettext_lazy("There is no tie-break called %(unknown)s."),
        "lots_drawn": gettext_lazy("The lots have been drawn already; they stand."),
        "no_lots": gettext_lazy(
            "There is nothing to draw: lots are drawn when every result is entered and some players still share a place."
        ),
        "too_few": gettext_lazy("At least %(least)s players are needed."),
        "too_many": gettext_lazy(
            "That would be %(rounds)s rounds; %(most)s are the most there can be."
            " Divide the players into more sections."
        ),
        "dates": gettext_lazy("Give a day for each of the %(rounds)s rounds."),
        "date_outside": gettext_lazy(
            "Outside the tournament’s days, %(first)s – %(last)s: round %(rounds)s. Change the days of the rounds or of the tournament."
        ),
        "rounds_outside": gettext_lazy(
            "These rounds would be outside the tournament’s days: %(rounds)s. First "
            "give the tournament days that cover the old and the new ones, then "
            "change the days of the rounds, and then make it shorter."
        ),
        "dates_fall": gettext_lazy(
            "Round %(round)s would be played before round %(before)s. Give the days "
            "in the order of the rounds."
        ),
        "no_edition": gettext_lazy(
            "No rating system applies on %(day)s. Choose a later first day."
        ),
        "pool_ended": gettext_lazy(
            "The rating that it counts for takes no results after %(day)s. Choose "
            "an earlier last day, or something else in “Rated as”."
        ),
        "round": gettext_lazy("The section has %(rounds)s rounds."),
        "no_such_number": gettext_lazy("Nobody has the number %(number)s."),
        "plays_twice": gettext_lazy(
            "Number %(number)s has two boards in round %(round)s."
        ),
        "against_self": gettext_lazy(
            "Number %(number)s cannot be paired against themselves."
        ),
        "withdrawn": gettext_lazy("Number %(number)s has left the tournament."),
        "has_left_before": gettext_lazy(
            "Number %(number)s left after round %(left)s, so a game of round %(round)s"
            " counts by the rules and gets no result. If it was played, say first that"
            " the player plays on anyway; the round of leaving can be noted again"
            " afterwards."
        ),
        "has_boards": gettext_lazy("Boards are already paired here."),
        "card_gone": gettext_lazy(
            "The card of one of the players cannot come back: it was removed from the"
            " register, or somebody else has its FIDE number now."
        ),
        "name_taken": gettext_lazy(
            "The tournament now has another section called %(name)s. Give that one "
            "another name first."
        ),
        "has_result": gettext_lazy(
            "There is already a result. Remove the result first."
        ),
        "boards_changed": gettext_lazy(
            "The boards of this round have changed since you opened the page. They are "
            "shown as they are now; nothing you wrote was saved."
        ),
        "no_boards": gettext_lazy(
            "No board of round %(round)s has been filled in yet."
        ),
        "proposal_moved": gettext_lazy(
            "A result or a player has changed since the pairings were proposed. Here "
            "is a new proposal; nothing has been saved."
        ),
        "reason_needed": gettext_lazy(
            "These are not the boards that the pairing system gives. Say why; everybody"
            " can read it."
        ),
        "emptying_reason": gettext_lazy(
            "Everybody has been able to see these boards. Say why they are removed;"
            " everybody can read it."
        ),
        "bye": gettext_lazy("Choose what the absent player gets for the round."),
        "cannot_be_paired": gettext_lazy(
            "The pairing system can no longer pair this round. Reload the page."
        ),
        "publish_moment": gettext_lazy(
            "Choose a time in the future, within a year, for publishing the pairings."
        ),
        "engine_failed": gettext_lazy(
            "The pairing program gave no answer. Try again, or type the boards."
        ),
        "left_in_draft": gettext_lazy(
            "In this draft somebody is paired who has left the tournament: "
            "%(players)s. Pair the round again, then publish it."
        ),
        "not_published": gettext_lazy(
            "Round %(round)s is a draft that nobody else has seen. Publish its pairings"
            " first."
        ),
        "changed_since": gettext_lazy(
            "Somebody has changed this game since, so that change cannot be undone."
        ),
        **PHONE_REFUSALS,
        "not_entered": gettext_lazy("The player is not in this section."),
        "apart": gettext_lazy("These two are kept apart already."),
        "same_player": gettext_lazy("Choose two different players."),
        "result": gettext_lazy("That is not a result of this board."),
        "submitted": gettext_lazy(
            "The results have already been sent in. Take them back first, or open "
            "them for correction."
        ),
        "held": gettext_lazy(
            "The rating office has put the last report on hold. Take it back first."
        ),
        "accepted": gettext_lazy(
            "The rating office has dealt with the report, so it cannot be taken back. "
            "Open the tournament for correction instead."
        ),
        "nothing_rated": gettext_lazy(
            "The rating office has taken every game that is played so far out of the"
            " rating. Send in again when there are others."
        ),
        "nothing_submitted": gettext_lazy("Nothing is sent in yet."),
        "errors": gettext_lazy("Something must be corrected before it can be sent in."),
        "unanswered": gettext_lazy("Write an answer to each question below."),
        "not_accepted": gettext_lazy(
            "The rating office has not accepted the tournament's report yet. The "
            "class register is waiting for that."
        ),
        "decided": gettext_lazy("Somebody has decided that in the meantime."),
        "no_class": gettext_lazy(
            "The rules leave this to the committee: choose the class."
        ),
        "reason": gettext_lazy("Give a reason."),
        "batch_undone": gettext_lazy("The batch has been undone already."),
        "batch_changed": gettext_lazy(
            "The committee has since decided on part of this batch again, after a "
            "correction, so the batch stands."
        ),
        "batch_later": gettext_lazy(
            "%(name)s has since got another line in the class register, so the batch "
            "stands."
        ),
        "batch_begun": gettext_lazy(
            "%(name)s has since begun another tournament in the new class, so the "
            "batch stands."
        ),
        "batch_listed": gettext_lazy(
            "An approved rating list shows %(name)s in the new class, so the batch "
            "stands."
        ),
        "conditions": gettext_lazy("Enter the rules and conditions first."),
        "unreachable": gettext_lazy(
            "None of the players has an account, so no letter was written. Send the"
            " conditions in another way and note the day."
        ),
        "in_future": gettext_lazy("That day has not come yet."),
        "mailed": gettext_lazy(
            "The letters have been sent, so this can no longer be changed. You can "
            "write again."
        ),
        **ENTRY_REFUSALS,
    }
)


def sentence_of(refused: TournamentRefusal) -> str:
    words = REFUSALS.get(refused.code)
    if words is None:
        return _("That is not possible now.")
    facts = {name: _shown(value) for name, value in refused.facts.items()}
    return str(words) % facts if facts else str(words)


def _shown(value: object) -> object:
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    return value
