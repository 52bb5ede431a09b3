"""Operations for migrations that Django does not have."""

from collections.abc import Sequence
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AtOnce(migrations.SeparateDatabaseAndState):
    """Many operations that each need the models only in the state after all of them.

    Django renders every model again before each operation, which for all our tables
    takes a minute; this renders them once. Tables and triggers may be created so; a
    table that is created in here cannot be altered in the same list.
    """

    def __init__(self, operations: Sequence[Operation]) -> None:
        super().__init__(database_operations=operations, state_operations=operations)

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in self.database_operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)


class CreatePartitionedModel(migrations.CreateModel):
    """A table whose rows are stored in partitions, one per pool. Its key begins with
    the pool.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, *states: Any
    ) -> None:
        usual = schema_editor.sql_create_table
        schema_editor.sql_create_table = f"{usual} PARTITION BY LIST (pool_id)"
        try:
            super().database_forwards(app_label, schema_editor, *states)
        finally:
            schema_editor.sql_create_table = usual


class SetExpression(migrations.AlterField):
    """Another expression of a generated column, by which every row is computed again;
    Django refuses to change one. Before PostgreSQL 17 the column is replaced, with its
    indexes.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: Any,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        field: Any = model._meta.get_field(self.name)  # noqa: SLF001
        if schema_editor.connection.pg_version < _EXPRESSIONS_CAN_BE_SET:
            _replace(model, field, schema_editor)
            return
        expression, values = field.generated_sql(schema_editor.connection)
        quoted = tuple(schema_editor.quote_value(value) for value in values)
        table, column = map(
            schema_editor.quote_name,
            (model._meta.db_table, field.column),  # noqa: SLF001
        )
        schema_editor.execute(
            f"ALTER TABLE {table} ALTER COLUMN {column}"
            f" SET EXPRESSION AS ({expression % quoted})"
        )


_EXPRESSIONS_CAN_BE_SET = 170000


def _replace(model: Any, field: Any, schema_editor: Any) -> None:
    schema_editor.remove_field(model, field)
    schema_editor.add_field(model, field)
    for index in model._meta.indexes:  # noqa: SLF001
        if field.name in dict(index.fields_orders):
            schema_editor.add_index(model, index)
