from django.db import migrations, models

WITHDRAW_REPLACED = """
UPDATE federation_invitation AS older SET withdrawn_at = now()
WHERE older.answered_at IS NULL AND older.withdrawn_at IS NULL AND EXISTS (
  SELECT FROM federation_invitation AS newer
  WHERE newer.answered_at IS NULL AND newer.withdrawn_at IS NULL
    AND newer.id > older.id AND newer.email = older.email AND newer.kind = older.kind
    AND (newer.club_id, newer.district_id, newer.player_id)
      IS NOT DISTINCT FROM (older.club_id, older.district_id, older.player_id))
"""


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0007_name_beginnings'),
    ]

    operations = [
        migrations.RunSQL(WITHDRAW_REPLACED, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None), ('withdrawn_at', None)), fields=('email', 'kind', 'club', 'district', 'player'), name='invitation_open_once', nulls_distinct=False),
        ),
    ]
