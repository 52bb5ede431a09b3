
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import federation.models.sorting
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0002_names_in_the_audit_log'),
        ('ratings', '0012_lask'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ImportFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='file')),
                ('size', models.PositiveBigIntegerField()),
                ('digest', models.CharField(help_text='SHA-256 of the bytes, in hex', max_length=64)),
                ('kind', models.CharField(blank=True, choices=[('', 'Not read yet'), ('games', 'Games, one a line'), ('trf', 'Tournament files of FIDE (TRF)')], default='', max_length=8)),
                ('state', models.CharField(choices=[('reading', 'Being read'), ('matching', 'Players are looked for'), ('review', 'To be reviewed'), ('posting', 'Being posted'), ('posted', 'Posted'), ('refused', 'Cannot be read'), ('dropped', 'Dropped')], default='reading', max_length=8)),
                ('uploaded_at', models.DateTimeField()),
                ('posted_at', models.DateTimeField(null=True)),
                ('replaces', models.BooleanField(default=False)),
                ('problem', models.JSONField(default=dict, help_text='why it cannot be read')),
                ('done', models.PositiveBigIntegerField(default=0)),
                ('total', models.PositiveBigIntegerField(default=0)),
                ('header', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('unread', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('defaulted', models.JSONField(default=dict)),
                ('parts', models.PositiveIntegerField(default=0)),
                ('rows', models.PositiveIntegerField(default=0, help_text='lines or files read')),
                ('games', models.PositiveIntegerField(default=0)),
                ('events', models.PositiveIntegerField(default=0)),
                ('people', models.PositiveIntegerField(default=0)),
                ('matched', models.PositiveIntegerField(default=0)),
                ('refused', models.PositiveIntegerField(default=0)),
                ('chosen', models.PositiveIntegerField(default=1)),
                ('checked', models.PositiveIntegerField(default=0)),
                ('new_games', models.PositiveIntegerField(default=0)),
                ('new_events', models.PositiveIntegerField(default=0)),
                ('known_games', models.PositiveIntegerField(default=0)),
                ('known_events', models.PositiveIntegerField(default=0)),
                ('differing_games', models.PositiveIntegerField(default=0)),
                ('differing_events', models.PositiveIntegerField(default=0)),
                ('waiting_games', models.PositiveIntegerField(default=0, help_text='whose players are undecided or left out')),
                ('posted_games', models.PositiveIntegerField(default=0)),
                ('posted_events', models.PositiveIntegerField(default=0)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='ratings.pool')),
                ('posted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportFault',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('member', models.TextField(blank=True, help_text='the file of a zip')),
                ('line', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('about', models.CharField(blank=True, help_text='the column', max_length=20)),
                ('facts', models.JSONField(default=dict)),
                ('row', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('is_final', models.BooleanField(default=False)),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faults', to='ratings.importfile')),
            ],
        ),
        migrations.CreateModel(
            name='ImportEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=160, verbose_name='event')),
                ('member', models.TextField(blank=True, help_text='the file of a zip')),
                ('verdict', models.CharField(blank=True, choices=[('', 'Not checked yet'), ('new', 'New'), ('known', 'In the ledger already'), ('differs', 'In the ledger with other games'), ('empty', 'No game of it can be posted')], default='', max_length=8)),
                ('games', models.PositiveIntegerField(default=0)),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ratings.importfile')),
            ],
        ),
        migrations.CreateModel(
            name='ImportBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='ratings.importfile')),
            ],
        ),
        migrations.CreateModel(
            name='ImportPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('games', models.BinaryField()),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ratings.importfile')),
            ],
        ),
        migrations.CreateModel(
            name='ImportPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('number', models.CharField(blank=True, max_length=20)),
                ('fide_id', models.PositiveIntegerField(null=True)),
                ('first_name', models.CharField(blank=True, max_length=60)),
                ('last_name', models.CharField(blank=True, max_length=60)),
                ('birth_year', models.PositiveSmallIntegerField(null=True)),
                ('gender', models.CharField(blank=True, max_length=1)),
                ('country', models.CharField(blank=True, max_length=3)),
                ('games', models.PositiveIntegerField(default=0)),
                ('matched_by', models.CharField(blank=True, choices=[('', 'not looked for yet'), ('number', 'player number'), ('fide', 'FIDE number'), ('name', 'name and year of birth'), ('alike', 'a name that is alike'), ('nobody', 'nobody is alike'), ('conflict', 'what stands in the file contradicts the register')], default='', max_length=8)),
                ('score', models.FloatField(null=True)),
                ('choice', models.CharField(blank=True, choices=[('', 'To be decided'), ('player', 'In the register'), ('new', 'New player'), ('out', 'Left out')], default='', max_length=8)),
                ('sort_key', models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()))), models.Value('áàâãāąçćčđðéèêëēęėíìîïīįłñńňóòôõōőřśšșßțţťúùûūųůýÿüźžżåäæöø', models.TextField()), models.Value('aaaaaacccddeeeeeeeiiiiiilnnnoooooorsssstttuuuuuuyyyzzz{||}}', models.TextField())), output_field=models.TextField(db_collation='C'))),
                ('folded_name', models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()))), models.Value('áàâãāąçćčđðéèêëēęėíìîïīįłñńňóòôõōőřśšșßțţťúùûūųůýÿüźžżåäæöø', models.TextField()), models.Value('aaaaaacccddeeeeeeeiiiiiilnnnoooooorsssstttuuuuuuyyuzzzaaaoo', models.TextField())), output_field=models.TextField())),
                ('chosen_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='ratings.importfile')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='federation.player')),
            ],
        ),
        migrations.AddIndex(
            model_name='importfile',
            index=models.Index(fields=['state'], name='import_state'),
        ),
        migrations.AddConstraint(
            model_name='importfile',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['dropped', 'refused']), _negated=True), fields=('pool', 'digest'), name='import_once'),
        ),
        migrations.AddConstraint(
            model_name='importfile',
            constraint=models.CheckConstraint(condition=models.Q(('checked__lte', models.F('chosen'))), name='import_checked_what_was_chosen'),
        ),
        migrations.AddConstraint(
            model_name='importfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), models.Q(('problem', {}), _negated=True), _connector='OR'), name='import_refused_with_reason'),
        ),
        migrations.AddConstraint(
            model_name='importfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['posting', 'posted']), _negated=True), models.Q(('posted_at__isnull', False), ('posted_by__isnull', False)), _connector='OR'), name='import_posted_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='importfault',
            index=models.Index(fields=['file', 'line'], name='import_fault_order'),
        ),
        migrations.AddConstraint(
            model_name='importevent',
            constraint=models.UniqueConstraint(fields=('file', 'place'), name='import_event_once'),
        ),
        migrations.AddConstraint(
            model_name='importblock',
            constraint=models.UniqueConstraint(fields=('file', 'number'), name='import_block_once'),
        ),
        migrations.AddConstraint(
            model_name='importpart',
            constraint=models.UniqueConstraint(fields=('file', 'number'), name='import_part_once'),
        ),
        migrations.AddIndex(
            model_name='importplayer',
            index=models.Index(fields=['file', 'choice', 'matched_by'], name='import_player_shelf'),
        ),
        migrations.AddConstraint(
            model_name='importplayer',
            constraint=models.UniqueConstraint(fields=('file', 'place'), name='import_player_once'),
        ),
        migrations.AddConstraint(
            model_name='importplayer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('choice', 'player'), _negated=True), ('player__isnull', False), _connector='OR'), name='import_player_is_somebody'),
        ),
    ]
