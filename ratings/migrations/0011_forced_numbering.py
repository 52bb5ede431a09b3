from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0010_labels_of_postings'),
    ]

    operations = [
        migrations.RenameField(model_name='placingrequest', old_name='anew', new_name='force'),
        migrations.AlterField(
            model_name='placingrequest',
            name='force',
            field=models.BooleanField(help_text='number it even if it is that of the newest computation'),
        ),
    ]
