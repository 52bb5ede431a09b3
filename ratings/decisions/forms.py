"""The form of a decision about ratings."""

from datetime import date, timedelta
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import required_when
from federation.forms.reasons import PublicReason, ReasonField
from federation.models import Player
from ratings.enums import (
    ACTIVITY_DECISIONS,
    OFFICER_KINDS,
    WITHOUT_POINTS,
    DecisionKind,
)
from ratings.models import Period, Pool
from ratings.pages.forms import LEAST_RATING, MOST_RATING
from ratings.pages.level_words import no_such_level
from ratings.pools.queries.systems import pools_where, systems_of_pools
from ratings.rules.protocol import ExemptsActivePlayers, HasLevels

MOST_ADJUSTMENT = 1000
DAYS_AHEAD = 366
LONGEST_SEARCH = 100


class SignedInteger(forms.IntegerField):
    """A whole number as people write it: +50, −50."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.strip().replace("−", "-").replace("–", "-").lstrip("+")
        return super().to_python(value)


RATINGS = (DecisionKind.START, DecisionKind.ASSESSED)
"""The kinds of which `points` is a rating, not a difference."""


def level_in(cleaned: str, levels: HasLevels) -> int:
    """Return the level of a text: its name, a short form or its number."""
    try:
        return levels.parse_level(cleaned)
    except ValueError:
        raise forms.ValidationError(no_such_level(cleaned, levels)) from None


class DecisionForm(forms.Form):
    """A decision about a rating, before it is stored."""

    pool = forms.ModelChoiceField(
        label=_("Pool"), queryset=Pool.objects.order_by("pk"), empty_label=None
    )
    kind = forms.ChoiceField(
        label=_("What is decided"),
        choices=[(kind.value, kind.label) for kind in OFFICER_KINDS],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is decided.")},
    )
    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.all(),
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("There is no such player. Search again.")},
    )
    on_date = forms.DateField(
        label=_("Day"),
        help_text=_("The decision belongs to the period that includes this day."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"required": _("Give the day.")},
    )
    points = required_when(
        _("needed except when a bonus is withheld, and for activity"),
        forms.CharField(
            label=_("Points"),
            help_text=_(
                "A rating such as 1450, or a difference such as −50 or +30. Leave "
                "empty when a bonus is withheld, or for activity over the board."
            ),
            widget=SignedInteger.widget,
        ),
    )
    reason = ReasonField(
        label=_("Reason for the office and the player"),
        readers=_(
            "Another officer relies on it to confirm, and it is kept. It is not public."
        ),
        error_messages={"required": _("Say why this is decided.")},
    )
    public_reason = PublicReason(
        readers=_(
            "Shown in the explanation of the rating. Left empty, it says only what was"
            " decided and when."
        ),
    )

    def __init__(self, *args: Any, today: date, **named: Any) -> None:
        super().__init__(*args, **named)
        self.today = today
        pools = list(Pool.objects.order_by("pk"))
        self.many_pools = len(pools) > 1
        if not self.many_pools:
            self.fields["pool"].widget = forms.HiddenInput()
        self.fields["pool"].initial = pools[0].pk if pools else None
        self.systems = systems_of_pools(pool.pk for pool in pools)
        if any(each.has_levels for each in self.systems.values()):
            self._use_levels()
        self.keeping = pools_where(ExemptsActivePlayers)
        if not self.keeping:
            kinds = cast("forms.ChoiceField", self.fields["kind"])
            kinds.choices = [
                (kind.value, kind.label)
                for kind in OFFICER_KINDS
                if kind not in ACTIVITY_DECISIONS
            ]

    def _use_levels(self) -> None:
        points = self.fields["points"]
        points.help_text = _(
            "A rating such as 1450, or a level such as 3 kyu where games are rated by "
            "levels, or a difference such as −50 or, for levels, +1. Leave empty when a "
            "bonus is withheld."
        )
        points.widget.attrs["inputmode"] = "text"

    @property
    def levels(self) -> HasLevels | None:
        """The levels of the chosen pool on the chosen day; None if it is rated by
        numbers.
        """
        pool, day = self.cleaned_data.get("pool"), self.cleaned_data.get("on_date")
        return self.systems[pool.pk].levels_on(day or self.today) if pool else None

    def clean_points(self) -> int | None:
        """Return the level if the pool has levels, otherwise a whole number."""
        cleaned: str = self.cleaned_data["points"]
        is_rating = self.cleaned_data.get("kind") in RATINGS
        if cleaned and self.levels and is_rating:
            return level_in(cleaned, self.levels)
        points: int | None = SignedInteger(required=False).clean(cleaned)
        return points

    def clean_on_date(self) -> date:
        day: date = self.cleaned_data["on_date"]
        if day > self.today + timedelta(days=DAYS_AHEAD):
            raise forms.ValidationError(_("That is more than a year ahead."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        if not kind:
            return cleaned
        if kind != DecisionKind.WITHHOLD_BONUS:
            self._check_player(cleaned)
        if kind in WITHOUT_POINTS:
            cleaned["points"] = None
        else:
            self._check_points(cleaned, kind)
        self._check_day(cleaned, kind)
        self._check_activity(cleaned, kind)
        return cleaned

    def _check_activity(self, cleaned: dict[str, Any], kind: str) -> None:
        pool = cleaned.get("pool")
        if kind in ACTIVITY_DECISIONS and pool and pool.pk not in self.keeping:
            self.add_error(
                "kind",
                _("In %(pool)s, activity over the board does not keep a rating.")
                % {"pool": gettext(pool.name)},
            )

    def _check_player(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("player") is None and "player" not in self.errors:
            self.add_error("player", _("Search, then choose the player in the list."))

    def _check_points(self, cleaned: dict[str, Any], kind: str) -> None:
        points = cleaned.get("points")
        if "points" in self.errors:
            return
        if points is None:
            self.add_error("points", _("Give the points."))
        elif kind == DecisionKind.ADJUSTMENT and self.levels:
            most = len(self.levels.levels) - 1
            if points == 0 or abs(points) > most:
                self.add_error(
                    "points",
                    _("A deduction or raise is between −%(most)d and +%(most)d levels.")
                    % {"most": most},
                )
        elif kind == DecisionKind.ADJUSTMENT:
            if points == 0 or abs(points) > MOST_ADJUSTMENT:
                self.add_error(
                    "points", _("A deduction or raise is between −1000 and +1000.")
                )
        elif not self.levels and not LEAST_RATING <= points <= MOST_RATING:
            self.add_error("points", _("A rating is between 100 and 3500."))

    def _check_day(self, cleaned: dict[str, Any], kind: str) -> None:
        """Refuse a day that is before the first period. A start rating is allowed, as it
        holds for whichever period comes first, and so is a decision on activity, which
        holds for all that follow; every other kind needs a period that contains its day.
        """
        day, pool = cleaned.get("on_date"), cleaned.get("pool")
        lasts = kind == DecisionKind.START or kind in ACTIVITY_DECISIONS
        if day is None or pool is None or lasts:
            return
        first = Period.objects.filter(pool=pool).order_by("start_date").first()
        if first is None or day < first.start_date:
            self.add_error(
                "on_date",
                _("No period includes this day: the first begins %(day)s.")
                % {"day": first.start_date.isoformat()}
                if first
                else _("No period has been opened yet."),
            )


class Revocation(forms.Form):
    reason = ReasonField(
        label=_("Reason"),
        readers=_(
            "The rating officers can read it, and administrators in the audit log. It "
            "is not public: the decision disappears from the explanations."
        ),
        error_messages={"required": _("Say why the decision no longer applies.")},
    )


class Rejection(forms.Form):
    """The reason why an officer does not confirm a decision; its maker needs no reason."""

    reason = ReasonField(
        label=_("Reason"),
        readers=_(
            "The rating officers can read it, and administrators in the audit log. It "
            "is not public: the decision never counted."
        ),
        error_messages={"required": _("Say why the decision is rejected.")},
    )

    def __init__(
        self, data: Any = None, *, is_own: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["reason"].required = not is_own


Reasoned = Rejection | Revocation


def reason_form(act: str, data: Any, *, is_own: bool) -> Reasoned:
    """Return the form with the reason for an act on a decision."""
    return Revocation(data) if act == "revoke" else Rejection(data, is_own=is_own)
