"""Texts of the pages of the annual returns."""

from django.utils.translation import gettext_lazy

from ratings.returns.domain.drafts import ReturnProblem

LACKS = {
    ReturnProblem.NOT_OVER: gettext_lazy(
        "The season is not over, or its deductions are not booked yet. The return can"
        " be sent from 1 June."
    ),
    ReturnProblem.NOT_COMPUTED: gettext_lazy(
        "New results are being computed. Open the page again in a moment."
    ),
    ReturnProblem.CANNOT_COMPUTE: gettext_lazy(
        "The rules give no answer for one of the season’s games: somebody in it has "
        "no rating. The rating office is holding the report until it is corrected."
    ),
    ReturnProblem.NOBODY: gettext_lazy("The club has no player with a rating."),
    ReturnProblem.DISAGREES: gettext_lazy(
        "Numbers that should agree do not. Tell the rating office."
    ),
    ReturnProblem.REPORTS_WAIT: gettext_lazy(
        "Reports of the season are waiting to be accepted. They already count, and "
        "the numbers below include them."
    ),
    ReturnProblem.REPORTS_STOPPED: gettext_lazy(
        "Reports of the season are held or returned. They do not count: correct "
        "them first if they should be in the return."
    ),
    ReturnProblem.UNRATED: gettext_lazy(
        "Members without a rating are not in the return. Whoever has played has to"
        " get an initial rating first."
    ),
}


REFUSALS = {
    "state": gettext_lazy(
        "This has changed since you opened the page: this is how it stands now."
    ),
    "moved": gettext_lazy(
        "The ledger has changed since you opened the page. Look at the new numbers "
        "and send again."
    ),
    "sent_again": gettext_lazy(
        "The club has sent it again since you opened the page. Look at the new "
        "numbers first."
    ),
    "lacking": gettext_lazy("Something is missing: see below."),
    "four_eyes": gettext_lazy(
        "You sent this return yourself: another officer has to receive it."
    ),
    "own_supplement": gettext_lazy(
        "You made this decision, or it is about you: another officer has to confirm it."
    ),
    "reason": gettext_lazy("Say why: the club has to know what to correct."),
    "nothing": gettext_lazy("The supplement of this club comes to nothing."),
    "supplement_waits": gettext_lazy(
        "A decision about the same points is already waiting for one of the players. "
        "Confirm or reject it first."
    ),
    "supplement": gettext_lazy(
        "Its supplement has been decided. Reject or revoke those decisions first."
    ),
}


DONE = {
    "receive": gettext_lazy("Received."),
    "send_back": gettext_lazy("Sent back: the club has been notified."),
    "supplement": gettext_lazy(
        "Saved. It counts when another officer has confirmed it."
    ),
    "confirm_supplement": gettext_lazy(
        "Confirmed: it counts with the base of 1 September."
    ),
}


DIFFERENCES = {
    "player_missing": gettext_lazy("is missing from the return"),
    "player_unknown": gettext_lazy("is in the return, but not in the ledger"),
    "before": gettext_lazy("rating of 31 May"),
    "season_games": gettext_lazy("games of the season"),
    "deduction_of_player": gettext_lazy("deduction"),
    "rating_of_player": gettext_lazy("rating of 1 June"),
    "original": gettext_lazy("initial rating"),
    "total_deduction": gettext_lazy("(b) total deduction"),
    "outside_games": gettext_lazy("(c) games against other clubs"),
    "outside_points": gettext_lazy("(d) points in them"),
}
