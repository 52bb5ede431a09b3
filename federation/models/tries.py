from django.db import models


class TryCount(models.Model):
    """How often an action was attempted in a day, by account or network address. `who`
    is a digest of either, since a network address is personal data; counts from before
    yesterday are deleted.
    """

    act = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    day = models.DateField()
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["act", "who", "day"], name="tries_counted_once_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.act} on {self.day}: {self.count}"
