"""Create the pool that every chess federation has: long games."""

from django.db import migrations

FIRST_POOL = """
INSERT INTO ratings_pool (code, name, fide_tempo, posted)
VALUES ('chess-long', 'Chess, long games', 'standard', 0);
INSERT INTO ratings_computation (pool_id, computed, slot)
SELECT id, 0, 0 FROM ratings_pool;
INSERT INTO ratings_livelist (pool_id, placed, slot) SELECT id, 0, 0 FROM ratings_pool;
INSERT INTO ratings_edition (pool_id, system, parameters, from_date, reason)
SELECT id, 'ssf_2008', '{}', '2008-04-20', '' FROM ratings_pool;
SELECT ratings_add_pool(id::integer) FROM ratings_pool;
"""


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0003_erasing"),
    ]

    operations = [migrations.RunSQL(FIRST_POOL, migrations.RunSQL.noop)]
