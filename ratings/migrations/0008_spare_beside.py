"""Let the spare slot be filled from a second connection, whose rows are stored before the
computation that writes them is finished. So a slot without a number (`spare_since`) may
have rows: those of a computation that failed, which nobody has ever read.

The live list also records which transaction has numbered its places, for caches of them.
"""

from django.db import migrations, models

# As in 0006, and the rows of a failed computation are removed at once.
EMPTY_SPARE = """
CREATE OR REPLACE FUNCTION {table}_empty_spare(pool integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '150ms' AS $$
DECLARE
  standing record;
  leaf text;
BEGIN
  SELECT state.slot, state.spare_since INTO standing FROM {state} AS state
    WHERE state.pool_id = pool FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  leaf := format('{table}_%s_%s', pool, 1 - standing.slot);
  IF standing.spare_since IS NULL AND pg_relation_size(leaf::regclass) = 0 THEN
    RETURN true;
  END IF;
  IF NOT coalesce(ratings_unseen_since(standing.spare_since), true) THEN
    RETURN false;
  END IF;
  BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', leaf);
  EXCEPTION WHEN lock_not_available THEN RETURN NULL;
  END;
  IF NOT coalesce(ratings_unseen_since(standing.spare_since), true) THEN
    RETURN false;
  END IF;
  EXECUTE format('TRUNCATE %I', leaf);
  EXECUTE format('DROP INDEX IF EXISTS %I, %I', leaf || '_key', leaf || '_order');
  UPDATE {state} AS state SET spare_since = NULL WHERE state.pool_id = pool;
  RETURN true;
END $$;
"""
# Whether the spare slot is empty. To find this out after a computation was rolled back,
# all its dead rows must be read; a slot of more than 16 MB therefore counts as not
# empty.
SPARE_IS_EMPTY = """
CREATE FUNCTION {table}_spare_is_empty(pool integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  leaf text := format('{table}_%s_%s', pool,
    (SELECT 1 - state.slot FROM {state} AS state WHERE pool_id = pool));
  is_empty boolean;
BEGIN
  IF EXISTS (SELECT FROM {state} WHERE pool_id = pool AND spare_since IS NOT NULL)
    OR pg_relation_size(leaf::regclass) > 16777216
  THEN RETURN false; END IF;
  EXECUTE format('SELECT NOT EXISTS (SELECT FROM %I)', leaf) INTO is_empty;
  RETURN is_empty;
END $$;
"""
LOCK_SPARE = """
-- Keeps others from writing into the spare slot, and from emptying it, until the end of
-- the transaction. False: somebody is at it, or it is not empty. Waits for longer than
-- autovacuum takes to make way (deadlock_timeout).
CREATE FUNCTION ratings_changerow_lock_spare(pool integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE',
    format('ratings_changerow_%s_%s', pool,
      (SELECT 1 - state.slot FROM ratings_computation AS state WHERE pool_id = pool)));
  RETURN ratings_changerow_spare_is_empty(pool);
EXCEPTION WHEN lock_not_available THEN RETURN false;
END $$;
"""
TABLES = (
    ("ratings_changerow", "ratings_computation"),
    ("ratings_liveplacerow", "ratings_livelist"),
)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0007_narrow_changes")]

    operations = [
        migrations.AddField(
            "livelist",
            "numbered_by",
            models.BigIntegerField(
                default=0,
                db_default=0,
                help_text="the transaction that wrote its places last",
            ),
        ),
        migrations.RunSQL(
            [
                *(
                    statement.format(table=table, state=state)
                    for statement in (EMPTY_SPARE, SPARE_IS_EMPTY)
                    for table, state in TABLES
                ),
                LOCK_SPARE,
            ]
        ),
    ]
