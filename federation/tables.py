"""The register's lists as tables."""

from datetime import date, datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.enums import PlayerStatus, Visibility
from federation.formats.table_columns import column
from federation.models import Club, OutboxMail, Player, Role, Suspension, User
from federation.permissions import Actor, Permission, may
from federation.templatetags import inline_tags

NOTHING = "–"
Words = str | Promise


class RolesTable(tables.Table):
    person = column(_("Person"), "name", accessor="user__name")
    kind = column(_("Role"))
    scope = column(
        _("For"), "wide", empty_values=(), order_by=("club__sort_key", "district__name")
    )
    email = column(_("Email address"), "wide", accessor="user__email")
    since = column(_("Since"), "wide", accessor="from_date")
    end = column("", "wide", empty_values=(), orderable=False)

    def __init__(
        self, *args: object, endable_roles: frozenset[int], **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)
        self.endable_roles = endable_roles
        """The roles that the reader may end."""

    def render_kind(self, record: Role) -> str:
        return record.get_kind_display()

    def render_scope(self, record: Role) -> str:
        return str(record.club or record.district or NOTHING)

    def render_since(self, value: date) -> str:
        return value.isoformat()

    def render_end(self, record: Role) -> SafeString:
        if record.pk not in self.endable_roles:
            return SafeString("")
        return format_html(
            '<a href="{}">{}</a>',
            reverse("federation:end_role", args=[record.pk]),
            _("End"),
        )


class AccountsTable(tables.Table):
    name = column(_("Name"), "name")
    email = column(_("Email address"), "wide")
    state = column(_("State"), "tight", empty_values=(), order_by=("is_active",))
    last_login = column(_("Last signed in"), "wide")
    two_step = column(_("Two-step sign-in"), "wide", orderable=False)
    reason = column(_("Why it was closed"), "wide", accessor="closed_reason")
    act = column("", "tight", empty_values=(), orderable=False)

    def __init__(self, *args: object, own_id: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.own_id = own_id

    def render_state(self, record: User) -> SafeString:
        if record.is_active:
            return inline_tags.state(kind="done", label=gettext("Can sign in"))
        return inline_tags.state(kind="failed", label=gettext("The account is closed"))

    def render_last_login(self, value: datetime) -> Words:
        return inline_tags.moment(at=value)

    def render_two_step(self, record: User, *, value: bool) -> Words:
        if not value:
            return NOTHING
        if record.pk == self.own_id:
            return gettext("On")
        return self._link("federation:lost_factor", _("Turn off"), record)

    def render_act(self, record: User) -> SafeString:
        if record.pk == self.own_id:
            return SafeString("")
        if record.is_active:
            return self._link("federation:close_account", _("Close"), record)
        return self._link("federation:reopen_account", _("Open again"), record)

    def _link(self, page: str, label: Words, record: User) -> SafeString:
        return format_html(
            '<a href="{}">{}<span class="visually-hidden">: {}</span></a>',
            reverse(page, args=[record.pk]),
            label,
            record.name or record.email,
        )


class MembersTable(tables.Table):
    name = column(_("Name"), "name", accessor="full_name", order_by=("sort_key",))
    club = column(_("Club"), "wide", accessor="club_name", order_by=("club_order",))
    born = column(_("Born"), "num", accessor="birth_year")
    number = column(_("Number"), "num wide", accessor="national_id")
    shown = column(_("Name shown"), "wide", accessor="visibility", orderable=False)
    status = column(_("Status"), "wide", orderable=False)
    account = column(_("Account"), "wide", accessor="has_account", orderable=False)

    def __init__(self, *args: object, actor: Actor, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor

    def render_name(self, record: Player) -> SafeString:
        return format_html(
            '<a href="{}">{}, {}</a>',
            reverse("federation:member", args=[record.pk]),
            record.last_name,
            record.first_name,
        )

    def render_shown(self, record: Player) -> Words:
        if record.visibility == Visibility.PUBLIC:
            return NOTHING
        return record.get_visibility_display()

    def render_status(self, record: Player) -> Words:
        if record.status == PlayerStatus.ACTIVE:
            return NOTHING
        return record.get_status_display()

    def render_account(self, *, value: bool, record: Any) -> Words:
        """Say "Yes" for an account, if the reader sees the managing club's members."""
        club, district = record.club_pk, record.district_pk
        kept = may(
            self.actor, Permission.SEE_MEMBERS, club_id=club, district_id=district
        )
        return _("Yes") if value and kept else NOTHING


class ClubsTable(tables.Table):
    name = column(_("Name"), "name", order_by=("sort_key",))
    town = column(_("Town"), "wide")
    district = column(_("District"), "wide", order_by=("district__name",))
    members = column(_("Members"), "num", initial_sort_descending=True)
    closed = column(_("Closed"), "wide", accessor="closed_date")

    def render_name(self, record: Club) -> SafeString:
        path = reverse("federation:edit_club", args=[record.pk])
        return format_html('<a href="{}">{}</a>', path, record.name)

    def render_closed(self, value: date) -> str:
        return value.isoformat()


class SuspensionsTable(tables.Table):
    player = column(_("Player"), "name", order_by=("player__sort_key",))
    from_date = column(_("From"))
    to_date = column(_("To"))
    reason = column(_("The board's decision"), "wide", orderable=False)
    decided_by = column(_("Entered by"), "wide", orderable=False)
    end = column("", "wide", empty_values=(), orderable=False)

    def __init__(self, *args: object, today: date, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def render_player(self, record: Suspension) -> SafeString:
        path = reverse("federation:member", args=[record.player_id])
        return format_html('<a href="{}">{}</a>', path, record.player.full_name)

    def render_from_date(self, value: date) -> str:
        return value.isoformat()

    def render_to_date(self, value: date) -> str:
        return value.isoformat()

    def render_end(self, record: Suspension) -> SafeString:
        if record.to_date <= self.today or record.player.merged_into_id is not None:
            return SafeString("")
        path = reverse("federation:end_suspension", args=[record.pk])
        return format_html('<a href="{}">{}</a>', path, _("End it earlier"))


class LettersTable(tables.Table):
    """Letters that have not been sent; never their content, which may be secret."""

    to = column(_("To"), "name")
    state = column(_("State"), "tight", empty_values=(), orderable=False)
    subject = column(_("Subject"), "wide", orderable=False)
    written = column(_("Written"), "wide", accessor="written_at")
    attempts = column(_("Attempts"), "num wide")
    error = column(_("What went wrong"), "wide", orderable=False)
    again = column("", "wide tight", empty_values=(), orderable=False)

    def __init__(
        self, *args: object, csrf_token: str, at: datetime, **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)
        self.csrf_token, self.at = csrf_token, at

    def render_state(self, record: OutboxMail) -> SafeString:
        if record.given_up_at:
            return inline_tags.state(kind="failed", label=gettext("Given up"))
        if record.is_being_sent(self.at):
            return inline_tags.state(kind="running", label=gettext("Being sent"))
        tried = (
            gettext("Tried without success") if record.attempts else gettext("Waiting")
        )
        return inline_tags.state(kind="waiting", label=tried)

    def render_written(self, value: datetime) -> Words:
        return inline_tags.moment(at=value)

    def render_again(self, record: OutboxMail) -> SafeString:
        return format_html(
            '<form method="post" action="{}">'
            '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
            '<button class="button button-quiet">{}'
            '<span class="visually-hidden">: {}</span></button></form>',
            reverse("federation:try_again", args=[record.pk]),
            self.csrf_token,
            _("Try again"),
            record.to,
        )
