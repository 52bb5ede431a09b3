"""An act about one row: proposed on the row's own page, agreed to by another person on
this one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.permissions import allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import (
    ActDraft,
    approve_act,
    propose_act,
    reject_act,
)
from ratings.four_eyes.queries.proposed_acts import PEOPLE, permission_to_agree
from ratings.four_eyes.views.settling import SettlementActions, settle, settling_context
from ratings.models import ProposedAct


@dataclass(frozen=True, slots=True)
class WordsOfAct:
    """A proposed act as its page shows it: the row that it is about, the address of
    that row's page, and what follows when another person agrees; `reach`: which lists
    that affects.
    """

    about: Callable[[ProposedAct], str]
    address: Callable[[ProposedAct], str]
    follows: Promise
    reach: Callable[[ProposedAct], str] = lambda _proposed: ""


WORDS: dict[ProposedKind, WordsOfAct] = {}
"""The words of every kind of act; `ratings/proposable_acts.py` adds them when the
office starts."""


def about_words(proposed: ProposedAct) -> str:
    """Return the row that the act is about, and what becomes of it."""
    return WORDS[ProposedKind(proposed.kind)].about(proposed)


SETTLING = SettlementActions(
    approve=approve_act,
    reject=reject_act,
    approved=gettext_lazy("Approved and carried out."),
)


def propose_with_message(request: OfficeRequest, draft: ActDraft) -> ProposedAct:
    """Store the proposal of the act, with a message. Raises the refusals of the act."""
    made = propose_act(draft, acting=acting_in(request))
    if settings.FOUR_EYES:
        words = _("Proposed. It is carried out when somebody else has approved it.")
    else:
        words = _("Carried out: this federation does not require a second person.")
    messages.success(request, words)
    return made


@login_required
@reads_and_writes
def proposed_act(request: OfficeRequest, pk: int) -> HttpResponse:
    found = _found(pk)
    allow(request.actor, permission_to_agree(found.kind))
    if request.method != "POST":
        return _page(request, found)
    if status := settle(request, pk, SETTLING):
        return _page(request, _found(pk), status=status)
    return redirect("ratings:proposed_act", pk)


def _found(pk: int) -> ProposedAct:
    return get_object_or_404(ProposedAct.objects.select_related(*PEOPLE), pk=pk)


def _page(
    request: OfficeRequest, found: ProposedAct, status: int = 200
) -> HttpResponse:
    words = WORDS[ProposedKind(found.kind)]
    context = settling_context(request, found) | {
        "about": words.about(found),
        "about_url": words.address(found),
        "follows": words.follows,
        "reach": words.reach(found) if found.is_waiting else "",
    }
    return render(
        request, "ratings/four_eyes/proposed_act.html", context, status=status
    )
