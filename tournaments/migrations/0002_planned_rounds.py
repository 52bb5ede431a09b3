"""Store the number of rounds announced apart from the number of rounds played."""

from django.db import migrations, models
from django.db.models import F, Q

from federation.migration_operations import AtOnce

STARTED = """
UPDATE tournaments_section SET planned_rounds = rounds
WHERE started_at IS NOT NULL AND format = 'boards' AND NOT EXISTS (
    SELECT FROM tournaments_league WHERE section_id = tournaments_section.id
)
"""
"""The number announced for sections already started is unknown: assume their rounds."""


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0001_tables"),
    ]

    operations = [
        AtOnce([
            migrations.AddField(
                model_name="section",
                name="planned_rounds",
                field=models.PositiveSmallIntegerField(
                    blank=True, null=True, verbose_name="rounds announced"
                ),
            ),
            migrations.AddField(
                model_name="section",
                name="rounds_reason",
                field=models.CharField(
                    blank=True,
                    db_default="",
                    default="",
                    max_length=200,
                    verbose_name="why there are more or fewer rounds than announced",
                ),
            ),
            migrations.RunSQL(STARTED, migrations.RunSQL.noop),
            # A table cannot be altered while deferred checks of its rows are pending.
            migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
            migrations.AddConstraint(
                model_name="section",
                constraint=models.CheckConstraint(
                    condition=Q(planned_rounds=None)
                    | Q(rounds=F("planned_rounds"))
                    | ~Q(rounds_reason=""),
                    name="section_other_rounds_with_reason",
                ),
            ),
            migrations.AddConstraint(
                model_name="section",
                constraint=models.CheckConstraint(
                    condition=Q(last_accelerated=None) | Q(planned_rounds__isnull=False),
                    name="section_acceleration_by_planned_rounds",
                ),
            ),
        ]),
    ]
