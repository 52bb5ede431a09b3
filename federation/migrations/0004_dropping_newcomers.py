"""The office may not delete a card of the register. The owner has a function for the one
kind that may go: a card that nothing refers to, as the constraints of all tables say.
"""

from django.db import migrations

# What is derived from the names of the register goes along; whatever else refers to the
# card keeps it. A card that was merged leads to somebody, and stays.
DROP_NEWCOMER = """
CREATE FUNCTION drop_newcomer(card bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone boolean;
BEGIN
  DELETE FROM federation_resemblance WHERE first_id = card OR second_id = card;
  DELETE FROM federation_player WHERE id = card AND merged_into_id IS NULL;
  gone := FOUND;
  SET CONSTRAINTS ALL IMMEDIATE;
  SET CONSTRAINTS ALL DEFERRED;
  RETURN gone;
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $$
"""


class Migration(migrations.Migration):
    replaces = [("federation", "0005_dropping_newcomers")]

    dependencies = [("federation", "0003_erasing_and_clearing")]

    operations = [
        migrations.RunSQL(DROP_NEWCOMER, "DROP FUNCTION drop_newcomer(bigint)")
    ]
