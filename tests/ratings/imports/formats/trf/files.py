"""Tournament files of FIDE, written column by column as annex 2 of C.04 says."""

FACTS = ("fide_id", "born", "rating", "country", "sex", "place")
POINTS = {"1": 1, "W": 1, "+": 1, "F": 1, "U": 1, "=": 0.5, "D": 0.5, "H": 0.5}


def player(rank, name, *cells, **facts):
    """Return a line 001; a cell is (opponent, colour, result) or nothing for a bye.
    Facts: fide_id, born, rating, country, sex, place.
    """
    values = dict.fromkeys(FACTS, "") | facts
    line = f"001 {rank:4} {values['sex']:1}{'':3} {name:33} {values['rating']:>4}"
    line += f" {values['country']:3} {values['fide_id']:>11} {values['born']:10}"
    points = sum(
        POINTS.get(result.upper(), 0) for *_game, result in filter(None, cells)
    )
    line += f" {points:4.1f} {values['place'] or rank:>4}"
    for cell in cells:
        opponent, colour, result = cell or (0, "-", "Z")
        line += f"  {opponent or '0000':>4} {colour} {result}"
    return line


def days(*written):
    """Return a line 132 with the rounds' days."""
    return f"{'132':89}" + "".join(f"  {day:8}" for day in written)


def national(rank, number, code="SWE"):
    """Return a line with the number of a player in a national register."""
    return f"{code} {rank:4}{'':49}{number:>11}"


def tournament(*lines, name="Club Open", start="2023/03/14", end="\n"):
    head = [f"012 {name}", f"042 {start}", "052 2023/03/16"]
    return end.join((*head, *lines)) + end


TWO = (
    player(1, "Ek, Ada", (2, "w", "1"), born="1950/01/02", sex="w"),
    player(2, "Al, Bo", (1, "b", "0"), born="1951/00/00", sex="m"),
)
