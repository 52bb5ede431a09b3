"""Show why an act was refused to the person who tried it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.utils.translation import gettext_lazy as _

from federation.domain.refusal import ChangedMeanwhile, RegisterRefusal
from federation.requests import OfficeRequest

WHY = {
    "already_member": _("The player is a member of the club already."),
    "has_main_club": _("The player has another main club during that time."),
    "asked_already": _(
        "Your club has already asked for this, and the request is waiting for an "
        "answer."
    ),
    "too_many_tries": _(
        "You have tried this too many times today. Try again tomorrow, or ask the "
        "federation's office."
    ),
    "joining_settled": _("This request is no longer open."),
    "own_request": _("You asked for this yourself: somebody else has to answer."),
    "not_player": _("Only the player answers as the player."),
    "not_member": _("The player is not a member of the club on that day."),
    "card_used": _(
        "This card is in use: entries, games, an account, a class or an earlier "
        "membership. It stays; end the membership, or change the status."
    ),
    "already_main": _("It is the player's main club already."),
    "before_joining": _("The last day is before the day when the player joined."),
    "number_taken": _("Another player has this number."),
    "fide_id_taken": _("Another player has this FIDE number."),
    "name_taken": _("This name is already taken."),
    "code_taken": _("Another district has this code already."),
    "merged_card": _(
        "This card has been merged with another one. Open the player's page again: it "
        "leads to the card that remains, where you can do this."
    ),
    "days_in_order": _("The last day is before the first."),
    "suspended_already": _("The player is suspended already in that time."),
    "ended_already": _("That had ended already; nothing was changed."),
    "scope": _("Choose the club or the district that the role is for."),
    "holds_role": _("The owner of this address has the role already."),
    "nothing_to_hand_over": _("You can only hand over a role that you hold yourself."),
    "player_has_account": _("The player has an account already."),
    "account_has_player": _("This account belongs to another player."),
    "no_account": _("The player has no account."),
    "own_account": _("This is your own account: ask another administrator to do it."),
    "closed_already": _("The account is closed already."),
    "open_already": _("The account is open already."),
    "account_exists": _("There is an account with this address: sign in first."),
    "not_open": _("This invitation is no longer open."),
    "last_administrator": _(
        "Somebody must be administrator: invite another one first."
    ),
    "deceased": _("A deceased player cannot join a club."),
    "sent_already": _("The letter has already been sent."),
    "being_sent": _("The letter is being sent just now."),
    "results_after_end": _("Results of later days already count."),
    "ends_before_edition": _("An edition begins later: withdraw it first."),
    "four_eyes": _(
        "You have a part in this yourself: somebody else has to approve it."
    ),
    "own_role": _(
        "You cannot give yourself such a role: let another administrator invite you."
    ),
    "refuse_instead": _(
        "Somebody else proposed this invitation: refuse it on its page, and say why."
    ),
    "reason": _("Say why."),
    "open_duty": _(
        "The person still has something to do or to answer for here: it is listed "
        "on this page, and has to end first."
    ),
    "erasure_waits": _("That has been asked for already."),
    "account_leaves": _(
        "Somebody has asked for this account to be erased. It can be linked to a "
        "player once that request has been withdrawn."
    ),
    "erased_already": _("The person is erased already."),
    "act_waits": _(
        "Somebody has proposed this in the meantime. Approve or reject that proposal "
        "first."
    ),
    "settled": _("Somebody else got there first: the proposal is already settled."),
    "answer": _("Say why it is rejected: the person who proposed it will read it."),
    "policy_waits": _(
        "Somebody else has proposed this in the meantime. Approve or reject that "
        "proposal first."
    ),
    "policy_same": _("Somebody else has changed this already."),
    "lists_known": _("This file is already here: see below."),
    "lists_none": _("The file has no lines."),
    "lists_too_many": _(
        "The file has more than 200,000 lines. Split it between two lists, and "
        "upload one part at a time."
    ),
    "lists_late": _(
        "A period that one of these lists reaches into has been approved in the "
        "meantime: only what is older than the pool’s own lists is shown beside them."
    ),
    "lists_day_taken": _("There is now a list that is valid from one of these days."),
    "policy_approved": _(
        "A list has been approved since corrections were carried forward, so this "
        "can no longer be changed."
    ),
}

CHANGED = _(
    "Somebody else changed this while you were reading: now it is “%(now)s”. Nothing "
    "is saved yet. Save again to let your choice replace it, or leave it as it is."
)
FIELDS = {
    "name_taken": "name",
    "code_taken": "code",
    "fide_id_taken": "fide_id",
    "already_member": "club",
    "has_main_club": "club",
    "not_member": "club",
    "already_main": "club",
    "deceased": "club",
    "before_joining": "last_date",
    "results_after_end": "last_day",
    "ends_before_edition": "last_day",
    "holds_role": "email",
    "own_role": "email",
    "nothing_to_hand_over": "hands_over",
}
"""The field beside which a refusal is shown, if the form has it."""


def why(refused: RegisterRefusal) -> str:
    return str(WHY[refused.code])


def add_refusal(form: Form, refused: RegisterRefusal) -> None:
    """Add the refusal to the field that it is about, or to the form."""
    field = FIELDS.get(refused.code)
    form.add_error(field if field in form.fields else None, why(refused))


def show_current_value(form: Form, changed: ChangedMeanwhile) -> None:
    """Show another user's choice next to one's own; sending the form again counts as
    having seen it.
    """
    words: Any = form.data.copy()  # type: ignore[attr-defined]
    words[form.add_prefix("seen")] = changed.now.value
    form.data = words
    form.add_error(changed.field, CHANGED % {"now": changed.now.label})


def perform_with_result(
    request: OfficeRequest, act: Callable[[], object], done: str
) -> bool:
    """Carry out the act of a button, with a message about the result; return whether it
    was done.
    """
    try:
        act()
    except RegisterRefusal as refused:
        messages.error(request, why(refused))
        return False
    messages.success(request, done)
    return True
