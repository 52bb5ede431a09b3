"""Rename the table of pairs that are two people: its name was a riddle, and its columns
said "said".
"""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0008_invitation_once'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(model_name='apart', name='insert_insert'),
        pgtrigger.migrations.RemoveTrigger(model_name='apart', name='update_update'),
        pgtrigger.migrations.RemoveTrigger(model_name='apart', name='delete_delete'),
        pgtrigger.migrations.RemoveTrigger(model_name='apartevent', name='append_only'),
        migrations.RemoveConstraint(model_name='apart', name='apart_once_a_pair'),
        migrations.RemoveConstraint(model_name='apart', name='apart_in_order'),
        migrations.RenameField(model_name='apart', old_name='said_by', new_name='decided_by'),
        migrations.RenameField(model_name='apart', old_name='said_at', new_name='decided_at'),
        migrations.RenameField(model_name='apartevent', old_name='said_by', new_name='decided_by'),
        migrations.RenameField(model_name='apartevent', old_name='said_at', new_name='decided_at'),
        migrations.RenameModel(old_name='Apart', new_name='NotDuplicates'),
        migrations.RenameModel(old_name='ApartEvent', new_name='NotDuplicatesEvent'),
        migrations.AlterField(model_name='notduplicates', name='decided_at', field=models.DateTimeField(verbose_name='decided')),
        migrations.AlterField(model_name='notduplicates', name='decided_by', field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
        migrations.AlterField(model_name='notduplicatesevent', name='decided_at', field=models.DateTimeField(verbose_name='decided')),
        migrations.AlterField(model_name='notduplicatesevent', name='decided_by', field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
        migrations.AddConstraint(
            model_name='notduplicates',
            constraint=models.UniqueConstraint(fields=('first', 'second'), name='not_duplicates_once_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='notduplicates',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='not_duplicates_in_order'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='notduplicates',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "federation_notduplicatesevent" ("decided_at", "decided_by_id", "first_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "second_id") VALUES (NEW."decided_at", NEW."decided_by_id", NEW."first_id", NEW."id", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."second_id"); RETURN NULL;', hash='e3d47e499383420fd3010c62a26ad0dbfb0546a8', operation='INSERT', pgid='pgtrigger_insert_insert_01982', table='federation_notduplicates', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='notduplicates',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "federation_notduplicatesevent" ("decided_at", "decided_by_id", "first_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "second_id") VALUES (NEW."decided_at", NEW."decided_by_id", NEW."first_id", NEW."id", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."second_id"); RETURN NULL;', hash='04e80da261a20fa041d745f4c06714b60b705366', operation='UPDATE', pgid='pgtrigger_update_update_66653', table='federation_notduplicates', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='notduplicates',
            trigger=pgtrigger.compiler.Trigger(name='delete_delete', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "federation_notduplicatesevent" ("decided_at", "decided_by_id", "first_id", "id", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "second_id") VALUES (OLD."decided_at", OLD."decided_by_id", OLD."first_id", OLD."id", _pgh_attach_context(), NOW(), \'delete\', OLD."id", OLD."second_id"); RETURN NULL;', hash='9606987da7051f457bd9b8c3552e8411f68b06a2', operation='DELETE', pgid='pgtrigger_delete_delete_27dc8', table='federation_notduplicates', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='notduplicatesevent',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="IF TG_OP = 'TRUNCATE' OR current_setting('rankbok.erasing', true) IS DISTINCT FROM 'on' THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END IF; RETURN NULL;", hash='556b75b11e656bbc8a38c3ac0ab6802a77d285d1', level='STATEMENT', operation='UPDATE OR DELETE OR TRUNCATE', pgid='pgtrigger_append_only_50fa9', table='federation_notduplicatesevent', when='BEFORE')),
        ),
    ]
