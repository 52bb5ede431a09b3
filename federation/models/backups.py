from django.db import models

from federation.models.plain_names import plain_names


class Backup(models.Model):
    """A back-up that was completed and checked. `script/backup` notes it here, as the
    owner of the tables, so that monitoring can query when the last one was made.
    """

    made_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    file_name = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            plain_names("backup", "file_name"),
            models.CheckConstraint(
                condition=models.Q(finished_at__gte=models.F("made_at")),
                name="backup_finished_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name
