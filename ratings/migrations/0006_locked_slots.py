"""Log no error in the database if a slot that should be emptied is locked."""

from django.db import migrations

# As in 0002, but returns NULL if the lock is not granted within 150 ms: try again.
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
  IF standing.spare_since IS NULL THEN RETURN true; END IF;
  leaf := format('{table}_%s_%s', pool, 1 - standing.slot);
  IF NOT ratings_unseen_since(standing.spare_since) THEN RETURN false; END IF;
  BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', leaf);
  EXCEPTION WHEN lock_not_available THEN RETURN NULL;
  END;
  IF NOT ratings_unseen_since(standing.spare_since) THEN RETURN false; END IF;
  EXECUTE format('TRUNCATE %I', leaf);
  EXECUTE format('DROP INDEX IF EXISTS %I, %I', leaf || '_key', leaf || '_order');
  UPDATE {state} AS state SET spare_since = NULL WHERE state.pool_id = pool;
  RETURN true;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_list_facets")]

    operations = [
        migrations.RunSQL(
            [
                EMPTY_SPARE.format(table=table, state=state)
                for table, state in (
                    ("ratings_changerow", "ratings_computation"),
                    ("ratings_liveplacerow", "ratings_livelist"),
                )
            ]
        )
    ]
