from typing import Any

import django.db.models.functions.text
from django.db import migrations, models

LONGEST = 60


def rename_namesakes(apps: Any, schema_editor: Any) -> None:
    """Rename sections so that no two sections of a tournament have the same name."""
    taken: dict[int, set[str]] = {}
    sections = apps.get_model("tournaments", "Section").objects
    for section in sections.order_by("tournament_id", "number"):
        name = own_name(section.name, taken.setdefault(section.tournament_id, set()))
        if name != section.name:
            sections.filter(pk=section.pk).update(name=name)


def own_name(wanted: str, taken: set[str]) -> str:
    """Return the name, with a number after it if it is taken, such as "Group A (2)", and
    add it to the taken names.
    """
    name, number = wanted, 2
    while name.lower() in taken:
        ending = f" ({number})"
        name, number = wanted[: LONGEST - len(ending)] + ending, number + 1
    taken.add(name.lower())
    return name


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_made_memberships'),
    ]

    operations = [
        migrations.RunPython(rename_namesakes, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='section',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('name'), models.F('tournament'), name='section_name', violation_error_message='The tournament has another section of this name.'),
        ),
    ]
