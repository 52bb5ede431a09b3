"""Forms about a tournament."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import LineField
from federation.models import Club, District
from federation.permissions import Actor, Permission, may
from ratings.enums import RatingMethod
from ratings.models import Edition, Pool
from ratings.rules.lask.system import SYSTEM as LASK
from ratings.rules.reading import LONGEST_MATCH
from tournaments.domain.planning.tournaments import TournamentDraft
from tournaments.enums import PeriodRule
from tournaments.forms.fields import day_field, set_field_choices
from tournaments.forms.sections import SectionForm
from tournaments.models import Tournament

MOST_YEARS_AHEAD = 5
LONGEST_DAYS = 800
LASK_MINUTES = gettext_lazy(
    "Thinking time for 60 moves, increments included: 90 minutes and 30 seconds a move"
    " are 120. Where LASK is kept, games count from 180 minutes; by SSF’s rules from 120"
    " minutes, from 60 for those below 1200."
)


class TournamentForm(forms.Form):
    name = LineField(
        label=gettext_lazy("The tournament's name"),
        max_length=120,
        help_text=gettext_lazy("As it will appear in the calendar."),
    )
    organiser = forms.ChoiceField(label=gettext_lazy("Organiser"))
    start_date = day_field(gettext_lazy("First day"))
    end_date = day_field(
        gettext_lazy("Last day"),
        help_text=gettext_lazy("The day of the last round. It can be moved later."),
    )
    place = LineField(label=gettext_lazy("Place"), max_length=80, required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for each player"),
        min_value=1,
        max_value=1440,
        initial=120,
        help_text=gettext_lazy(
            "Thinking time for 60 moves, increments included: 90 minutes and 30 seconds a"
            " move are 120. The rating rules say which games are long enough to be rated."
        ),
    )
    time_control = LineField(
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
        label=gettext_lazy("If a new rating period begins along the way"),
        choices=PeriodRule.choices,
        initial=PeriodRule.BY_DATE,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "For weekly rounds take the first. The second is for a tournament with a"
            " round a day. Where a tournament is rated as a whole, as in Scrabble, its"
            " last day decides, whatever is chosen."
        ),
    )

    method = forms.ChoiceField(
        label=gettext_lazy("How is it rated?"),
        choices=RatingMethod.choices,
        initial=RatingMethod.GAMES,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Only where LASK is kept. The second is for a tournament with about a game"
            " a day in which everybody meets everybody, the third for a Monrad"
            " tournament where only some have ratings; both count in the period of the"
            " first day. It cannot be changed once results are sent in."
        ),
    )
    is_large = forms.BooleanField(
        label=gettext_lazy("A large summer tournament"),
        required=False,
        help_text=gettext_lazy(
            "Where LASK is kept, playing in it from June to August brings 16 points on"
            " 1 September, once a summer."
        ),
    )

    match_length = forms.IntegerField(
        label=gettext_lazy("Length of a match"),
        required=False,
        min_value=1,
        max_value=LONGEST_MATCH,
        help_text=gettext_lazy(
            "In points, where every game is a match as in backgammon: a long one moves"
            " ratings more. Empty: single games."
        ),
    )

    def __init__(self, *args: Any, actor: Actor, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        choices = organiser_choices(actor)
        set_field_choices(self, "organiser", choices)
        if len(choices) == 1:
            self.fields["organiser"].initial = choices[0][0]
            self.fields["organiser"].widget = forms.HiddenInput()
        self._leave_out_pool()
        self._leave_out_lask(actor)
        if not Edition.objects.filter(parameters__match_length=True).exists():
            del self.fields["match_length"]

    def clean_start_date(self) -> date:
        return self._possible(self.cleaned_data["start_date"])

    def clean_end_date(self) -> date:
        return self._possible(self.cleaned_data["end_date"])

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(n) for n in ("start_date", "end_date"))
        if first and last and last < first:
            self.add_error("end_date", _("The last day comes before the first day."))
        elif first and last and (last - first).days > LONGEST_DAYS:
            self.add_error(
                "end_date",
                _("There are more than two years between the first and the last day."),
            )
        return self.cleaned_data

    @property
    def draft(self) -> TournamentDraft:
        data = self.cleaned_data
        club_id, district_id = organiser_of(data["organiser"])
        return TournamentDraft(
            name=data["name"],
            organiser_id=club_id,
            district_id=district_id,
            pool_id=data["pool"].pk,
            start_date=data["start_date"],
            end_date=data["end_date"],
            minutes=data["minutes"],
            place=data["place"],
            time_control=data["time_control"],
            period_rule=data["period_rule"],
            method=data.get("method") or self.initial.get("method", "games"),
            is_large=data.get("is_large", self.initial.get("is_large", False)),
            match_length=data.get("match_length", self.initial.get("match_length")),
        )

    def _possible(self, day: date) -> date:
        if day.year > self.today.year + MOST_YEARS_AHEAD:
            raise forms.ValidationError(_("That is too far ahead."))
        return day

    def _leave_out_pool(self) -> None:
        own_pool = Pool.objects.filter(pk=self.initial.get("pool", 0))
        offered = Pool.objects.going_on(self.today) | own_pool
        field: Any = self.fields["pool"]
        field.queryset = offered.order_by("pk")
        pools = list(field.queryset)
        self.fields["pool"].initial = pools[0].pk if pools else None
        if len(pools) == 1:
            self.fields["pool"].widget = forms.HiddenInput()

    def _leave_out_lask(self, actor: Actor) -> None:
        """Remove the fields that only LASK uses if no pool with decisions or periods is
        rated by it; only an officer may say that an event is large.
        """
        begun = Q(pool__decisions__isnull=False) | Q(pool__periods__isnull=False)
        is_lask_used = Edition.objects.filter(begun, system=LASK.name).exists()
        if is_lask_used:
            self.fields["minutes"].help_text = LASK_MINUTES
        else:
            del self.fields["method"]
        if not (is_lask_used and may(actor, Permission.DECIDE_RATINGS)):
            del self.fields["is_large"]

    @staticmethod
    def initial_of(tournament: Tournament) -> dict[str, Any]:
        """Return the initial values of the form for a tournament."""
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
            "method": tournament.method,
            "is_large": tournament.is_large,
            "match_length": tournament.match_length,
        }


def organiser_choices(actor: Actor) -> list[tuple[str, str]]:
    """Return the clubs and districts for which the actor runs tournaments."""
    act = Permission.RUN_TOURNAMENT
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
    """Return the club's and the district's id of a validated choice."""
    kind, pk = choice[0], int(choice[1:])
    if kind == "d":
        return None, pk
    return pk, Club.objects.values_list("district_id", flat=True).get(pk=pk)


class NewTournamentForm(TournamentForm, SectionForm):
    """A tournament with its first section: most tournaments have no other."""

    field_order = [
        "name", "organiser", "start_date", "end_date", "place", "format", "rounds",
        "pairing_system", "acceleration", "minutes", "time_control", "match_length",
        "section_name", "tie_breaks", "own_list", "point_system", "period_rule",
        "method", "is_large", "gives_titles", "pool",
    ]  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["section_name"].initial = _("Group A")

    def clean(self) -> dict[str, Any]:
        TournamentForm.clean(self)
        return SectionForm.clean(self)


def suggested_days(today: date) -> dict[str, date]:
    """Return suggested days: beginning next week, for seven weeks."""
    first = today + timedelta(days=7 - today.weekday())
    return {"start_date": first, "end_date": first + timedelta(weeks=6)}
