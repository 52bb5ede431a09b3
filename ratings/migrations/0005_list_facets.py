"""Add facets, the grouped places of published lists, also for lists published before."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


# A slice of an uncompressed value is read without the rest.
STORAGE = "ALTER TABLE ratings_listfacet ALTER places SET STORAGE EXTERNAL"
OF_LIST = """
WITH listed AS MATERIALIZED (
  SELECT * FROM ratings_listentry
  WHERE pool_id = %(pool)s AND list_id = %(list)s AND position IS NOT NULL
), grouped AS (
  SELECT name, key, count(*)::int AS players,
    string_agg(int4send(position), ''::bytea ORDER BY position) AS places
  FROM listed CROSS JOIN LATERAL (VALUES
    ('change', coalesce(change, 0)::float8),
    ('games', coalesce(games, 0)),
    ('player_class', coalesce(array_position(
      ARRAY['M', 'I', 'II', 'III'], player_class::text), 5)),
    ('club', coalesce(club_id, -1)),
    ('district', coalesce(district_id, -1)),
    ('age', coalesce(array_position(
      ARRAY['U13', 'U16', 'U20', 'V60'], age_group::text), 0)),
    ('gender', coalesce(array_position(ARRAY['f', 'm'], gender::text), 0))
  ) AS said (name, key) GROUP BY name, key
)
INSERT INTO ratings_listfacet (list_id, facet, keys, counts, places)
SELECT %(list)s, name, string_agg(float8send(key), ''::bytea ORDER BY key),
  string_agg(int4send(players), ''::bytea ORDER BY key),
  string_agg(places, ''::bytea ORDER BY key)
FROM grouped GROUP BY name
UNION ALL
SELECT %(list)s, 'player', '', '',
  string_agg(int4send(player_id), ''::bytea ORDER BY position)
FROM listed HAVING count(*) > 0
"""


def keep_facets(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id, pool_id FROM ratings_ratinglist ORDER BY id")
        for published, pool in cursor.fetchall():
            cursor.execute(OF_LIST, {"list": published, "pool": pool})


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0004_first_pool'),
    ]

    operations = [
        migrations.CreateModel(
            name='ListFacet',
            fields=[
                ('pk', models.CompositePrimaryKey('list_id', 'facet', blank=True, editable=False, primary_key=True, serialize=False)),
                ('list_id', models.IntegerField()),
                ('facet', models.CharField(max_length=12)),
                ('keys', models.BinaryField()),
                ('counts', models.BinaryField()),
                ('places', models.BinaryField()),
            ],
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='listfacet',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;", hash='8c7d58a4b71f06920903edc5ef0b6959cb92a897', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_d0d53', table='ratings_listfacet', when='BEFORE')),
        ),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
        migrations.RunPython(keep_facets, migrations.RunPython.noop),
    ]
