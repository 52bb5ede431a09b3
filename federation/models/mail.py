from datetime import datetime
from typing import Self

from django.db import models


class OutboxQuerySet(models.QuerySet["OutboxMail"]):
    def due(self, at: datetime) -> Self:
        """Keep the letters that wait for an attempt and that no worker has claimed."""
        return self.exclude(claimed_until__gt=at).filter(
            sent_at=None, given_up_at=None, next_attempt_at__lte=at
        )

    def unsent(self) -> Self:
        return self.filter(sent_at=None)


class OutboxMail(models.Model):
    """A letter to be sent: written in the same transaction as its cause, so that
    neither can happen without the other.

    `claimed_until`: until then a worker is handing it to the mail server. If the worker
    dies the claim expires; then another one tries.
    """

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    written_at = models.DateTimeField()
    next_attempt_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    objects = OutboxQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(sent_at=None, given_up_at=None),
                name="outbox_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

    def is_being_sent(self, at: datetime) -> bool:
        """Return whether a worker is sending it; the claim of a worker that died
        expires.
        """
        return self.claimed_until is not None and self.claimed_until > at
