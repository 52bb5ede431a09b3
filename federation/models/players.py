from typing import Self

import pgtrigger
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Concat, Left
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.enums import Gender, PlayerStatus, Visibility
from federation.models.plain_names import plain_names
from federation.models.sorting import folded, folded_text, sort_key, sorted_as
from federation.rules.birth_years import FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING

AFTER_ALL_NAMES = "~"
"""Sorts after every name: those whose name is hidden come at the end."""
MAX_WORDS = 6
"""How many typed words are used in a search."""


def name_holds(text: str) -> models.Q:
    """Return the condition that a name contains each typed word, in any order, with or
    without accents.
    """
    held = models.Q()
    for word in text.split()[:MAX_WORDS]:
        held &= models.Q(search_text__contains=folded_text(word))
    return held


def _name_or_number(text: str) -> models.Q:
    return name_holds(text) | models.Q(national_id=text.strip())


class PlayerQuerySet(models.QuerySet["Player"]):
    def in_order(self) -> Self:
        return self.order_by("sort_key", "pk")

    def unmerged(self) -> Self:
        """Exclude cards that lead to another card."""
        return self.filter(merged_into=None)

    def with_name_or_number(self, text: str) -> Self:
        """Keep the players whose name contains each typed word, and the one with the
        number.
        """
        return self.filter(_name_or_number(text))

    def matching(self, text: str) -> Self:
        """Keep what `with_name_or_number` keeps, and everyone whose name is similar enough to be
        meant by a mistyped one; all players if the text is empty.
        """
        if not text.split():
            return self
        close = models.Q(search_text__trigram_word_similar=folded_text(text))
        return self.filter(_name_or_number(text) | close)


def _as_shown() -> models.Case:
    """Return the public sort key of a player: the name as far as it is public."""
    initials = Concat(
        Left("last_name", 1),
        models.Value(" "),
        Left("first_name", 1),
        output_field=models.TextField(),
    )
    return models.Case(
        models.When(
            visibility=Visibility.PUBLIC, then=sort_key("last_name", "first_name")
        ),
        models.When(visibility=Visibility.INITIALS, then=sorted_as(initials)),
        default=models.Value(AFTER_ALL_NAMES),
        output_field=models.TextField(db_collation="C"),
    )


@audited(exclude=["sort_key", "shown_key", "search_text"])
class Player(models.Model):
    """A person who plays or has played. A person from outside the federation is a
    player without membership.

    `merged_into`: it was found to be a second card of that player, to whom everything
    leads afterwards; nothing of it is deleted. Triggers keep such a card as hidden as
    the player to whom it leads.
    """

    national_id = models.CharField(_("player number"), max_length=20, unique=True)
    fide_id = models.PositiveIntegerField(
        _("FIDE number"), null=True, blank=True, unique=True
    )
    first_name = models.CharField(_("first name"), max_length=60)
    last_name = models.CharField(_("last name"), max_length=60)
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[
            MinValueValidator(FIRST_BIRTH_YEAR),
            MaxValueValidator(LAST_BIRTH_YEAR),
        ],
    )
    gender = models.CharField(
        _("gender"), max_length=1, choices=Gender, blank=True, default=""
    )
    title = models.CharField(_("title"), max_length=4, blank=True)
    country = models.CharField(_("country"), max_length=3, default="SWE")
    fide_rating = models.PositiveSmallIntegerField(
        _("FIDE rating"), null=True, blank=True
    )
    status = models.CharField(
        _("status"),
        max_length=10,
        choices=PlayerStatus,
        default=PlayerStatus.ACTIVE,
    )
    visibility = models.CharField(
        _("name shown"),
        max_length=10,
        choices=Visibility,
        default=Visibility.PUBLIC,
    )
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="other_cards",
        verbose_name=_("merged into"),
    )
    sort_key = models.GeneratedField(
        expression=sort_key("last_name", "first_name"),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    shown_key = models.GeneratedField(
        expression=_as_shown(),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    search_text = models.GeneratedField(
        expression=folded("first_name", "last_name", "first_name"),
        output_field=models.TextField(),
        db_persist=True,
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        triggers = [
            pgtrigger.Trigger(
                name="shown_as_whom_it_leads_to",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                condition=pgtrigger.Q(new__merged_into__isnull=False),
                func=(
                    "SELECT visibility INTO NEW.visibility FROM federation_player"
                    " WHERE id = NEW.merged_into_id; RETURN NEW;"
                ),
            ),
            pgtrigger.Trigger(
                name="cards_are_shown_alike",
                when=pgtrigger.After,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(
                    old__visibility__df=pgtrigger.F("new__visibility")
                ),
                func=(
                    "UPDATE federation_player SET visibility = NEW.visibility"
                    " WHERE merged_into_id = NEW.id"
                    " AND visibility <> NEW.visibility; RETURN NULL;"
                ),
            ),
        ]
        constraints = [
            plain_names(
                "player", "national_id", "first_name", "last_name", "title", "country"
            ),
            models.CheckConstraint(
                condition=models.Q(birth_year=None)
                | models.Q(birth_year__range=(FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR)),
                name="player_birth_year_possible",
            ),
            models.CheckConstraint(
                condition=models.Q(fide_rating=None)
                | models.Q(fide_rating__range=(LOWEST_RATING, HIGHEST_RATING)),
                name="player_fide_rating_possible",
            ),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("id")),
                name="player_not_merged_into_itself",
            ),
        ]
        indexes = [
            models.Index(fields=["sort_key", "id"], name="player_order"),
            models.Index(fields=["shown_key", "id"], name="player_shown_order"),
            models.Index(
                fields=["id"],
                condition=~models.Q(visibility=Visibility.PUBLIC),
                name="player_not_public",
            ),
            GinIndex(
                fields=["search_text"],
                opclasses=["gin_trgm_ops"],
                name="player_search",
            ),
            models.Index(
                fields=["search_text"],
                opclasses=["text_pattern_ops"],
                name="player_name_begins",
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def numbered_name(self) -> str:
        """The name in running text, distinguished from namesakes by the number."""
        return f"{self.full_name} ({self.national_id})"

    @property
    def public_name(self) -> str:
        """The name that everyone may see."""
        return shown_name(self.first_name, self.last_name, self.visibility)


def shown_name(first_name: str, last_name: str, visibility: str) -> str:
    if visibility == Visibility.HIDDEN:
        return str(_("Hidden player"))
    if visibility == Visibility.INITIALS:
        return f"{first_name[:1]}. {last_name[:1]}.".removeprefix(". ")
    return f"{first_name} {last_name}".strip()
