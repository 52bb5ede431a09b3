"""Store the rows of each pool in partitions of its own. Changes and live places have two
slots in each: the spare one is filled while the current one is read.

No table is created, dropped, detached or attached while the office runs, except when a
pool is opened. What has to be done as the owner of the tables is done by the functions
below, whose only arguments are numbers.
"""

import django.contrib.postgres.fields
from django.db import migrations, models

TABLES = """
CREATE TABLE ratings_changerow (
  pool_id integer NOT NULL, player_id integer NOT NULL,
  ended_on date NOT NULL, started_on date NOT NULL, report_id integer NOT NULL,
  slot smallint NOT NULL,
  before double precision, change double precision NOT NULL,
  bonus double precision NOT NULL, deduction double precision NOT NULL,
  adjustment double precision NOT NULL, after double precision,
  games smallint NOT NULL, score smallint NOT NULL, start_from smallint NOT NULL,
  last_played date, adopts boolean NOT NULL, memory double precision[],
  CONSTRAINT change_memory_known_or_null
    CHECK (NOT (memory @> ARRAY['NaN'::double precision] AND memory IS NOT NULL))
) PARTITION BY LIST (pool_id);
CREATE TABLE ratings_liveplacerow (
  pool_id integer NOT NULL, player_id integer NOT NULL, slot smallint NOT NULL,
  position integer NOT NULL, rank integer NOT NULL,
  rating double precision NOT NULL, base double precision NOT NULL,
  games smallint NOT NULL, ended_on date NOT NULL, last_played date
) PARTITION BY LIST (pool_id);
"""

UNSEEN = """
-- Can no snapshot see what was read before this transaction? Snapshots of other
-- sessions, of standbys and of replication slots count. A number far ahead of all
-- transactions comes from the back-up of another server. A dump that has looked at the
-- indexes, and not locked their tables yet, fails when one is gone: so none at all.
-- A transaction keeps what it read of pg_stat_activity first: each look forgets it.
CREATE FUNCTION ratings_unseen_since(since bigint) RETURNS boolean
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_stat_clear_snapshot();
  SELECT NOT EXISTS (
    SELECT FROM pg_stat_activity WHERE application_name = 'pg_dump'
      AND datname = current_database()
  ) AND (since > now.own + 1000000 OR since < now.oldest AND NOT EXISTS (
    SELECT FROM (
      SELECT backend_xmin AS held FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND (coalesce(datid, 0) = 0 OR datid =
        (SELECT oid FROM pg_database WHERE datname = current_database()))
      UNION ALL SELECT xmin FROM pg_replication_slots
    ) AS snapshots
    WHERE (now.own - held::text::bigint) & 4294967295 >= now.own - since))
  FROM (SELECT pg_current_xact_id()::text::bigint AS own,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest) AS now
$$;
"""

SLOTS = """
CREATE FUNCTION {table}_index(pool integer, slot integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  leaf text := format('{table}_%s_%s', pool, slot);
BEGIN
  -- SHARE locks, for which no reader waits and which wait for no reader.
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I ({key})',
    leaf || '_key', leaf);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I ({order})',
    leaf || '_order', leaf);
  EXECUTE format('ANALYZE %I', leaf);
END $$;

CREATE FUNCTION {table}_add(pool integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '150ms' AS $$
DECLARE
  branch text := format('{table}_%s', pool);
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE {table} INCLUDING CONSTRAINTS)'
    ' PARTITION BY LIST (slot)', branch);
  FOR slot IN 0..1 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES IN (%s)',
      branch || '_' || slot, branch, slot);
  END LOOP;
  PERFORM {table}_index(pool, 0);
  -- ATTACH lets readers and dumps go on, PARTITION OF would not.
  EXECUTE format('ALTER TABLE {table} ATTACH PARTITION %I FOR VALUES IN (%s)',
    branch, pool);
END $$;

-- Empties the slot that does not stand, where nobody can see it any more, and takes
-- its indexes away, which are made again when it has been filled. False: not now.
CREATE FUNCTION {table}_empty_spare(pool integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '150ms' AS $$
DECLARE
  standing record;
  leaf text;
BEGIN
  SELECT state.slot, state.spare_since INTO standing FROM {state} AS state
    WHERE state.pool_id = pool FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF standing.spare_since IS NULL THEN RETURN true; END IF;
  leaf := format('{table}_%s_%s', pool, 1 - standing.slot);
  IF NOT ratings_unseen_since(standing.spare_since) THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', leaf);
  IF NOT ratings_unseen_since(standing.spare_since) THEN RETURN false; END IF;
  EXECUTE format('TRUNCATE %I', leaf);
  EXECUTE format('DROP INDEX IF EXISTS %I, %I', leaf || '_key', leaf || '_order');
  UPDATE {state} AS state SET spare_since = NULL WHERE state.pool_id = pool;
  RETURN true;
END $$;

CREATE VIEW {view} AS
  SELECT {seen}, stored.slot FROM {table} AS stored
  JOIN {state} AS standing
    ON standing.pool_id = stored.pool_id AND standing.slot = stored.slot;
"""

CHANGE_COLUMNS = (
    "pool_id, player_id, ended_on, started_on, report_id, before, change, bonus,"
    " deduction, adjustment, after, games, score, start_from, last_played, adopts,"
    " memory"
)
PLACE_COLUMNS = (
    "pool_id, player_id, position, rank, rating, base, games, ended_on, last_played"
)


def _slots(*, view, table, state, columns, key, order):
    seen = ", ".join(f"stored.{column}" for column in columns.split(", "))
    return SLOTS.format(
        view=view, table=table, state=state, key=key, order=order, seen=seen
    )


CHANGES = _slots(
    view="ratings_change",
    table="ratings_changerow",
    state="ratings_computation",
    columns=CHANGE_COLUMNS,
    key="pool_id, player_id, ended_on, started_on, report_id",
    order="pool_id, ended_on",
)
PLACES = _slots(
    view="ratings_liveplace",
    table="ratings_liveplacerow",
    state="ratings_livelist",
    columns=PLACE_COLUMNS,
    key="pool_id, player_id",
    order="pool_id, position",
)
# For functions with which the running office acts on tables that it does not own: their
# only argument, if any, is a pool's number. They run with the rights of their owner.
# The search path is fixed, so that nobody can put an object of their own in front of
# ours.
AS_THE_OWNER = (
    "SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp"
    " SET lock_timeout = '5s'"
)
# A partition is created beside its table and then attached: readers and dumps wait for
# neither. Statement triggers of a table do not fire for statements that name its
# partition.
LISTS = """
CREATE FUNCTION refuse_to_change_a_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE FUNCTION guard_list_partition(partition regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
    ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_to_change_a_list()', partition);
END $$;

CREATE FUNCTION ratings_add_pool(pool integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '150ms' AS $$
DECLARE
  parent text;
BEGIN
  IF NOT EXISTS (SELECT FROM public.ratings_pool WHERE id = pool) THEN
    RAISE EXCEPTION 'there is no pool %', pool;
  END IF;
  FOREACH parent IN ARRAY ARRAY['ratings_currentrating', 'ratings_listentry'] LOOP
    EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS'
      ' INCLUDING CONSTRAINTS)', parent || '_' || pool, parent);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES IN (%s)',
      parent, parent || '_' || pool, pool);
  END LOOP;
  PERFORM public.guard_list_partition(
    format('public.%I', 'ratings_listentry_' || pool)::regclass);
  PERFORM public.ratings_changerow_add(pool);
  PERFORM public.ratings_liveplacerow_add(pool);
END $$;
"""
GAME_INDEXES = f"""
CREATE FUNCTION drop_game_indexes() RETURNS void
LANGUAGE sql {AS_THE_OWNER} AS $$
  DROP INDEX public.game_step, public.game_white, public.game_black;
$$;

CREATE FUNCTION build_game_indexes() RETURNS void
LANGUAGE sql {AS_THE_OWNER} AS $$
  CREATE INDEX game_step ON public.ratings_game (pool_id, booked_on);
  CREATE INDEX game_white ON public.ratings_game (white_id, booked_on);
  CREATE INDEX game_black ON public.ratings_game (black_id, booked_on);
$$;
"""


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0001_tables"),
    ]

    operations = [
        migrations.RunSQL(
            [TABLES, UNSEEN, CHANGES, PLACES, LISTS, GAME_INDEXES],
            state_operations=[
                migrations.CreateModel(
                    name="ChangeRow",
                    fields=[
                        ("pk", models.CompositePrimaryKey("pool_id", "player_id", "ended_on", "started_on", "report_id", blank=True, editable=False, primary_key=True, serialize=False)),
                        ("pool_id", models.IntegerField()),
                        ("player_id", models.IntegerField()),
                        ("ended_on", models.DateField()),
                        ("started_on", models.DateField()),
                        ("report_id", models.IntegerField(default=0)),
                        ("slot", models.SmallIntegerField()),
                        ("before", models.FloatField(null=True)),
                        ("change", models.FloatField()),
                        ("bonus", models.FloatField()),
                        ("deduction", models.FloatField()),
                        ("adjustment", models.FloatField()),
                        ("after", models.FloatField(null=True)),
                        ("games", models.SmallIntegerField()),
                        ("score", models.SmallIntegerField(help_text="half points")),
                        ("start_from", models.SmallIntegerField()),
                        ("last_played", models.DateField(null=True)),
                        ("adopts", models.BooleanField()),
                        ("memory", django.contrib.postgres.fields.ArrayField(base_field=models.FloatField(), help_text="what the system remembers besides", null=True, size=None)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("memory__contains", ["NaN"]), _negated=True), name="change_memory_known_or_null"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LivePlaceRow",
                    fields=[
                        ("pk", models.CompositePrimaryKey("pool_id", "player_id", blank=True, editable=False, primary_key=True, serialize=False)),
                        ("pool_id", models.IntegerField()),
                        ("player_id", models.IntegerField()),
                        ("slot", models.SmallIntegerField()),
                        ("position", models.IntegerField()),
                        ("rank", models.IntegerField()),
                        ("rating", models.FloatField()),
                        ("base", models.FloatField()),
                        ("games", models.SmallIntegerField(help_text="in the newest step")),
                        ("ended_on", models.DateField(help_text="the player's newest step")),
                        ("last_played", models.DateField(null=True)),
                    ],
                ),
            ],
        ),
    ]
