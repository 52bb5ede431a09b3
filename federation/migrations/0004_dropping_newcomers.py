"""Add a function that deletes a card of the register to which nothing refers. The
office's own role may delete no card. The function belongs to the owner of the tables;
the constraints of all tables decide whether anything refers to the card.
"""

from django.db import migrations

# Rows derived from the names in the register are deleted with the card; any other
# reference to the card prevents its deletion. A card that was merged refers to another
# one, and stays.
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
