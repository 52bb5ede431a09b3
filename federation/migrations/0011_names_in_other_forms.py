"""Find the names of an erased person in free text in other forms too: with the genitive
s, without the comma, with underscores as in the name of a file, and with combining marks.
"""

from django.db import migrations

# A pattern that matches any of the words as whole words. A word of two or more parts is
# a name, any other an address or a number, which is searched for as it is. In a name,
# white space or underscores separate the parts, with or without the comma, and each
# letter with a mark is sought as one character and as two. The genitive s stays. An
# address that has the name in it may be a namesake's. In JSON a quotation mark has a
# backslash before it.
PATTERN = r"""
CREATE FUNCTION pattern_of_name(name text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(CASE
      WHEN piece ~ '[,;]' THEN '([\s_\u00a0]+|[\s_\u00a0]*[,;][\s_\u00a0]*)'
      WHEN piece ~ '\s' THEN '[\s_\u00a0]+'
      WHEN piece = '"' THEN '\\?"'
      WHEN piece ~ '[.*+?^${}()|\[\]\\]' THEN '\' || piece
      WHEN normalize(piece, NFD) <> piece THEN
        '(' || piece || '|' || normalize(piece, NFD) || ')'
      ELSE piece END, '' ORDER BY n)
  FROM regexp_matches(normalize(name, NFC), '\s*[,;]\s+|\s+|.', 'g')
    WITH ORDINALITY AS parts(part, n), unnest(part) AS piece
$$;
CREATE OR REPLACE FUNCTION pattern_of_words(words text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT concat_ws('|',
    '(?<!\w)(' || string_agg(regexp_replace(word, '([.*+?^${}()|\[\]\\])', '\\\1', 'g'),
      '|' ORDER BY length(word) DESC) FILTER (WHERE word !~ '\S\s+\S') || ')(?!\w)',
    '(?<![[:alnum:]])(' || string_agg(pattern_of_name(word),
      '|' ORDER BY length(word) DESC) FILTER (WHERE word ~ '\S\s+\S')
      || ')(?=s?([^[:alnum:]\u0300-\u036f]|$))(?![\w.+-]*@)')
  FROM unnest(words) AS word WHERE word ~ '\w'
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("federation", "0010_fold_more_letters")]

    operations = [migrations.RunSQL(PATTERN)]
