from django.db import models


class TryCount(models.Model):
    """How often somebody tried something in a day. Who it was is kept as a digest,
    since some of them are network addresses; yesterday's are removed.
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
