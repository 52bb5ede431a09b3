from django.urls import path

from federation.views import invitations, my_account, roles, style_guide

app_name = "federation"
urlpatterns = [
    path("style/", style_guide.style_guide, name="style_guide"),
    path("roles/", roles.roles, name="roles"),
    path("roles/invite/", roles.invite_to_role, name="invite"),
    path("roles/<int:role_id>/end/", roles.end, name="end_role"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        roles.withdraw,
        name="withdraw_invitation",
    ),
    path("invitation/<str:secret>/", invitations.invitation, name="invitation"),
    path("me/", my_account.my_account, name="my_account"),
]
