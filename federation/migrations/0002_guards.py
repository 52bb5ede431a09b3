"""Protect tables of the packages in use: the database refuses some changes to anyone."""

from django.db import migrations

# A request writes its context again with each change, and may add data to it. Values
# that are stored already stay, whoever writes; only an erasure by the table's owner may
# change them.
CONTEXT_ONLY_GROWS = """
-- Who erases a person acts as the owner of the table; the office never does.
CREATE FUNCTION is_erased_by_owner(relation oid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('rankbok.erasing', true) IS NOT DISTINCT FROM 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = relation)
$$;
CREATE FUNCTION keep_what_a_context_said() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_erased_by_owner(TG_RELID) THEN RETURN NEW; END IF;
  NEW.metadata := NEW.metadata || OLD.metadata;
  RETURN NEW;
END $$;
CREATE TRIGGER only_grows BEFORE UPDATE ON pghistory_context
  FOR EACH ROW EXECUTE FUNCTION keep_what_a_context_said();
CREATE FUNCTION refuse_to_lose_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR NOT public.is_erased_by_owner(TG_RELID) THEN
    RAISE EXCEPTION 'no row of % is ever deleted', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON pghistory_context
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_lose_history();
"""
NO_MORE = """
DROP TRIGGER never_deleted ON pghistory_context;
DROP FUNCTION refuse_to_lose_history();
DROP TRIGGER only_grows ON pghistory_context;
DROP FUNCTION keep_what_a_context_said();
DROP FUNCTION is_erased_by_owner(oid);
"""
# A second factor cannot be stored unsealed, not even by a command that forgets to seal
# it.
SEALED_ALONE = """
ALTER TABLE mfa_authenticator ADD CONSTRAINT second_factor_sealed CHECK (NOT
    jsonb_path_exists(data,
        '$.** ? (@.type() == "string" && !(@ starts with "fernet:"))'))
"""
UNSEALED_TOO = "ALTER TABLE mfa_authenticator DROP CONSTRAINT second_factor_sealed"
# An account is created through a letter to its address, which confirms the address: an
# unconfirmed address is never an account's primary one.
CONFIRMED_BEFORE_PRIMARY = """
ALTER TABLE account_emailaddress ADD CONSTRAINT confirmed_before_primary
    CHECK (verified OR NOT "primary")
"""
UNCONFIRMED_TOO = """
ALTER TABLE account_emailaddress DROP CONSTRAINT confirmed_before_primary
"""


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0001_tables"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("pghistory", "0007_auto_20250421_0444"),
    ]

    operations = [
        migrations.RunSQL(CONTEXT_ONLY_GROWS, NO_MORE),
        migrations.RunSQL(SEALED_ALONE, UNSEALED_TOO),
        migrations.RunSQL(CONFIRMED_BEFORE_PRIMARY, UNCONFIRMED_TOO),
    ]
