from django.urls import path

from federation.views import (
    audit,
    invitations,
    member_account,
    member_clubs,
    member_facts,
    members,
    my_account,
    outbox,
    places,
    roles,
    style_guide,
    suspensions,
)

app_name = "federation"
urlpatterns = [
    path("style/", style_guide.style_guide, name="style_guide"),
    path("roles/", roles.roles, name="roles"),
    path("roles/invite/", roles.invite_to_role, name="invite"),
    path("roles/<int:role_id>/end/", roles.end, name="end_role"),
    path(
        "invitations/<int:invitation_id>/agree/",
        roles.agree,
        name="agree_invitation",
    ),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        roles.withdraw,
        name="withdraw_invitation",
    ),
    path("invitation/<str:secret>/", invitations.invitation, name="invitation"),
    path("me/", my_account.my_account, name="my_account"),
    path("members/", members.members, name="members"),
    path("members/new/", members.new_member, name="new_member"),
    path("members/<int:player_id>/", members.member, name="member"),
    path("members/<int:player_id>/edit/", member_facts.edit_member, name="edit_member"),
    path("members/<int:player_id>/shown/", member_facts.visibility, name="visibility"),
    path("members/<int:player_id>/status/", member_facts.status, name="status"),
    path("members/<int:player_id>/join/", member_clubs.join, name="join_club"),
    path(
        "members/<int:player_id>/main-club/",
        member_clubs.main_club,
        name="main_club",
    ),
    path("memberships/<int:membership_id>/end/", member_clubs.leave, name="leave_club"),
    path(
        "members/<int:player_id>/account/",
        member_account.invite_player,
        name="invite_player",
    ),
    path(
        "members/<int:player_id>/account/unlink/",
        member_account.unlink,
        name="unlink_account",
    ),
    path("suspensions/", suspensions.suspensions, name="suspensions"),
    path("members/<int:player_id>/suspend/", suspensions.suspend, name="suspend"),
    path(
        "suspensions/<int:suspension_id>/end/",
        suspensions.shorten,
        name="end_suspension",
    ),
    path("places/", places.places, name="places"),
    path("places/club/", places.new_club, name="new_club"),
    path("places/club/<int:club_id>/", places.club, name="edit_club"),
    path("places/district/", places.new_district, name="new_district"),
    path("places/district/<int:district_id>/", places.district, name="edit_district"),
    path("audit/", audit.audit, name="audit"),
    path("letters/", outbox.letters, name="outbox"),
    path("letters/<int:letter_id>/again/", outbox.again, name="try_again"),
]
