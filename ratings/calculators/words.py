"""The words for the errors of the calculators."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: dict[str, Promise] = {
    "missing": _("This is missing."),
    "unknown_field": _("No field has this name."),
    "not_an_object": _("This has to be an object, with names and values."),
    "not_a_list": _("This has to be a list."),
    "empty": _("This list is empty."),
    "too_many": _("These are more than can be asked about at once."),
    "nothing_asked": _("Nothing is asked."),
    "not_whole": _("This has to be a whole number."),
    "not_number": _("This has to be a number."),
    "not_a_number": _("This has to be a number."),
    "too_low": _("This number is too low."),
    "too_high": _("This number is too high."),
    "not_a_score": _("A score is counted in whole and half points."),
    "bad_score": _("The score of a game is 0, 0.5 or 1."),
    "not_true_or_false": _("This has to be true or false."),
    "not_a_text": _("This has to be a text."),
    "blank": _("This text is blank."),
    "unknown_edition": _("There is no such edition."),
    "unknown_level": _("There is no such level: they go from 10 kyu to 10 dan."),
    "unknown_class": _("No average of this class is known."),
    "no_difference": _(
        "The table has no difference for a score of nothing or of everything."
    ),
    "not_ascending": _("The weaker of the two is above the stronger."),
    "no_answer": _("The rules give no answer to this."),
    "nobody": _("No player is given here."),
    "no_games": _("A norm needs at least one game."),
    "unrated": _("This player has no rating, so there is no mean of all."),
    "too_few_rated": _("Fewer than half of the section are rated."),
    "all_rated": _("Everybody in the section has a rating: their mean is computed."),
    "not_an_id": _("A name for a player or a game is a text or a whole number."),
    "duplicate_id": _("Two players have this name."),
    "unknown_id": _("No player has this name."),
    "plays_self": _("Players cannot play against themselves."),
    "duplicate_key": _("This game is here twice."),
    "already_ranked": _("A level is decided only for a player who has none."),
    "not_json": _("The body of the request is not JSON."),
    "not_utf8": _("The body of the request is not UTF-8."),
    "too_deep": _("The lists and objects of the request are nested too deeply."),
    "repeated_name": _("An object of the request has the same name twice."),
    "not_json_type": _("The content type has to be application/json."),
    "too_large": _("The body of the request is too large."),
    "too_often": _("Too many questions from this address. Try again in a while."),
    "wrong_method": _("This address takes another method: see Allow."),
    "no_such_day": _("There is no such day. Write it as 2026-04-30."),
    "day_to_come": _("This day has not come yet."),
    "no_player": _("There is no such player."),
    "no_pool": _("There is no such pool of games."),
    "no_calculator": _("There is no calculator at this address."),
    "no_address": _("There is nothing at this address."),
    "unreadable": _("The request has a character or a header that cannot be read."),
    "too_slow": _("The body of the request came too slowly."),
    "no_length": _("The length of the body has to be given in Content-Length."),
    "refused": _("This request is refused."),
    "broken": _("Something went wrong here. What happened is in the office’s log."),
    "busy": _("Too much is going on here. Try again in a moment."),
}

OF_POINTS: dict[str, Promise] = {
    "too_low": _("No score is below 0."),
    "too_high": _("These are more points than there are games."),
}
POINTS = frozenset({"score", "wins"})
"""The last names in the paths of points."""


def why(code: str, path: str = "") -> str:
    """Return the sentence for a code, in the reader's language.

    Errors in points have sentences of their own.
    """
    of_points = OF_POINTS if path.rpartition(".")[2] in POINTS else {}
    return str((REASONS | of_points).get(code, code))
