from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models.plain_names import plain_names


class UserQuerySet(models.QuerySet["User"]):
    def with_email(self, email: str) -> "UserQuerySet":
        return self.filter(email__iexact=email.strip())


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None, **kwargs: Any) -> "User":
        user = self.model(email=email.strip().lower(), **kwargs)
        user.set_password(password)
        user.save(using=self._db)
        # Accounts are created by a letter to their address, which confirms it.
        addresses = apps.get_model("account", "EmailAddress").objects
        addresses.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=(username or "").strip())


@audited(exclude=["password", "last_login", "session_version"])
class User(AbstractBaseUser):
    """A user who signs in; their roles determine what they may do.

    A session is valid for one password and one `session_version`: raising it signs the
    account out in every browser.
    """

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=120)
    is_active = models.BooleanField(_("can sign in"), default=True)
    player = models.OneToOneField(
        "federation.Player",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="user",
        verbose_name=_("player"),
    )
    created_at = models.DateTimeField(_("account created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_reason = models.CharField(
        _("why it was closed"), max_length=500, blank=True, default=""
    )
    session_version = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = Users.from_queryset(UserQuerySet)()

    class Meta:
        constraints = [
            plain_names("user", "name"),
            models.UniqueConstraint(Lower("email"), name="user_email_once"),
            models.CheckConstraint(
                condition=models.Q(is_active=True, closed_at=None, closed_reason="")
                | models.Q(is_active=False, closed_at__isnull=False)
                & ~models.Q(closed_reason=""),
                name="user_closed_says_when_and_why",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        return self._session_hash(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._session_hash, settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str) -> str:
        facts = f"{self.password}|{self.session_version}"
        made = salted_hmac("federation.session", facts, secret, algorithm="sha256")
        return made.hexdigest()
