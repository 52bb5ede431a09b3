"""Forms about the classes of players."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import DayField
from federation.forms.reasons import ReasonField
from tournaments.domain.entries.other_class import DefaultStart
from tournaments.forms.fields import set_field_choices
from tournaments.rules.classes.ranks import ClassRank

OWN = "own"


class OtherClassForm(forms.Form):
    """The class in which a player starts: the player's own, or another one."""

    starts_in = forms.ChoiceField(
        label=gettext_lazy("Starts in"), widget=forms.RadioSelect
    )

    def __init__(
        self, *args: Any, own: DefaultStart, may_choose: bool, **kw: Any
    ) -> None:
        super().__init__(*args, **kw)
        chosen = own.options if may_choose and len(own.options) > 1 else ()
        higher = [each for each in ClassRank if each.is_above(own.options[0])]
        named = _named([*higher, *chosen])
        set_field_choices(self, "starts_in", [(OWN, _own_words(own)), *named])

    @property
    def wanted(self) -> str:
        """The chosen class, "" for the player's own."""
        chosen: str = self.cleaned_data["starts_in"]
        return "" if chosen == OWN else chosen


def _own_words(own: DefaultStart) -> str:
    if own.held is None and len(own.options) > 1:
        return _("not chosen yet")
    return _("own class, %(class)s") % {"class": own.options[0]}


def _named(ranks: Sequence[ClassRank]) -> list[tuple[str, str]]:
    return [(each.value, _("class %(name)s") % {"name": each}) for each in ranks]


class StepDownForm(forms.Form):
    """A player's request to step down a class, and when the player last played."""

    last_played = DayField(
        label=gettext_lazy("Last day of the last competition"),
        help_text=gettext_lazy(
            "Where titles can be won: congresses and sanctioned tournaments (SSF §§\u00a05–6)."
        ),
    )
    reason = ReasonField(
        label=gettext_lazy("Reason for the committee"),
        help_text=gettext_lazy("When and how the player asked for it."),
        readers=gettext_lazy(
            "The rules committee can read it, and administrators in the audit log. It "
            "is not public."
        ),
        error_messages={"required": gettext_lazy("Give a reason.")},
    )
