"""What people type about a tournament and its sections."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.models import Club, District
from federation.permissions import Act, Actor
from ratings.models import Pool
from tournaments.domain.planning import SectionDraft, TournamentDraft
from tournaments.enums import ROUND_ROBINS, PeriodRule, SectionFormat
from tournaments.forms.fields import day_field, offer
from tournaments.models import Section, Tournament
from tournaments.rules.tiebreaks import CUSTOMARY_TIE_BREAKS

MOST_YEARS_AHEAD = 5
LONGEST_DAYS = 800


class TournamentForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("The tournament's name"),
        max_length=120,
        help_text=gettext_lazy("As it will stand in the calendar."),
    )
    organiser = forms.ChoiceField(label=gettext_lazy("Organiser"))
    start_date = day_field(gettext_lazy("First day"))
    end_date = day_field(
        gettext_lazy("Last day"),
        help_text=gettext_lazy("The day of the last round. It can be moved later."),
    )
    place = forms.CharField(label=gettext_lazy("Place"), max_length=80, required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for each player"),
        min_value=1,
        max_value=1440,
        initial=120,
        help_text=gettext_lazy(
            "Thinking time for 60 moves, increments included. From 120 minutes"
            " everybody is rated; from 60 those below 1200 may be."
        ),
    )
    time_control = forms.CharField(
        label=gettext_lazy("Time control in words"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("For example 90 minutes and 30 seconds a move."),
    )
    pool = forms.ModelChoiceField(
        label=gettext_lazy("Rated as"),
        queryset=Pool.objects.order_by("pk"),
        empty_label=None,
    )
    period_rule = forms.ChoiceField(
        label=gettext_lazy("If a new rating period begins on the way"),
        choices=PeriodRule.choices,
        initial=PeriodRule.BY_DATE,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "For weekly rounds take the first. The second is for a tournament with a"
            " round a day."
        ),
    )

    def __init__(self, *args: Any, actor: Actor, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        choices = organiser_choices(actor)
        offer(self, "organiser", choices)
        if len(choices) == 1:
            self.fields["organiser"].initial = choices[0][0]
            self.fields["organiser"].widget = forms.HiddenInput()
        self._leave_out_pool()

    def clean_start_date(self) -> date:
        return self._possible(self.cleaned_data["start_date"])

    def clean_end_date(self) -> date:
        return self._possible(self.cleaned_data["end_date"])

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(n) for n in ("start_date", "end_date"))
        if first and last and last < first:
            self.add_error("end_date", _("The last day comes before the first day."))
        elif first and last and (last - first).days > LONGEST_DAYS:
            self.add_error("end_date", _("That is more than two years."))
        return self.cleaned_data

    @property
    def draft(self) -> TournamentDraft:
        told = self.cleaned_data
        club_id, district_id = organiser_of(told["organiser"])
        return TournamentDraft(
            name=told["name"],
            organiser_id=club_id,
            district_id=district_id,
            pool_id=told["pool"].pk,
            start_date=told["start_date"],
            end_date=told["end_date"],
            minutes=told["minutes"],
            place=told["place"],
            time_control=told["time_control"],
            period_rule=told["period_rule"],
        )

    def _possible(self, day: date) -> date:
        if day.year > self.today.year + MOST_YEARS_AHEAD:
            raise forms.ValidationError(_("That is too far ahead."))
        return day

    def _leave_out_pool(self) -> None:
        stands = Pool.objects.filter(pk=self.initial.get("pool", 0))
        offered = Pool.objects.going_on(self.today) | stands
        field: Any = self.fields["pool"]
        field.queryset = offered.order_by("pk")
        pools = list(field.queryset)
        self.fields["pool"].initial = pools[0].pk if pools else None
        if len(pools) == 1:
            self.fields["pool"].widget = forms.HiddenInput()

    @staticmethod
    def told_of(tournament: Tournament) -> dict[str, Any]:
        """A tournament as this form shows it."""
        organiser = tournament.organiser_id
        return {
            "name": tournament.name,
            "organiser": f"c{organiser}" if organiser else f"d{tournament.district_id}",
            "start_date": tournament.start_date,
            "end_date": tournament.end_date,
            "place": tournament.place,
            "minutes": tournament.minutes,
            "time_control": tournament.time_control,
            "pool": tournament.pool_id,
            "period_rule": tournament.period_rule,
        }


def organiser_choices(actor: Actor) -> list[tuple[str, str]]:
    """The clubs and districts for which the actor runs tournaments."""
    act = Act.RUN_TOURNAMENT
    clubs, districts = Club.objects.open().in_order(), District.objects.in_order()
    if not actor.everywhere(act):
        mine = actor.district_ids(act)
        clubs = clubs.filter(pk__in=actor.club_ids(act)) | clubs.filter(
            district__in=mine
        )
        districts = districts.filter(pk__in=mine)
    return [
        *((f"d{pk}", name) for pk, name in districts.values_list("pk", "name")),
        *((f"c{pk}", name) for pk, name in clubs.values_list("pk", "name")),
    ]


def organiser_of(choice: str) -> tuple[int | None, int]:
    """The club's and the district's id of a choice that was checked."""
    kind, pk = choice[0], int(choice[1:])
    if kind == "d":
        return None, pk
    return pk, Club.objects.values_list("district_id", flat=True).get(pk=pk)


class SectionForm(forms.Form):
    section_name = forms.CharField(
        label=gettext_lazy("The section's name"),
        max_length=60,
        help_text=gettext_lazy("For example Group A. More sections can follow."),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("How is it played?"),
        choices=SectionFormat.choices,
        initial=SectionFormat.ROUND_ROBIN,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        required=False,
        min_value=1,
        max_value=40,
        help_text=gettext_lazy(
            "Only for a section that is paired round by round. Where everybody meets"
            " everybody, the number of players decides."
        ),
    )
    tie_breaks = forms.ChoiceField(
        label=gettext_lazy("When players have equal points"),
        choices=[
            ("standard", gettext_lazy("the federation's rule (§ 10.3)")),
            (
                "customary",
                gettext_lazy("quality points, games won, direct encounter, lots"),
            ),
        ],
        initial="standard",
        widget=forms.RadioSelect,
    )
    gives_titles = forms.BooleanField(
        label=gettext_lazy("Players can move between classes here"),
        required=False,
        help_text=gettext_lazy("Only in a tournament that is sanctioned."),
    )

    def clean(self) -> dict[str, Any]:
        paired = self.cleaned_data.get("format") == SectionFormat.BOARDS
        if (
            paired
            and not self.cleaned_data.get("rounds")
            and "rounds" not in self.errors
        ):
            self.add_error("rounds", _("Say how many rounds there will be."))
        return self.cleaned_data

    @property
    def section_draft(self) -> SectionDraft:
        told = self.cleaned_data
        drawn = told["format"] in ROUND_ROBINS
        customary = told["tie_breaks"] == "customary"
        return SectionDraft(
            name=told["section_name"],
            format=told["format"],
            rounds=1 if drawn else told["rounds"],
            tie_breaks=CUSTOMARY_TIE_BREAKS if customary else None,
            gives_titles=told["gives_titles"],
        )

    @staticmethod
    def told_of_section(section: Section) -> dict[str, Any]:
        customary = tuple(section.tie_breaks) == CUSTOMARY_TIE_BREAKS
        return {
            "section_name": section.name,
            "format": section.format,
            "rounds": section.rounds,
            "tie_breaks": "customary" if customary else "standard",
            "gives_titles": section.gives_titles,
        }


class NewTournamentForm(TournamentForm, SectionForm):
    """A tournament with its first section: most have no other."""

    field_order = [
        "name", "organiser", "start_date", "end_date", "place", "format", "rounds",
        "minutes", "time_control", "section_name", "tie_breaks", "period_rule",
        "gives_titles", "pool",
    ]  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["section_name"].initial = _("Group A")

    def clean(self) -> dict[str, Any]:
        TournamentForm.clean(self)
        return SectionForm.clean(self)


def first_guess(today: date) -> dict[str, date]:
    """Days to begin with: next week, for seven weeks."""
    first = today + timedelta(days=7 - today.weekday())
    return {"start_date": first, "end_date": first + timedelta(weeks=6)}
