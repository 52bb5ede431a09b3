"""Show why an act was refused to the person who tried it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext_lazy as _

from federation.domain.refusal import ChangedMeanwhile, Refusal, RegisterRefusal
from federation.requests import OfficeRequest

OF_PROPOSALS = {
    "four_eyes": _(
        "You have a part in this yourself: somebody else has to approve it."
    ),
    "reason": _("Say why."),
    "settled": _(
        "This has changed since you opened the page: the proposal is already settled."
    ),
    "answer": _("Say why it is rejected: the person who proposed it will read it."),
}
"""Refusals of everything that one person proposes and another settles."""
REFUSALS = {
    **OF_PROPOSALS,
    "already_member": _(
        "The player is a member of the club already on that day, or later."
    ),
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
    "status_ahead": _(
        "That day has not come yet, and a status is valid at once. To let a membership "
        "end on a later day, use “End it” beside the membership."
    ),
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
    "never_begins": _("The suspension would never begin. Tick this if you mean that."),
    "ended_already": _("That had ended already; nothing was changed."),
    "scope": _("Choose the club or the district that the role is for."),
    "holds_role": _("The owner of this address has the role already."),
    "invited_meanwhile": _(
        "This invitation has just been sent. Look among those that are open."
    ),
    "nothing_to_hand_over": _("You can only hand over a role that you hold yourself."),
    "player_has_account": _("The player has an account already."),
    "account_has_player": _("This account belongs to another player."),
    "no_account": _("The player has no account."),
    "own_account": _("This is your own account: ask another administrator to do it."),
    "no_second_factor": _("Two-step sign-in is not turned on for this account."),
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
    "own_role": _(
        "You cannot give yourself such a role: let another administrator invite you."
    ),
    "refuse_instead": _(
        "Somebody else proposed this invitation: refuse it on its page, and say why."
    ),
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
    "status_ahead": "on",
    "never_begins": "removes",
    "results_after_end": "last_day",
    "held_after_end": "last_day",
    "ends_before_edition": "last_day",
    "holds_role": "email",
    "invited_meanwhile": "email",
    "own_role": "email",
    "nothing_to_hand_over": "hands_over",
}
"""The field beside which a refusal is shown, if the form has it."""


NOT_NOW = _("That is not possible now.")
SENTENCES: dict[type[Refusal], Callable[[Any], str]] = {
    Refusal: lambda _other: str(NOT_NOW),
    RegisterRefusal: lambda refused: str(REFUSALS.get(refused.code, NOT_NOW)),
}
"""The sentence for a refusal, by its class; each app adds its own when it is ready."""


def refusal_words(refused: Refusal) -> str:
    """Return why an act was refused, as a sentence for the person who tried it,
    whichever app refused it.
    """
    sentence = next(
        SENTENCES[each] for each in type(refused).__mro__ if each in SENTENCES
    )
    return sentence(refused)


def add_refusal(form: Form, refused: Refusal) -> None:
    """Add the refusal to the field that it is about, or to the form."""
    field = FIELDS.get(refused.code)
    form.add_error(field if field in form.fields else None, refusal_words(refused))


def show_current_value(form: Form, changed: ChangedMeanwhile) -> None:
    """Show another user's choice next to one's own; sending the form again counts as
    having seen it.
    """
    words: Any = form.data.copy()  # type: ignore[attr-defined]
    words[form.add_prefix("seen")] = changed.now.value
    form.data = words
    form.add_error(changed.field, CHANGED % {"now": changed.now.label})


def show_unsent(request: OfficeRequest, *texts: str) -> None:
    """Show what the user wrote for an act that was refused, where the page has no field
    for it any more: somebody else was faster.
    """
    for text in filter(None, map(str.strip, texts)):
        words = _("This was not sent, and is kept here to be copied: “%(text)s”")
        messages.info(request, str(words) % {"text": text})


def perform(
    request: OfficeRequest, act: Callable[[], object], message: str = ""
) -> bool:
    """Perform the act and return whether it succeeded. The user is shown `message`, if
    it is not empty, or the reason if the act is refused.
    """
    try:
        act()
    except Refusal as refused:
        messages.error(request, refusal_words(refused))
        return False
    except ValidationError as invalid:
        messages.error(request, " ".join(invalid.messages))
        return False
    if message:
        messages.success(request, message)
    return True
