"""State true labels of postings that an edition or a policy makes; the table is unchanged."""

from django.db import migrations, models

TYPES = [
    ("submit", "Report submitted"),
    ("hold", "Report held"),
    ("release", "Report released"),
    ("return", "Report returned"),
    ("withdraw", "Report withdrawn"),
    ("decide", "Decision"),
    ("revoke", "Decision revoked"),
    ("edition", "Edition adopted or withdrawn"),
    ("merge", "Two players merged"),
    ("unmerge", "Merge undone"),
    ("open", "Period opened"),
    ("carry", "Rule for corrections changed"),
]


class Migration(migrations.Migration):
    dependencies = [("ratings", "0009_erasing_undone_files")]

    operations = [
        migrations.AlterField(
            "posting", "act", models.CharField(choices=TYPES, max_length=10)
        )
    ]
