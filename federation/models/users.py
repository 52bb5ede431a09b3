from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models.plain_names import plain_names


class UserQuerySet(models.QuerySet["User"]):
    def with_email(self, email: str) -> "UserQuerySet":
        return self.filter(email__iexact=email.strip())


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None, **facts: Any) -> "User":
        user = self.model(email=email.strip().lower(), **facts)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=(username or "").strip())


@audited(exclude=["password", "last_login"])
class User(AbstractBaseUser):
    """Somebody who signs in; what they may do stands in their roles."""

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
    created_at = models.DateTimeField(_("account made"), auto_now_add=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = Users.from_queryset(UserQuerySet)()

    class Meta:
        constraints = [
            plain_names("user", "name"),
            models.UniqueConstraint(Lower("email"), name="user_email_once"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return self.name
