"""Texts for merging two cards, and for refusals."""

from django.utils.translation import gettext_lazy

REFUSALS = {
    "reason": gettext_lazy("Say why these are one person."),
    "answer": gettext_lazy(
        "Say why it is rejected, so that the person who proposed it knows."
    ),
    "settled": gettext_lazy(
        "This has changed since you opened the page: the merge is already settled."
    ),
    "moved": gettext_lazy(
        "Another proposal has replaced the one that you were looking at. Look at this "
        "one before you decide."
    ),
    "four_eyes": gettext_lazy(
        "You proposed this merge yourself: another officer has to confirm it."
    ),
    "waits": gettext_lazy("Somebody has already proposed to merge these two."),
    "same_player": gettext_lazy("These are not two cards, but one."),
    "merged_already": gettext_lazy(
        "One of the two already leads to another card. Compare with that one instead."
    ),
    "not_merged": gettext_lazy(
        "The two cards are no longer merged: somebody else has undone it."
    ),
    "merged_on": gettext_lazy(
        "The card that stayed has been merged into another since. Undo that first."
    ),
    "two_fide_ids": gettext_lazy(
        "Both have a FIDE number, and a person can only have one. If one of them "
        "is wrong, remove it from the card first."
    ),
    "met": gettext_lazy(
        "They have played against each other, so they are two people. If a game "
        "has the wrong name, have its report corrected first."
    ),
    "at_once": gettext_lazy(
        "They have played in the same round of one event, so they are two people. If a"
        " game has the wrong name, have its report corrected first."
    ),
}
DONE = {
    "propose": gettext_lazy("Saved. It counts when another officer has confirmed it."),
    "confirm": gettext_lazy("Merged: the ratings are recomputed."),
    "reject": gettext_lazy("Set aside: they remain two people."),
    "apart": gettext_lazy("Noted: these are two people. They are not shown again."),
}
