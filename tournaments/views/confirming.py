"""The page that asks for confirmation before an act that loses something."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.refusals import perform
from tournaments.forms.removing import SureForm


@dataclass(frozen=True, slots=True)
class LossNotice:
    """What an act loses, in words.

    `lost` has a line for each thing that is lost; `after` says what remains, or how the
    act can be undone. A `blocker` says why the act cannot be done; no confirmation is
    then requested. `carried` are the form fields that are sent again with the
    confirmation.
    """

    title: str
    lost: tuple[str, ...]
    button: str
    done: str
    after: str = ""
    blocker: str = ""
    needs_tick: bool = False
    is_kept: bool = False
    """Whether everything that is lost can be put back."""
    comes_back: bool = False
    """Whether all of it counts again when the act is undone."""
    carried: Mapping[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        if self.is_kept:
            return _("What goes with it, and can be put back")
        return _("What no longer applies") if self.comes_back else _("What is lost")

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that identify what the user read as lost."""
        return sha256(repr(self.lost).encode()).hexdigest()[:16]


def perform_if_confirmed(
    request: OfficeRequest,
    loss: LossNotice,
    act: Callable[[], object],
    *,
    about: str,
    back: HttpResponse,
    then: HttpResponse | None = None,
) -> HttpResponse:
    """Show what is lost; perform the act once it is confirmed, and go on to `then` or,
    by default, `back`. If the act is refused, go `back` with the reason. If something
    else would be lost than the user has read, it is shown first.
    """
    is_confirmed = request.method == "POST" and "asked" in request.POST
    if is_confirmed and request.POST.get("lost", loss.digest) != loss.digest:
        messages.warning(
            request, _("This has changed since you read it: read it again.")
        )
        is_confirmed = False
    form = SureForm(request.POST if is_confirmed else None, needs_tick=loss.needs_tick)
    if is_confirmed and not loss.blocker and form.is_valid():
        done = perform(request, act, loss.done)
        return (then or back) if done else back
    context = {"loss": loss, "form": form, "about": about, "back": back["Location"]}
    status = 422 if is_confirmed else 200
    return render(request, "tournaments/confirm_loss.html", context, status=status)
