"""Forms about a league, its teams, its line-ups and its matches."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import LineField, required_when
from federation.forms.reasons import ReasonField
from tournaments.domain.teams.leagues import LeagueDraft, TeamDraft
from tournaments.domain.teams.line_ups import LineUpDraft
from tournaments.enums import FirstColour, TeamCycles
from tournaments.forms.fields import set_field_choices
from tournaments.models import League, Team
from tournaments.models.teams import MOST_BOARDS, MOST_POINTS

NOBODY = 0
"""The choice for a board that stays empty."""
READ_BY_ALL = _("Everybody can read it.")


class LeagueForm(forms.Form):
    boards = forms.IntegerField(
        label=_("Boards in a match"), min_value=1, max_value=MOST_BOARDS, initial=4
    )
    cycles = forms.TypedChoiceField(
        label=_("How often two teams meet"),
        choices=TeamCycles.choices,
        coerce=int,
        initial=TeamCycles.ONCE,
    )
    home_on_first = forms.ChoiceField(
        label=_("Colour of the home team on the first board"),
        choices=FirstColour.choices,
        initial=FirstColour.BLACK,
        help_text=_("The colours alternate from board to board."),
    )
    tolerance = forms.IntegerField(
        label=_("Points by which a line-up may leave the rating order"),
        min_value=0,
        max_value=500,
        initial=0,
        help_text=_("Beyond it a captain has to give a reason, which is public."),
    )
    for_win = forms.IntegerField(
        label=_("Match points for a win"), min_value=0, max_value=MOST_POINTS, initial=2
    )
    for_draw = forms.IntegerField(
        label=_("Match points for a draw"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=1,
    )
    for_loss = forms.IntegerField(
        label=_("Match points for a loss"),
        min_value=0,
        max_value=MOST_POINTS,
        initial=0,
    )

    @property
    def draft(self) -> LeagueDraft:
        return LeagueDraft(**self.cleaned_data)

    @staticmethod
    def initial_of(league: League | None) -> dict[str, Any]:
        if league is None:
            return {}
        return {name: getattr(league, name) for name in LeagueForm.base_fields}


class TeamForm(forms.Form):
    club = forms.TypedChoiceField(label=_("Club"), coerce=int)
    name = LineField(
        label=_("Name of the team"),
        max_length=60,
        help_text=_("For example the club's name with A or B."),
    )
    captain = required_when(
        _("without one the club's secretary leads the team"),
        forms.TypedChoiceField(label=_("Captain"), coerce=int, empty_value=None),
    )

    def __init__(
        self,
        *args: Any,
        clubs: Sequence[tuple[int, str]],
        captains: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        set_field_choices(self, "club", [("", "—"), *clubs])
        set_field_choices(self, "captain", [("", _("the club's secretary")), *captains])
        self.fields["captain"].required = False

    @property
    def draft(self) -> TeamDraft:
        data = self.cleaned_data
        return TeamDraft(data["club"], data["name"], data["captain"])

    @staticmethod
    def initial_of(team: Team) -> dict[str, Any]:
        return {"club": team.club_id, "name": team.name, "captain": team.captain_id}


class TeamWithdrawalForm(forms.Form):
    """How a team's matches count when it withdraws."""

    strikes = forms.TypedChoiceField(
        label=_("Its matches"),
        widget=forms.RadioSelect,
        choices=[
            (
                "no",
                _(
                    "count as they are, and those that have not begun are won by the "
                    "opponents on all boards"
                ),
            ),
            ("yes", _("do not count in the table, not even those that are played")),
        ],
        coerce=lambda chosen: chosen == "yes",
        help_text=_("Games that are played are rated in both cases."),
    )
    reason = ReasonField(
        label=_("Why the team withdraws"), readers=READ_BY_ALL, rows=1, max_length=300
    )


class LineUpForm(forms.Form):
    """A player for each board, in rating order."""

    reason = required_when(
        _("needed if the order of the ratings is not followed"),
        ReasonField(
            label=_("Why the line-up departs from the rating order"),
            readers=READ_BY_ALL,
            rows=1,
            max_length=200,
        ),
    )

    def __init__(
        self, *args: Any, boards: int, players: Sequence[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for board in range(1, boards + 1):
            self.fields[f"board_{board}"] = forms.TypedChoiceField(
                label=_("Board %(number)s") % {"number": board},
                coerce=int,
                choices=[
                    ("", _("choose a player")),
                    *players,
                    (NOBODY, _("nobody: the board is lost by forfeit")),
                ],
                error_messages={
                    "required": _("Choose a player, or say that nobody plays here.")
                },
            )
        self.boards = boards
        self.order_fields([*(f"board_{n + 1}" for n in range(boards)), "reason"])

    @property
    def draft(self) -> LineUpDraft:
        data = self.cleaned_data
        chosen = (data[f"board_{n + 1}"] for n in range(self.boards))
        players = tuple(None if pk == NOBODY else pk for pk in chosen)
        return LineUpDraft(players, data["reason"])


class ObjectionForm(forms.Form):
    reason = ReasonField(
        label=_("What is wrong"),
        help_text=_("Which board, and what the result was."),
        readers=READ_BY_ALL,
        rows=1,
        max_length=300,
    )


class MatchDecisionForm(forms.Form):
    reason = ReasonField(
        label=_("Why the results stand as they are"),
        readers=READ_BY_ALL,
        rows=1,
        max_length=300,
    )
