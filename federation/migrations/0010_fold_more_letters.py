"""Fold more letters: those of Turkish, Latvian, Czech, Slovak, Romanian, Maltese and Welsh."""

import django.db.models.functions.comparison
import django.db.models.functions.text
import federation.models.sorting
from django.db import migrations, models

from federation.migration_operations import SetExpression


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0009_not_duplicates'),
    ]

    operations = [
        SetExpression(
            model_name='club',
            name='search_text',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('town'), models.TextField())), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('short_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyuyzzzaaaoo', models.TextField())), output_field=models.TextField()),
        ),
        SetExpression(
            model_name='club',
            name='sort_key',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.comparison.Cast(models.F('name'), models.TextField())), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyyyzzz{||}}', models.TextField())), output_field=models.TextField(db_collation='C')),
        ),
        SetExpression(
            model_name='player',
            name='search_text',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField())), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyuyzzzaaaoo', models.TextField())), output_field=models.TextField()),
        ),
        SetExpression(
            model_name='player',
            name='shown_key',
            field=models.GeneratedField(db_persist=True, expression=models.Case(models.When(then=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyyyzzz{||}}', models.TextField())), visibility='public'), models.When(then=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.text.Left('last_name', 1), models.Value(' '), django.db.models.functions.text.Left('first_name', 1), output_field=models.TextField())), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyyyzzz{||}}', models.TextField())), visibility='initials'), default=models.Value('~'), output_field=models.TextField(db_collation='C')), output_field=models.TextField(db_collation='C')),
        ),
        SetExpression(
            model_name='player',
            name='sort_key',
            field=models.GeneratedField(db_persist=True, expression=federation.models.sorting.Translate(django.db.models.functions.text.Lower(django.db.models.functions.text.Concat(django.db.models.functions.comparison.Cast(models.F('last_name'), models.TextField()), models.Value(' ', models.TextField()), django.db.models.functions.comparison.Cast(models.F('first_name'), models.TextField()))), models.Value('áàâãāąăçćčċĉđðďéèêëēęėěĕğģġĝħĥíìîïīįıĩĭĵķłľļĺñńňņóòôõōőŏřŕŗśšșßşŝțţťŧúùûūůųűũŭŵýÿüŷźžżåäæöø', models.TextField()), models.Value('aaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijkllllnnnnooooooorrrssssssttttuuuuuuuuuwyyyyzzz{||}}', models.TextField())), output_field=models.TextField(db_collation='C')),
        ),
    ]
