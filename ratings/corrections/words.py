"""Words of correction requests: what each kind means, and why an act was refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.enums import ClaimKind

EXPLAINED: dict[ClaimKind, Promise] = {
    ClaimKind.RESULT: _("The result reported is not the one on the board."),
    ClaimKind.FORFEIT: _(
        "It was won by forfeit, or it was played although reported as a forfeit."
    ),
    ClaimKind.COLOUR: _("White was Black. The result stays with the players."),
    ClaimKind.OPPONENT: _(
        "Somebody with a similar name, or the player of another board."
    ),
    ClaimKind.DATE: _("It was played on another day."),
    ClaimKind.NOT_RATED: _("A friendly game, or one that is counted twice."),
}
REFUSALS: dict[str, Promise] = {
    "gone": _(
        "This game is not among those that count now. The results may have been "
        "withdrawn or sent in again."
    ),
    "unsettled": _(
        "The rating office has put the newest version of these results on hold, or"
        " returned it to the organiser. Until that is settled nothing can be requested"
        " about their games."
    ),
    "open_already": _("Somebody has already asked about this game; see that request."),
    "text": _("Say what happened."),
    "same": _("That is what the game says already."),
    "same_player": _("Players cannot play against themselves."),
    "future": _("That day has not come yet."),
    "not_rated_then": _("No games were rated on that day."),
    "unknown_player": _(
        "This player is a member of no club and has no rating, so the rules cannot"
        " compute the game."
    ),
    "settled": _(
        "This has changed since you opened the page: the request is already settled."
    ),
    "not_asked": _("You are not among those who are asked."),
    "answered": _("That has been answered already."),
    "not_yours": _("Only the person who made the request can withdraw it."),
    "reason": _("Say why."),
    "moved": _(
        "The results were sent in again while you were reading. Look at what the "
        "game says now, and decide again."
    ),
    "stopped": _(
        "The newest version of the report does not count. Release, return or withdraw"
        " it first."
    ),
    "four_eyes": _("You are concerned yourself: another officer decides this request."),
    "not_in_effect": _(
        "The correction no longer applies, or did not concern the rating only."
    ),
    "too_early": _("Those concerned may still answer. Decide when they have."),
    "no_standings": _("Here only the rating can be corrected."),
    "only_game": _(
        "It is the report's only game. Withdraw the report instead, and refuse this"
        " request with that reason."
    ),
    "held": _(
        "The rating office has put the tournament's report on hold. Settle that first."
    ),
    "newest_withdrawn": _(
        "The newest version of the results has been withdrawn, so the standings are not"
        " what counts. Wait until the organiser has sent them in again, or correct the"
        " rating only."
    ),
    "being_corrected": _(
        "The organiser has opened the results for correction. Wait until they are"
        " sent in, or correct the rating only."
    ),
    "not_entered": _(
        "This player is not in the section. Ask the organiser to enter the player, "
        "or correct the rating only."
    ),
    "result": _("No game can have that result. Correct the rating only."),
    "errors": _(
        "The tournament's own checks find an error in the results with this "
        "correction, such as a day outside the tournament or two games in one "
        "round. Ask the organiser to correct it, or correct the rating only."
    ),
}
