"""Forms for approving lists, and for the limits above which lines are unusual."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from federation.forms.reasons import PublicReason
from ratings.lists.queries.left_out import LeftOutGames
from ratings.lists.queries.listing import ListProposalSeen
from ratings.models import Period
from ratings.models.oddities import BOUNDS


class SeenField(forms.RegexField):
    """The proposal as the officer saw it (`listing.ListProposalSeen`)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"^[0-9]{1,18}-[0-9a-f]{64}$", **kwargs)

    def clean(self, value: Any) -> ListProposalSeen | None:
        text = super().clean(value)
        if not text:
            return None
        moved, digest = text.split("-")
        return ListProposalSeen(int(moved), digest)


CONFIRM_FIRST = _(
    "Tick the box to publish without these games, or wait until they have been sent in."
)


def _left_out_seen(*, required: bool) -> forms.BooleanField:
    return forms.BooleanField(
        label=_("I know that these games are not in the list"),
        error_messages={"required": CONFIRM_FIRST},
        required=required,
    )


KNOW_EARLIER = _(
    "Approve the earlier lists together with this one, or tick that you know that they"
    " come after it."
)


def _earlier_seen() -> forms.BooleanField:
    return forms.BooleanField(
        label=_(
            "I know that earlier lists are waiting, and publish this one before them"
        ),
        error_messages={"required": KNOW_EARLIER},
    )


LOOK_FIRST = _("Look at the lines under “To look at first”, then tick the box.")


def _looked_at(unusual: int, *, required: bool) -> forms.BooleanField:
    label = ngettext(
        "I have looked at the line under “To look at first”",
        "I have looked at the %(count)s lines under “To look at first”",
        unusual,
    )
    return forms.BooleanField(
        label=label % {"count": unusual},
        error_messages={"required": LOOK_FIRST},
        required=required,
    )


def _comment(readers: Any) -> PublicReason:
    return PublicReason(label=_("Public comment"), readers=readers, rows=3)


class ApprovalForm(forms.Form):
    """Approval of the proposal that was seen. The officer ticks that they know its
    `unusual` lines, what the list leaves out (`left_out`), and that it is published
    ahead of waiting lists of earlier periods (`before`).
    """

    seen = SeenField(widget=forms.HiddenInput)
    left_out_seen = _left_out_seen(required=True)
    earlier_seen = _earlier_seen()
    comment = _comment(
        _("Everybody can read it above the list, for as long as the list is kept.")
    )

    def __init__(
        self,
        *args: Any,
        left_out: Sequence[LeftOutGames] = (),
        before: Sequence[Period] = (),
        unusual: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.left_out = left_out
        self.before = before
        self.unusual = unusual
        if unusual:
            self.fields["looked_at"] = _looked_at(unusual, required=True)
        if not left_out:
            del self.fields["left_out_seen"]
        if not before:
            del self.fields["earlier_seen"]


class ChainForm(forms.Form):
    """Approval of several proposals that were seen, from the first up to a chosen one.
    By period, `left_out`: what its list leaves out; `unusual`: the number of its unusual
    lines.
    """

    up_to = forms.IntegerField()
    comment = _comment(
        _(
            "Everybody can read it above each of these lists, for as long as they are "
            "kept."
        )
    )

    def __init__(
        self,
        *args: Any,
        left_out: Mapping[int, Sequence[LeftOutGames]],
        unusual: Mapping[int, int],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.left_out = left_out
        self.unusual = unusual
        for pk, those in left_out.items():
            self.fields[f"seen_{pk}"] = SeenField(required=False)
            if unusual[pk]:
                field = _looked_at(unusual[pk], required=False)
                self.fields[f"looked_at_{pk}"] = field
            if those:
                self.fields[f"left_out_{pk}"] = _left_out_seen(required=False)

    @property
    def chosen(self) -> list[int]:
        """The periods whose lists are approved; none if the chosen last one is no longer
        waiting.
        """
        periods = list(self.left_out)
        last = self.cleaned_data.get("up_to")
        return periods[: periods.index(last) + 1] if last in periods else []

    @property
    def was_seen(self) -> bool:
        """Whether everything that would be approved was shown on the page."""
        chosen = self.chosen
        return bool(chosen) and all(self.seen_of(pk) for pk in chosen)

    @property
    def unconfirmed(self) -> list[int]:
        """The periods for which a box has to be ticked first."""
        ticks = ("left_out", "looked_at")
        return [
            pk
            for pk in self.left_out
            if any(f"{tick}_{pk}" in self.errors for tick in ticks)
        ]

    def seen_of(self, pk: int) -> ListProposalSeen | None:
        return self.cleaned_data.get(f"seen_{pk}")

    def clean(self) -> dict[str, Any]:
        for pk in self.chosen:
            if self.left_out[pk] and not self.cleaned_data.get(f"left_out_{pk}"):
                self.add_error(f"left_out_{pk}", CONFIRM_FIRST)
            if self.unusual[pk] and not self.cleaned_data.get(f"looked_at_{pk}"):
                self.add_error(f"looked_at_{pk}", LOOK_FIRST)
        return self.cleaned_data


def _limit(name: str, label: Any, help_text: Any) -> forms.IntegerField:
    low, high = BOUNDS[name]
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=low,
        max_value=high,
        required=False,
    )


class LimitsForm(forms.Form):
    """Limits above which lines are unusual; an empty field means no limit."""

    change = _limit(
        "change",
        _("Change of rating, more than"),
        _("Players who move further, in the period or against the list in force."),
    )
    newcomer = _limit(
        "newcomer",
        _("Rating of a newcomer, above"),
        _("Players who come onto the list for the first time with a higher rating."),
    )
    games = _limit(
        "games",
        _("Games of one player, more than"),
        _("Players who have played more games in the period."),
    )
    gap_months = _limit(
        "gap_months",
        _("Months without a game, more than"),
        _("Players who play again after a longer time."),
    )
    pair_games = _limit(
        "pair_games",
        _("Games of one pair, at least"),
        _("Two who met this often or more often in the period."),
    )
    idle = _limit(
        "idle",
        _("Change without a game, more than"),
        _(
            "Players who have no game in the period and still move further: by a "
            "decision, a correction or a long absence."
        ),
    )
