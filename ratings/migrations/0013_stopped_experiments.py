"""Let an experiment be stopped."""

from django.db import migrations, models

STATES = [
    ("waiting", "Waiting"),
    ("running", "Running"),
    ("done", "Done"),
    ("failed", "Failed"),
    ("stopped", "Stopped"),
]


class Migration(migrations.Migration):
    dependencies = [("ratings", "0012_fold_more_letters")]

    operations = [
        migrations.AlterField(
            "experiment",
            "state",
            models.CharField(choices=STATES, default="waiting", max_length=8),
        )
    ]
