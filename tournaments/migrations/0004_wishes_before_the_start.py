"""Store the state an entry request had when the start of its section declined it."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0004_dropping_newcomers'),
        ('tournaments', '0003_invoice_dates'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='entryrequest',
            name='before_start',
            field=models.CharField(blank=True, choices=[('asked', 'Waiting for the organiser’s answer'), ('waiting', 'On the waiting list'), ('entered', 'Entered'), ('declined', 'Declined'), ('left', 'Withdrawn')], db_default='', default='', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='entryrequest',
            constraint=models.CheckConstraint(condition=models.Q(('before_start', ''), models.Q(('before_start__in', ['asked', 'waiting']), ('state', 'declined')), _connector='OR'), name='entry_request_declined_by_start'),
        ),
    ]
