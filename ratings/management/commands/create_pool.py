from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils import translation

from federation.management.office_command import OfficeCommand
from ratings.enums import FideTempo
from ratings.management.command_input import day
from ratings.models import Pool
from ratings.pools.domain.pools import (
    PoolExists,
    UnknownSystem,
    create_pool,
    system_by_name,
)


class Command(OfficeCommand):
    help = "Opens a pool: a set of games that are rated together."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="short name, in addresses and commands")
        parser.add_argument("--system", required=True, help="rating system")
        parser.add_argument(
            "--from", dest="from_date", required=True, type=day, metavar="DATE",
            help="first day, as 1970-01-01: nothing earlier is ever rated",
        )  # fmt: skip
        parser.add_argument("--name", help="as people read it; else the code")
        parser.add_argument(
            "--fide", choices=FideTempo.values, default="",
            help="the kind of FIDE rating that stands beside the pool's own",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        code, name = options["code"], options["name"] or options["code"]
        try:
            Pool(code=code, name=name).full_clean(validate_unique=False)
            pool = create_pool(
                code=code,
                name=name,
                system=system_by_name(options["system"]),
                parameters={},
                from_date=options["from_date"],
                fide_tempo=options["fide"],
            )
        except ValidationError as error:
            raise CommandError(_in_english(error)) from error
        except UnknownSystem as error:
            names = ", ".join(error.names)
            raise CommandError(
                f"No rating system is called ‘{error.name}’. There is: {names}."
            ) from error
        except PoolExists as error:
            raise CommandError(f"There is a pool ‘{code}’ already.") from error
        edition = pool.editions.get()
        self.stdout.write(
            f"Pool {pool.code} is open: {edition.system} from {edition.from_date}."
        )


def _in_english(error: ValidationError) -> str:
    with translation.override("en"):
        return "; ".join(
            f"{field}: {' '.join(map(str, messages))}"
            for field, messages in error.message_dict.items()
        )
