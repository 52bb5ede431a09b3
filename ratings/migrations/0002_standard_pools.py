"""The pools that every federation of chess has."""

from django.db import migrations

from ratings.models.partitions import add_partitions


def create(apps, schema_editor):
    pool = apps.get_model("ratings", "Pool").objects.create(
        code="chess-long", name="Chess, long games"
    )
    apps.get_model("ratings", "Computation").objects.create(pool=pool)
    apps.get_model("ratings", "LiveList").objects.create(pool=pool)
    apps.get_model("ratings", "Edition").objects.create(
        pool=pool, system="ssf_2008", parameters={}, from_date="2008-04-20"
    )
    add_partitions(pool.pk, schema_editor.execute)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
