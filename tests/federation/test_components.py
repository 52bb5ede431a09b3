"""The components that pages are built from. No test here needs a database."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import django_tables2 as tables
import pytest
from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.template.loader import get_template
from django.urls import include
from django.urls import path as route
from django.utils import translation

from federation.formats import figures, pictures
from federation.formats.shapes import NOTICES, STATES, shape
from federation.views.lists import refusals
from tests.ratings.page_text import on_one_line

ROOT = Path(__file__).resolve().parents[2]


def nothing(request, *args):
    return HttpResponse()


ratings = [
    route("list/", nothing, name="current_list"),
    route("players/", nothing, name="players"),
]
urlpatterns = [
    route("", include((ratings, "ratings"))),
    route("account/", include("allauth.urls")),
]

pytestmark = pytest.mark.urls(__name__)


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def draw(rf):
    def draw(source, path="/", **context):
        request = rf.get(path)
        return Template(source).render(RequestContext(request, context)).strip()

    return draw


# --- numbers ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1843, "1843"),
        (Decimal("1843.5"), "1843½"),
        (0.5, "½"),
        (-0.5, "−½"),
        (0, "0"),
        (Decimal("-0.0"), "0"),
        (7.25, "7.25"),
        (None, "–"),
    ],
)
def test_half_is_written_as_fraction_and_minus_as_minus_sign(value, written):
    assert figures.plain(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(12, "+12"), (Decimal("7.5"), "+7½"), (-7.5, "−7½"), (0, "0"), (None, "–")],
)
def test_change_has_its_sign_and_zero_has_none(value, written):
    assert figures.signed(value) == written


def test_number_close_to_a_half_is_not_written_as_one_with_more_decimals():
    assert (figures.plain(12.499, 4), figures.signed(-12.499, 4)) == (
        "12.499",
        "−12.499",
    )


def test_decimals_other_than_a_half_follow_the_language():
    with translation.override("sv"):
        assert figures.plain(Decimal("7.25")) == "7,25"


def test_points_are_counted_in_halves():
    assert [figures.halves(count) for count in (7, 6, 1, 0, None)] == [
        "3½",
        "3",
        "½",
        "0",
        "–",
    ]


def test_change_shows_its_direction_without_colour():
    assert figures.change(12) == '<span class="change change-up">+12</span>'
    assert figures.change(-12) == '<span class="change change-down">−12</span>'
    assert figures.change(0) == '<span class="change change-none">0</span>'


def test_whole_number_is_aligned_in_a_column_of_halves():
    assert figures.points(6) == '<span class="whole">3</span>'
    assert figures.points(7) == "3½"


# --- days ---------------------------------------------------------------------
def test_day_is_iso_in_tables_and_written_out_in_text(draw):
    day = date(2026, 3, 1)
    assert draw("{% day date=day %}", day=day) == (
        '<time datetime="2026-03-01">2026-03-01</time>'
    )
    with translation.override("sv"):
        assert draw("{% day_long date=day %}", day=day) == (
            '<time datetime="2026-03-01">1 mars 2026</time>'
        )


def test_datetime_is_shown_on_the_federations_clock(draw):
    at = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    assert draw("{% moment at=at %}", at=at) == (
        '<time datetime="2026-03-02T00:30:00+01:00">2026-03-02 00:30</time>'
    )


def test_missing_day_is_shown_as_a_dash(draw):
    assert draw("{% day date=None %}{% day_long date=None %}{% moment at=None %}") == (
        "–––"
    )


# --- wrappers and leaves ----------------------------------------------------------
@pytest.mark.parametrize(
    "source",
    [
        "{% button labell='x' %}",
        "{% button 'x' %}",
        "{% notice kind='info' titel='x' %}{% endnotice %}",
        "{% page_head lead='no title' %}{% endpage_head %}",
        "{% rating_change 12 %}",
        "{% state kind='held' %}",
    ],
)
def test_wrong_attribute_fails_when_the_template_compiles(source):
    with pytest.raises(TemplateSyntaxError):
        Template(source)


def test_user_text_is_escaped(draw):
    drawn = draw(
        "{% page_head title=x lead=x over=x %}{% endpage_head %}"
        "{% notice kind='bad' title=x %}{{ x }}{% endnotice %}"
        "{% button label=x value=x name=x %}{% button label=x href=x %}"
        "{% state kind='held' label=x %}{% empty title=x text=x href=x link=x %}"
        "{% facts %}{% fact label=x %}{{ x }}{% endfact %}{% endfacts %}"
        "{% figures %}{% figure label=x note=x %}{{ x }}{% endfigure %}{% endfigures %}"
        "{% tabs label=x %}{% tab href=x label=x %}{% endtabs %}"
        "{% act says=x %}{{ x }}{% endact %}",
        x='<b title="y">',
    )
    assert "<b " not in drawn
    assert 'title="y"' not in drawn


def test_every_notice_and_state_has_a_word_and_a_shape(draw):
    for kind, (shape_name, _tone) in NOTICES.items():
        drawn = draw("{% notice kind=kind %}Text{% endnotice %}", kind=kind)
        assert drawn.count(shape(shape_name)) == 1
    for kind, (shape_name, _tone) in STATES.items():
        drawn = draw("{% state kind=kind label='Word' %}", kind=kind)
        assert drawn.count(shape(shape_name)) == 1
        assert drawn.count("Word") == 1


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (None, ("waiting", "to review")),
        (2, ("waiting", "to review")),
        (0, ("done", "nothing to do")),
    ],
)
def test_line_of_a_desk_links_what_waits_and_says_what_to_do(draw, count, shown):
    kind, label = shown
    drawn = draw(
        "{% desk_item href=page kind='waiting' label='to review' count=count %}"
        "{{ words }}{% enddesk_item %}",
        count=count,
        page="/x/?a=1&b",
        words="<reports>",
    )
    state = draw("{% state kind=kind label=label %}", kind=kind, label=label)
    link = '<a href="/x/?a=1&amp;b">&lt;reports&gt;</a>'
    assert drawn == f"<li><span>{link}</span>{state}</li>"


def test_consequence_is_explained_before_the_button(draw):
    drawn = draw("{% act says='Then this.' %}{% button label='Do it' %}{% endact %}")
    assert drawn.index("Then this.") < drawn.index("Do it")


# --- navigation --------------------------------------------------------------------
def test_menu_leaves_out_pages_that_are_not_installed(draw):
    assert draw("{% nav_link 'ratings:moon' 'Moon' %}") == ""


@pytest.mark.parametrize(
    ("at", "mark"),
    [
        ("/list/", ' aria-current="page"'),
        ("/list/2026/", ' aria-current="true"'),
        ("/players/", ""),
    ],
)
def test_menu_marks_the_current_page(draw, at, mark):
    drawn = draw("{% nav_link 'ratings:current_list' 'List' %}", path=at)
    assert drawn == f'<li><a href="/list/"{mark}>List</a></li>'


def test_menu_marks_one_of_two_items_with_the_same_beginning(draw):
    page = '{% nav_link "ratings:players" "People" match="/pl" but="/players/one/" %}'
    assert "aria-current" in draw(page, path="/players/two/")
    assert "aria-current" not in draw(page, path="/players/one/")


# --- forms --------------------------------------------------------------------------
class Sample(forms.Form):
    name = forms.CharField(label="Name", help_text="As on the wall.")
    place = forms.CharField(label="Place", required=False)
    kind = forms.ChoiceField(
        label="Kind", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect
    )

    def clean_place(self):
        raise forms.ValidationError("There is no <such> place.")


def test_refused_form_shows_the_error_beside_the_field_and_keeps_the_input(draw):
    drawn = draw(
        "{% form_fields form=form %}", form=Sample({"name": "", "place": "Umeå"})
    )
    assert 'aria-describedby="id_name_helptext id_name_error"' in drawn
    assert 'id="id_name_helptext"' in drawn
    assert 'id="id_name_error"' in drawn
    assert 'aria-invalid="true"' in drawn
    assert 'value="Umeå"' in drawn
    assert drawn.count("There is no &lt;such&gt; place.") == 2
    assert '<a href="#id_place">Place</a>' in on_one_line(drawn)


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Place", "Place: missing"),
        ("What happened, and how can it be seen?", "seen? missing"),
        ("Vad står det, t.ex.", "t.ex. missing"),
    ],
)
def test_label_with_its_own_mark_gets_no_second_one(draw, label, shown):
    class Asking(forms.Form):
        one = forms.CharField(label=label, error_messages={"required": "missing"})
        two = forms.CharField(error_messages={"required": "missing"})

    drawn = draw("{% form_fields form=form %}", form=Asking({}))
    label_text = re.sub(r"<[^>]+>", "", drawn.split("</ul>")[0])
    assert shown in " ".join(label_text.split())
    assert refusals(Asking({}))[0].endswith(shown)


class Sending(forms.Form):
    day = forms.CharField(initial="2026-03-01")
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    file = forms.FileField(required=False)
    password = forms.CharField(widget=forms.PasswordInput, required=False)


@pytest.mark.parametrize(
    ("form", "sent", "title"),
    [
        (
            Sending,
            {"day": "2026-03-02"},
            "could not be saved yet. What you wrote is kept.",
        ),
        (Sending, {"day": "2026-03-01", "seen": "1"}, "could not be saved yet."),
        (Sending, {"day": "2026-03-01", "password": "x"}, "could not be saved yet."),
        (forms.Form, {}, "could not be done."),
    ],
)
def test_only_what_was_written_is_said_to_be_kept(draw, form, sent, title):
    bound = form(sent)
    bound.add_error(None, "No.")
    drawn = draw("{% form_fields form=form %}", form=bound)
    assert f"This {title}</p>" in on_one_line(drawn).replace(" </p>", "</p>")


def test_missing_choice_is_reported_as_a_choice(draw):
    class Choosing(forms.Form):
        kind = forms.ChoiceField(choices=[("a", "A")], widget=forms.RadioSelect)
        name = forms.CharField()

    source = "{% form_fields form=form %}"
    shown = draw(source, form=Choosing({}))
    with translation.override("sv"):
        swedish = draw(source, form=Choosing({}))

    assert shown.count("Choose one.") == 2
    assert shown.count("This field is required.") == 2
    assert swedish.count("Välj ett alternativ.") == 2


def test_every_field_has_a_label_and_a_group_has_a_legend(draw):
    drawn = draw("{% form_fields form=form %}", form=Sample())
    assert '<label class="field-label" for="id_name">Name</label>' in drawn
    assert '<legend class="field-label"> Kind </legend>' in on_one_line(drawn)
    assert drawn.count("(optional)") == 1


@pytest.mark.parametrize(
    ("placeholder", "expected_count"),
    [("Email address", 0), ("name@club.se", 1)],
)
def test_placeholder_that_repeats_the_label_is_left_out(
    draw, placeholder, expected_count
):
    class Door(forms.Form):
        login = forms.CharField(
            label="E-mail", widget=forms.TextInput(attrs={"placeholder": placeholder})
        )

    drawn = draw("{% field field=form.login %}", form=Door())
    assert drawn.count("placeholder") == expected_count


# --- tables --------------------------------------------------------------------------
@dataclass(frozen=True)
class Line:
    name: str
    club: str
    rating: int


class LinesTable(tables.Table):
    name = tables.Column("Name", attrs={"td": {"class": "name"}})
    club = tables.Column("Club", orderable=False, attrs={"td": {"class": "wide"}})
    rating = tables.Column("Rating", attrs={"td": {"class": "num"}})

    class Meta:
        row_attrs = {"class": lambda record: "pinned" if record.rating > 2000 else ""}


class ShortTable(LinesTable):
    class Meta:
        exclude = ("club",)


LINES = [Line("Ek <b>", "SK Ö", 2100), Line("Al", "SK Å", 1500), Line("Bo", "X", 900)]


@pytest.fixture
def draw_table(rf):
    def draw_table(table, at="/"):
        request = rf.get(at)
        return table.as_html(request)

    return draw_table


def test_table_heads_show_the_order_and_keep_the_rest_of_the_query(
    draw_table,
):
    drawn = on_one_line(
        draw_table(
            LinesTable(LINES, order_by="-rating"), at="/?class=II&sort=-rating&page=3"
        )
    )
    assert '<th scope="col" class="name" aria-sort="none">' in drawn
    assert '<th scope="col" class="num" aria-sort="descending">' in drawn
    assert '<th scope="col" class="wide">Club</th>' in drawn
    assert 'href="?class=II&amp;sort=name"' in drawn
    assert 'href="?class=II&amp;sort=rating"' in drawn
    assert "page=3" not in drawn


def test_name_column_is_the_row_heading_and_cells_are_escaped(draw_table):
    drawn = draw_table(LinesTable(LINES))
    assert '<th scope="row" class="name">Ek &lt;b&gt;</th>' in drawn
    assert '<td class="num">2100</td>' in drawn


def test_pinned_row_is_marked_and_stripes_are_left_to_css(draw_table):
    drawn = draw_table(LinesTable(LINES))
    assert drawn.count('<tr class="pinned">') == 1
    assert re.findall(r'<tr class="[^"]*(?:odd|even)', drawn) == []


def test_row_opens_its_left_out_columns_on_a_phone(draw_table):
    drawn = draw_table(LinesTable(LINES))
    assert 'class="table table-opens" data-narrow="2"' in drawn
    assert drawn.count('type="checkbox"') == len(LINES)
    assert '<td class="wide" data-label="Club">SK Ö</td>' in drawn


def test_table_that_fits_a_phone_has_nothing_to_open(draw_table):
    drawn = draw_table(ShortTable(LINES))
    assert "checkbox" not in drawn
    assert "table-opens" not in drawn


def test_pager_counts_rows_and_keeps_the_rest_of_the_query(draw):
    page = Paginator(range(1, 251), 100).page(2)
    drawn = draw("{% pager page=page %}", path="/?class=II&page=2", page=page)
    assert "101–200 of 250" in drawn
    assert 'rel="prev" href="?class=II&amp;page=1"' in drawn
    assert 'rel="next" href="?class=II&amp;page=3"' in drawn
    assert '<span class="here" aria-current="page">' in on_one_line(drawn)


def test_single_page_has_no_pager(draw):
    page = Paginator([1], 100).page(1)
    assert draw("{% pager page=page %}", page=page) == ""


# --- pictures ---------------------------------------------------------------------------
def test_sparkline_runs_from_first_to_last_with_a_gap_for_a_missing_value():
    drawn = pictures.sparkline([1500, 1600, None, 1550, 1700])
    assert 'aria-label="From 1500 to 1700"' in drawn
    assert 'points="2.0,18.0 21.0,10.0"' in drawn
    assert 'points="59.0,14.0 78.0,2.0"' in drawn
    assert '<circle cx="78.0" cy="2.0" r="2"/>' in drawn
    assert "style" not in drawn


def test_single_rating_gives_no_sparkline():
    assert pictures.sparkline([None, 1500]) == ""


def test_constant_ratings_give_a_sparkline():
    assert 'points="2.0,18.0 78.0,18.0"' in pictures.sparkline([1500, 1500])


def test_rating_history_has_its_numbers_in_a_table(draw):
    points = [
        {"date": date(2026, 1, 1), "value": Decimal("1500.5"), "live": False},
        {"date": date(2026, 2, 1), "value": 1510, "live": True},
    ]
    drawn = draw("{% rating_history points=points caption='Ek, Bo' %}", points=points)
    assert re.findall("<tr[^>]*>", on_one_line(drawn))[1:] == [
        '<tr data-x="2026-01-01" data-y="1500.5">',
        '<tr data-x="2026-02-01" data-y="1510" data-live>',
    ]


# --- pages that must always be drawn -------------------------------------------------------
@pytest.mark.parametrize("code", ["400", "403_csrf", "429", "500"])
def test_error_page_is_rendered_without_request_database_or_actor(code):
    drawn = get_template(f"{code}.html").render()
    assert "<h1>" in drawn
    assert "{%" not in drawn


# --- the sources themselves ------------------------------------------------------------------
def style_sheets():
    return sorted((ROOT / "static" / "css").glob("*.css"))


def test_colours_are_defined_in_the_tokens_only():
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\(")
    found = [
        (sheet.name, colour.findall(sheet.read_text()))
        for sheet in style_sheets()
        if sheet.name != "tokens.css" and colour.search(sheet.read_text())
    ]
    assert found == []


def test_no_style_is_important_or_tied_to_an_id():
    forced = [s.name for s in style_sheets() if "!important" in s.read_text()]
    ids = [
        s.name
        for s in style_sheets()
        if s.name != "tokens.css" and re.search(r"(?m)^[^{}/*]*#[a-z]", s.read_text())
    ]
    assert (forced, ids) == ([], [])


def test_no_template_contains_inline_script_or_style():
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"")
    found = [
        str(source.relative_to(ROOT))
        for source in (ROOT / "templates").rglob("*.html")
        if inline.search(source.read_text())
    ]
    assert found == []


# --- contrast: WCAG 2.2, 1.4.3 (text 4.5) and 1.4.11 (controls 3) ------------------------------
PAPERS = ("paper", "paper-sunk", "paper-pinned")
TEXTS = ("ink", "ink-soft", "ink-faint", "accent", "accent-strong", "gain", "loss")
TONES = ("info", "good", "warn", "bad")


def tokens(block):
    pairs = re.findall(
        r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", block
    )
    return {name: (light, dark) for name, light, dark in pairs}


def palettes():
    source = (ROOT / "static" / "css" / "tokens.css").read_text()
    blocks = re.findall(
        r'(:root|\[data-accent="[a-z-]+"\]) \{(.*?)\n  \}', source, re.DOTALL
    )
    house = tokens(blocks[0][1])
    accents = {name: tokens(body) for name, body in blocks if "accent" in name}
    assert len(accents) == 3
    yield "oxblood", house
    for name, own in accents.items():
        yield name, house | own


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("accent", "palette"), list(palettes()))
def test_every_text_has_enough_contrast_on_every_background(accent, palette, theme):
    pairs = [(text, paper) for text in TEXTS + TONES for paper in PAPERS]
    pairs += [(tone, f"{tone}-tint") for tone in TONES]
    pairs += [("ink", f"{tone}-tint") for tone in TONES]
    poor = {
        pair: round(contrast(palette[pair[0]][theme], palette[pair[1]][theme]), 2)
        for pair in pairs
        if contrast(palette[pair[0]][theme], palette[pair[1]][theme]) < 4.5
    }
    assert poor == {}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("accent", "palette"), list(palettes()))
def test_buttons_and_fields_have_enough_contrast_to_the_background(
    accent, palette, theme
):
    paper = palette["paper"][theme]
    assert contrast(palette["fill"][theme], "#ffffff") >= 4.5
    assert contrast(palette["fill-strong"][theme], "#ffffff") >= 4.5
    assert contrast(palette["fill"][theme], paper) >= 3
    assert contrast(palette["rule-control"][theme], paper) >= 3
    assert contrast(palette["focus"][theme], paper) >= 3


def test_day_of_a_datetime_is_that_of_the_federations_clock():
    """Half past midnight in Sweden is the evening before in UTC."""
    at = datetime(2026, 6, 14, 22, 30, tzinfo=UTC)
    for tag in ("day", "day_long"):
        shown, meant = (
            Template(f"{{% {tag} date=day %}}").render(Context({"day": day}))
            for day in (at, date(2026, 6, 15))
        )
        assert shown == meant
