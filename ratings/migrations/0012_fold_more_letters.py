"""Fold more letters: those of Turkish, Latvian, Czech, Slovak, Romanian, Maltese and Welsh."""

import django.db.models.functions.comparison
import django.db.models.functions.text
import federation.models.sorting
from django.db import migrations, models

from federation.migration_operations import SetExpression


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0011_forced_numbering'),
    ]

    operations = [
        SetExpression(
            model_name='fideline',
            name='search_text',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.comparison.Cast(models.F('name'), models.TextField())), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyuyzzzaaaoo', models.TextField())), output_field=models.TextField()),
        ),
        SetExpression(
            model_name='importplayer',
            name='folded_name',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyuyzzzaaaoo', models.TextField())), output_field=models.TextField()),
        ),
        SetExpression(
            model_name='importplayer',
            name='sort_key',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyyyzzz{||}}', models.TextField())), output_field=models.TextField(db_collation='C')),
        ),
    ]
