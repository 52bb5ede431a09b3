"""Add a date to invoices of sanctions, and an audit trail to sections of sanctions."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

from federation.migration_operations import AtOnce


STARTED = """
UPDATE tournaments_sanction AS sanction SET invoice_date = (
    greatest(decided_at, (
        SELECT max(started_at) FROM tournaments_sanctionsection AS its
        JOIN tournaments_section AS section ON section.id = its.section_id
        WHERE its.sanction_id = sanction.id
    )) AT TIME ZONE %s
)::date
WHERE state = 'sanctioned' AND fee_each > 0 AND NOT EXISTS (
    SELECT FROM tournaments_sanctionsection AS its
    JOIN tournaments_section AS section ON section.id = its.section_id
    WHERE its.sanction_id = sanction.id AND started_at IS NULL
)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('pghistory', '0007_auto_20250421_0444'),
        ('tournaments', '0002_planned_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='SanctionSectionEvent',
                fields=[
                    ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                    ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                    ('pgh_label', models.TextField(help_text='The event label.')),
                    ('id', models.BigIntegerField()),
                    ('section_class', models.CharField(choices=[('I', 'Class I'), ('II', 'Class II'), ('III', 'Class III'), ('mixed', 'Mixed')], max_length=5, verbose_name='class of the section')),
                    ('pgh_context', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='pghistory.context')),
                    ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='tournaments.sanctionsection')),
                    ('sanction', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='tournaments.sanction', verbose_name='sanction')),
                    ('section', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='tournaments.section', verbose_name='section')),
                ],
                options={
                    'abstract': False,
                    'triggers': [pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="IF TG_OP = 'TRUNCATE' OR current_setting('rankbok.erasing', true) IS DISTINCT FROM 'on' THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END IF; RETURN NULL;", hash='84765f5c817ca94733c554590b9404bae05f621b', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_f75d4', table='tournaments_sanctionsectionevent', when='BEFORE'))],
                },
            ),
            pgtrigger.migrations.RemoveTrigger(
                model_name='sanction',
                name='insert_insert',
            ),
            pgtrigger.migrations.RemoveTrigger(
                model_name='sanction',
                name='update_update',
            ),
            pgtrigger.migrations.RemoveTrigger(
                model_name='sanction',
                name='delete_delete',
            ),
            migrations.AddField(
                model_name='sanction',
                name='invoice_date',
                field=models.DateField(blank=True, null=True, verbose_name='date of the invoice'),
            ),
            migrations.AddField(
                model_name='sanctionevent',
                name='invoice_date',
                field=models.DateField(blank=True, null=True, verbose_name='date of the invoice'),
            ),
            migrations.AlterField(
                model_name='sanctionsection',
                name='sanction',
                field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='tournaments.sanction', verbose_name='sanction'),
            ),
            migrations.AlterField(
                model_name='sanctionsection',
                name='section',
                field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sanction_section', to='tournaments.section', verbose_name='section'),
            ),
            migrations.AlterField(
                model_name='sanctionsection',
                name='section_class',
                field=models.CharField(choices=[('I', 'Class I'), ('II', 'Class II'), ('III', 'Class III'), ('mixed', 'Mixed')], max_length=5, verbose_name='class of the section'),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanction',
                trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_sanctionevent" ("applied_at", "applied_by_id", "arbiter", "decided_at", "decided_by_id", "end_date", "endorsed_at", "endorsed_by_id", "fee_each", "id", "internal_reason", "invoice_date", "kind", "minutes", "not_endorsed", "paid_amount", "paid_at", "paid_by_id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prizes", "reason", "start_date", "state", "tournament_id") VALUES (NEW."applied_at", NEW."applied_by_id", NEW."arbiter", NEW."decided_at", NEW."decided_by_id", NEW."end_date", NEW."endorsed_at", NEW."endorsed_by_id", NEW."fee_each", NEW."id", NEW."internal_reason", NEW."invoice_date", NEW."kind", NEW."minutes", NEW."not_endorsed", NEW."paid_amount", NEW."paid_at", NEW."paid_by_id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."prizes", NEW."reason", NEW."start_date", NEW."state", NEW."tournament_id"); RETURN NULL;', hash='464575ebbffc4198ab051526601a9015a179636a', operation='INSERT', pgid='pgtrigger_insert_insert_ef482', table='tournaments_sanction', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanction',
                trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."applied_at" IS DISTINCT FROM (NEW."applied_at") OR OLD."applied_by_id" IS DISTINCT FROM (NEW."applied_by_id") OR OLD."arbiter" IS DISTINCT FROM (NEW."arbiter") OR OLD."decided_at" IS DISTINCT FROM (NEW."decided_at") OR OLD."decided_by_id" IS DISTINCT FROM (NEW."decided_by_id") OR OLD."end_date" IS DISTINCT FROM (NEW."end_date") OR OLD."endorsed_at" IS DISTINCT FROM (NEW."endorsed_at") OR OLD."endorsed_by_id" IS DISTINCT FROM (NEW."endorsed_by_id") OR OLD."fee_each" IS DISTINCT FROM (NEW."fee_each") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."internal_reason" IS DISTINCT FROM (NEW."internal_reason") OR OLD."invoice_date" IS DISTINCT FROM (NEW."invoice_date") OR OLD."kind" IS DISTINCT FROM (NEW."kind") OR OLD."minutes" IS DISTINCT FROM (NEW."minutes") OR OLD."not_endorsed" IS DISTINCT FROM (NEW."not_endorsed") OR OLD."paid_amount" IS DISTINCT FROM (NEW."paid_amount") OR OLD."paid_at" IS DISTINCT FROM (NEW."paid_at") OR OLD."paid_by_id" IS DISTINCT FROM (NEW."paid_by_id") OR OLD."prizes" IS DISTINCT FROM (NEW."prizes") OR OLD."reason" IS DISTINCT FROM (NEW."reason") OR OLD."start_date" IS DISTINCT FROM (NEW."start_date") OR OLD."state" IS DISTINCT FROM (NEW."state") OR OLD."tournament_id" IS DISTINCT FROM (NEW."tournament_id"))', func='INSERT INTO "tournaments_sanctionevent" ("applied_at", "applied_by_id", "arbiter", "decided_at", "decided_by_id", "end_date", "endorsed_at", "endorsed_by_id", "fee_each", "id", "internal_reason", "invoice_date", "kind", "minutes", "not_endorsed", "paid_amount", "paid_at", "paid_by_id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prizes", "reason", "start_date", "state", "tournament_id") VALUES (NEW."applied_at", NEW."applied_by_id", NEW."arbiter", NEW."decided_at", NEW."decided_by_id", NEW."end_date", NEW."endorsed_at", NEW."endorsed_by_id", NEW."fee_each", NEW."id", NEW."internal_reason", NEW."invoice_date", NEW."kind", NEW."minutes", NEW."not_endorsed", NEW."paid_amount", NEW."paid_at", NEW."paid_by_id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."prizes", NEW."reason", NEW."start_date", NEW."state", NEW."tournament_id"); RETURN NULL;', hash='2664e055a32b0a72ed05935f19059315a59302ad', operation='UPDATE', pgid='pgtrigger_update_update_7ba9c', table='tournaments_sanction', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanction',
                trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_sanctionevent" ("applied_at", "applied_by_id", "arbiter", "decided_at", "decided_by_id", "end_date", "endorsed_at", "endorsed_by_id", "fee_each", "id", "internal_reason", "invoice_date", "kind", "minutes", "not_endorsed", "paid_amount", "paid_at", "paid_by_id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "prizes", "reason", "start_date", "state", "tournament_id") VALUES (OLD."applied_at", OLD."applied_by_id", OLD."arbiter", OLD."decided_at", OLD."decided_by_id", OLD."end_date", OLD."endorsed_at", OLD."endorsed_by_id", OLD."fee_each", OLD."id", OLD."internal_reason", OLD."invoice_date", OLD."kind", OLD."minutes", OLD."not_endorsed", OLD."paid_amount", OLD."paid_at", OLD."paid_by_id", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."prizes", OLD."reason", OLD."start_date", OLD."state", OLD."tournament_id"); RETURN NULL;', hash='21b33d1590147acab1471cf68ef931b65e5a3d96', operation='DELETE', pgid='pgtrigger_delete_delete_aad46', table='tournaments_sanction', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanctionsection',
                trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_sanctionsectionevent" ("id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "sanction_id", "section_class", "section_id") VALUES (NEW."id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."sanction_id", NEW."section_class", NEW."section_id"); RETURN NULL;', hash='d9db080e2161534956831276cbbb85ad87eb638c', operation='INSERT', pgid='pgtrigger_insert_insert_c3a09', table='tournaments_sanctionsection', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanctionsection',
                trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "tournaments_sanctionsectionevent" ("id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "sanction_id", "section_class", "section_id") VALUES (NEW."id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."sanction_id", NEW."section_class", NEW."section_id"); RETURN NULL;', hash='afa935f515bad477727b51765ce174b9faa5e711', operation='UPDATE', pgid='pgtrigger_update_update_e4284', table='tournaments_sanctionsection', when='AFTER')),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name='sanctionsection',
                trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "tournaments_sanctionsectionevent" ("id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "sanction_id", "section_class", "section_id") VALUES (OLD."id", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."sanction_id", OLD."section_class", OLD."section_id"); RETURN NULL;', hash='cdecfd9d8ae264848977a07f1b308f4bbabd7bdd', operation='DELETE', pgid='pgtrigger_delete_delete_a844a', table='tournaments_sanctionsection', when='AFTER')),
            ),
            migrations.AddConstraint(
                model_name='sanction',
                constraint=models.CheckConstraint(condition=models.Q(('invoice_date', None), models.Q(('fee_each__isnull', False), ('state', 'sanctioned')), _connector='OR'), name='sanction_invoice_of_what_is_owed'),
            ),
            migrations.RunSQL([(STARTED, [settings.TIME_ZONE])], migrations.RunSQL.noop),
        ]),
    ]
