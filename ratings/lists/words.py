"""The texts of the pages of lists."""

from django.utils.translation import gettext_lazy

REFUSALS = {
    "open": gettext_lazy("The period has not ended yet."),
    "last": gettext_lazy(
        "The next period is not open yet, so the deductions of those who have not "
        "played are not booked. It opens automatically within ten minutes of its "
        "first day. Look at the proposal again then."
    ),
    "waiting": gettext_lazy(
        "A report of the period is waiting to be accepted, held or returned."
    ),
    "board": gettext_lazy(
        "A level that the period gives is waiting for the board. The list can be "
        "approved when the board has decided."
    ),
    "computing": gettext_lazy(
        "Results are being computed. Look at the proposal again in a moment."
    ),
    "moved": gettext_lazy(
        "The proposal has changed since you looked at it, so it was not approved. "
        "The difference below is the new one."
    ),
    "says_other": gettext_lazy(
        "What the list would say has changed since you looked at it, so it is not "
        "approved: a club, class, membership or another fact in the register about "
        "one of the players, or the number of games. Look through it again, and "
        "approve it as it stands now."
    ),
    "requested": gettext_lazy("The list is already approved and is being built."),
    "brought_in": gettext_lazy(
        "A list that is valid from a later day than the period’s first was added "
        "as it had once been published: the period is too early to be approved."
    ),
    "stopped": gettext_lazy(
        "You have held, returned or taken back accepted results from which this list"
        " follows, or undone a file of earlier games. Another rating officer approves"
        " the list."
    ),
    "same": gettext_lazy("The list is already approved; nothing has changed since."),
    "gone": gettext_lazy(
        "Nothing is left in the period since its results were withdrawn, so it has been"
        " removed, and there is no list to approve."
    ),
}
"""Why a list is not approved, by the code of the refusal."""
ALREADY_APPROVED = frozenset(("requested", "same"))
