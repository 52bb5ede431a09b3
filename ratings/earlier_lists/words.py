"""The texts of the page of earlier lists."""

from django.utils.translation import gettext_lazy

from federation.views.refusals import OF_PROPOSALS

REFUSALS = {
    **OF_PROPOSALS,
    "lists_known": gettext_lazy("This file is already here: see below."),
    "lists_none": gettext_lazy("The file has no lines."),
    "lists_too_many": gettext_lazy(
        "The file has more than 200,000 lines. Split it between two lists, and "
        "upload one part at a time."
    ),
    "lists_late": gettext_lazy(
        "A period that one of these lists reaches into has been approved in the "
        "meantime: only what is older than the pool’s own lists is shown beside them."
    ),
    "lists_day_taken": gettext_lazy(
        "There is now a list that is valid from one of these days."
    ),
}
