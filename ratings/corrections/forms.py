"""Forms of the pages of correction requests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from federation.forms.reasons import PublicReason, ReasonField
from federation.models import Player
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimKind, ClaimScope
from ratings.ledger.queries.versions import NOT_PLAYED, PLAYED
from ratings.models import Game
from ratings.pages.forms import LARGEST_ID

LONGEST_SEARCH = 100
NO_PLAYER = gettext_lazy("Nobody was found. Write the number or the name.")
CHOOSE_PLAYER = gettext_lazy("Choose one of the players found.")


class ClaimForm(forms.Form):
    """What a game should be instead; has only the fields of the chosen kind."""

    text = ReasonField(
        label=gettext_lazy("What happened, and how can it be seen?"),
        help_text=gettext_lazy(
            "Say where it can be seen: score sheet, bulletin, pairing list."
        ),
        readers=gettext_lazy(
            "The other player, the organiser and the rating office can read this. It "
            "is not public."
        ),
        rows=5,
        error_messages={"required": gettext_lazy("Say what happened.")},
    )

    def __init__(
        self,
        data: Any = None,
        *,
        game: Game,
        kind: ClaimKind,
        names: tuple[str, str],
        found: Sequence[Player] = (),
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.game, self.kind, self.found = game, kind, found
        special = {
            ClaimKind.RESULT: self._ask_result,
            ClaimKind.FORFEIT: self._ask_result,
            ClaimKind.DATE: self._ask_day,
            ClaimKind.OPPONENT: self._ask_player,
        }.get(kind)
        if special:
            special(names)
        self.order_fields(["result", "day", "side", "who", "player", "text"])

    def _ask_result(self, names: tuple[str, str]) -> None:
        game = self.game
        was_played = game.played == (self.kind == ClaimKind.RESULT)
        shown = PLAYED if was_played else {2: NOT_PLAYED[2], 0: NOT_PLAYED[0]}
        self.played = was_played
        words = _outcomes(names, played=was_played)
        self.fields["result"] = forms.ChoiceField(
            label=_("How it should be"),
            choices=[
                (str(score), f"{figures}  {words[score]}")
                for score, figures in shown.items()
                if (score, was_played) != (game.score, game.played)
            ],
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose the right result.")},
        )

    def _ask_day(self, names: tuple[str, str]) -> None:
        self.fields["day"] = forms.DateField(
            label=_("The day on which it was played"),
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            error_messages={"required": _("Give the day.")},
        )

    def _ask_player(self, names: tuple[str, str]) -> None:
        self.fields["side"] = forms.ChoiceField(
            label=_("Who did not play this game"),
            choices=[("white", names[0]), ("black", names[1])],
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose who did not play.")},
        )
        self.fields["who"] = forms.CharField(
            label=_("Who played instead"),
            help_text=_("The player's number or name; then choose from those found."),
            max_length=LONGEST_SEARCH,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={"required": _("Enter who played.")},
        )
        self.fields["player"] = forms.ChoiceField(
            label=_("Who is meant"),
            choices=[
                (str(each.pk), f"{each.full_name} · {each.national_id}")
                for each in self.found
            ],
            required=False,
            widget=forms.RadioSelect if self.found else forms.HiddenInput,
            error_messages={"invalid_choice": CHOOSE_PLAYER},
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.kind == ClaimKind.OPPONENT and "who" in cleaned:
            self._check_player(cleaned)
        return cleaned

    def _check_player(self, cleaned: dict[str, Any]) -> None:
        if not self.found:
            self.add_error("who", NO_PLAYER)
        elif not cleaned.get("player") and "player" not in self.errors:
            self.add_error("player", CHOOSE_PLAYER)

    @property
    def wanted(self) -> GameVersion | None:
        """The game as it should be; None where it should be removed."""
        game, cleaned = self.game, self.cleaned_data
        as_it_is = GameVersion.of(game)
        match self.kind:
            case ClaimKind.RESULT | ClaimKind.FORFEIT:
                score = int(cleaned["result"])
                return replace(as_it_is, score=score, played=self.played)
            case ClaimKind.DATE:
                return replace(as_it_is, day=cleaned["day"])
            case ClaimKind.COLOUR:
                return replace(
                    as_it_is,
                    white_id=game.black_id,
                    black_id=game.white_id,
                    score=2 - game.score,
                )
            case ClaimKind.OPPONENT:
                changed: dict[str, Any] = {
                    f"{cleaned['side']}_id": int(cleaned["player"])
                }
                return replace(as_it_is, **changed)
        return None


def _outcomes(names: tuple[str, str], *, played: bool) -> dict[int, str]:
    white, black = names
    if played:
        won, drawn = _("%(player)s won"), _("a draw")
        return {
            2: won % {"player": white},
            1: drawn,
            0: won % {"player": black},
        }
    stayed_away = _("not played: %(player)s did not come")
    return {2: stayed_away % {"player": black}, 0: stayed_away % {"player": white}}


class CorrectionAnswerForm(forms.Form):
    """The answer of a respondent to a correction request."""

    player = forms.IntegerField(
        min_value=0, max_value=LARGEST_ID, required=False, widget=forms.HiddenInput
    )
    agrees = forms.TypedChoiceField(
        label=gettext_lazy("Is it as the request says?"),
        choices=[
            ("yes", gettext_lazy("Yes, that is right")),
            ("no", gettext_lazy("No, that is wrong")),
        ],
        coerce=lambda cleaned: cleaned == "yes",
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say yes or no.")},
    )
    text = required_when(
        gettext_lazy("needed if it is wrong"),
        ReasonField(
            label=gettext_lazy("What you know about it"),
            readers=gettext_lazy(
                "Everybody concerned and the rating office can read it. It is not "
                "public."
            ),
            rows=4,
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("agrees") is False and not cleaned.get("text"):
            self.add_error("text", _("Say how it really was."))
        return cleaned

    @property
    def respondent_id(self) -> int | None:
        """The player for whom it was written, or None for the organiser."""
        cleaned = getattr(self, "cleaned_data", self.initial).get("player")
        return cleaned if isinstance(cleaned, int) else None

    def again(self) -> "CorrectionAnswerForm":
        """Return a form with the text that was typed, to try again."""
        return CorrectionAnswerForm(initial=self.cleaned_data)

    def on_behalf_of(self, player_id: int | None) -> "CorrectionAnswerForm":
        """Return a form with the same text and the same errors for this respondent."""
        if not self.is_bound:
            return CorrectionAnswerForm(initial={**self.initial, "player": player_id})
        words = {name: self.data.get(name, "") for name in ("agrees", "text")}
        form = CorrectionAnswerForm(
            {**words, "player": "" if player_id is None else player_id}
        )
        form.full_clean()
        return form


class ClaimDecision(forms.Form):
    """The officer's decision about the version that was shown."""

    seen = forms.IntegerField(
        min_value=0, max_value=LARGEST_ID, required=False, widget=forms.HiddenInput
    )
    reason = ReasonField(
        label=gettext_lazy("Reason for those concerned"),
        readers=gettext_lazy(
            "Everybody concerned gets this in a letter: the person who asked, both "
            "players and the organiser. It is not public."
        ),
        error_messages={"required": gettext_lazy("Say why.")},
    )
    public_reason = PublicReason(
        readers=gettext_lazy(
            "Shown beside the game for everybody if the correction is made. Left "
            "empty, the page says only what was corrected."
        )
    )

    def __init__(
        self,
        data: Any = None,
        *,
        scopes: Sequence[ClaimScope],
        is_refusal: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.scopes = scopes
        self.fields["scope"] = forms.ChoiceField(
            label=gettext_lazy("If it is allowed, what is corrected"),
            choices=[(each.value, each.label) for each in scopes],
            initial=scopes[0].value,
            required=not is_refusal,
            widget=forms.RadioSelect,
        )
        self.order_fields(["scope", "reason", "public_reason"])

    def again(self) -> "ClaimDecision":
        """Return a form with the text that was typed, to decide about the newest
        version.
        """
        typed = {**self.cleaned_data, "seen": None}
        return ClaimDecision(initial=typed, scopes=self.scopes)


class LiftingForm(forms.Form):
    """Why a correction no longer holds."""

    reason = ReasonField(
        label=gettext_lazy("Reason for those concerned"),
        readers=gettext_lazy(
            "The person who approves can read it, and everybody concerned gets it in "
            "a letter. It is not public."
        ),
        error_messages={"required": gettext_lazy("Say why.")},
    )
    public_reason = PublicReason(
        readers=gettext_lazy(
            "Shown beside the game for everybody. Left empty, the page says only that"
            " the correction was lifted, and when."
        )
    )
