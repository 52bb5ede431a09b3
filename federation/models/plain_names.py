"""Columns that contain names: which characters they refuse, defined once for forms and
the database.
"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.rules.names import UNSUITABLE, unsuitable_character


def validate_plain_name(text: str) -> None:
    """Refuse a name with markup, invisible characters or marks of direction."""
    character = unsuitable_character(text)
    if character:
        raise ValidationError(
            _("A name cannot contain the character %(character)s: remove it."),
            code="unsuitable_character",
            params={"character": character},
        )


def plain_names(table: str, *columns: str) -> models.CheckConstraint:
    """Return the constraint that these name columns contain no unsuitable characters."""
    unsuitable = models.Q(
        *((f"{column}__regex", UNSUITABLE) for column in columns),
        _connector=models.Q.OR,
    )
    return models.CheckConstraint(
        condition=~unsuitable,
        name=f"{table}_names_are_plain",
        violation_error_message=(
            "A name cannot hold < or >, or characters that cannot be seen."
        ),
    )
