"""Delete the bytes of undone files of history too when a person in them is erased."""

from django.db import migrations

# As in 0003, and for the state `undone`.
ERASE_IN_RATINGS = """
CREATE OR REPLACE FUNCTION erase_person_in_ratings(
  cards bigint[], numbers text[], names text[], years integer[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fide integer[];
  said bigint[];
BEGIN
  fide := array(SELECT fide_id FROM federation_player
      WHERE id = ANY(cards) AND fide_id IS NOT NULL
    UNION SELECT fide_id FROM federation_playerevent
      WHERE id = ANY(cards) AND fide_id IS NOT NULL);
  DELETE FROM ratings_fiderating WHERE fide_id = ANY(fide);
  DELETE FROM ratings_fideline WHERE fide_id = ANY(fide);
  said := array(SELECT id FROM ratings_importplayer
    WHERE player_id = ANY(cards) OR fide_id = ANY(fide)
      OR number <> '' AND number = ANY(numbers)
      OR lower(trim(first_name || ' ' || last_name)) = ANY(SELECT lower(unnest(names)))
        AND birth_year = ANY(years));
  DELETE FROM ratings_importblock WHERE file_id IN (SELECT f.id
    FROM ratings_importfile f JOIN ratings_importplayer p ON p.file_id = f.id
    WHERE p.id = ANY(said) AND f.state IN ('posted', 'dropped', 'refused', 'undone'));
  DELETE FROM ratings_importfault
    WHERE "row" && numbers OR "row" && fide::text[] OR "row" && names
      OR EXISTS (SELECT FROM federation_playerevent e WHERE e.id = ANY(cards)
        AND "row" @> ARRAY[e.first_name, e.last_name]::text[]);
  UPDATE ratings_importplayer SET number = '', fide_id = NULL, first_name = '',
    last_name = 'N.N.', birth_year = NULL, gender = '', country = ''
    WHERE id = ANY(said);
  UPDATE ratings_merge SET taken_over = '{}'
    WHERE gone_id = ANY(cards) OR stays_id = ANY(cards);
END $$
"""
# Those of people who were erased before. What such a file said about them is N.N.
OF_THE_ERASED = """
DELETE FROM ratings_importblock WHERE file_id IN (SELECT f.id
  FROM ratings_importfile f JOIN ratings_importplayer p ON p.file_id = f.id
  WHERE f.state = 'undone' AND p.first_name = '' AND p.last_name = 'N.N.')
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0008_spare_beside")]

    operations = [migrations.RunSQL([ERASE_IN_RATINGS, OF_THE_ERASED])]
