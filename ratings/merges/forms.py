"""Forms for two cards of one person."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.reasons import ReasonField
from federation.models import Player

READERS = _(
    "The rating officers can read it, and administrators in the audit log. It is not "
    "public: nobody else is told that there were two cards."
)


class WhyForm(forms.Form):
    """The reason for undoing a merge."""

    reason = ReasonField(
        label=_("Reason"),
        readers=READERS,
        error_messages={"required": _("Say why they are two people after all.")},
    )


class MergeForm(forms.Form):
    """Which of two cards stays, and why they belong to one person."""

    stays = forms.TypedChoiceField(
        label=_("The card that stays"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Say which of the two cards stays.")},
    )
    reason = ReasonField(
        label=_("Why they are one person"),
        readers=READERS,
        error_messages={"required": _("Say why these are one person.")},
    )

    def __init__(self, *args: Any, pair: tuple[Player, Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stays"].choices = [  # type: ignore[attr-defined]
            (each.pk, f"{each.full_name}, {each.national_id}") for each in pair
        ]


class PlayerNumber(forms.CharField):
    """A player of the register, by number."""

    def clean(self, value: Any) -> Player:
        typed = super().clean(value).strip()
        found = Player.objects.filter(national_id=typed).first()
        if found is None:
            raise forms.ValidationError(
                _("Nobody has the number “%(typed)s”.") % {"typed": typed[:20]}
            )
        return found


class PairForm(forms.Form):
    """Two players to compare."""

    one = PlayerNumber(label=_("One player’s number"), max_length=20)
    other = PlayerNumber(label=_("The other’s number"), max_length=20)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            raise forms.ValidationError(_("These are not two cards, but one."))
        return cleaned
