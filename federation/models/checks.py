"""Checks of a row before it is written, so that a refusal can name the reason."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import models, router
from django.db.models import BaseConstraint, CheckConstraint, Q


class ChecksInOneQuery(models.Model):
    """Base of models that check all of a row's check constraints in one query. Django
    sends one query per constraint, between two statements about a savepoint.
    """

    class Meta:
        abstract = True

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Check all constraints at once. If one fails, Django finds out which and its
        message; Django also handles excluded fields, since a check that names one is
        skipped.
        """
        if exclude:
            super().validate_constraints(exclude)
            return
        using = router.db_for_write(type(self), instance=self)
        try:
            for model, constraints in self.get_constraints():
                for constraint in _with_one_check(constraints):
                    constraint.validate(model, self, using=using)
        except ValidationError:
            super().validate_constraints()


def _with_one_check(constraints: Sequence[BaseConstraint]) -> list[BaseConstraint]:
    checks = [each for each in constraints if isinstance(each, CheckConstraint)]
    others = [each for each in constraints if not isinstance(each, CheckConstraint)]
    if not checks:
        return others
    every = Q(*(check.condition for check in checks))
    return [CheckConstraint(condition=every, name="every_check"), *others]
