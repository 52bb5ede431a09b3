from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited_when_made, never_changed
from federation.enums import AccountEventKind
from federation.models.users import User


@audited_when_made
class AccountEvent(models.Model):
    """A sign-in, a failed sign-in, a sign-out, or a change of how the account is signed
    in to. `user` is empty if no account has the address: the typed text is not stored,
    since it may be a password. Rows are deleted only by age or with an erased person.
    """

    at = models.DateTimeField(_("when"))
    kind = models.CharField(_("what happened"), max_length=20, choices=AccountEventKind)
    user = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="account_events",
        verbose_name=_("account"),
    )
    network = models.CharField(_("from the network"), max_length=50, blank=True)

    class Meta:
        verbose_name = _("Sign-in and security")
        indexes = [
            models.Index(fields=["at"], name="account_event_at"),
            models.Index(fields=["user", "-at"], name="account_event_of_user"),
        ]
        triggers = [never_changed]

    def __str__(self) -> str:
        return f"{self.user or '-'} {self.kind}"
