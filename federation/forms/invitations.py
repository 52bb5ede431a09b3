"""Inviting somebody by a letter."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from federation.domain.accounts.invitations import InvitationOffer
from federation.domain.accounts.roles import RoleScope
from federation.enums import CLUB_ROLES, DISTRICT_ROLES, FEDERATION_ROLES, RoleKind
from federation.forms.accounts import LONGEST_ADDRESS
from federation.forms.fields import required_when, set_choices
from federation.forms.reasons import ReasonField
from federation.models import Club, District
from federation.permissions import Actor, Permission

CLUB_KINDS = (RoleKind.DEPUTY, RoleKind.SECRETARY)


def languages_of_letters() -> list[tuple[str, str]]:
    return [(code, str(name)) for code, name in settings.LANGUAGES]


class LetterForm(forms.Form):
    """An address to write to, and the language to write in."""

    email = forms.EmailField(
        label=_("Email address"),
        help_text=_("The letter with the link is sent there."),
        max_length=LONGEST_ADDRESS,
    )
    language = forms.ChoiceField(
        label=_("The letter's language"), choices=languages_of_letters
    )


class InviteForm(LetterForm):
    """An invitation to a role; it offers what the inviter may invite to."""

    kind = forms.ChoiceField(label=_("Role"))
    club = required_when(
        _("needed for a role in a club"),
        forms.ModelChoiceField(
            Club.objects.none(),
            label=_("Club"),
            empty_label="—",
            help_text=_("For a club's secretary or deputy."),
        ),
    )
    district = required_when(
        _("needed for a role in a district"),
        forms.ModelChoiceField(
            District.objects.none(),
            label=_("District"),
            empty_label="—",
            help_text=_("For a district officer."),
        ),
    )
    hands_over = forms.BooleanField(
        label=_("Hand over: my own role ends when the invitation is accepted"),
        required=False,
    )
    reason = required_when(
        _("needed for a role in the federation"),
        ReasonField(
            label=_("Why"),
            readers=_(
                "For a role in the whole federation: it is read by the person who has "
                "to agree, and is kept."
            ),
            rows=2,
        ),
    )
    field_order = [
        "kind", "club", "district", "email", "language", "hands_over", "reason",
    ]  # fmt: skip

    def __init__(self, *args: Any, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.anywhere = actor.everywhere(Permission.INVITE_ANYBODY)
        choice: dict[str, Any] = self.fields
        choice["kind"].choices = self._kinds()
        choice["club"].queryset = clubs = Club.objects.in_order()
        choice["district"].queryset = District.objects.in_order()
        if not self.anywhere:
            del choice["district"]
            del choice["reason"]
            own = clubs.filter(pk__in=actor.club_ids(Permission.INVITE_TO_CLUB))
            choice["club"].help_text = ""
            set_choices(choice["club"], own)

    def _kinds(self) -> list[tuple[str, str]]:
        kinds = tuple(RoleKind) if self.anywhere else CLUB_KINDS
        return [("", "—"), *((kind.value, str(kind.label)) for kind in kinds)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        for name, kinds in (("club", CLUB_ROLES), ("district", DISTRICT_ROLES)):
            if name not in self.fields or name in self.errors:
                continue
            if kind in kinds and not cleaned.get(name):
                self.add_error(name, _("Choose what the role is for."))
            elif kind not in kinds:
                cleaned[name] = None
        if kind in FEDERATION_ROLES and not cleaned.get("reason"):
            self.add_error("reason", _("Say why."))
        return cleaned

    @property
    def invitation_offer(self) -> InvitationOffer:
        facts = self.cleaned_data
        club, district = facts.get("club"), facts.get("district")
        return InvitationOffer(
            email=facts["email"],
            office=RoleScope(
                RoleKind(facts["kind"]),
                club.pk if club else None,
                district.pk if district else None,
            ),
            hands_over=facts["hands_over"],
            language=facts["language"],
            reason=facts.get("reason", ""),
        )
