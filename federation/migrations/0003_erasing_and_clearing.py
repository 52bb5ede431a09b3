"""Add functions that erase a person and that delete rows which are too old. The
office's own role may do neither; it may call these functions, which belong to the owner
of the tables.
"""

from django.db import migrations

# All cards of a person: the given card, the cards it was merged into, and all cards
# that were merged into one of these.
CARDS = """
CREATE FUNCTION cards_of_person(card bigint) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up(id, into_id) AS (
    SELECT id, merged_into_id FROM federation_player WHERE id = card
    UNION SELECT p.id, p.merged_into_id FROM federation_player p
      JOIN up ON p.id = up.into_id
  ), down(id) AS (
    SELECT id FROM up
    UNION SELECT p.id FROM federation_player p JOIN down ON p.merged_into_id = down.id
  )
  SELECT coalesce(array_agg(id), '{}') FROM down
$$
"""
# A pattern that matches any of the words as whole words, with any white space between
# their parts. In JSON a quotation mark has a backslash before it.
PATTERN = r"""
CREATE FUNCTION pattern_of_words(words text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT '(?<!\w)(' || string_agg(
    replace(regexp_replace(
      regexp_replace(word, '([.*+?^${}()|\[\]\\])', '\\\1', 'g'), '\s+', '\\s+', 'g'
    ), '"', '\\?"'), '|' ORDER BY length(word) DESC
  ) || ')(?!\w)'
  FROM unnest(words) AS word WHERE word ~ '\w'
$$
"""
# Replaces the words in the string values of JSON only: a name that was chosen to look
# like a part of JSON removes no key and no other value.
SWEEP_JSON = """
CREATE FUNCTION sweep_json(said jsonb, who text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(said)
    WHEN 'string' THEN to_jsonb(regexp_replace(said #>> '{}', who, 'N.N.', 'gi'))
    WHEN 'array' THEN (SELECT coalesce(jsonb_agg(sweep_json(each, who) ORDER BY n), '[]')
      FROM jsonb_array_elements(said) WITH ORDINALITY AS one(each, n))
    WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, sweep_json(value, who)),
      '{}') FROM jsonb_each(said))
    ELSE said END;
END $$
"""
# Replaces the words in every column of every table that may contain free text; a new
# table is included by itself. Numbers are not searched for in JSON, where they mean
# other things. Left out are columns too short for more than a code, names of clubs and
# events, and names of other people, because a namesake's name has the same words.
SWEEP = """
CREATE FUNCTION sweep_words(who text, numbers text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  found record;
  is_there boolean;
  sought text;
  swept text;
BEGIN
  FOR found IN
    SELECT c.oid::regclass AS relation, a.attname AS name,
      format_type(a.atttypid, NULL) AS kind
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace
      AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND format_type(a.atttypid, NULL) IN
        ('text', 'character varying', 'jsonb', 'text[]', 'character varying[]')
      AND (a.atttypmod = -1 OR a.atttypmod - 4 > 20)
      AND NOT (c.relname IN ('django_migrations', 'django_content_type',
          'django_session', 'auth_permission', 'mfa_authenticator', 'ratings_fideline',
          'ratings_fiderating', 'ratings_importplayer')
        OR c.relname IN ('federation_player', 'federation_playerevent',
          'federation_user', 'federation_userevent', 'account_emailaddress')
        OR a.attname IN ('name', 'short_name', 'town', 'place') AND c.relname ~
          '^(federation_(club|district)|tournaments_(tournament|section)|ratings_(report|pool|importevent|importclub))(event)?$')
    ORDER BY 1, 2
  LOOP
    sought := CASE found.kind WHEN 'jsonb' THEN who ELSE who || '|' || numbers END;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I::text ~* $1)',
      found.relation, found.name) INTO is_there USING sought;
    CONTINUE WHEN NOT is_there;
    swept := 'regexp_replace(regexp_replace(%1$I, $1, ''N.N.'', ''gi''), $2, ''0'', ''g'')';
    swept := CASE
      WHEN found.kind = 'jsonb' THEN 'sweep_json(%1$I, $1)'
      WHEN found.kind LIKE '%[]' THEN 'ARRAY(SELECT ' || replace(swept, '%1$I', 'each')
        || ' FROM unnest(%1$I) WITH ORDINALITY AS one(each, n) ORDER BY n)'
      ELSE swept END;
    EXECUTE format('UPDATE %2$s SET %1$I = ' || swept || ' WHERE %1$I::text ~* $3',
      found.name, found.relation) USING who, numbers, sought;
  END LOOP;
END $$
"""
# The cards and accounts that an erasure concerns: all those of the person.
MEANT = """
CREATE FUNCTION cards_of_erasure(erasure federation_erasure) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(card ORDER BY card), '{}')
  FROM unnest(cards_of_person(coalesce(erasure.player_id,
    (SELECT player_id FROM federation_user WHERE id = erasure.user_id)))) AS card
$$;
CREATE FUNCTION accounts_of_erasure(erasure federation_erasure) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM federation_user
  WHERE id = erasure.user_id OR player_id = ANY(cards_of_erasure(erasure))
$$
"""
# The only function that may erase. It takes the number of an erasure that is agreed to
# (by a second person where the federation requires one) and due, and does what that row
# says. Each other app has a function of its own, `erase_person_in_…`, created by the
# same owner.
ERASE = r"""
CREATE FUNCTION erase_person(asked bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  agreed federation_erasure;
  cards bigint[];
  accounts bigint[];
  names text[];
  addresses text[];
  numbers text[];
  years integer[];
  part text;
BEGIN
  PERFORM set_config('rankbok.erasing', 'on', true);
  SELECT * INTO agreed FROM federation_erasure
  WHERE id = asked AND confirmed_at IS NOT NULL
    AND (by_one OR confirmed_by_id <> asked_by_id)
    AND due_at <= now() AND closed_at IS NULL AND erased_at IS NULL
  FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'erasure % is not agreed to, or not due', asked;
  END IF;
  cards := cards_of_erasure(agreed);
  accounts := accounts_of_erasure(agreed);
  IF (cards, accounts) IS DISTINCT FROM (agreed.cards, agreed.accounts) THEN
    RAISE EXCEPTION 'whom erasure % means has changed since it was agreed to', asked;
  END IF;

  SELECT array_agg(DISTINCT trim(word)) INTO names FROM (
    SELECT first_name || ' ' || last_name FROM federation_player WHERE id = ANY(cards)
    UNION SELECT last_name || ', ' || first_name FROM federation_player
      WHERE id = ANY(cards) AND first_name <> ''
    UNION SELECT first_name || ' ' || last_name FROM federation_playerevent
      WHERE id = ANY(cards)
    UNION SELECT last_name || ', ' || first_name FROM federation_playerevent
      WHERE id = ANY(cards) AND first_name <> ''
    UNION SELECT name FROM federation_user WHERE id = ANY(accounts)
    UNION SELECT name FROM federation_userevent WHERE id = ANY(accounts)
  ) AS held(word)
  -- People choose the names of their accounts: a single word may stand anywhere, as the
  -- key of a setting even, and is not looked for.
  WHERE trim(word) ~ '\S\s+\S' AND length(trim(word)) > 5;
  SELECT coalesce(array_agg(DISTINCT lower(word)), '{}') INTO addresses FROM (
    SELECT email FROM federation_user WHERE id = ANY(accounts)
    UNION SELECT email FROM federation_userevent WHERE id = ANY(accounts)
    UNION SELECT email FROM account_emailaddress WHERE user_id = ANY(accounts)
    UNION SELECT email FROM federation_invitation WHERE answered_by_id = ANY(accounts)
  ) AS held(word)
  -- What somebody else uses too is not this person's.
  WHERE NOT EXISTS (SELECT FROM federation_user AS other
      WHERE lower(other.email) = lower(word) AND other.id <> ALL(accounts))
    AND NOT EXISTS (SELECT FROM account_emailaddress AS other
      WHERE lower(other.email) = lower(word) AND other.user_id <> ALL(accounts));
  SELECT coalesce(array_agg(DISTINCT word), '{}') INTO numbers FROM (
    SELECT national_id FROM federation_player WHERE id = ANY(cards)
    UNION SELECT national_id FROM federation_playerevent WHERE id = ANY(cards)
    UNION SELECT fide_id::text FROM federation_player WHERE id = ANY(cards)
    UNION SELECT fide_id::text FROM federation_playerevent WHERE id = ANY(cards)
  ) AS held(word) WHERE word IS NOT NULL;
  SELECT coalesce(array_agg(DISTINCT year), '{}') INTO years FROM (
    SELECT birth_year FROM federation_player WHERE id = ANY(cards)
    UNION SELECT birth_year FROM federation_playerevent WHERE id = ANY(cards)
  ) AS held(year) WHERE year IS NOT NULL;

  FOR part IN
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND proname LIKE 'erase\_person\_in\_%'
      AND proowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    ORDER BY proname
  LOOP
    EXECUTE format('SELECT %I($1, $2, $3, $4)', part)
      USING cards, numbers, names, years;
  END LOOP;

  -- A card that leads to another is shown like that one, which therefore goes first.
  UPDATE federation_player SET visibility = 'hidden'
    WHERE id = ANY(cards) AND merged_into_id IS NULL;
  UPDATE federation_player SET first_name = '', last_name = 'N.N.',
    national_id = 'E' || id, fide_id = NULL, birth_year = NULL, gender = '',
    title = '', fide_rating = NULL WHERE id = ANY(cards);
  UPDATE federation_playerevent SET first_name = '', last_name = 'N.N.',
    national_id = 'E' || id, fide_id = NULL, birth_year = NULL, gender = '',
    title = '', fide_rating = NULL WHERE id = ANY(cards);
  UPDATE federation_suspension SET reason = '' WHERE player_id = ANY(cards);
  UPDATE federation_suspensionevent SET reason = '' WHERE player_id = ANY(cards);
  DELETE FROM federation_resemblance
    WHERE first_id = ANY(cards) OR second_id = ANY(cards);

  UPDATE federation_user SET email = 'erased-' || id || '@invalid', name = 'N.N.',
    password = '!' || gen_random_uuid(), last_login = NULL, is_active = false,
    closed_at = coalesce(closed_at, now()), closed_reason = 'Erased', player_id = NULL,
    session_version = session_version + 1 WHERE id = ANY(accounts);
  UPDATE federation_userevent SET email = 'erased-' || id || '@invalid',
    name = 'N.N.', player_id = NULL,
    closed_reason = CASE closed_reason WHEN '' THEN '' ELSE 'Erased' END
    WHERE id = ANY(accounts);
  DELETE FROM account_emailconfirmation WHERE email_address_id IN
    (SELECT id FROM account_emailaddress WHERE user_id = ANY(accounts));
  DELETE FROM account_emailaddress WHERE user_id = ANY(accounts);
  DELETE FROM mfa_authenticator WHERE user_id = ANY(accounts);
  DELETE FROM federation_accounteventevent WHERE user_id = ANY(accounts);
  DELETE FROM federation_accountevent WHERE user_id = ANY(accounts);

  UPDATE federation_invitation SET email = 'erased-' || id || '@invalid',
    reason = '', refusal = '', withdrawn_at = CASE WHEN answered_at IS NULL
      THEN coalesce(withdrawn_at, now()) ELSE withdrawn_at END
    WHERE player_id = ANY(cards) OR lower(email) = ANY(addresses);
  UPDATE federation_invitationevent SET email = 'erased-' || id || '@invalid',
    reason = '', refusal = ''
    WHERE player_id = ANY(cards) OR lower(email) = ANY(addresses);
  DELETE FROM federation_outboxmail WHERE lower("to") = ANY(addresses);
  PERFORM forget_joining(array(
    SELECT id FROM federation_joiningrequest WHERE player_id = ANY(cards)
      OR number = ANY(numbers)
      OR lower(name) = ANY(SELECT lower(unnest(names))) AND birth_year = ANY(years)));

  -- Two or three digits are in every text: only longer numbers can be looked for.
  PERFORM sweep_words(
    pattern_of_words(coalesce(names, '{}') || addresses || ARRAY['erased@invalid']),
    pattern_of_words(ARRAY(SELECT n FROM unnest(numbers) AS n WHERE length(n) > 4)
      || ARRAY['erased@invalid']));
  UPDATE federation_erasure SET erased_at = now() WHERE id = asked;
  PERFORM set_config('rankbok.erasing', 'off', true);
END $$
"""
# Someone who has got hold of the office's role can claim that two people have agreed.
# So the database's clock decides when an erasure is due: at least a week later, during
# which the person and the administrators see it and can take it back; an erasure that
# was taken back stays so.
# One hour is allowed for clocks that differ. Who requested the erasure, and of whom,
# the office cannot change at all (`table_rights`).
DAYS_OF_ERASURE = """
CREATE FUNCTION keep_days_of_erasure() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  present CONSTANT timestamptz := clock_timestamp();
  difference CONSTANT interval := '1 hour';
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.by_one OR num_nonnulls(NEW.cards, NEW.accounts, NEW.confirmed_by_id, NEW.confirmed_at, NEW.due_at,
        NEW.closed_by_id, NEW.closed_at, NEW.erased_at) > 0
        OR abs(extract(epoch FROM NEW.asked_at - present)) >
          extract(epoch FROM difference) THEN
      RAISE EXCEPTION 'an erasure is asked for now, and confirmed later';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.closed_at IS NOT NULL OR OLD.erased_at IS NOT NULL) AND
      (OLD.confirmed_at, OLD.closed_by_id, OLD.closed_at, OLD.erased_at) IS DISTINCT FROM
      (NEW.confirmed_at, NEW.closed_by_id, NEW.closed_at, NEW.erased_at) THEN
    RAISE EXCEPTION 'an erasure that has ended stays as it is';
  END IF;
  IF (OLD.confirmed_by_id, OLD.confirmed_at, OLD.by_one, OLD.due_at) IS NOT DISTINCT FROM
      (NEW.confirmed_by_id, NEW.confirmed_at, NEW.by_one, NEW.due_at) THEN
    RETURN NEW;
  END IF;
  IF OLD.confirmed_at IS NOT NULL THEN
    RAISE EXCEPTION 'what was confirmed stays as it is';
  END IF;
  IF NEW.confirmed_at NOT BETWEEN greatest(NEW.asked_at, present - difference)
      AND present + difference THEN
    RAISE EXCEPTION 'an erasure is confirmed now';
  END IF;
  IF NEW.due_at < present + interval '7 days' - difference THEN
    RAISE EXCEPTION 'an erasure waits for a week at least';
  END IF;
  NEW.cards := cards_of_erasure(NEW);
  NEW.accounts := accounts_of_erasure(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER keep_days BEFORE INSERT OR UPDATE ON federation_erasure
  FOR EACH ROW EXECUTE FUNCTION keep_days_of_erasure();
"""
NO_DAYS_OF_ERASURE = """
DROP TRIGGER keep_days ON federation_erasure;
DROP FUNCTION keep_days_of_erasure();
"""
# Deletes joining requests together with their rows in the audit log: both name the
# player.
JOINING = """
CREATE FUNCTION forget_joining(requests bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM federation_joiningrequest WHERE id = ANY(requests);
  DELETE FROM federation_joiningrequestevent WHERE pgh_obj_id = ANY(requests);
END $$
"""
# Delete rows that are too old, a limited number at a time. Rows younger than the number
# of days in each function are never deleted, and an age that the office may write
# itself does not count: someone who got hold of its role cannot remove traces with
# these functions. `LEAST_DAYS` in the settings has the same numbers of days.
CLEAR_JOINING = """
CREATE FUNCTION clear_joining_requests(before timestamptz, most integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE old bigint[];
BEGIN
  PERFORM set_config('rankbok.erasing', 'on', true);
  PERFORM refuse_what_is_new(before, 90, most);
  old := array(SELECT id FROM federation_joiningrequest AS request
    WHERE state <> 'waiting' AND settled_at < before
      AND NOT EXISTS (SELECT FROM federation_joiningrequestevent
        WHERE pgh_obj_id = request.id AND pgh_created_at >= before)
    ORDER BY id LIMIT most);
  PERFORM forget_joining(old);
  PERFORM set_config('rankbok.erasing', 'off', true);
  RETURN cardinality(old);
END $$
"""
CLEAR_SIGN_INS = """
CREATE FUNCTION clear_sign_ins(before timestamptz, most integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE old bigint[];
BEGIN
  PERFORM set_config('rankbok.erasing', 'on', true);
  PERFORM refuse_what_is_new(before, 90, most);
  old := array(SELECT id FROM federation_accountevent
    WHERE at < before ORDER BY at LIMIT most);
  DELETE FROM federation_accounteventevent WHERE pgh_obj_id = ANY(old);
  DELETE FROM federation_accountevent WHERE id = ANY(old);
  PERFORM set_config('rankbok.erasing', 'off', true);
  RETURN cardinality(old);
END $$
"""
CLEAR_AUDIT = """
CREATE FUNCTION clear_audit_events(before timestamptz, most integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  versions regclass;
  gone integer;
  cleared integer := 0;
BEGIN
  PERFORM set_config('rankbok.erasing', 'on', true);
  PERFORM refuse_what_is_new(before, 1095, most);
  FOR versions IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND a.attname = 'pgh_obj_id' AND c.relname ~ 'event$' ORDER BY c.relname
  LOOP
    -- Whose an account was decides for ever what it may not agree to.
    EXECUTE format('DELETE FROM %s WHERE pgh_id IN (SELECT pgh_id FROM %s
      WHERE pgh_created_at < $1 %s ORDER BY pgh_id LIMIT $2)', versions, versions,
      CASE versions WHEN 'public.federation_userevent'::regclass THEN
        'AND pgh_id NOT IN (SELECT max(pgh_id) FROM public.federation_userevent
          WHERE player_id IS NOT NULL GROUP BY pgh_obj_id, player_id)'
      ELSE '' END)
      USING before, most - cleared;
    GET DIAGNOSTICS gone = ROW_COUNT;
    cleared := cleared + gone;
  END LOOP;
  -- What a request said of itself goes when none of its changes can be left.
  IF cleared < most THEN
    DELETE FROM pghistory_context WHERE id IN (SELECT id FROM pghistory_context
      WHERE created_at < before - interval '1 day' LIMIT most - cleared);
    GET DIAGNOSTICS gone = ROW_COUNT;
    cleared := cleared + gone;
  END IF;
  PERFORM set_config('rankbok.erasing', 'off', true);
  RETURN cleared;
END $$
"""
NOT_NEW = """
CREATE FUNCTION refuse_what_is_new(before timestamptz, days integer, most integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF before IS NULL OR before >
      clock_timestamp() - make_interval(days => days) + interval '1 hour' THEN
    RAISE EXCEPTION 'nothing of the last % days is cleared', days;
  END IF;
  IF most IS NULL OR most NOT BETWEEN 0 AND 10000 THEN
    RAISE EXCEPTION 'at most 10000 rows are cleared at a time';
  END IF;
END $$
"""
MADE = {
    "cards_of_person(bigint)": CARDS,
    "pattern_of_words(text[])": PATTERN,
    "sweep_json(jsonb, text)": SWEEP_JSON,
    "sweep_words(text, text)": SWEEP,
    "forget_joining(bigint[])": JOINING,
    "cards_of_erasure(federation_erasure), accounts_of_erasure(federation_erasure)": MEANT,
    "erase_person(bigint)": ERASE,
    "refuse_what_is_new(timestamptz, integer, integer)": NOT_NEW,
    "clear_joining_requests(timestamptz, integer)": CLEAR_JOINING,
    "clear_sign_ins(timestamptz, integer)": CLEAR_SIGN_INS,
    "clear_audit_events(timestamptz, integer)": CLEAR_AUDIT,
}


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0002_guards"),
    ]

    operations = [
        *(
            migrations.RunSQL(made, f"DROP FUNCTION {name}")
            for name, made in MADE.items()
        ),
        migrations.RunSQL(DAYS_OF_ERASURE, NO_DAYS_OF_ERASURE),
    ]
