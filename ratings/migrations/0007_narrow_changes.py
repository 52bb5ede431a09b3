"""Make rows of changes smaller and faster to write, and let a slot be emptied and filled
again while it is being vacuumed.

A bonus, deduction or adjustment of zero is stored as NULL. All rows of a slot belong to
one pool, so its indexes no longer contain the pool. A slot is filled at once, so it needs
no vacuuming for rows that were only added; and a VACUUM reads no old rows, so its snapshot
is ignored. The players of a list are found among the steps of its last months, and among
the few earlier steps with games played after their last day (an event is counted in the
period in which it began): those steps have an index. The lines of a list have statistics
as soon as it is published.
"""

from django.db import migrations, models

MAYBE_NULL = ("bonus", "deduction", "adjustment")

COLUMNS = """
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT relid FROM pg_partition_tree('ratings_changerow') ORDER BY level LOOP
    EXECUTE format('ALTER TABLE %s ALTER bonus DROP NOT NULL,'
      ' ALTER deduction DROP NOT NULL, ALTER adjustment DROP NOT NULL', part);
  END LOOP;
END $$;
-- Nobody works here while tables are changed: what does not stand can go, and the
-- indexes are made anew below.
DO $$
DECLARE
  standing record;
BEGIN
  FOR standing IN SELECT pool_id, slot FROM ratings_computation LOOP
    EXECUTE format('TRUNCATE %I',
      format('ratings_changerow_%s_%s', standing.pool_id, 1 - standing.slot));
    FOR slot IN 0..1 LOOP
      EXECUTE format('DROP INDEX IF EXISTS %I, %I',
        format('ratings_changerow_%s_%s_key', standing.pool_id, slot),
        format('ratings_changerow_%s_%s_order', standing.pool_id, slot));
    END LOOP;
  END LOOP;
END $$;
UPDATE ratings_computation SET spare_since = NULL;
UPDATE ratings_changerow SET bonus = nullif(bonus, 0), deduction = nullif(deduction, 0),
  adjustment = nullif(adjustment, 0)
  WHERE bonus = 0 OR deduction = 0 OR adjustment = 0;
ALTER TABLE ratings_changerow ADD CONSTRAINT change_zero_is_null
  CHECK (bonus <> 0 AND deduction <> 0 AND adjustment <> 0);
-- There while a slot is filled too: it has next to no rows.
CREATE INDEX change_late ON ratings_changerow (last_played) WHERE last_played > ended_on;
CREATE OR REPLACE VIEW ratings_change AS
  SELECT stored.pool_id, stored.player_id, stored.ended_on, stored.started_on,
    stored.report_id, stored.before, stored.change, coalesce(stored.bonus, 0) AS bonus,
    coalesce(stored.deduction, 0) AS deduction,
    coalesce(stored.adjustment, 0) AS adjustment, stored.after, stored.games,
    stored.score, stored.start_from, stored.last_played, stored.adopts, stored.memory,
    stored.slot
  FROM ratings_changerow AS stored JOIN ratings_computation AS standing
    ON standing.pool_id = stored.pool_id AND standing.slot = stored.slot;
"""

# As in 0002, without the pool.
INDEXES = """
CREATE OR REPLACE FUNCTION {table}_index(pool integer, slot integer) RETURNS void
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

CREATE OR REPLACE FUNCTION {table}_add(pool integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '150ms' AS $$
DECLARE
  branch text := format('{table}_%s', pool);
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE {table} INCLUDING CONSTRAINTS)'
    ' PARTITION BY LIST (slot)', branch);
  FOR slot IN 0..1 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES IN (%s)'
      ' WITH (autovacuum_vacuum_insert_threshold = -1)',
      branch || '_' || slot, branch, slot);
  END LOOP;
  PERFORM {table}_index(pool, 0);
  -- ATTACH lets readers and dumps go on, PARTITION OF would not.
  EXECUTE format('ALTER TABLE {table} ATTACH PARTITION %I FOR VALUES IN (%s)',
    branch, pool);
END $$;

DO $$
DECLARE
  standing record;
  leaf text;
BEGIN
  FOR standing IN SELECT pool_id::integer, state.slot FROM {state} AS state LOOP
    FOR slot IN 0..1 LOOP
      leaf := format('{table}_%s_%s', standing.pool_id, slot);
      EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = -1)',
        leaf);
    END LOOP;
    leaf := format('{table}_%s_%s', standing.pool_id, standing.slot);
    EXECUTE format('DROP INDEX IF EXISTS %I, %I', leaf || '_key', leaf || '_order');
    PERFORM {table}_index(standing.pool_id, standing.slot);
  END LOOP;
END $$;
"""
CHANGES = INDEXES.format(
    table="ratings_changerow",
    state="ratings_computation",
    key="player_id, ended_on, started_on, report_id",
    order="ended_on",
)
PLACES = INDEXES.format(
    table="ratings_liveplacerow",
    state="ratings_livelist",
    key="player_id",
    order="position",
)

# As in 0002, but the snapshot of a VACUUM does not count.
UNSEEN = """
CREATE OR REPLACE FUNCTION ratings_unseen_since(since bigint) RETURNS boolean
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
        AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
      UNION ALL SELECT xmin FROM pg_replication_slots
    ) AS snapshots
    WHERE (now.own - held::text::bigint) & 4294967295 >= now.own - since))
  FROM (SELECT pg_current_xact_id()::text::bigint AS own,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest) AS now
$$;
"""

# Without statistics every page of a pool's first list would be read by a plan that goes
# through all its lines, until autovacuum has analysed it. If another process is
# vacuuming the table, it collects the statistics itself.
LISTS = """
CREATE FUNCTION ratings_listentry_analyze(pool integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
BEGIN
  EXECUTE format('ANALYZE %I', format('ratings_listentry_%s', pool));
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_locked_slots")]

    operations = [
        migrations.RunSQL(
            [COLUMNS, CHANGES, PLACES, UNSEEN, LISTS],
            state_operations=[
                *(
                    migrations.AlterField(
                        "changerow",
                        name,
                        models.FloatField(null=True, help_text="NULL for zero"),
                    )
                    for name in MAYBE_NULL
                ),
                migrations.AddConstraint(
                    "changerow",
                    models.CheckConstraint(
                        condition=~models.Q(bonus=0)
                        & ~models.Q(deduction=0)
                        & ~models.Q(adjustment=0),
                        name="change_zero_is_null",
                    ),
                ),
                migrations.AddIndex(
                    "changerow",
                    models.Index(
                        fields=["last_played"],
                        name="change_late",
                        condition=models.Q(last_played__gt=models.F("ended_on")),
                    ),
                ),
            ],
        )
    ]
