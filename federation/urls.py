from django.urls import path

from federation.views import (
    accounts,
    audit,
    erasures,
    invitations,
    joining,
    mailbox,
    my_account,
    outbox,
    personal_data,
    places,
    roles,
    style_guide,
    suspensions,
)
from federation.views.members import account, clubs, facts, files, members

app_name = "federation"
urlpatterns = [
    path("style/", style_guide.style_guide, name="style_guide"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/<int:user_id>/close/", accounts.close_account, name="close_account"),
    path(
        "accounts/<int:user_id>/lost-factor/", accounts.lost_factor, name="lost_factor"
    ),
    path(
        "accounts/<int:user_id>/reopen/", accounts.reopen_account, name="reopen_account"
    ),
    path("roles/", roles.roles, name="roles"),
    path("roles/invite/", roles.invite, name="invite"),
    path("roles/<int:role_id>/end/", roles.end, name="end_role"),
    path(
        "invitations/<int:invitation_id>/agree/",
        roles.agree_invitation,
        name="agree_invitation",
    ),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        roles.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("invitation/<str:secret>/", invitations.invitation, name="invitation"),
    path("me/", my_account.my_account, name="my_account"),
    path("members/", members.members, name="members"),
    path("members/list.<slug:kind>", files.members_file, name="members_file"),
    path("members/new/", members.new_member, name="new_member"),
    path("members/ask/", joining.ask_for_member, name="ask_for_member"),
    path("joining/<int:request_id>/", joining.joining, name="joining"),
    path(
        "joining/<int:request_id>/withdraw/",
        joining.withdraw,
        name="withdraw_joining",
    ),
    path("members/<int:player_id>/", members.member, name="member"),
    path("members/<int:player_id>/edit/", facts.edit_member, name="edit_member"),
    path("members/<int:player_id>/shown/", facts.visibility, name="visibility"),
    path("members/<int:player_id>/status/", facts.status, name="status"),
    path("members/<int:player_id>/remove/", facts.remove_member, name="remove_member"),
    path("members/<int:player_id>/join/", clubs.join_club, name="join_club"),
    path(
        "members/<int:player_id>/main-club/",
        clubs.main_club,
        name="main_club",
    ),
    path("memberships/<int:membership_id>/end/", clubs.leave_club, name="leave_club"),
    path(
        "members/<int:player_id>/account/",
        account.invite_player,
        name="invite_player",
    ),
    path(
        "members/<int:player_id>/account/unlink/",
        account.unlink_account,
        name="unlink_account",
    ),
    path("me/data/", personal_data.my_data, name="my_data"),
    path("me/data/file/", personal_data.my_data_file, name="my_data_file"),
    path("me/erase/", erasures.ask_to_be_erased, name="ask_to_be_erased"),
    path(
        "members/<int:player_id>/data/", personal_data.person_data, name="person_data"
    ),
    path(
        "members/<int:player_id>/data/file/",
        personal_data.person_data_file,
        name="person_data_file",
    ),
    path("members/<int:player_id>/erase/", erasures.ask_to_erase, name="ask_to_erase"),
    path("erasures/", erasures.erasures, name="erasures"),
    path("erasures/<int:erasure_id>/", erasures.erasure, name="erasure"),
    path("suspensions/", suspensions.suspensions, name="suspensions"),
    path("members/<int:player_id>/suspend/", suspensions.suspend, name="suspend"),
    path(
        "suspensions/<int:suspension_id>/end/",
        suspensions.shorten,
        name="end_suspension",
    ),
    path("places/", places.places, name="places"),
    path("places/club/", places.new_club, name="new_club"),
    path("places/club/<int:club_id>/", places.edit_club, name="edit_club"),
    path("places/district/", places.new_district, name="new_district"),
    path(
        "places/district/<int:district_id>/", places.edit_district, name="edit_district"
    ),
    path("audit/", audit.audit, name="audit"),
    path("audit/log.<slug:kind>", audit.audit_file, name="audit_file"),
    path("demo/mailbox/", mailbox.mailbox, name="mailbox"),
    path("letters/", outbox.letters, name="outbox"),
    path("letters/<int:letter_id>/again/", outbox.try_again, name="try_again"),
]
