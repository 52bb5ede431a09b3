"""What people type about the classes of players."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.entries.other_class import OwnStart
from tournaments.forms.fields import offer
from tournaments.rules.classes import ClassRank


class OtherClassForm(forms.Form):
    """Which class a player starts in: the own class, or one of these."""

    starts_in = forms.ChoiceField(
        label=gettext_lazy("Starts in"), required=False, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, own: OwnStart, may_choose: bool, **kw: Any) -> None:
        super().__init__(*args, **kw)
        chosen = own.options if may_choose and len(own.options) > 1 else ()
        higher = [each for each in ClassRank if each.is_above(own.options[0])]
        offer(self, "starts_in", [("", _own_words(own)), *_named([*higher, *chosen])])


def _own_words(own: OwnStart) -> str:
    if own.held is None and len(own.options) > 1:
        return _("not chosen yet")
    return _("the own class, %(class)s") % {"class": own.options[0]}


def _named(ranks: Sequence[ClassRank]) -> list[tuple[str, str]]:
    return [(each.value, _("class %(name)s") % {"name": each}) for each in ranks]
