"""Forms with which a secretary edits a member."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.domain.players import PlayerDraft, PlayerFacts
from federation.enums import Gender, PlayerStatus, Visibility
from federation.forms.fields import (
    BirthYearField,
    DayField,
    DaySoonField,
    NameField,
    SeenForm,
    set_choices,
    set_latest,
    set_this_year,
)
from federation.models import Club
from federation.permissions import Actor, Permission
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
VISIBILITIES = (
    (
        Visibility.PUBLIC,
        _(
            "Full name: everybody sees name, club and ratings, and can search for "
            "the name."),
    ),
    (
        Visibility.INITIALS,
        _(
            "Initials only: lists and results show the first letters. Nobody "
            "outside the club and the federation's staff can search for the player "
            "by name."),
    ),
    (
        Visibility.HIDDEN,
        _(
            "Hidden: lists and results say “Hidden player”, and the player has no "
            "page. The games are still rated."),
    ),
)  # fmt: skip


def own_clubs(actor: Actor) -> Any:
    """Return the clubs whose members the actor adds and edits."""
    clubs = Club.objects.in_order().open()
    if actor.everywhere(Permission.EDIT_MEMBERS):
        return clubs
    return clubs.filter(pk__in=actor.club_ids(Permission.EDIT_MEMBERS))


class FactsForm(forms.Form):
    """The data of a player."""

    first_name = NameField(label=_("First name"), max_length=60)
    last_name = NameField(label=_("Last name"), max_length=60)
    birth_year = BirthYearField(label=_("Year of birth"), required=False)
    gender = forms.ChoiceField(
        label=_("Gender"), choices=Gender.choices, required=False
    )
    title = forms.ChoiceField(
        label=_("Title"),
        choices=[("", "—"), *((title, title) for title in TITLES)],
        required=False,
    )
    country = forms.RegexField(
        r"^[A-Za-z]{3}$",
        label=_("Country"),
        initial="SWE",
        help_text=_("FIDE's three letters: SWE, NOR, DEN …"),
        error_messages={"invalid": _("Enter three letters, such as SWE.")},
    )
    fide_id = forms.IntegerField(
        label=_("FIDE number"), min_value=1, max_value=2**31 - 1, required=False
    )
    fide_rating = forms.IntegerField(
        label=_("FIDE rating"),
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
        required=False,
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_this_year(self.fields["birth_year"], today.year)

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    @property
    def facts(self) -> PlayerFacts:
        return PlayerFacts.read(self.cleaned_data)


class EditForm(SeenForm, FactsForm):
    """The same data, with what the editor saw."""


class NewMemberForm(FactsForm):
    """A new member, and the club and day of the membership."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label="—")
    member_from = DaySoonField(label=_("Member from"))
    looked_at = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=200
    )
    """The likely duplicates that were shown and marked as different people."""

    field_order = ["first_name", "last_name", "birth_year", "club", "member_from"]

    def __init__(self, *args: Any, actor: Actor, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        set_choices(self.fields["club"], own_clubs(actor))
        set_latest(self.fields["member_from"], today)

    @property
    def others(self) -> frozenset[int]:
        """The players who were shown and marked as different people."""
        shown = str(self.cleaned_data["looked_at"]).split(",")
        return frozenset(int(key) for key in shown if key.isascii() and key.isdigit())

    def show(self, alike: Iterable[int]) -> None:
        """Record these likely duplicates as shown: sending the form again confirms that
        they are different people.
        """
        words: Any = self.data.copy()  # type: ignore[attr-defined]
        words["looked_at"] = ",".join(map(str, alike))
        self.data = words

    @property
    def draft(self) -> PlayerDraft:
        return PlayerDraft(**asdict(self.facts))


class VisibilityForm(forms.Form):
    visibility = forms.ChoiceField(
        label=_("What everybody sees"),
        choices=VISIBILITIES,
        widget=forms.RadioSelect,
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=10)


class StatusForm(forms.Form):
    status = forms.ChoiceField(
        label=_("Status"), choices=PlayerStatus.choices, widget=forms.RadioSelect
    )
    on = DayField(
        label=_("From which day"),
        help_text=_(
            "For somebody who has left or died: the last day as a member, today or "
            "earlier."
        ),
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=10)


class JoinForm(forms.Form):
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label="—")
    from_date = DaySoonField(label=_("Member from"))

    def __init__(self, *args: Any, actor: Actor, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_date"].initial = today
        set_latest(self.fields["from_date"], today)
        set_choices(self.fields["club"], own_clubs(actor))


class LeaveForm(forms.Form):
    last_date = DaySoonField(label=_("Last day as a member"))

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["last_date"].initial = today
        set_latest(self.fields["last_date"], today)


class MainClubForm(forms.Form):
    club = forms.ModelChoiceField(
        Club.objects.none(), label=_("New main club"), empty_label="—"
    )
    from_date = DaySoonField(label=_("From which day"))

    def __init__(
        self, *args: Any, further: list[int], today: date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_date"].initial = today
        set_latest(self.fields["from_date"], today)
        set_choices(self.fields["club"], Club.objects.filter(pk__in=further).in_order())
        if not further:
            self.fields["club"].help_text = _(
                "The player is a member of no other club. Enter that membership first."
            )
