from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("federation", "0005_dropping_newcomers"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="made_card",
            field=models.BooleanField(
                default=False, verbose_name="the player was registered with this entry"
            ),
        ),
    ]
